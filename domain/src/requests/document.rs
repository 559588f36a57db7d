//! The documents of a request (2 §9, decisions F1, "Requests").

use thiserror::Error;

use super::FaultReason;

/// Maximum size of a file in bytes: 10 MiB.
pub const MAX_FILE_BYTES: u64 = 10 * 1024 * 1024;
/// Maximum size of a request body with files in bytes: 64 MiB.
pub const MAX_BODY_BYTES: u64 = 64 * 1024 * 1024;

/// The kind of a document of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentKind {
    /// The letter of the ethics committee.
    EthicsApprovalLetter,
    /// The letter of a second ethics committee.
    AdditionalEthicsLetter,
    /// The signed agreement.
    DataSharingAgreement,
    /// The General Data Specification Form.
    DataSpecification,
    /// The passport or national ID of a staff member.
    StaffIdentification,
}

/// The reason why the file of a document was removed. Its SHA-256 is kept, because versions refer
/// to the document by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RemovalReason {
    /// The file identified a person whose account was erased.
    Erased,
    /// The retention period is over.
    Retention,
}

impl RemovalReason {
    /// All reasons.
    pub const ALL: [Self; 2] = [Self::Erased, Self::Retention];

    /// Returns the name in the database and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Erased => "Erased",
            Self::Retention => "Retention",
        }
    }

    /// Parses a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Returns the message for people who try to open the document.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Erased => "This document was erased with the account of the person whom it identified.",
            Self::Retention => "This document was removed when its retention period was over.",
        }
    }
}

/// A file type, detected from the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the formats")]
pub enum FileType {
    Pdf,
    Png,
    Jpeg,
    Gif,
}

/// The result of inspecting the content of a file. The declared name and type do not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileContent {
    /// A complete and harmless file of this type.
    Sound(FileType),
    /// A complete and harmless PDF that opens without a password and is protected against changes.
    Protected,
    /// A file of this type with a fault, such as damage or an embedded script.
    Unsound(FileType, ContentFault),
    /// A file of a common format that is not accepted.
    Foreign(ForeignFormat),
    /// Any other content.
    Other,
}

impl FileContent {
    /// Returns the type, if the format is a supported one.
    pub const fn file_type(self) -> Option<FileType> {
        match self {
            Self::Sound(file_type) | Self::Unsound(file_type, _) => Some(file_type),
            Self::Protected => Some(FileType::Pdf),
            Self::Foreign(_) | Self::Other => None,
        }
    }
}

/// A common format of phones, scanners and word processors that is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the formats")]
pub enum ForeignFormat {
    Heic,
    Avif,
    Tiff,
    WebP,
    Bmp,
    /// A word processor format, such as docx and odt.
    Text,
}

impl ForeignFormat {
    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::Heic,
        Self::Avif,
        Self::Tiff,
        Self::WebP,
        Self::Bmp,
        Self::Text,
    ];

    /// Returns the name of the format and advice on converting the file.
    const fn description(self) -> &'static str {
        match self {
            Self::Heic => "a HEIC picture. Share it as JPEG, or print it to a PDF.",
            Self::Avif => "an AVIF picture. Share it as JPEG, or print it to a PDF.",
            Self::Tiff => "a TIFF picture. Save or scan it as a PDF or JPEG.",
            Self::WebP => "a WebP picture. Save it as JPEG or PNG, or print it to a PDF.",
            Self::Bmp => "a BMP picture. Save it as JPEG or PNG, or print it to a PDF.",
            Self::Text => "a word processor document. Save or print it as a PDF.",
        }
    }
}

/// A fault in the content of a file of a supported type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContentFault {
    /// The file cannot be read completely.
    Damaged,
    /// A PDF without pages.
    NoPages,
    /// A PDF with more than [`MAX_PAGES`] pages.
    TooManyPages,
    /// A PDF that cannot be opened without a password.
    Encrypted,
    /// A PDF with JavaScript or with a form that runs it.
    Script,
    /// A PDF that starts a program.
    Launch,
    /// A PDF with embedded files.
    EmbeddedFile,
    /// A PDF that sends data, opens other files, plays media, or runs another action when it is
    /// opened.
    Action,
    /// A PDF that is also a web page, or has data after its end.
    Disguised,
    /// An image of more than [`MAX_PIXELS`] pixels.
    TooManyPixels,
    /// A PDF that is small while compressed, and too large to check once it is unpacked.
    TooMuchPacked,
    /// The virus scanner detected malware.
    Infected,
}

/// Maximum number of pages of a PDF.
pub const MAX_PAGES: usize = 2_000;
/// Maximum number of pixels of an image. The largest phone cameras have that many.
pub const MAX_PIXELS: u64 = 210_000_000;

impl ContentFault {
    /// All faults.
    pub const ALL: [Self; 12] = [
        Self::Damaged,
        Self::NoPages,
        Self::TooManyPages,
        Self::Encrypted,
        Self::Script,
        Self::Launch,
        Self::EmbeddedFile,
        Self::Action,
        Self::Disguised,
        Self::TooManyPixels,
        Self::TooMuchPacked,
        Self::Infected,
    ];

    /// Returns the name that processes exchange.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Damaged => "damaged",
            Self::NoPages => "no-pages",
            Self::TooManyPages => "too-many-pages",
            Self::Encrypted => "encrypted",
            Self::Script => "script",
            Self::Launch => "launch",
            Self::EmbeddedFile => "embedded-file",
            Self::Action => "action",
            Self::Disguised => "disguised",
            Self::TooManyPixels => "too-many-pixels",
            Self::TooMuchPacked => "too-much-packed",
            Self::Infected => "infected",
        }
    }

    /// Parses a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.name() == name)
    }

    /// Returns the fault and advice. They end a sentence that begins with the title of the
    /// document.
    const fn description(self) -> &'static str {
        match self {
            Self::Damaged => {
                "is damaged and cannot be opened. Save or scan it again, and upload the new file."
            }
            Self::NoPages => "has no pages. Please upload the right file.",
            Self::TooManyPages => "has more than 2,000 pages. Please upload the part that matters.",
            Self::Encrypted => "needs a password. Print it to a new PDF, and upload that.",
            Self::Script => {
                "contains JavaScript or a form that runs it. Print it to a new PDF, and upload that."
            }
            Self::Launch => "contains a link that starts a program. Print it to a new PDF, and upload that.",
            Self::EmbeddedFile => {
                "contains other files. Print it to a new PDF, and upload that; each file has a field of its own."
            }
            Self::Action => {
                "contains a link or form that sends data, opens another file or acts by itself. Print it to a new PDF, and upload that."
            }
            Self::Disguised => {
                "contains more than its pages, such as a web page. Print it to a new PDF, and upload that."
            }
            Self::TooManyPixels => {
                "has more than 210 million pixels. Make the picture smaller, and upload it again."
            }
            Self::TooMuchPacked => {
                "is too large to be checked once it is unpacked. Print it to a new PDF, and upload that."
            }
            Self::Infected => {
                "contains a virus or other malware. Nothing was stored. Have your computer checked, and upload a clean file."
            }
        }
    }
}

/// The properties of an uploaded file before it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DetectedFile {
    /// The result of inspecting the content.
    pub content: FileContent,
    /// The decoded size in bytes.
    pub size: u64,
}

/// The reason why a file is rejected. Each message contains the title of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FileError {
    /// The file type is not accepted for this document. The response is 415.
    #[error("Invalid file type. Please upload a PDF or image file. {}", rejection_message(*.0, *.1))]
    InvalidType(DocumentKind, FileContent),
    /// The file is larger than [`MAX_FILE_BYTES`]. The response is 413.
    #[error(
        "The file is too large. The limit is 10 MB. Make the file of the {} smaller, for example by scanning it in black and white.",
        .0.title()
    )]
    TooLarge(DocumentKind),
    /// The type is accepted, and the content is faulty. The response is 415.
    #[error("The {} {}", .0.title(), .1.description())]
    Unsound(DocumentKind, ContentFault),
}

fn rejection_message(document: DocumentKind, content: FileContent) -> String {
    let title = document.title();
    match content {
        FileContent::Foreign(format) => format!("The file of the {title} is {}", format.description()),
        FileContent::Sound(FileType::Gif) | FileContent::Unsound(FileType::Gif, _) => {
            format!("The file of the {title} is a GIF picture. Save it as JPEG or PNG, or print it to a PDF.")
        }
        _ => format!("The file of the {title} is neither."),
    }
}

impl FileError {
    /// Returns the reason for the fault of the field.
    pub const fn reason(self) -> FaultReason {
        match self {
            Self::InvalidType(..) | Self::Unsound(..) => FaultReason::FileType,
            Self::TooLarge(_) => FaultReason::FileTooLarge,
        }
    }
}

impl FileType {
    /// All types.
    pub const ALL: [Self; 4] = [Self::Pdf, Self::Png, Self::Jpeg, Self::Gif];

    /// Returns the media type.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
        }
    }

    /// Returns the file name extension without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
        }
    }

    /// Parses a media type. Returns `None` if it is not supported.
    pub fn from_mime(mime: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|file_type| file_type.mime().eq_ignore_ascii_case(mime))
    }

    /// Parses a file name extension without the dot. Returns `None` if it is not supported.
    pub fn from_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "jpeg" => Some(Self::Jpeg),
            other => Self::ALL
                .into_iter()
                .find(|file_type| file_type.extension() == other),
        }
    }
}

impl DocumentKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::EthicsApprovalLetter,
        Self::AdditionalEthicsLetter,
        Self::DataSharingAgreement,
        Self::DataSpecification,
        Self::StaffIdentification,
    ];

    /// Returns the name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EthicsApprovalLetter => "EthicsApprovalLetter",
            Self::AdditionalEthicsLetter => "AdditionalEthicsLetter",
            Self::DataSharingAgreement => "DataSharingAgreement",
            Self::DataSpecification => "DataSpecification",
            Self::StaffIdentification => "StaffIdentification",
        }
    }

    /// Parses a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the payload field of the document (2 §3).
    pub const fn field(self) -> &'static str {
        match self {
            Self::EthicsApprovalLetter => "ethics_doc_path",
            Self::AdditionalEthicsLetter => "additional_IRB_file_path",
            Self::DataSharingAgreement => "file_path",
            Self::DataSpecification => "data_specs_path",
            Self::StaffIdentification => "identification_file_path",
        }
    }

    /// Returns the payload field in an edit of the section (2 §3, "Patch payloads").
    pub const fn edit_field(self) -> &'static str {
        match self {
            Self::EthicsApprovalLetter => "ethics_doc_path1",
            Self::AdditionalEthicsLetter => "additional_IRB_file_path1",
            Self::DataSharingAgreement => "file_path1",
            Self::DataSpecification => "data_specs_path1",
            Self::StaffIdentification => "identification_file_path",
        }
    }

    /// Returns the title on screens.
    pub const fn title(self) -> &'static str {
        match self {
            Self::EthicsApprovalLetter => "Ethics Approval Letter",
            Self::AdditionalEthicsLetter => "Additional Ethics Approval Letter",
            Self::DataSharingAgreement => "Data Sharing Agreement",
            Self::DataSpecification => "General Data Specification Form",
            Self::StaffIdentification => "Identification",
        }
    }

    /// Returns the accepted types: PDF, PNG and JPEG for all documents, and GIF only for ethics
    /// letters and agreements.
    pub const fn allowed(self) -> &'static [FileType] {
        match self {
            Self::EthicsApprovalLetter | Self::AdditionalEthicsLetter | Self::DataSharingAgreement => {
                &FileType::ALL
            }
            Self::DataSpecification | Self::StaffIdentification => {
                &[FileType::Pdf, FileType::Png, FileType::Jpeg]
            }
        }
    }

    /// Checks that a file is accepted as a document of this kind, and returns its type.
    pub fn check(self, file: DetectedFile) -> Result<FileType, FileError> {
        if file.size > MAX_FILE_BYTES {
            return Err(FileError::TooLarge(self));
        }
        let file_type = file
            .content
            .file_type()
            .filter(|file_type| self.allowed().contains(file_type))
            .ok_or(FileError::InvalidType(self, file.content))?;
        match file.content {
            FileContent::Unsound(_, fault) => Err(FileError::Unsound(self, fault)),
            _ => Ok(file_type),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(file_type: Option<FileType>) -> DetectedFile {
        let content = file_type.map_or(FileContent::Other, FileContent::Sound);
        DetectedFile { content, size: 1 }
    }

    #[test]
    fn faulty_content_is_rejected_with_the_title_of_the_document() {
        let kind = DocumentKind::EthicsApprovalLetter;
        let locked = DetectedFile {
            content: FileContent::Unsound(FileType::Pdf, ContentFault::Encrypted),
            size: 1,
        };
        assert_eq!(
            kind.check(locked).unwrap_err().to_string(),
            "The Ethics Approval Letter needs a password. Print it to a new PDF, and upload that."
        );
        let large = DetectedFile {
            size: MAX_FILE_BYTES + 1,
            ..locked
        };
        assert_eq!(kind.check(large), Err(FileError::TooLarge(kind)));
        let protected = DetectedFile {
            content: FileContent::Protected,
            size: 1,
        };
        assert_eq!(kind.check(protected), Ok(FileType::Pdf));
        let gif = DetectedFile {
            content: FileContent::Unsound(FileType::Gif, ContentFault::Damaged),
            size: 1,
        };
        assert_eq!(
            DocumentKind::DataSpecification
                .check(gif)
                .unwrap_err()
                .to_string(),
            "Invalid file type. Please upload a PDF or image file. The file of the General Data Specification Form is a GIF \
             picture. Save it as JPEG or PNG, or print it to a PDF."
        );
        for fault in ContentFault::ALL {
            assert_eq!(ContentFault::parse(fault.name()), Some(fault));
            assert!(fault.description().ends_with('.'), "{fault:?}");
        }
    }

    #[test]
    fn gif_is_accepted_only_for_letters_and_agreements() {
        let takes_gif = DocumentKind::ALL.map(|kind| kind.check(file(Some(FileType::Gif))).is_ok());
        assert_eq!(takes_gif, [true, true, true, false, false]);
        for kind in DocumentKind::ALL {
            for file_type in [FileType::Pdf, FileType::Png, FileType::Jpeg] {
                assert_eq!(kind.check(file(Some(file_type))), Ok(file_type));
            }
            let error = kind.check(file(None)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "Invalid file type. Please upload a PDF or image file. The file of the {} is neither.",
                    kind.title()
                )
            );
        }
    }

    #[test]
    fn a_rejected_format_is_named_with_advice() {
        for format in ForeignFormat::ALL {
            for kind in DocumentKind::ALL {
                let content = FileContent::Foreign(format);
                let message = kind
                    .check(DetectedFile { content, size: 1 })
                    .unwrap_err()
                    .to_string();
                assert!(
                    message
                        .starts_with("Invalid file type. Please upload a PDF or image file. The file of the")
                );
                assert!(
                    message.contains(kind.title()) && message.contains("PDF"),
                    "{message}"
                );
            }
        }
        let heic = FileContent::Foreign(ForeignFormat::Heic);
        let message = FileError::InvalidType(DocumentKind::StaffIdentification, heic).to_string();
        assert!(
            message.ends_with(
                "The file of the Identification is a HEIC picture. Share it as JPEG, or print it to a PDF."
            ),
            "{message}"
        );
    }

    #[test]
    fn files_over_ten_mebibytes_are_rejected() {
        let kind = DocumentKind::DataSharingAgreement;
        let pdf = |size| DetectedFile {
            content: FileContent::Sound(FileType::Pdf),
            size,
        };
        assert!(kind.check(pdf(MAX_FILE_BYTES)).is_ok());
        let error = kind.check(pdf(MAX_FILE_BYTES + 1)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "The file is too large. The limit is 10 MB. Make the file of the Data Sharing Agreement smaller, for example by \
             scanning it in black and white."
        );
    }

    #[test]
    fn names_media_types_and_extensions_round_trip() {
        for kind in DocumentKind::ALL {
            assert_eq!(DocumentKind::parse(kind.name()), Some(kind));
        }
        for file_type in FileType::ALL {
            assert_eq!(FileType::from_mime(file_type.mime()), Some(file_type));
            assert_eq!(FileType::from_extension(file_type.extension()), Some(file_type));
        }
        assert_eq!(FileType::from_extension("JPEG"), Some(FileType::Jpeg));
        assert_eq!(FileType::from_extension("exe"), None);
    }
}
