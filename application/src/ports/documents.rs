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

use crate::audit::export::RecordLine;
use crate::dictionary::quality::TableQuality;
use crate::dictionary::revisions::compare_csv::ComparisonLine;
use crate::requests::versions::rounds::RoundChanges;
use crate::requests::views::RequestDetail;

/// Documents that Aditus makes of what it knows. Their contract is [`crate::contract::documents`].
///
/// An adapter MUST print days as the screens do, such as `01 July, 2026`, and MUST print every text, however long its words, in any
/// script: a character that it cannot print stands as its code point. It MUST return an error instead of a document that lacks a part, such as
/// a proof whose address fits into no QR code. An error MUST NOT hold anything of the request. Every CSV MUST be UTF-8 with commas, a heading
/// line, and as many cells in each line as in the heading.
pub trait Documents: Send + Sync {
    /// The request as a PDF (2 §7, `download-request`), with what was decided in earlier rounds and changed in
    /// each. MUST hold every text of the request, however
    /// long its words, and of identification numbers the end alone. MUST print the proof as a letter has it, where there is one.
    fn request_pdf(
        &self,
        request: &RequestDetail,
        changes: &[RoundChanges],
        proof: Option<&PrintedProof>,
        product_name: &str,
    ) -> Result<Vec<u8>, DocumentError>;

    /// The requested variables as CSV with a heading line (2 §7, `export-variables`): one line each, in the order of the request. MUST be safe
    /// to open in a spreadsheet: a cell never begins a formula.
    fn variables_csv(&self, request: &RequestDetail) -> Result<Vec<u8>, DocumentError>;

    /// The data quality of tables of a source as CSV with a heading line (decisions, "Screens that the specification
    /// names and does not show"). MUST be safe to open in a spreadsheet: a cell never begins a formula.
    fn data_quality_csv(&self, source: &str, tables: &[TableQuality]) -> Result<Vec<u8>, DocumentError>;

    /// The facilities of the tree, each with its region and district, as CSV with the heading line `region,district,facility`. MUST be safe to
    /// open in a spreadsheet: a cell never begins a formula.
    fn facilities_csv(&self, facilities: &[[String; 3]]) -> Result<Vec<u8>, DocumentError>;

    /// What changed from one version of a data source to another as CSV with a heading line (T3). MUST be safe to open in a
    /// spreadsheet: a cell never begins a formula.
    fn comparison_csv(&self, lines: &[ComparisonLine]) -> Result<Vec<u8>, DocumentError>;

    /// What the CSV of the record of acts begins with: its heading line (design P6).
    fn record_heading(&self) -> Result<Vec<u8>, DocumentError>;

    /// Some lines of that CSV, to be put behind what there is of it. MUST be safe to open in a spreadsheet: a cell never begins a formula.
    fn record_lines(&self, lines: &[RecordLine]) -> Result<Vec<u8>, DocumentError>;

    /// An approval letter as a PDF (design G3). MUST hold every text of the letter, however long its words and however many its
    /// paragraphs; MUST say on every page when it is a specimen, and print no proof of one; and MUST be the same bytes for the same sheet and
    /// name, because a letter that was made once stays as it is. A proof MUST be printed whole, with its address as text and as a QR code.
    ///
    /// The proof is a part of the sheet, so that a letter has two forms at most: for the moment in which its entry waits for the
    /// sequencer, it says in words that it is not in the log yet; from then on its index never changes.
    fn letter_pdf(&self, letter: &LetterSheet, product_name: &str) -> Result<Vec<u8>, DocumentError>;

    /// A public document as a PDF (3 §2.15; decisions F4). MUST call the product by this name and no other. MUST be the
    /// same bytes under the same digest for the same arguments, in every process, because browsers and proxies keep it.
    /// MUST answer from memory once it was made: guests may ask as often as they like.
    fn public_document(
        &self,
        document: PublicDocument,
        product_name: &str,
    ) -> Result<PublicPdf, DocumentError>;
}

/// A letter as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterSheet {
    /// Its number.
    pub number: LetterNumber,
    /// Its words. Paragraphs of the body are parted by an empty line.
    pub text: LetterText,
    /// The day of the approval, by UTC.
    pub made_on: NaiveDate,
    /// Whether the request is invented, so that nobody may take it for a letter.
    pub is_specimen: bool,
    /// Where it stands in the log; none for a specimen, and for a letter that is older than the record.
    pub proof: Option<PrintedProof>,
}

/// What a printed document says of the log, so that who holds nothing but the paper finds what proves it (design P4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedProof {
    /// Who the log is.
    pub origin: String,
    /// The entries that the document rests on: one at least.
    pub entries: Vec<PrintedEntry>,
    /// A version of the request, and the SHA-256 of its canonical form.
    pub version: Option<(VersionNumber, Sha256)>,
    /// The page where the evidence of the first of the entries is checked.
    pub address: String,
}

/// An entry of the record as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedEntry {
    /// Its id.
    pub id: AuditEntryId,
    /// What was done.
    pub kind: Kind,
    /// The version of the request that it was done on, where the entry says so.
    pub version: Option<VersionNumber>,
    /// The hash of its leaf.
    pub leaf: TreeHash,
    /// Its place in the log; none while it waits for the sequencer.
    pub index: Option<u64>,
}

/// A public document as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicPdf {
    /// The PDF.
    pub bytes: Arc<[u8]>,
    /// Tells one content from another: hexadecimal digits.
    pub digest: Arc<str>,
}

/// The document could not be made.
#[derive(Debug, Error)]
#[error("the document could not be made")]
pub struct DocumentError(#[source] pub Box<dyn std::error::Error + Send + Sync>);
