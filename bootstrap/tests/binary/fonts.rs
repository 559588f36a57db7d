//! Tests of documents that are printed with fonts of the machine (`documents.fonts`).

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::installation::{Installation, Server, stdout_text};

/// Returns a font with a few glyphs of Han, Kana and Hangul.
fn few_letters() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../adapters/documents/tests/fonts/few-letters.ttc")
}

fn migrated() -> Installation {
    let installation = Installation::on_sqlite();
    assert_eq!(installation.run(&["migrate"]).status.code(), Some(0));
    installation
}

#[test]
fn check_lists_the_fonts_of_each_script() {
    let mut installation = migrated();
    let folder = installation.data("fonts");
    std::fs::create_dir(&folder).unwrap();
    installation.configure("ADITUS_DOCUMENTS_FONTS", folder.to_str().unwrap());
    let check = installation.run(&["check"]);
    let expected = "OK     fonts: no font for Han, Kana, Hangul: such text is printed as code points";
    assert!(stdout_text(&check).contains(expected), "{}", stdout_text(&check));
    assert_eq!(check.status.code(), Some(0));

    let file = folder.join("few.ttc");
    std::fs::copy(few_letters(), &file).unwrap();
    let check = stdout_text(&installation.run(&["check"]));
    let expected = format!("OK     fonts: Han is printed from {}", file.display());
    assert!(check.contains(&expected), "{check}");
    assert!(!check.contains("no font for"), "{check}");
}

#[test]
fn an_invalid_font_is_reported_by_check_and_at_the_start_without_stopping_the_server() {
    let mut installation = migrated();
    let no_font = installation.data("letter.ttf");
    std::fs::write(&no_font, "Dear reader, this is no font.").unwrap();
    let cut_off = installation.data("cut-off.ttc");
    let whole = std::fs::read(few_letters()).unwrap();
    std::fs::write(&cut_off, &whole[..whole.len() / 2]).unwrap();
    let missing = installation.data("missing.otf");
    let places = [
        (
            no_font.display().to_string(),
            "it is not a TrueType or OpenType font",
        ),
        (cut_off.display().to_string(), "it is incomplete or damaged"),
        (missing.display().to_string(), "it cannot be read"),
        (
            format!("{}#7", few_letters().display()),
            "it has no font with this number",
        ),
    ];
    let named: Vec<&str> = places.iter().map(|(place, _)| place.as_str()).collect();
    installation.configure("ADITUS_DOCUMENTS_FONTS", &named.join(", "));
    let check = installation.run(&["check"]);
    assert_eq!(check.status.code(), Some(1));
    let text = stdout_text(&check);
    let line = text
        .lines()
        .find(|line| line.starts_with("WRONG  fonts: "))
        .unwrap();
    assert!(line.ends_with("check ADITUS_DOCUMENTS_FONTS"), "{line}");

    let log = installation.data("log.txt");
    let server = Server::logging_to(Stdio::from(File::create(&log).unwrap()), &installation, &[]);
    assert_eq!(server.end("-TERM"), Some(0));
    let log = std::fs::read_to_string(&log).unwrap();
    for (place, reason) in places {
        let path = place.trim_end_matches("#7");
        let reported = format!("{path}: {reason}");
        assert!(line.contains(&reported), "{reported} is not in {line}");
        assert!(log.contains(&format!("skipped a font: {reported}")), "{log}");
    }
}
