//! Tests that readers of a printed document can reach its proof: with the QR code, the address or a
//! screen reader.

use std::process::Command;

use aditus_application::ports::{Documents, PrintedProof};
use aditus_documents::PdfDocuments;
use lopdf::{Dictionary, Document, Object};
use tempfile::TempDir;

use crate::poppler::run_tool;
use crate::reader::{read_aloud, texts};
use crate::sample;

pub fn letter(proof: &PrintedProof) -> Vec<u8> {
    let mut letter = sample::letter(false);
    letter.proof = Some(proof.clone());
    PdfDocuments::default().letter_pdf(&letter, "Aditus").unwrap()
}

pub fn request(proof: &PrintedProof) -> Vec<u8> {
    PdfDocuments::default()
        .request_pdf(&sample::request(), &[], Some(proof), "Aditus")
        .unwrap()
}

/// Returns a proof with a host name of nearly the maximum length.
fn of_a_long_host() -> PrintedProof {
    let label = "sehr-langer-name-eines-ministeriums-mit-vielen-woertern-darin";
    let host = format!("{label}.{label}.{label}.{label}.example");
    let mut proof = sample::proof();
    proof.origin = format!("{host}/log");
    proof.address = format!("https://{host}/log?entry=1345&index=1344&request=REQ000123");
    proof
}

/// Returns a proof whose entries are not in the log yet.
fn waiting() -> PrintedProof {
    let mut proof = sample::proof();
    for entry in &mut proof.entries {
        entry.index = None;
    }
    "https://aditus.example/log?entry=1345&request=REQ000123".clone_into(&mut proof.address);
    proof
}

/// Returns the contents of the QR codes on the last page, read from its picture by an independent
/// library.
pub fn codes(bytes: &[u8]) -> Vec<String> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("document.pdf");
    std::fs::write(&file, bytes).unwrap();
    let last = Document::load_mem(bytes).unwrap().get_pages().len().to_string();
    let drawn = Command::new("pdftoppm")
        .args(["-gray", "-singlefile", "-r", "200", "-f", &last])
        .arg(&file)
        .arg(folder.path().join("page"))
        .status()
        .unwrap();
    assert!(drawn.success());
    let picture = std::fs::read(folder.path().join("page.pgm")).unwrap();
    let [width, height, dots] = greys(&picture);
    let mut page =
        rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| picture[dots + y * width + x]);
    let found = page.detect_grids();
    found.into_iter().map(|code| code.decode().unwrap().1).collect()
}

/// Returns the width and height of a PGM picture, and the offset of its pixels behind three header
/// lines.
fn greys(picture: &[u8]) -> [usize; 3] {
    let mut lines = picture.splitn(4, |byte| *byte == b'\n');
    let mut line = || std::str::from_utf8(lines.next().unwrap()).unwrap();
    assert_eq!(line(), "P5");
    let (width, height) = line().split_once(' ').unwrap();
    assert_eq!(line(), "255");
    let [width, height] = [width, height].map(|length| length.parse().unwrap());
    [width, height, picture.len() - width * height]
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Removes hyphens as well, which Poppler leaves out at the ends of lines.
fn joined(text: &str) -> String {
    squeezed(text).replace('-', "")
}

fn text(bytes: &[u8]) -> String {
    squeezed(&run_tool("pdftotext", &["-enc", "UTF-8"], bytes))
}

#[test]
fn the_qr_code_contains_the_printed_address() {
    for proof in [sample::proof(), waiting(), of_a_long_host()] {
        assert_eq!(codes(&letter(&proof)), [proof.address.as_str()]);
    }
    let proof = sample::proof();
    assert_eq!(codes(&request(&proof)), [proof.address.as_str()]);
    let without = PdfDocuments::default()
        .letter_pdf(&sample::letter(false), "Aditus")
        .unwrap();
    assert_eq!(codes(&without), [""; 0]);
}

#[test]
fn the_proof_is_printed_completely() {
    for proof in [sample::proof(), of_a_long_host()] {
        for bytes in [letter(&proof), request(&proof)] {
            let text = joined(&text(&bytes));
            let digests = [("Leaf ", "a7"), ("Leaf ", "3c"), ("", "5e")];
            let digests = digests.map(|(name, byte)| format!("{name}{}", byte.repeat(32)));
            let facts = [
                proof.origin.as_str(),
                proof.address.as_str(),
                "Letter of approval issued",
                "Entry 1345, index 1344 in the log",
                "Entry 1343 on version 2, index 1342 in the log",
                "Version 2 of the request",
                "SHA-256 of its canonical form",
            ];
            for fact in digests.iter().map(String::as_str).chain(facts) {
                assert!(text.contains(&joined(fact)), "{fact} is not in {text}");
            }
            assert!(!text.contains("notinthelogyet"));
        }
    }
}

#[test]
fn entries_without_an_index_are_printed_as_not_in_the_log_yet() {
    for bytes in [letter(&waiting()), request(&waiting())] {
        let text = text(&bytes);
        for fact in [
            "Entry 1345, not in the log yet",
            "Download it again to get its index.",
        ] {
            assert!(text.contains(&squeezed(fact)), "{fact} is not in {text}");
        }
        assert!(!text.contains(",index"), "{text}");
    }
}

#[test]
fn a_specimen_has_no_proof() {
    let mut specimen = sample::letter(true);
    let without = PdfDocuments::default().letter_pdf(&specimen, "Aditus").unwrap();
    specimen.proof = Some(sample::proof());
    let with = PdfDocuments::default().letter_pdf(&specimen, "Aditus").unwrap();
    assert_eq!(with, without);
}

#[test]
fn a_proof_is_reproducible_and_adds_less_than_12_kib() {
    let proof = sample::proof();
    assert_eq!(letter(&proof), letter(&proof));
    let without = PdfDocuments::default()
        .letter_pdf(&sample::letter(false), "Aditus")
        .unwrap();
    let grown = letter(&proof).len() - without.len();
    assert!(grown < 12 * 1024, "{grown} bytes more");
}

#[test]
fn a_proof_does_not_change_a_letter_in_another_script() {
    let mut letter = sample::letter(false);
    "الموافقة على طلب البيانات".clone_into(&mut letter.text.heading);
    "عزيزتي أمارة،\n\nتمت الموافقة على طلبك رقم 12 بتاريخ 15.06.2026.\n\nשלום"
        .clone_into(&mut letter.text.body);
    let made = |letter: &_| {
        let bytes = PdfDocuments::default().letter_pdf(letter, "Aditus").unwrap();
        read_aloud(&Document::load_mem(&bytes).unwrap())
    };
    let before = made(&letter);
    letter.proof = Some(sample::proof());
    let after = made(&letter);
    assert_eq!(after[..before.len()], before);
    assert_eq!(after[before.len()].0, "H2");
    assert_eq!(squeezed(&after[before.len()].1), "Proof");
}

#[test]
fn the_qr_code_has_alternative_text() {
    let proof = of_a_long_host();
    for bytes in [letter(&proof), request(&proof)] {
        let document = Document::load_mem(&bytes).unwrap();
        let parts = read_aloud(&document);
        let last = |role: &str| parts.iter().rposition(|(other, _)| other == role).unwrap();
        assert!(last("H2") < last("Link") && last("Link") < last("Figure"));
        assert_eq!(squeezed(&parts[last("Link")].1), proof.address);
        let figures = of_type(&document, "Figure");
        let [figure] = &figures[..] else {
            panic!("{figures:?}")
        };
        let alternative = lopdf::decode_text_string(figure.get(b"Alt").unwrap()).unwrap();
        assert_eq!(alternative, format!("QR code that leads to {}", proof.address));
    }
}

#[test]
fn every_line_of_the_address_is_a_link() {
    for proof in [sample::proof(), of_a_long_host()] {
        let bytes = letter(&proof);
        let document = Document::load_mem(&bytes).unwrap();
        let links: Vec<&Dictionary> = document
            .objects
            .values()
            .filter_map(|object| object.as_dict().ok())
            .filter(|object| {
                let subtype = object.get(b"Subtype").and_then(Object::as_name);
                subtype.is_ok_and(|subtype| subtype == b"Link")
            })
            .collect();
        let [link] = links[..] else { panic!("{links:?}") };
        let action = document.dereference(link.get(b"A").unwrap()).unwrap().1;
        let uri = action.as_dict().unwrap().get(b"URI").unwrap();
        assert_eq!(uri.as_str().unwrap(), proof.address.as_bytes());
        let contents = lopdf::decode_text_string(link.get(b"Contents").unwrap()).unwrap();
        assert_eq!(contents, proof.address);
        let corners = link.get(b"QuadPoints").unwrap().as_array().unwrap().len();
        let rows = corners / 8;
        let is_long = proof.address.len() > 100;
        assert!(
            corners % 8 == 0 && if is_long { rows > 2 } else { rows <= 2 },
            "{rows}"
        );
    }
}

/// Returns the nodes of the structure tree that have this type.
fn of_type<'a>(document: &'a Document, kind: &str) -> Vec<&'a Dictionary> {
    let parts = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok());
    parts
        .filter(|part| {
            part.get(b"S")
                .and_then(Object::as_name)
                .is_ok_and(|name| name == kind.as_bytes())
        })
        .collect()
}

#[test]
fn the_proof_of_a_letter_is_never_split_over_two_pages() {
    for paragraphs in [1, 12, 24, 30, 36] {
        let mut letter = sample::letter(false);
        letter.text.body = "A paragraph of some words.\n\n".repeat(paragraphs);
        letter.proof = Some(sample::proof());
        let bytes = PdfDocuments::default().letter_pdf(&letter, "Aditus").unwrap();
        let pages = texts(&Document::load_mem(&bytes).unwrap());
        let pages: Vec<String> = pages.iter().map(|page| squeezed(page)).collect();
        let last = pages.last().unwrap();
        assert!(
            last.contains("isrecordedinthetransparencylog"),
            "{paragraphs}: {pages:?}"
        );
        assert!(last.contains(&sample::proof().address), "{paragraphs}: {pages:?}");
    }
}
