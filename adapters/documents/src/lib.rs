//! The documents that Aditus creates.
//!
//! - PDF: a request, approval letters (decisions G3) and the public documents (3 §2.15).
//! - CSV: a request's variables, facilities, data quality and the changes between versions of a
//!   source (2 §7), and the audit log (decisions P6).

mod appendix;
mod audit_log_csv;
mod change_text;
mod comparison_csv;
mod data_quality_csv;
mod facilities_csv;
mod grid;
mod heading;
mod letter_pdf;
mod mask;
mod page;
mod palette;
mod paper;
mod proof;
mod prose;
mod public;
mod public_pdf_cache;
mod request_pdf;
mod sections;
mod spreadsheet;
mod typeset;
mod variables_csv;

use aditus_application::audit::export::AuditLogLine;
use aditus_application::dictionary::quality::TableQuality;
use aditus_application::dictionary::revisions::compare_csv::ComparisonLine;
use aditus_application::ports::{DocumentError, Documents, LetterSheet, PrintedProof, PublicPdf};
use aditus_application::requests::versions::rounds::RoundChanges;
use aditus_application::requests::views::RequestDetail;
use aditus_domain::information::PublicDocument;

use crate::public_pdf_cache::PublicPdfCache;
use crate::typeset::Fonts;
pub use crate::typeset::{FontFault, FontFiles, FontSource};

/// Creates documents from the request, the texts and fonts of this crate and the fonts of the
/// installation, without network access. A character that no font contains is printed as its code
/// point.
#[derive(Debug)]
pub struct PdfDocuments {
    fonts: Fonts,
    public: PublicPdfCache,
}

impl Default for PdfDocuments {
    /// Uses the fonts that ship with the product only.
    fn default() -> Self {
        Self::with_fonts(&FontFiles::default())
    }
}

impl PdfDocuments {
    /// Uses the fonts that ship with the product, and the fonts of the installation for characters
    /// that these do not contain.
    pub fn with_fonts(files: &FontFiles) -> Self {
        Self {
            fonts: Fonts::with(files),
            public: PublicPdfCache::default(),
        }
    }
}

impl Documents for PdfDocuments {
    fn request_pdf(
        &self,
        request: &RequestDetail,
        changes: &[RoundChanges],
        proof: Option<&PrintedProof>,
        product_name: &str,
    ) -> Result<Vec<u8>, DocumentError> {
        request_pdf::make(&self.fonts, request, changes, proof, product_name)
    }

    fn variables_csv(&self, request: &RequestDetail) -> Result<Vec<u8>, DocumentError> {
        variables_csv::make(request)
    }

    fn data_quality_csv(&self, source: &str, tables: &[TableQuality]) -> Result<Vec<u8>, DocumentError> {
        data_quality_csv::make(source, tables)
    }

    fn facilities_csv(&self, facilities: &[[String; 3]]) -> Result<Vec<u8>, DocumentError> {
        facilities_csv::make(facilities)
    }

    fn comparison_csv(&self, lines: &[ComparisonLine]) -> Result<Vec<u8>, DocumentError> {
        comparison_csv::make(lines)
    }

    fn audit_log_csv_heading(&self) -> Result<Vec<u8>, DocumentError> {
        audit_log_csv::heading()
    }

    fn audit_log_csv_lines(&self, lines: &[AuditLogLine]) -> Result<Vec<u8>, DocumentError> {
        audit_log_csv::lines(lines)
    }

    fn letter_pdf(&self, letter: &LetterSheet, product_name: &str) -> Result<Vec<u8>, DocumentError> {
        letter_pdf::make(&self.fonts, letter, product_name)
    }

    fn public_document(
        &self,
        document: PublicDocument,
        product_name: &str,
    ) -> Result<PublicPdf, DocumentError> {
        self.public.get_or_make(&self.fonts, document, product_name)
    }
}
