//! Tests of the printed and exported documents.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    missing_docs
)]

mod audit_log_csv;
mod comparison_csv;
mod contract;
mod data_quality_csv;
mod fonts;
mod letter_pdf;
mod places;
mod poppler;
mod proof;
mod public_documents;
mod reader;
mod references;
mod request_pdf;
mod scripts;
mod since;
mod spreadsheet;
mod tags;
mod variables_csv;

use aditus_application::contract::documents::sample;
