use std::sync::Arc;

use aditus_domain::audit::Kind;
use aditus_domain::audit::log::TreeHash;
use aditus_domain::ids::AuditEntryId;
use aditus_domain::information::PublicDocument;
use aditus_domain::procedures::{LetterNumber, LetterText};
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::Sha256;
use chrono::NaiveDate;
use thiserror::Error;

use crate::audit::export::AuditLogLine;
use crate::dictionary::quality::TableQuality;
use crate::dictionary::revisions::compare_csv::ComparisonLine;
use crate::requests::versions::rounds::RoundChanges;
use crate::requests::views::RequestDetail;

/// Renders PDF and CSV documents. Their contract is [`crate::contract::documents`].
///
/// An adapter MUST print days as the screens do, such as `01 July, 2026`. It MUST print every text
/// in any script, with words of any length; a character that it cannot print is printed as its code
/// point. It MUST return an error instead of a document that lacks a part, such as a proof whose
/// address fits into no QR code. An error MUST NOT contain anything of the request. Every CSV MUST
/// be UTF-8 with commas and a heading line, and every line has as many cells as the heading.
pub trait Documents: Send + Sync {
    /// Renders the request as a PDF (2 §7, `download-request`), with the decisions of earlier
    /// rounds and the changes in each. It MUST contain every text of the request, with words of any
    /// length. Of identification numbers it MUST contain only the end. It MUST print the proof, if
    /// there is one, in the same form as on a letter.
    fn request_pdf(
        &self,
        request: &RequestDetail,
        changes: &[RoundChanges],
        proof: Option<&PrintedProof>,
        product_name: &str,
    ) -> Result<Vec<u8>, DocumentError>;

    /// Exports the requested variables as CSV with a heading line (2 §7, `export-variables`): one
    /// line each, in the order of the request. MUST be safe to open in a spreadsheet: a cell never
    /// begins a formula.
    fn variables_csv(&self, request: &RequestDetail) -> Result<Vec<u8>, DocumentError>;

    /// Exports the data quality of tables of a source as CSV with a heading line (decisions, "Data
    /// quality"). MUST be safe to open in a spreadsheet: a cell never begins a formula.
    fn data_quality_csv(&self, source: &str, tables: &[TableQuality]) -> Result<Vec<u8>, DocumentError>;

    /// Exports the facilities of the tree, each with its region and district, as CSV with the
    /// heading line `region,district,facility`. MUST be safe to open in a spreadsheet: a cell never
    /// begins a formula.
    fn facilities_csv(&self, facilities: &[[String; 3]]) -> Result<Vec<u8>, DocumentError>;

    /// Exports the changes between two versions of a data source as CSV with a heading line
    /// (decisions T3). MUST be safe to open in a spreadsheet: a cell never begins a formula.
    fn comparison_csv(&self, lines: &[ComparisonLine]) -> Result<Vec<u8>, DocumentError>;

    /// Returns the heading line of the CSV export of the audit log (decisions P6).
    fn audit_log_csv_heading(&self) -> Result<Vec<u8>, DocumentError>;

    /// Returns lines of that CSV, to append to the earlier ones. MUST be safe to open in a
    /// spreadsheet: a cell never begins a formula.
    fn audit_log_csv_lines(&self, lines: &[AuditLogLine]) -> Result<Vec<u8>, DocumentError>;

    /// Renders an approval letter as a PDF (decisions G3). It MUST contain every text of the
    /// letter, with words of any length and any number of paragraphs. A specimen MUST be marked as
    /// such on every page and has no proof. The same sheet and name MUST give the same bytes,
    /// because an issued letter never changes. A proof MUST be printed in full, with its address as
    /// text and as a QR code.
    ///
    /// The proof is part of the sheet, so a letter has two forms at most. While its entry waits for
    /// the sequencer, the letter says that it is not in the log yet; from then on its index never
    /// changes.
    fn letter_pdf(&self, letter: &LetterSheet, product_name: &str) -> Result<Vec<u8>, DocumentError>;

    /// Renders a public document as a PDF (3 §2.15; decisions F4). It MUST use this product name
    /// and no other. The same arguments MUST give the same bytes and digest in every process,
    /// because browsers and proxies cache it. Later calls MUST be answered from memory, because
    /// guests may request it any number of times.
    fn public_document(
        &self,
        document: PublicDocument,
        product_name: &str,
    ) -> Result<PublicPdf, DocumentError>;
}

/// The content of a letter for printing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterSheet {
    /// Number of the letter.
    pub number: LetterNumber,
    /// Text of the letter. An empty line separates paragraphs of the body.
    pub text: LetterText,
    /// Day of the approval, in UTC.
    pub made_on: NaiveDate,
    /// True if the request is invented. The letter is then marked as a specimen.
    pub is_specimen: bool,
    /// Its proof of inclusion in the log. None for a specimen, and for a letter older than the
    /// audit log.
    pub proof: Option<PrintedProof>,
}

/// Details of the log on a printed document, with which a reader of the paper can find the proof
/// (decisions P4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedProof {
    /// Origin (name) of the log.
    pub origin: String,
    /// Entries on which the document is based; at least one.
    pub entries: Vec<PrintedEntry>,
    /// Version of the request with the SHA-256 of its canonical form.
    pub version: Option<(VersionNumber, Sha256)>,
    /// Address of the page that checks the evidence of the first entry.
    pub address: String,
}

/// An audit entry as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedEntry {
    /// Entry id.
    pub id: AuditEntryId,
    /// Kind of act.
    pub kind: Kind,
    /// Version of the request that the act concerns, if the entry names it.
    pub version: Option<VersionNumber>,
    /// Hash of the leaf.
    pub leaf: TreeHash,
    /// Index in the log. None while the entry waits for the sequencer.
    pub index: Option<u64>,
}

/// A rendered public document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicPdf {
    /// The PDF.
    pub bytes: Arc<[u8]>,
    /// Digest of the content in hexadecimal digits, for caching.
    pub digest: Arc<str>,
}

/// The document could not be rendered.
#[derive(Debug, Error)]
#[error("the document could not be made")]
pub struct DocumentError(#[source] pub Box<dyn std::error::Error + Send + Sync>);
