//! Approval letters.

use super::requests::assert_proves;
use super::{
    Clause, PRODUCT, TestDocuments, assert_fails_without, assert_says, endless_address, sample, squeezed,
    text,
};
use crate::ports::LetterSheet;

/// The clauses of `letter_pdf`, by name.
pub const LETTERS: [(&str, Clause); 6] = [
    (
        "every_text_of_a_letter_is_printed",
        every_text_of_a_letter_is_printed,
    ),
    (
        "a_letter_of_any_length_is_printed_whole",
        a_letter_of_any_length_is_printed_whole,
    ),
    (
        "a_letter_is_the_same_bytes_each_time",
        a_letter_is_the_same_bytes_each_time,
    ),
    (
        "a_specimen_is_marked_on_every_page_and_has_no_proof",
        a_specimen_is_marked_on_every_page_and_has_no_proof,
    ),
    (
        "the_proof_of_a_letter_is_printed_whole",
        the_proof_of_a_letter_is_printed_whole,
    ),
    (
        "an_address_too_long_for_a_code_is_an_error",
        an_address_too_long_for_a_code_is_an_error,
    ),
];

fn pdf(adapter: &dyn TestDocuments, letter: &LetterSheet) -> Vec<u8> {
    adapter.documents().letter_pdf(letter, PRODUCT).unwrap()
}

/// This includes its number, its date and the name of the product.
fn every_text_of_a_letter_is_printed(adapter: &dyn TestDocuments) {
    let letter = sample::letter(false);
    let text = text(adapter, &pdf(adapter, &letter));
    assert_says(&text, &letter.text.heading);
    for line in letter.text.body.lines() {
        assert_says(&text, line);
    }
    assert_says(&text, &letter.number.to_string());
    assert_says(&text, "15 June, 2026");
    assert_says(&text, PRODUCT);
}

/// Words and paragraphs may be of any length and number.
fn a_letter_of_any_length_is_printed_whole(adapter: &dyn TestDocuments) {
    let mut letter = sample::letter(false);
    letter.text.heading = "Ŧ".repeat(200);
    letter.text.body = (0..200).fold("Ŋ".repeat(2_400), |body, number| {
        format!("{body}\n\nparagraph{number:03}\nline{number:03}")
    });
    let text = text(adapter, &pdf(adapter, &letter));
    assert!(text.matches('Ŧ').count() >= 200, "{text}");
    assert!(text.matches('Ŋ').count() >= 2_400, "{text}");
    for number in 0..200 {
        assert_says(&text, &format!("paragraph{number:03}"));
        assert_says(&text, &format!("line{number:03}"));
    }
}

/// A letter that was sent must not change.
fn a_letter_is_the_same_bytes_each_time(adapter: &dyn TestDocuments) {
    let mut letter = sample::letter(false);
    for proof in [None, Some(sample::proof())] {
        letter.proof = proof;
        assert_eq!(pdf(adapter, &letter), pdf(adapter, &letter));
    }
    let first = pdf(adapter, &letter);
    letter.made_on = sample::date(2026, 6, 16);
    assert_ne!(pdf(adapter, &letter), first);
}

/// The marking prevents confusion with a real letter.
fn a_specimen_is_marked_on_every_page_and_has_no_proof(adapter: &dyn TestDocuments) {
    let mut specimen = sample::letter(true);
    specimen.text.body = "A paragraph of some words.\n\n".repeat(120);
    let without_proof = pdf(adapter, &specimen);
    let pages = adapter.pages(&without_proof);
    assert!(pages.len() > 1);
    for page in pages {
        assert!(squeezed(&page).to_lowercase().contains("specimen"), "{page}");
    }
    specimen.proof = Some(sample::proof());
    assert_eq!(pdf(adapter, &specimen), without_proof);
}

/// The address is printed as text and as a QR code. A letter whose entry is still pending states
/// that.
fn the_proof_of_a_letter_is_printed_whole(adapter: &dyn TestDocuments) {
    let mut letter = sample::letter(false);
    let without_proof = pdf(adapter, &letter);
    assert!(adapter.codes(&without_proof).is_empty());
    let mut proof = sample::proof();
    letter.proof = Some(proof.clone());
    let proven = pdf(adapter, &letter);
    assert_proves(&text(adapter, &proven), &proof);
    assert_eq!(adapter.codes(&proven), [proof.address.as_str()]);
    for entry in &mut proof.entries {
        entry.index = None;
    }
    letter.proof = Some(proof.clone());
    let waiting = text(adapter, &pdf(adapter, &letter));
    assert_proves(&waiting, &proof);
    assert_says(&waiting, "not in the log yet");
}

/// Without its QR code, the letter would prove nothing.
fn an_address_too_long_for_a_code_is_an_error(adapter: &dyn TestDocuments) {
    let mut letter = sample::letter(false);
    let mut proof = sample::proof();
    proof.address = endless_address();
    letter.proof = Some(proof);
    let made = adapter.documents().letter_pdf(&letter, PRODUCT);
    assert_fails_without(made, &letter.text.heading);
}
