use std::sync::Arc;

use aditus_domain::information::PublicDocument;
use aditus_domain::procedures::{LetterNumber, LetterText};
use chrono::NaiveDate;
use thiserror::Error;

use crate::audit::export::RecordLine;
use crate::dictionary::quality::TableQuality;
use crate::dictionary::revisions::compare_csv::ComparisonLine;
use crate::requests::versions::rounds::RoundChanges;
use crate::requests::views::RequestDetail;

/// Documents that Aditus makes of what it knows.
pub trait Documents: Send + Sync {
    /// The request as a PDF (2 §7, `download-request`), with what was changed in each round. MUST hold every text of the request, however
    /// long its words, and of identification numbers the end alone.
    fn request_pdf(
        &self,
        request: &RequestDetail,
        changes: &[RoundChanges],
        product_name: &str,
    ) -> Result<Vec<u8>, DocumentError>;

    /// The requested variables as CSV with a heading line (2 §7, `export-variables`). MUST be safe to open in a
    /// spreadsheet: a cell never begins a formula.
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
    /// paragraphs; MUST say on every page when it is a specimen; and MUST be the same bytes for the same letter and name, because a
    /// letter that was made once stays as it is.
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
