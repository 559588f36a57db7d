//! Extracts the text of a PDF as PDF readers do: through the `ToUnicode` tables of the fonts, and
//! the replacement texts of marked content.

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};

type Letters = BTreeMap<u16, String>;
/// The text of the marked content on a page, by its number.
type Pieces = BTreeMap<i64, String>;

/// Returns the creation date in the properties of a document, as D:YYYYMMDD.
pub fn made_on(document: &Document) -> String {
    let about = document.trailer.get(b"Info").unwrap();
    let about = document.dereference(about).unwrap().1.as_dict().unwrap();
    let date = about.get(b"CreationDate").unwrap().as_str().unwrap();
    String::from_utf8_lossy(&date[..10]).into_owned()
}

/// Returns the text of each page, in the order in which it was written.
pub fn texts(document: &Document) -> Vec<String> {
    document
        .get_pages()
        .values()
        .map(|page| {
            text(
                &document.get_page_content(*page),
                &tables(document, *page),
                &mut Pieces::new(),
            )
        })
        .collect()
}

/// Returns the role and text of each node of the structure tree, in the order in which a screen
/// reader visits them.
pub fn read_aloud(document: &Document) -> Vec<(String, String)> {
    let mut pieces = BTreeMap::new();
    for page in document.get_pages().values() {
        let mut of_page = Pieces::new();
        text(
            &document.get_page_content(*page),
            &tables(document, *page),
            &mut of_page,
        );
        pieces.insert(*page, of_page);
    }
    let root = document.catalog().unwrap().get(b"StructTreeRoot").unwrap();
    let mut parts = Vec::new();
    visit(document, root, None, &pieces, &mut parts);
    parts
}

/// Visits a node of the tree, or a reference to marked content on a page.
fn visit(
    document: &Document,
    part: &Object,
    page: Option<ObjectId>,
    pieces: &BTreeMap<ObjectId, Pieces>,
    parts: &mut Vec<(String, String)>,
) {
    let (_, part) = document.dereference(part).unwrap();
    let written =
        |page: Option<ObjectId>, mark: i64| pieces[&page.unwrap()].get(&mark).cloned().unwrap_or_default();
    let part = match part {
        Object::Integer(mark) => return parts.last_mut().unwrap().1.push_str(&written(page, *mark)),
        Object::Array(within) => {
            return within
                .iter()
                .for_each(|part| visit(document, part, page, pieces, parts));
        }
        other => other.as_dict().unwrap(),
    };
    let page = part.get(b"Pg").and_then(Object::as_reference).ok().or(page);
    if let Ok(mark) = part.get(b"MCID").and_then(Object::as_i64) {
        parts.last_mut().unwrap().1.push_str(&written(page, mark));
        return;
    }
    if let Ok(role) = part.get(b"S").and_then(Object::as_name) {
        parts.push((String::from_utf8_lossy(role).into_owned(), String::new()));
    }
    if let Ok(within) = part.get(b"K") {
        visit(document, within, page, pieces, parts);
    }
}

fn tables(document: &Document, page: ObjectId) -> BTreeMap<Vec<u8>, Letters> {
    let fonts = document.get_page_fonts(page).unwrap();
    fonts
        .into_iter()
        .map(|(name, font)| (name, table(document, font)))
        .collect()
}

fn table(document: &Document, font: &Dictionary) -> Letters {
    let stream = document
        .dereference(font.get(b"ToUnicode").unwrap())
        .unwrap()
        .1
        .as_stream()
        .unwrap();
    let content = stream
        .decompressed_content()
        .unwrap_or_else(|_| stream.content.clone());
    let units = |text: &str| -> Option<Vec<u16>> {
        let digits = text.strip_prefix('<')?.strip_suffix('>')?;
        let unit = |at| u16::from_str_radix(digits.get(at..at + 4)?, 16).ok();
        (0..digits.len()).step_by(4).map(unit).collect()
    };
    String::from_utf8_lossy(&content)
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(glyph, letters)| {
            let glyph = *units(glyph)?.first()?;
            Some((glyph, String::from_utf16(&units(letters)?).ok()?))
        })
        .collect()
}

#[derive(Default)]
struct Marked {
    /// The replacement text, if there is one.
    said: Option<String>,
    is_reversed: bool,
    number: Option<i64>,
    /// The text of each glyph or nested content.
    pieces: Vec<String>,
}

impl Marked {
    fn begin(operation: &Operation) -> Self {
        let about = operation.operands.get(1).and_then(|about| about.as_dict().ok());
        let number = about.and_then(|about| about.get(b"MCID").and_then(Object::as_i64).ok());
        let said = about
            .and_then(|about| about.get(b"ActualText").ok())
            .map(|text| lopdf::decode_text_string(text).unwrap());
        Self {
            said,
            is_reversed: operation.operands[0].as_name().unwrap() == b"ReversedChars",
            number,
            pieces: Vec::new(),
        }
    }

    fn end(mut self) -> String {
        if self.is_reversed {
            self.pieces.reverse();
        }
        self.said.unwrap_or_else(|| self.pieces.concat())
    }
}

fn text(content: &[u8], tables: &BTreeMap<Vec<u8>, Letters>, pieces: &mut Pieces) -> String {
    let none = Letters::new();
    let mut font = &none;
    let mut marked = vec![Marked::default()];
    for operation in Content::decode(content).unwrap().operations {
        match operation.operator.as_str() {
            "Tf" => font = &tables[operation.operands[0].as_name().unwrap()],
            "BDC" | "BMC" => marked.push(Marked::begin(&operation)),
            "EMC" => {
                let ended = marked.pop().unwrap();
                let number = ended.number;
                let said = ended.end();
                if let Some(number) = number {
                    pieces.insert(number, said.clone());
                }
                marked.last_mut().unwrap().pieces.push(said);
            }
            "Tj" => show(&operation.operands[0], font, marked.last_mut().unwrap()),
            "TJ" => {
                for piece in operation.operands[0].as_array().unwrap() {
                    show(piece, font, marked.last_mut().unwrap());
                }
            }
            _ => {}
        }
    }
    assert_eq!(marked.len(), 1, "every mark has its end");
    marked.pop().unwrap().end()
}

fn show(piece: &Object, font: &Letters, marked: &mut Marked) {
    if let Object::String(glyphs, _) = piece {
        let glyphs = glyphs
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        marked
            .pieces
            .extend(glyphs.map(|glyph| font.get(&glyph).map_or("\u{fffd}", String::as_str).to_owned()));
    }
}
