use aditus_application::ports::{DetectedType, FileInspector};
use aditus_domain::requests::FileType;

/// Tells types apart by their first bytes: `infer` says what it is, and the signature must stand complete at the very
/// beginning. A picture that is a PDF as well, for programs that look for its heading further on, is neither.
#[derive(Debug, Clone, Copy, Default)]
pub struct ContentInspector;

const PDF: &[u8] = b"%PDF-";
/// Readers look for the heading of a PDF so far into the file.
const PDF_SEARCH_BYTES: usize = 1024;

impl FileInspector for ContentInspector {
    fn inspect(&self, bytes: &[u8]) -> DetectedType {
        let Some(file_type) = infer::get(bytes).and_then(|found| FileType::from_mime(found.mime_type()))
        else {
            return DetectedType::Other;
        };
        let signatures: &[&[u8]] = match file_type {
            FileType::Pdf => &[PDF],
            FileType::Png => &[b"\x89PNG\r\n\x1a\n"],
            FileType::Jpeg => &[b"\xff\xd8\xff"],
            FileType::Gif => &[b"GIF87a", b"GIF89a"],
        };
        let begins_so = signatures.iter().any(|signature| bytes.starts_with(signature));
        if begins_so && (file_type == FileType::Pdf || !holds_pdf(bytes)) {
            DetectedType::Known(file_type)
        } else {
            DetectedType::Other
        }
    }
}

fn holds_pdf(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(PDF_SEARCH_BYTES)]
        .windows(PDF.len())
        .any(|window| window == PDF)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inspect(bytes: impl AsRef<[u8]>) -> DetectedType {
        ContentInspector.inspect(bytes.as_ref())
    }

    #[test]
    fn the_four_types_are_known_by_their_content() {
        assert_eq!(
            inspect(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"),
            DetectedType::Known(FileType::Pdf)
        );
        assert_eq!(
            inspect(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
            DetectedType::Known(FileType::Png)
        );
        assert_eq!(
            inspect(b"\xff\xd8\xff\xe0\0\x10JFIF\0"),
            DetectedType::Known(FileType::Jpeg)
        );
        assert_eq!(inspect(b"GIF89a\x01\0\x01\0"), DetectedType::Known(FileType::Gif));
        assert_eq!(inspect(b"GIF87a\x01\0\x01\0"), DetectedType::Known(FileType::Gif));
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
            assert_eq!(
                inspect(content),
                DetectedType::Other,
                "{}",
                content.escape_ascii()
            );
        }
    }

    #[test]
    fn a_pdf_behind_something_else_is_no_pdf() {
        assert_eq!(
            inspect(b"<script>alert(1)</script>\n%PDF-1.7\n"),
            DetectedType::Other
        );
        assert_eq!(inspect(b"\n%PDF-1.7\n"), DetectedType::Other);
    }

    #[test]
    fn a_picture_that_is_a_pdf_as_well_is_neither() {
        assert_eq!(
            inspect([b"\xff\xd8\xff\xe0\0\x10JFIF\0".as_slice(), b"%PDF-1.7\n"].concat()),
            DetectedType::Other
        );
        assert_eq!(
            inspect([b"GIF89a".as_slice(), &[0; 900], b"%PDF-1.7\n"].concat()),
            DetectedType::Other
        );
        let far_behind = [
            b"\xff\xd8\xff\xe0\0\x10JFIF\0".as_slice(),
            &[0; 1024],
            b"%PDF-1.7\n",
        ]
        .concat();
        assert_eq!(inspect(far_behind), DetectedType::Known(FileType::Jpeg));
    }
}
