//! What a file is by its content, and whether anybody should open it.

mod image;
mod isolated;
mod pdf;

use std::panic::{AssertUnwindSafe, catch_unwind};

use aditus_application::ports::{ExaminationError, FileInspector};
use aditus_domain::requests::{ContentFault, FileContent, FileType};

pub use isolated::{IsolatedInspector, answer_inspector};

/// Tells types apart by their first bytes: `infer` says what it is, and the signature must stand complete at the very
/// beginning. A picture that is a PDF as well, for programs that look for its heading further on, is neither. A PDF is then
/// parsed, an image decoded, in this process: [`IsolatedInspector`] does the same behind bounds of memory and time.
#[derive(Debug, Clone, Copy, Default)]
pub struct ContentInspector;

const PDF: &[u8] = b"%PDF-";
/// Readers look for the heading of a PDF so far into the file.
const PDF_SEARCH_BYTES: usize = 1024;

impl FileInspector for ContentInspector {
    fn inspect(&self, bytes: &[u8]) -> Result<FileContent, ExaminationError> {
        Ok(examine(bytes))
    }
}

fn examine(bytes: &[u8]) -> FileContent {
    let Some(file_type) = type_of(bytes) else {
        return FileContent::Other;
    };
    // The parsers are made not to panic. Should one do so all the same, the file is at fault and the process goes on.
    let fault = catch_unwind(AssertUnwindSafe(|| match file_type {
        FileType::Pdf => pdf::fault(bytes),
        FileType::Png | FileType::Jpeg | FileType::Gif => image::fault(bytes, file_type),
    }));
    match fault.unwrap_or(Some(ContentFault::Damaged)) {
        None => FileContent::Sound(file_type),
        Some(fault) => FileContent::Unsound(file_type, fault),
    }
}

fn type_of(bytes: &[u8]) -> Option<FileType> {
    let file_type = infer::get(bytes).and_then(|found| FileType::from_mime(found.mime_type()))?;
    let signatures: &[&[u8]] = match file_type {
        FileType::Pdf => &[PDF],
        FileType::Png => &[b"\x89PNG\r\n\x1a\n"],
        FileType::Jpeg => &[b"\xff\xd8\xff"],
        FileType::Gif => &[b"GIF87a", b"GIF89a"],
    };
    let begins_so = signatures.iter().any(|signature| bytes.starts_with(signature));
    (begins_so && (file_type == FileType::Pdf || !holds_pdf(bytes))).then_some(file_type)
}

fn holds_pdf(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(PDF_SEARCH_BYTES)]
        .windows(PDF.len())
        .any(|window| window == PDF)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_of(bytes: impl AsRef<[u8]>) -> Option<FileType> {
        super::type_of(bytes.as_ref())
    }

    #[test]
    fn the_four_types_are_known_by_their_content() {
        assert_eq!(type_of(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), Some(FileType::Pdf));
        assert_eq!(type_of(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Some(FileType::Png));
        assert_eq!(type_of(b"\xff\xd8\xff\xe0\0\x10JFIF\0"), Some(FileType::Jpeg));
        assert_eq!(type_of(b"GIF89a\x01\0\x01\0"), Some(FileType::Gif));
        assert_eq!(type_of(b"GIF87a\x01\0\x01\0"), Some(FileType::Gif));
    }

    #[test]
    fn everything_else_is_other_whatever_it_is_called() {
        let contents: [&[u8]; 14] = [
            b"",
            b"%",
            b"%PDF",
            b"plain text",
            b"<!DOCTYPE html><script>alert(1)</script>",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
            b"PK\x03\x04\x14\0\x06\0",
            b"\x7fELF\x02\x01\x01\0",
            b"MZ\x90\0",
            b"\x89PNG but not quite",
            b"GIF is a picture format",
            b"RIFF\x10\0\0\0WEBPVP8 ",
            b"\xff\xd8",
            b"#!/bin/sh\necho",
        ];
        for content in contents {
            assert_eq!(examine(content), FileContent::Other, "{}", content.escape_ascii());
        }
    }

    #[test]
    fn a_pdf_behind_something_else_is_no_pdf() {
        assert_eq!(type_of(b"<script>alert(1)</script>\n%PDF-1.7\n"), None);
        assert_eq!(type_of(b"\n%PDF-1.7\n"), None);
    }

    #[test]
    fn a_picture_that_is_a_pdf_as_well_is_neither() {
        let jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF\0".as_slice();
        assert_eq!(type_of([jpeg, b"%PDF-1.7\n"].concat()), None);
        assert_eq!(
            type_of([b"GIF89a".as_slice(), &[0; 900], b"%PDF-1.7\n"].concat()),
            None
        );
        let far_behind = [jpeg, &[0; 1024], b"%PDF-1.7\n"].concat();
        assert_eq!(type_of(far_behind), Some(FileType::Jpeg));
    }

    #[test]
    fn the_first_bytes_alone_are_no_file() {
        for (bytes, file_type) in [
            (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".as_slice(), FileType::Pdf),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", FileType::Png),
            (b"\xff\xd8\xff\xe0\0\x10JFIF\0", FileType::Jpeg),
            (b"GIF89a\x01\0\x01\0", FileType::Gif),
        ] {
            assert_eq!(
                examine(bytes),
                FileContent::Unsound(file_type, ContentFault::Damaged),
                "{file_type:?}"
            );
        }
    }
}
