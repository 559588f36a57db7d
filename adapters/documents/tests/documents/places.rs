//! Positions of the glyphs in a PDF.

use std::collections::BTreeMap;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object};

/// A4 in points.
const PAGE: [f32; 2] = [595.28, 841.89];

struct Widths {
    default: f32,
    of: BTreeMap<u16, f32>,
}

/// Asserts that every glyph starts and ends within its page.
pub fn assert_within_pages(document: &Document) {
    for page in document.get_pages().values() {
        let fonts: BTreeMap<Vec<u8>, Widths> = document
            .get_page_fonts(*page)
            .unwrap()
            .into_iter()
            .map(|(name, font)| (name, widths(document, font)))
            .collect();
        within(&document.get_page_content(*page), &fonts);
    }
}

fn number(object: &Object) -> f32 {
    object.as_float().unwrap()
}

fn widths(document: &Document, font: &Dictionary) -> Widths {
    let descendants = document
        .dereference(font.get(b"DescendantFonts").unwrap())
        .unwrap()
        .1;
    let font = document
        .dereference(&descendants.as_array().unwrap()[0])
        .unwrap()
        .1;
    let font = font.as_dict().unwrap();
    let mut of = BTreeMap::new();
    let listed = font
        .get(b"W")
        .ok()
        .map(|list| document.dereference(list).unwrap().1);
    let mut listed = listed.map_or([].iter(), |list| list.as_array().unwrap().iter());
    while let (Some(first), Some(rest)) = (listed.next(), listed.next()) {
        let first = u16::try_from(first.as_i64().unwrap()).unwrap();
        if let Ok(each) = rest.as_array() {
            of.extend((first..).zip(each.iter().map(number)));
        } else {
            let width = number(listed.next().unwrap());
            let last = u16::try_from(rest.as_i64().unwrap()).unwrap();
            of.extend((first..=last).map(|glyph| (glyph, width)));
        }
    }
    Widths {
        default: font.get(b"DW").map_or(1000.0, number),
        of,
    }
}

/// Tracks the page matrix, which flips pages upside down, and the separate text matrices.
fn within(content: &[u8], fonts: &BTreeMap<Vec<u8>, Widths>) {
    type Matrix = [f32; 6];
    let product = |[a, b, c, d, e, f]: Matrix, [a2, b2, c2, d2, e2, f2]: Matrix| -> Matrix {
        [
            a * a2 + b * c2,
            a * b2 + b * d2,
            c * a2 + d * c2,
            c * b2 + d * d2,
            e * a2 + f * c2 + e2,
            e * b2 + f * d2 + f2,
        ]
    };
    let identity: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let matrix = |operands: &[Object]| -> Matrix { std::array::from_fn(|index| number(&operands[index])) };
    let (mut page, mut saved) = (identity, Vec::new());
    let (mut line, mut size, mut font) = (identity, 1.0, None);
    let mut glyphs = 0;
    for operation in Content::decode(content).unwrap().operations {
        let operands = operation.operands.as_slice();
        match operation.operator.as_str() {
            "q" => saved.push(page),
            "Q" => page = saved.pop().unwrap(),
            "cm" => page = product(matrix(operands), page),
            "BT" => line = identity,
            "Tm" => line = matrix(operands),
            "Td" => {
                line = product(
                    [1.0, 0.0, 0.0, 1.0, number(&operands[0]), number(&operands[1])],
                    line,
                );
            }
            "Tf" => {
                font = fonts.get(operands[0].as_name().unwrap());
                size = number(&operands[1]);
            }
            "Tj" | "TJ" => {
                let pieces = operands[0]
                    .as_array()
                    .map_or_else(|_| vec![operands[0].clone()], Clone::clone);
                let mut x = 0.0;
                for piece in pieces {
                    if let Object::String(text, _) = &piece {
                        for glyph in text.chunks_exact(2) {
                            let widths = font.unwrap();
                            let glyph = u16::from_be_bytes([glyph[0], glyph[1]]);
                            let width =
                                widths.of.get(&glyph).copied().unwrap_or(widths.default) / 1000.0 * size;
                            for x in [x, x + width] {
                                let place = product([1.0, 0.0, 0.0, 1.0, x, 0.0], product(line, page));
                                for (at, most) in [place[4], place[5]].into_iter().zip(PAGE) {
                                    assert!((0.0..=most).contains(&at), "{place:?} is outside the page");
                                }
                            }
                            x += width;
                            glyphs += 1;
                        }
                    } else {
                        x -= number(&piece) / 1000.0 * size;
                    }
                }
            }
            _ => {}
        }
    }
    assert!(glyphs > 0, "a page says something");
}
