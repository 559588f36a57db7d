//! Tests of the adapter against the contract of the port, for the documents that it makes itself.
//! Poppler reads the PDFs back.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "these are tests; a panic is how they fail"
)]

use std::fs;
use std::process::Command;
use std::sync::Arc;

use aditus_application::contract::documents::{Clause, LETTERS, REQUESTS, TestDocuments, sample};
use aditus_application::ports::Documents;
use aditus_application::testing::PlainDocuments;
use aditus_latin_documents::LatinDocuments;
use tempfile::TempDir;

struct Poppler(LatinDocuments);

impl Poppler {
    fn new() -> Self {
        Self(LatinDocuments::wrapping(Arc::new(PlainDocuments)).unwrap())
    }

    fn text(&self, pdf: &[u8]) -> String {
        self.pages(pdf).concat()
    }
}

/// Runs a program of Poppler on a PDF, and returns the file that it writes.
fn made(program: &str, options: &[&str], pdf: &[u8], result: &str) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name);
    fs::write(place("document.pdf"), pdf).unwrap();
    let status = Command::new(program)
        .args(options)
        .arg(place("document.pdf"))
        .arg(place("result"))
        .status()
        .unwrap_or_else(|error| panic!("{program}: {error}; `scripts/setup test` installs poppler-utils"));
    assert!(status.success(), "{program}: {status}");
    fs::read(place(result)).unwrap()
}

impl TestDocuments for Poppler {
    fn documents(&self) -> &dyn Documents {
        &self.0
    }

    /// Returns the text in content order, which keeps the text of a cell together.
    fn pages(&self, pdf: &[u8]) -> Vec<String> {
        let text = made("pdftotext", &["-raw", "-enc", "UTF-8"], pdf, "result");
        let text = String::from_utf8(text).unwrap();
        let pages = text.strip_suffix('\u{c}').unwrap_or(&text);
        pages.split('\u{c}').map(str::to_owned).collect()
    }

    fn codes(&self, pdf: &[u8]) -> Vec<String> {
        let last = self.pages(pdf).len().to_string();
        let options = ["-gray", "-singlefile", "-r", "200", "-f", &last];
        let picture = made("pdftoppm", &options, pdf, "result.pgm");
        // PGM: one line with the kind, one with width and height, one with the value of white, then
        // a byte per pixel.
        let mut lines = picture.splitn(4, |byte| *byte == b'\n');
        let mut line = || String::from_utf8(lines.next().unwrap().to_vec()).unwrap();
        assert_eq!(line(), "P5");
        let size = line();
        let (width, height) = size.split_once(' ').unwrap();
        let (width, height): (usize, usize) = (width.parse().unwrap(), height.parse().unwrap());
        let dots = &picture[picture.len() - width * height..];
        let mut page = rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| dots[y * width + x]);
        let codes = page.detect_grids();
        codes.into_iter().map(|code| code.decode().unwrap().1).collect()
    }
}

fn keeps(contract: &[(&str, Clause)]) {
    let poppler = Poppler::new();
    for (name, clause) in contract {
        eprintln!("{name}");
        clause(&poppler);
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
fn other_documents_come_from_the_wrapped_adapter() {
    let poppler = Poppler::new();
    assert_eq!(
        poppler.documents().audit_log_csv_heading().unwrap(),
        PlainDocuments.audit_log_csv_heading().unwrap()
    );
}

#[test]
fn characters_without_a_glyph_are_printed_as_code_points() {
    let poppler = Poppler::new();
    let mut letter = sample::letter(false);
    "Zażółć Ελένη Київська, Zoe 中文".clone_into(&mut letter.text.heading);
    let pdf = poppler.documents().letter_pdf(&letter, "Porta").unwrap();
    let text: String = poppler.text(&pdf).split_whitespace().collect();
    assert!(text.contains("ZażółćΕλένηКиївська,Zoe[U+4E2D][U+6587]"), "{text}");
}
