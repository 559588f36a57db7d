//! The contract of [`Documents`].
//!
//! An adapter implements a [`TestDocuments`], which reads its PDFs back, and runs each function of
//! [`REQUESTS`], [`LETTERS`], [`EXPORTS`] and [`PUBLIC_DOCUMENTS`] on it. An adapter that delegates
//! some kinds of documents to another one only runs the lists of its own kinds. [`SCRIPTS`] is for
//! adapters that print every script.

mod exports;
mod letters;
mod public_documents;
mod requests;
pub mod sample;
mod scripts;

use aditus_domain::csv::{Records, decode};

pub use exports::EXPORTS;
pub use letters::LETTERS;
pub use public_documents::PUBLIC_DOCUMENTS;
pub use requests::REQUESTS;
pub use scripts::SCRIPTS;

use crate::ports::{DocumentError, Documents};

/// The adapter under test, and a reader of PDFs that did not write them, such as Poppler.
pub trait TestDocuments {
    /// Returns the adapter.
    fn documents(&self) -> &dyn Documents;

    /// Returns the text of each page. White space does not matter.
    fn pages(&self, pdf: &[u8]) -> Vec<String>;

    /// Returns the contents of the QR codes on the last page.
    fn codes(&self, pdf: &[u8]) -> Vec<String>;
}

/// One clause of the contract.
pub type Clause = fn(&dyn TestDocuments);

/// The name of the product in the documents of the contract.
const PRODUCT: &str = "Porta";

/// Texts that a spreadsheet interprets as formulas.
const FORMULAS: [&str; 6] = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1"];

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns the text of a PDF without white space, so that line breaks do not matter.
fn text(adapter: &dyn TestDocuments, pdf: &[u8]) -> String {
    squeezed(&adapter.pages(pdf).concat())
}

#[track_caller]
fn assert_says(text: &str, fact: &str) {
    assert!(text.contains(&squeezed(fact)), "{fact:?} is not in {text}");
}

/// Returns the cells of a CSV, line by line, the heading first.
fn cells(csv: &[u8]) -> Vec<Vec<String>> {
    let csv = decode(csv).unwrap();
    let lines: Vec<Vec<String>> = Records::new(&csv, 100)
        .map(|record| record.unwrap().fields)
        .collect();
    let heading = &lines[0];
    for line in &lines {
        assert_eq!(
            line.len(),
            heading.len(),
            "{line:?} has the columns of {heading:?}"
        );
    }
    lines
}

#[track_caller]
fn assert_has_cells(line: &[String], expected: &[&str]) {
    for cell in expected {
        assert!(
            line.iter().any(|other| other == cell),
            "{cell:?} is not in {line:?}"
        );
    }
}

/// Asserts that all formulas are exported as text: the number of lines is right, and each line has
/// a cell that ends with the formula.
#[track_caller]
fn assert_no_formulas(lines: &[Vec<String>]) {
    assert_eq!(lines.len(), FORMULAS.len() + 1);
    for (line, formula) in lines[1..].iter().zip(FORMULAS) {
        assert!(line.iter().any(|cell| cell.ends_with(formula.trim())), "{line:?}");
        for cell in line {
            let begins_formula = cell.trim_start().starts_with(['=', '+', '-', '@']);
            assert!(
                !begins_formula && !cell.starts_with(['\t', '\r', '\n']),
                "{cell:?}"
            );
        }
    }
}

/// An address that no QR code can hold.
fn endless_address() -> String {
    format!("https://aditus.example/log?{}", "x".repeat(8_000))
}

/// Asserts that the error does not contain the content. Errors are logged, and the log must not
/// contain data of a request.
#[track_caller]
fn assert_fails_without(made: Result<Vec<u8>, DocumentError>, content: &str) {
    let error = made.unwrap_err();
    assert!(!format!("{error} {error:?}").contains(content), "{error:?}");
}
