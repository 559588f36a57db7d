//! Reads a PDF back as a reader of text does: glyphs through the tables that the fonts bring for copying and searching, and what is said in
//! place of glyphs.

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object};

type Letters = BTreeMap<u16, String>;

/// The text of every page, in the order in which it was written.
pub fn texts(document: &Document) -> Vec<String> {
    let mut tables: BTreeMap<Vec<u8>, Letters> = BTreeMap::new();
    document
        .get_pages()
        .values()
        .map(|page| {
            tables.clear();
            for (name, font) in document.get_page_fonts(*page).unwrap() {
                tables.insert(name, table(document, font));
            }
            text(&document.get_page_content(*page), &tables)
        })
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

/// Content between a mark and its end.
#[derive(Default)]
struct Marked {
    /// What it says, whatever its glyphs are.
    said: Option<String>,
    is_reversed: bool,
    /// What each glyph, or content within, says.
    pieces: Vec<String>,
}

impl Marked {
    fn begin(operation: &Operation) -> Self {
        let said = operation
            .operands
            .get(1)
            .and_then(|about| about.as_dict().ok())
            .and_then(|about| about.get(b"ActualText").ok())
            .map(|text| lopdf::decode_text_string(text).unwrap());
        Self {
            said,
            is_reversed: operation.operands[0].as_name().unwrap() == b"ReversedChars",
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

fn text(content: &[u8], tables: &BTreeMap<Vec<u8>, Letters>) -> String {
    let none = Letters::new();
    let mut font = &none;
    let mut marked = vec![Marked::default()];
    for operation in Content::decode(content).unwrap().operations {
        match operation.operator.as_str() {
            "Tf" => font = &tables[operation.operands[0].as_name().unwrap()],
            "BDC" | "BMC" => marked.push(Marked::begin(&operation)),
            "EMC" => {
                let said = marked.pop().unwrap().end();
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
