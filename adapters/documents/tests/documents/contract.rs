//! Runs the contract of the `Documents` port against this adapter.

use aditus_application::contract::documents::{
    Clause, EXPORTS, LETTERS, PUBLIC_DOCUMENTS, REQUESTS, SCRIPTS, TestDocuments,
};
use aditus_application::ports::Documents;
use aditus_documents::PdfDocuments;
use lopdf::Document;

use crate::proof::codes;
use crate::reader::texts;

struct Ours(PdfDocuments);

impl TestDocuments for Ours {
    fn documents(&self) -> &dyn Documents {
        &self.0
    }

    fn pages(&self, pdf: &[u8]) -> Vec<String> {
        texts(&Document::load_mem(pdf).unwrap())
    }

    fn codes(&self, pdf: &[u8]) -> Vec<String> {
        codes(pdf)
    }
}

fn keeps(contract: &[(&str, Clause)]) {
    let ours = Ours(PdfDocuments::default());
    for (name, clause) in contract {
        eprintln!("{name}");
        clause(&ours);
    }
}

#[test]
fn requests_satisfy_the_contract() {
    keeps(&REQUESTS);
}

#[test]
fn letters_satisfy_the_contract() {
    keeps(&LETTERS);
}

#[test]
fn exports_satisfy_the_contract() {
    keeps(&EXPORTS);
}

#[test]
fn public_documents_satisfy_the_contract() {
    keeps(&PUBLIC_DOCUMENTS);
}

#[test]
fn every_script_is_printed() {
    keeps(&SCRIPTS);
}
