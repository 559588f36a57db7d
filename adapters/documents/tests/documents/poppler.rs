//! Checks with Poppler, an independent PDF reader, the text of printed documents and the positions
//! of their words.

use std::io::Write;
use std::process::Command;

use tempfile::NamedTempFile;

use crate::scripts::{HOSTILE, NAMES, printed};

/// Runs a Poppler program on a document and returns its output.
pub fn run_tool(program: &str, options: &[&str], bytes: &[u8]) -> String {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let output = Command::new(program)
        .args(options)
        .arg(file.path())
        .arg("-")
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; `scripts/setup test` installs poppler-utils"));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && complaint.is_empty(),
        "{program}: {complaint}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the text of a document with single spaces, without the direction marks that Poppler
/// inserts.
fn text(bytes: &[u8]) -> String {
    let text = run_tool("pdftotext", &["-enc", "UTF-8"], bytes);
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Names that Poppler misreads: it sorts right-to-left text by position, including vowel points and
/// brackets. The file itself contains them as they were typed (see `scripts.rs`).
const MISREAD: [&str; 4] = [
    "שָׁלוֹם עֲלֵיכֶם",
    "ދިވެހި އަލީ",
    "Amina (أمينة) Bello 12/3",
    "القسم 12 رقم A-7 نهاية",
];

#[test]
fn poppler_extracts_names_as_typed() {
    let (bytes, _) = printed(&NAMES);
    let text = text(&bytes);
    for name in NAMES.into_iter().filter(|name| !MISREAD.contains(name)) {
        assert!(text.contains(name), "{name}: {text}");
    }
}

#[test]
fn poppler_extracts_characters_printed_as_code_points() {
    let names = ["Zoe 中文", "Noor \u{e001}"];
    let (bytes, _) = printed(&names);
    let text = text(&bytes);
    for name in names {
        assert!(text.contains(name), "{name}: {text}");
    }
}

#[test]
fn every_word_is_within_its_page() {
    for input in &*HOSTILE {
        let (bytes, _) = printed(&[input]);
        let boxes = run_tool("pdftotext", &["-bbox", "-enc", "UTF-8"], &bytes);
        let mut words = 0;
        for word in boxes.lines().filter(|line| line.contains("<word ")) {
            let place = |name: &str| -> f64 {
                let (_, rest) = word.split_once(&format!("{name}=\"")).unwrap();
                rest.split_once('"').unwrap().0.parse().unwrap()
            };
            let [left, top, right, bottom] = ["xMin", "yMin", "xMax", "yMax"].map(place);
            assert!(
                left >= 0.0 && top >= 0.0 && right <= 595.5 && bottom <= 842.0,
                "{word}"
            );
            words += 1;
        }
        assert!(words > 100);
    }
}
