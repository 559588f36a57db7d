//! Documents that Aditus makes: a request as PDF, and its variables as CSV (2 §7).

mod fonts;
mod grid;
mod heading;
mod mask;
mod page;
mod palette;
mod request_pdf;
mod sections;
mod text;
mod variables_csv;

use aditus_application::ports::{DocumentError, Documents};
use aditus_application::requests::views::RequestDetail;

/// Makes documents from nothing but the request: no network, no files, no fonts of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct PdfDocuments;

impl Documents for PdfDocuments {
    fn request_pdf(&self, request: &RequestDetail, product_name: &str) -> Result<Vec<u8>, DocumentError> {
        request_pdf::make(request, product_name)
    }

    fn variables_csv(&self, request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
        variables_csv::make(request)
    }
}
