//! Writes a sample request as a PDF, to be looked at: `cargo run -p aditus-documents --example sample -- sample.pdf`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../tests/documents/sample/mod.rs"]
mod sample;

use aditus_application::ports::Documents;
use aditus_documents::PdfDocuments;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("say where to write the PDF")?;
    std::fs::write(
        path,
        PdfDocuments::default().request_pdf(&sample::request(), &[], "Aditus")?,
    )?;
    Ok(())
}
