use thiserror::Error;

use crate::requests::views::RequestDetail;

/// Documents that Aditus makes of what it knows.
pub trait Documents: Send + Sync {
    /// The request as a PDF (2 §7, `download-request`). MUST hold every text of the request, however long its words.
    fn request_pdf(&self, request: &RequestDetail, product_name: &str) -> Result<Vec<u8>, DocumentError>;

    /// The requested variables as CSV with a heading line (2 §7, `export-variables`). MUST be safe to open in a
    /// spreadsheet: a cell never begins a formula.
    fn variables_csv(&self, request: &RequestDetail) -> Result<Vec<u8>, DocumentError>;
}

/// The document could not be made.
#[derive(Debug, Error)]
#[error("the document could not be made")]
pub struct DocumentError(#[source] pub Box<dyn std::error::Error + Send + Sync>);
