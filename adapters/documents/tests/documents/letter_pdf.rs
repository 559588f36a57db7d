//! Tests of the PDF of a letter.

use aditus_application::ports::{Documents, LetterSheet};
use aditus_documents::PdfDocuments;
use aditus_domain::procedures::{LetterNumber, LetterText};
use chrono::NaiveDate;
use lopdf::Document;

use crate::sample;

/// Returns the bytes, and the text of each page. White space is removed, so that line breaks do not
/// matter.
fn made(letter: &LetterSheet) -> (Vec<u8>, Vec<String>) {
    let bytes = PdfDocuments::default().letter_pdf(letter, "Aditus").unwrap();
    let texts = crate::reader::texts(&Document::load_mem(&bytes).unwrap());
    (bytes, texts.iter().map(|text| squeezed(text)).collect())
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn a_letter_contains_its_whole_text_and_number() {
    let letter = sample::letter(false);
    let (bytes, pages) = made(&letter);
    let text = pages.concat();
    assert!(text.contains(&squeezed(&letter.text.heading)));
    for line in letter.text.body.lines() {
        assert!(text.contains(&squeezed(line)), "{line:?} is not in {text}");
    }
    assert!(text.contains("Aditus·AL-000012·15June,2026Page1of1"));
    assert!(!text.contains("Specimen.Thisisnotanapproval."));
    assert_eq!(made(&letter).0, bytes, "a letter is the same whenever it is made");
    let document = Document::load_mem(&bytes).unwrap();
    assert_eq!(
        crate::reader::made_on(&document),
        "D:20260615",
        "the day of the approval"
    );
}

#[test]
fn every_page_of_a_specimen_is_marked() {
    let mut letter = sample::letter(true);
    letter.text.body = "A paragraph of some words.\n\n".repeat(120);
    let (_, pages) = made(&letter);
    assert!(pages.len() > 1);
    for page in pages {
        assert!(page.contains("Specimen.Thisisnotanapproval."), "{page}");
    }
}

#[test]
fn long_words_and_many_paragraphs_are_printed_completely() {
    let letter = LetterSheet {
        number: LetterNumber(1),
        text: LetterText {
            heading: "x".repeat(200),
            body: (0..300).fold("Zażółć".repeat(400), |text, number| {
                format!("{text}\n\nparagraph{number}")
            }),
        },
        made_on: NaiveDate::from_ymd_opt(2026, 6, 15).unwrap(),
        is_specimen: false,
        proof: None,
    };
    let (_, pages) = made(&letter);
    let text = pages.concat();
    assert_eq!(text.matches('ż').count(), 400, "no part of the word is lost");
    for number in 0..300 {
        assert!(text.contains(&format!("paragraph{number}")));
    }
}
