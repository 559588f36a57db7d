//! Tests of the fonts of the installation, for scripts without a shipped font.

use std::fs;
use std::path::{Path, PathBuf};

use aditus_application::ports::Documents;
use aditus_documents::{FontFiles, FontSource, PdfDocuments};
use lopdf::Document;
use tempfile::TempDir;

/// Invented names in characters that the fonts of these tests contain.
const NAMES: [&str; 4] = ["王小明", "山田太郎", "김민준", "ひらがな カタカナ"];

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fonts")
        .join(name)
}

fn find(places: &[&Path]) -> FontFiles {
    let places: Vec<FontSource> = places
        .iter()
        .map(|place| FontSource::parse(&place.to_string_lossy()))
        .collect();
    FontFiles::find(&places)
}

struct Printed {
    bytes: Vec<u8>,
    document: Document,
    /// The text without white space.
    text: String,
}

fn printed(fonts: &FontFiles) -> Printed {
    let mut request = crate::sample::request();
    request.details.title = NAMES.join(" · ");
    request.filters.dataset_description = NAMES.join("\n");
    let bytes = PdfDocuments::with_fonts(fonts)
        .request_pdf(&request, &[], None, "Aditus")
        .unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let text = crate::reader::texts(&document).concat();
    Printed {
        text: text.chars().filter(|c| !c.is_whitespace()).collect(),
        bytes,
        document,
    }
}

impl Printed {
    /// Returns true if the document lists characters that are printed as code points.
    fn boxes(&self) -> bool {
        self.text.contains("Charactersprintedascodepoints")
    }

    /// Returns the names of the embedded fonts.
    fn fonts(&self) -> Vec<String> {
        let dictionaries = self
            .document
            .objects
            .values()
            .filter_map(|object| object.as_dict().ok());
        let names = dictionaries.filter(|about| about.has(b"FontFile3")).map(|about| {
            let name = about.get(b"FontName").and_then(lopdf::Object::as_name).unwrap();
            String::from_utf8_lossy(name).into_owned()
        });
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

#[test]
fn han_kana_and_hangul_are_printed_with_fonts_of_the_installation() {
    let without = printed(&FontFiles::default());
    assert!(without.boxes());

    let folder = TempDir::new().unwrap();
    fs::copy(fixture("few-letters.ttc"), folder.path().join("a.ttc")).unwrap();
    fs::copy(fixture("few-letters-bold.otf"), folder.path().join("b.OTF")).unwrap();
    fs::write(folder.path().join("README.txt"), "no font, and no fault").unwrap();
    let fonts = find(&[folder.path()]);
    assert!(fonts.faults().is_empty());
    assert!(fonts.scripts().iter().all(|(_, file)| file.is_some()));
    let with = printed(&fonts);
    assert!(!with.boxes(), "{}", with.text);
    for name in NAMES {
        let name: String = name.split(' ').collect();
        assert!(with.text.contains(&name), "{name}: {}", with.text);
    }
    crate::places::assert_within_pages(&with.document);
    let names = with.fonts();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(
        names[0].contains("Bold") && names[1].contains("Regular"),
        "{names:?}"
    );
    assert_eq!(printed(&fonts).bytes, with.bytes, "the same bytes, however often");
    assert!(fonts.verified().is_empty());
}

#[test]
fn the_index_selects_a_font_of_a_collection() {
    let file = fixture("few-letters.ttc");
    let names =
        [0, 1].map(|index| printed(&find(&[Path::new(&format!("{}#{index}", file.display()))])).fonts());
    assert!(names[0][0].contains("CJKjp"), "{names:?}");
    assert!(names[1][0].contains("CJKsc"), "{names:?}");
}

#[test]
fn broken_fonts_are_reported_and_documents_still_made() {
    let folder = TempDir::new().unwrap();
    let whole = fs::read(fixture("few-letters-bold.otf")).unwrap();
    let collection = fs::read(fixture("few-letters.ttc")).unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let outlines = {
        let at = whole.windows(4).position(|window| window == b"CFF ").unwrap();
        let number = |at: usize| u32::from_be_bytes(whole[at..at + 4].try_into().unwrap()) as usize;
        let (start, length) = (number(at + 8), number(at + 12));
        let mut bytes = whole.clone();
        bytes[start..start + length].fill(0xff);
        bytes
    };
    let mut restricted = whole.clone();
    let at = restricted
        .windows(4)
        .position(|window| window == b"OS/2")
        .unwrap();
    let start = u32::from_be_bytes(restricted[at + 8..at + 12].try_into().unwrap()) as usize;
    restricted[start + 8..start + 10].copy_from_slice(&2_u16.to_be_bytes());
    let faults = [
        (file("empty.ttf", b""), "it is not a TrueType or OpenType font"),
        (
            file("text.ttf", b"Dear reader, this is no font."),
            "it is not a TrueType or OpenType font",
        ),
        (
            file("cut-off.otf", &whole[..whole.len() / 2]),
            "it is incomplete or damaged",
        ),
        (file("head.ttc", &collection[..13]), "it is incomplete or damaged"),
        (
            file("many.ttc", b"ttcf\0\x01\0\0\xff\xff\xff\xff"),
            "it is not a TrueType or OpenType font",
        ),
        (file("outlines.otf", &outlines), "it is incomplete or damaged"),
        (
            file("restricted.otf", &restricted),
            "its licence does not allow embedding",
        ),
        (folder.path().join("missing.otf"), "it cannot be read"),
        (
            folder.path().join("cut-off.otf#1"),
            "it has no font with this number",
        ),
    ];
    for (place, reason) in faults {
        let fonts = find(&[&place]);
        let made = printed(&fonts);
        assert!(made.boxes() && made.fonts().is_empty(), "{}", place.display());
        let told: Vec<String> = fonts.verified().iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 1, "{}: {told:?}", place.display());
        assert!(told[0].contains(reason), "{}: {told:?}", place.display());
    }
}

#[test]
fn an_optional_font_folder_may_be_missing() {
    let place = FontSource::parse("/nowhere/fonts").optional();
    assert!(FontFiles::find(&[place]).faults().is_empty());
}
