//! Reads the text of a PDF back: glyphs of the pages through the tables that the fonts bring for copying and searching.

use std::collections::BTreeMap;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object};

/// The text of every page, in the order in which it was written.
pub fn texts(document: &Document) -> Vec<String> {
    let mut tables: BTreeMap<Vec<u8>, BTreeMap<u16, char>> = BTreeMap::new();
    document
        .get_pages()
        .values()
        .map(|page| {
            for (name, font) in document.get_page_fonts(*page).unwrap() {
                tables.entry(name).or_insert_with(|| table(document, font));
            }
            text(&document.get_page_content(*page), &tables)
        })
        .collect()
}

fn table(document: &Document, font: &Dictionary) -> BTreeMap<u16, char> {
    let stream = document
        .dereference(font.get(b"ToUnicode").unwrap())
        .unwrap()
        .1
        .as_stream()
        .unwrap();
    let content = stream
        .decompressed_content()
        .unwrap_or_else(|_| stream.content.clone());
    let number = |text: &str| u16::from_str_radix(text.trim_matches(['<', '>']), 16).ok();
    String::from_utf8_lossy(&content)
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(glyph, _)| glyph.starts_with('<'))
        .filter_map(|(glyph, character)| Some((number(glyph)?, char::from_u32(number(character)?.into())?)))
        .collect()
}

fn text(content: &[u8], tables: &BTreeMap<Vec<u8>, BTreeMap<u16, char>>) -> String {
    let mut text = String::new();
    let mut font = &BTreeMap::new();
    for operation in Content::decode(content).unwrap().operations {
        match operation.operator.as_str() {
            "Tf" => font = &tables[operation.operands[0].as_name().unwrap()],
            "TJ" => {
                for piece in operation.operands[0].as_array().unwrap() {
                    if let Object::String(glyphs, _) = piece {
                        let glyphs = glyphs
                            .chunks_exact(2)
                            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                        text.extend(glyphs.map(|glyph| font.get(&glyph).copied().unwrap_or('\u{fffd}')));
                    }
                }
            }
            _ => {}
        }
    }
    text
}
