//! Writes the PDFs of a usual and a large sample request for inspection:
//! `cargo run -p aditus-documents --example sample -- folder`. Further arguments name fonts of this
//! machine, for a name in Han.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::PathBuf;

use aditus_application::contract::documents::sample;
use aditus_application::ports::Documents;
use aditus_documents::{FontFiles, FontSource, PdfDocuments};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("say where to write the PDFs")?);
    let places: Vec<FontSource> = std::env::args()
        .skip(2)
        .map(|place| FontSource::parse(&place))
        .collect();
    let documents = PdfDocuments::with_fonts(&FontFiles::find(&places));
    let usual = sample::request();
    let mut large = sample::request();
    let variables = &mut large.requested_datasets[0].variables;
    *variables = (0..500)
        .map(|at| variables[at % variables.len()].clone())
        .collect();
    let (staff, device) = (large.list_of_staff[0].clone(), large.list_of_devices[0].clone());
    large.list_of_staff = vec![staff; 50];
    large.list_of_devices = vec![device; 20];
    "王小明 あ 김민준".clone_into(&mut large.list_of_staff[0].member.first_name);
    "شَمْس".clone_into(&mut large.list_of_staff[1].member.first_name);
    format!("a{} 👩🏽\u{200d}🔬", "\u{301}".repeat(255))
        .clone_into(&mut large.list_of_staff[2].member.first_name);
    for (name, request) in [("usual", &usual), ("large", &large)] {
        let pdf = documents.request_pdf(request, &[], Some(&sample::proof()), "Aditus")?;
        std::fs::write(folder.join(format!("{name}.pdf")), pdf)?;
    }
    Ok(())
}
