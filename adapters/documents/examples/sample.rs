//! Writes the documents that are printed of a sample request, to be looked at: `cargo run -p aditus-documents --example sample -- folder`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../tests/documents/sample/mod.rs"]
mod sample;

use std::path::PathBuf;

use aditus_application::ports::Documents;
use aditus_documents::PdfDocuments;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("say where to write the PDFs")?);
    let documents = PdfDocuments::default();
    let usual = sample::request();
    let mut large = sample::request();
    let variables = &mut large.requested_datasets[0].variables;
    *variables = (0..500)
        .map(|at| variables[at % variables.len()].clone())
        .collect();
    let (staff, device) = (large.list_of_staff[0].clone(), large.list_of_devices[0].clone());
    large.list_of_staff = vec![staff; 50];
    large.list_of_devices = vec![device; 20];
    for (name, request) in [("usual", &usual), ("large", &large)] {
        let pdf = documents.request_pdf(request, &[], "Aditus")?;
        std::fs::write(folder.join(format!("{name}.pdf")), pdf)?;
    }
    Ok(())
}
