//! Tests of the structure tree: the texts that a screen reader visits, and their order.

use aditus_application::ports::{Documents, LetterSheet};
use aditus_documents::PdfDocuments;
use aditus_domain::procedures::{LetterNumber, LetterText};
use lopdf::Document;

use crate::reader::{read_aloud, texts};

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn screen_readers_read_a_letter_from_heading_to_end() {
    let paragraphs: Vec<String> = (0..200)
        .map(|number| format!("Paragraph {number} of Léonie نور."))
        .collect();
    let letter = LetterSheet {
        number: LetterNumber(12),
        text: LetterText {
            heading: "Approval of a Data Request".to_owned(),
            body: paragraphs.join("\n\n"),
        },
        made_on: crate::sample::date(2026, 6, 15),
        is_specimen: false,
        proof: None,
    };
    let bytes = PdfDocuments::default().letter_pdf(&letter, "Aditus").unwrap();
    let parts = read_aloud(&Document::load_mem(&bytes).unwrap());
    let said: Vec<(&str, String)> = parts
        .iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(role, text)| (role.as_str(), squeezed(text)))
        .collect();
    assert_eq!(said[0], ("P", "Aditus".to_owned()));
    assert_eq!(said[1], ("H1", squeezed(&letter.text.heading)));
    let body: Vec<_> = paragraphs.iter().map(|text| ("P", squeezed(text))).collect();
    assert_eq!(said[2..], body);
}

#[test]
fn screen_readers_read_a_request_by_section_with_table_heads() {
    let mut request = crate::sample::request();
    let variables = &mut request.requested_datasets[0].variables;
    variables.extend(std::iter::repeat_n(variables[0].clone(), 100));
    let bytes = PdfDocuments::default()
        .request_pdf(&request, &[], None, "Aditus")
        .unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let parts = read_aloud(&document);
    let mut rest = parts.iter();
    for (role, text) in [
        ("H1", request.details.title.as_str()),
        ("H2", "Requester Details"),
        ("TH", "Name"),
        ("TD", "Amara Okello"),
        ("TH", "Organisation"),
        ("H2", "Data Specification"),
        ("TH", "Table"),
        ("TH", "Meaning"),
        ("TD", "patient_visit"),
        ("TD", "Number of the visit, given once and never again."),
        ("H2", "List of Staff"),
        ("TH", "Identification"),
        ("TD", "Grace Namutebi Research assistant"),
        ("H2", "Review and Approval Chain"),
    ] {
        let found = rest.any(|(other, said)| other == role && squeezed(said) == squeezed(text));
        assert!(
            found,
            "{role} {text:?} is not read, or not in its place: {parts:?}"
        );
    }
    // All visible text is read, except footers and repeated heads.
    let mut read: Vec<char> = parts
        .iter()
        .flat_map(|(_, text)| squeezed(text).chars().collect::<Vec<_>>())
        .collect();
    for (page, _) in document.get_pages() {
        let foot = format!(
            "Aditus · Data Request REQ000123 · 02 February, 2026 Page {page} of {}",
            document.get_pages().len()
        );
        read.extend(squeezed(&foot).chars());
    }
    let all = squeezed(&texts(&document).concat());
    let mut seen: Vec<char> = all.chars().collect();
    for head in ["TableVariableTypeMeaning", "StageStateResponse"] {
        for _ in 1..all.matches(head).count() {
            read.extend(head.chars());
        }
    }
    seen.sort_unstable();
    read.sort_unstable();
    let differ = seen.iter().zip(&read).position(|(seen, read)| seen != read);
    assert_eq!((differ, read.len()), (None, seen.len()), "{read:?}");
}
