//! Writes the public documents as PDFs for inspection:
//! `cargo run -p aditus-documents --example public -- folder`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::PathBuf;

use aditus_application::ports::Documents;
use aditus_documents::PdfDocuments;
use aditus_domain::information::PublicDocument;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("say where to write the PDFs")?);
    let documents = PdfDocuments::default();
    for document in PublicDocument::ALL {
        let pdf = documents.public_document(document, "Aditus")?;
        std::fs::write(folder.join(format!("{}.pdf", document.slug())), &pdf.bytes)?;
    }
    Ok(())
}
