//! Detects the type of a file by its content, and content that makes it unsafe to open.

mod image;
mod isolated;
mod pdf;

use std::panic::{AssertUnwindSafe, catch_unwind};

use aditus_application::ports::{ExaminationError, FileInspector};
use aditus_domain::requests::{ContentFault, FileContent, FileType, ForeignFormat};

pub use isolated::{IsolatedInspector, answer_inspector};

/// Detects types by the first bytes, then parses a PDF or decodes an image.
///
/// `infer` finds the type, and the complete signature has to be at the very beginning. Only the
/// header of a PDF may follow other bytes, as viewers accept it. A picture that is a PDF as well is
/// neither.
///
/// All of this runs in the calling process; [`IsolatedInspector`] does the same with limits of
/// memory and time.
#[derive(Debug, Clone, Copy, Default)]
pub struct ContentInspector;

const PDF: &[u8] = b"%PDF-";
/// Viewers search this many bytes of a file for the header of a PDF.
const PDF_SEARCH_BYTES: usize = 1024;

impl FileInspector for ContentInspector {
    fn inspect(&self, bytes: &[u8]) -> Result<FileContent, ExaminationError> {
        Ok(examine(bytes))
    }
}

fn examine(bytes: &[u8]) -> FileContent {
    let file_type = match detect_type(bytes) {
        DetectedType::Accepted(file_type) => file_type,
        DetectedType::Foreign(format) => return FileContent::Foreign(format),
        DetectedType::Unknown => return FileContent::Other,
    };
    // The parsers are not meant to panic. If one does, the file counts as damaged and the server
    // goes on.
    let found = catch_unwind(AssertUnwindSafe(|| match file_type {
        FileType::Pdf => pdf::content(bytes),
        FileType::Png | FileType::Jpeg | FileType::Gif => match image::fault(bytes, file_type) {
            None => FileContent::Sound(file_type),
            Some(fault) => FileContent::Unsound(file_type, fault),
        },
    }));
    found.unwrap_or(FileContent::Unsound(file_type, ContentFault::Damaged))
}

/// Type of a file by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DetectedType {
    /// An accepted type. The rest of the file has not been checked yet.
    Accepted(FileType),
    /// A known format that is not accepted. The error message names it.
    Foreign(ForeignFormat),
    Unknown,
}

fn detect_type(bytes: &[u8]) -> DetectedType {
    let Some(found) = infer::get(bytes) else {
        return if is_whole_signature(bytes, FileType::Pdf) {
            DetectedType::Accepted(FileType::Pdf)
        } else {
            DetectedType::Unknown
        };
    };
    match FileType::from_mime(found.mime_type()) {
        Some(file_type) if is_whole_signature(bytes, file_type) => DetectedType::Accepted(file_type),
        Some(_) => DetectedType::Unknown,
        None => foreign(found.mime_type()).map_or(DetectedType::Unknown, DetectedType::Foreign),
    }
}

/// Returns true if the file has the signature of this type. An image that has the header of a PDF
/// too is not accepted.
fn is_whole_signature(bytes: &[u8], file_type: FileType) -> bool {
    let signatures: &[&[u8]] = match file_type {
        // An HTML page that contains a PDF further on is not a PDF.
        FileType::Pdf => return has_pdf_header(bytes) && !bytes.trim_ascii_start().starts_with(b"<"),
        FileType::Png => &[b"\x89PNG\r\n\x1a\n"],
        FileType::Jpeg => &[b"\xff\xd8\xff"],
        FileType::Gif => &[b"GIF87a", b"GIF89a"],
    };
    signatures.iter().any(|signature| bytes.starts_with(signature)) && !has_pdf_header(bytes)
}

fn foreign(mime: &str) -> Option<ForeignFormat> {
    match mime {
        "image/heif" | "image/heic" => Some(ForeignFormat::Heic),
        "image/avif" => Some(ForeignFormat::Avif),
        "image/tiff" => Some(ForeignFormat::Tiff),
        "image/webp" => Some(ForeignFormat::WebP),
        "image/bmp" => Some(ForeignFormat::Bmp),
        "application/msword"
        | "application/rtf"
        | "application/vnd.oasis.opendocument.text"
        | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => {
            Some(ForeignFormat::Text)
        }
        _ => None,
    }
}

fn has_pdf_header(bytes: &[u8]) -> bool {
    let last = bytes.len().min(PDF_SEARCH_BYTES + PDF.len());
    bytes[..last].windows(PDF.len()).any(|window| window == PDF)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_of(bytes: impl AsRef<[u8]>) -> Option<FileType> {
        match detect_type(bytes.as_ref()) {
            DetectedType::Accepted(file_type) => Some(file_type),
            DetectedType::Foreign(_) | DetectedType::Unknown => None,
        }
    }

    #[test]
    fn the_four_types_are_detected_by_content() {
        assert_eq!(type_of(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), Some(FileType::Pdf));
        assert_eq!(type_of(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Some(FileType::Png));
        assert_eq!(type_of(b"\xff\xd8\xff\xe0\0\x10JFIF\0"), Some(FileType::Jpeg));
        assert_eq!(type_of(b"GIF89a\x01\0\x01\0"), Some(FileType::Gif));
        assert_eq!(type_of(b"GIF87a\x01\0\x01\0"), Some(FileType::Gif));
    }

    #[test]
    fn unknown_content_is_classified_as_other() {
        let contents: [&[u8]; 13] = [
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
            b"\xff\xd8",
            b"#!/bin/sh\necho",
        ];
        for content in contents {
            assert_eq!(examine(content), FileContent::Other, "{}", content.escape_ascii());
        }
    }

    #[test]
    fn a_pdf_header_may_follow_1024_bytes_but_no_html() {
        for page in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "\n<svg/>",
        ] {
            assert_eq!(type_of(format!("{page}\n%PDF-1.7\n")), None, "{page}");
        }
        let behind = |bytes: usize| [vec![b'\n'; bytes], b"%PDF-1.7\n".to_vec()].concat();
        for bytes in [1, 1024] {
            assert_eq!(type_of(behind(bytes)), Some(FileType::Pdf), "{bytes}");
        }
        assert_eq!(type_of(behind(1025)), None);
    }

    #[test]
    fn unsupported_formats_are_detected() {
        for (bytes, format) in [
            (
                b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".as_slice(),
                ForeignFormat::Heic,
            ),
            (b"\0\0\0\x18ftypavif\0\0\0\0avifmif1", ForeignFormat::Avif),
            (b"II*\0\x08\0\0\0\0\0\0\0", ForeignFormat::Tiff),
            (b"MM\0*\0\0\0\x08\0\0\0\0", ForeignFormat::Tiff),
            (b"RIFF\x10\0\0\0WEBPVP8 ", ForeignFormat::WebP),
            (b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0", ForeignFormat::Bmp),
            (b"{\\rtf1 A letter}", ForeignFormat::Text),
        ] {
            assert_eq!(
                examine(bytes),
                FileContent::Foreign(format),
                "{}",
                bytes.escape_ascii()
            );
        }
    }

    #[test]
    fn an_image_that_is_also_a_pdf_is_refused() {
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
    fn a_file_with_only_a_signature_is_damaged() {
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
