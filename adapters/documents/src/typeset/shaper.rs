//! Shapes text: chooses a font for each piece of it, and turns the piece into glyphs of that font.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use harfrust::unicode::{combining_class, script};
use harfrust::{Buffer, BufferFlags, ClusterLevel, Direction, Script, ShapeOptions, ShapePlan, ShaperFont};
use icu_segmenter::{GraphemeClusterSegmenter, LineSegmenter, LineSegmenterBorrowed};

use super::code_point;
use super::fonts::{Face, FontId, Fonts};
use super::glyphs::{self, Glyph};

/// Maximum number of marks on one letter. Further marks get a dotted circle of their own. No
/// language needs more, and a higher stack would leave its line.
const MARKS: usize = 6;
/// Maximum number of characters that are shaped as one letter.
const CHARACTERS: usize = 16;
/// Maximum length of an item in bytes. Longer text is split into several items.
const MAX_ITEM_LENGTH: usize = 2_000;

/// A tick box. The fonts do not contain it, so it is drawn as a shape.
pub(crate) const TICK_BOX: char = '\u{2610}';

/// The method that draws a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawingMethod {
    Font(FontId),
    /// Drawn as a box with the code point, because no font contains the character.
    CodePoint,
    TickBox,
}

/// A piece of text that is drawn by one method.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Item {
    pub(super) range: Range<usize>,
    pub(super) method: DrawingMethod,
    script: Script,
    is_rtl: bool,
    /// True if the piece starts with marks whose base letter is in the previous item.
    starts_with_marks: bool,
}

impl Item {
    pub(super) fn is_rtl(&self) -> bool {
        self.is_rtl
    }

    /// Returns true if the PDF needs the text in addition to the glyphs. PDF readers cannot extract
    /// the text of every right-to-left script.
    pub(super) fn is_spelled(&self) -> bool {
        let known = [
            Script::ARABIC,
            Script::HEBREW,
            Script::SYRIAC,
            Script::THAANA,
            LATIN,
        ];
        self.is_rtl && !known.contains(&self.script)
    }
}

/// Shapes the text of one document and caches plans and fonts.
pub(super) struct Shaper {
    fonts: Fonts,
    plans: RefCell<HashMap<(FontId, Script, bool), ShapePlan>>,
    fonts_by_character: RefCell<HashMap<(char, bool), Option<FontId>>>,
    buffer: RefCell<Buffer>,
    missing: RefCell<BTreeSet<char>>,
    pub(super) breaks: LineSegmenterBorrowed<'static>,
}

impl Shaper {
    pub(super) fn new(fonts: Fonts) -> Self {
        Self {
            fonts,
            plans: RefCell::default(),
            fonts_by_character: RefCell::default(),
            buffer: RefCell::new(Buffer::new()),
            missing: RefCell::default(),
            breaks: LineSegmenter::new_lstm(icu_segmenter::options::LineBreakOptions::default()),
        }
    }

    pub(super) fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// Remembers characters that are drawn as code points.
    pub(super) fn note_missing(&self, missing: impl Iterator<Item = char>) {
        self.missing.borrow_mut().extend(missing);
    }

    pub(super) fn missing(&self) -> BTreeSet<char> {
        self.missing.borrow().clone()
    }

    /// Splits a range of one direction into items, in reading order.
    pub(super) fn items(&self, text: &str, part: Range<usize>, face: Face, is_rtl: bool) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        let whole = text.get(part.clone()).unwrap_or_default();
        if whole.is_ascii() {
            // Fast path for short ASCII text. Longer text is divided below.
            if whole.len() <= MAX_ITEM_LENGTH {
                let method = DrawingMethod::Font(FontId::first(face));
                let item = Item {
                    range: part,
                    method,
                    script: LATIN,
                    is_rtl,
                    starts_with_marks: false,
                };
                return if item.range.is_empty() {
                    Vec::new()
                } else {
                    vec![item]
                };
            }
        }
        let mut start = 0;
        for end in GraphemeClusterSegmenter::new().segment_str(whole).skip(1) {
            let start = std::mem::replace(&mut start, end);
            for (index, cluster) in split_cluster(&whole[start..end], part.start + start)
                .into_iter()
                .enumerate()
            {
                let starts_with_marks = index > 0;
                let letters = &text[cluster.clone()];
                let before = items.last();
                let script = script_of(letters)
                    .or(before.map(|item| item.script))
                    .unwrap_or(LATIN);
                let method = self.method(letters, before, face);
                match items.last_mut() {
                    Some(item)
                        if item.method == method
                            && item.script == script
                            && !starts_with_marks
                            && matches!(method, DrawingMethod::Font(_))
                            && item.range.len() < MAX_ITEM_LENGTH =>
                    {
                        item.range.end = cluster.end;
                    }
                    _ => items.push(Item {
                        range: cluster,
                        method,
                        script,
                        is_rtl,
                        starts_with_marks,
                    }),
                }
            }
        }
        items
    }

    /// Chooses the method that draws one letter with its marks.
    fn method(&self, letters: &str, before: Option<&Item>, face: Face) -> DrawingMethod {
        if letters.starts_with(TICK_BOX) {
            return DrawingMethod::TickBox;
        }
        let first = FontId::first(face);
        if letters.chars().all(|c| c.is_ascii_alphanumeric()) {
            return DrawingMethod::Font(first);
        }
        let drawn: Vec<char> = letters.chars().filter(|c| !is_ignorable(*c)).collect();
        let before = before.and_then(|item| match item.method {
            DrawingMethod::Font(font) => Some(font),
            _ => None,
        });
        if drawn.is_empty() {
            return DrawingMethod::Font(before.unwrap_or(first));
        }
        // Take characters that many scripts share from the font of the preceding letters.
        let is_shared = script_of(letters).is_none();
        if let Some(font) = before.filter(|font| is_shared && self.fonts.covers(*font, &drawn)) {
            return DrawingMethod::Font(font);
        }
        let found = match drawn.as_slice() {
            [one] => *self
                .fonts_by_character
                .borrow_mut()
                .entry((*one, face == Face::Bold))
                .or_insert_with(|| self.fonts.first_covering(&drawn, face)),
            _ => self.fonts.first_covering(&drawn, face),
        };
        found.map_or(DrawingMethod::CodePoint, DrawingMethod::Font)
    }

    /// Returns the characters of an item that no font contains, each with an empty glyph as wide as
    /// the box with its code point. The line draws the box over it.
    pub(super) fn missing_glyphs(&self, text: &str, item: &Item) -> Vec<(char, Glyph)> {
        let letters = text.get(item.range.clone()).unwrap_or_default();
        let drawn: Vec<(usize, char)> = letters
            .char_indices()
            .filter(|(_, c)| !is_ignorable(*c))
            .collect();
        let blank = self
            .fonts
            .get(FontId::first(Face::Regular))
            .map_or(0, |font| font.blank);
        let ends = drawn.iter().skip(1).map(|(at, _)| *at).chain([letters.len()]);
        let glyphs = drawn.iter().zip(ends).enumerate().map(|(index, ((at, c), end))| {
            let start = item.range.start + if index == 0 { 0 } else { *at };
            let part = start..item.range.start + end;
            (*c, Glyph::gap(blank, code_point::width(*c), part))
        });
        let mut glyphs: Vec<_> = glyphs.collect();
        if item.is_rtl {
            glyphs.reverse();
        }
        glyphs
    }

    /// Shapes an item. The glyphs run from left to right. Their lengths are shares of the font
    /// size, and their ranges refer to the whole text.
    pub(super) fn shape(&self, text: &str, item: &Item) -> Vec<Glyph> {
        let DrawingMethod::Font(id) = item.method else {
            return Vec::new();
        };
        let Some(font) = self.fonts.get(id) else {
            return Vec::new();
        };
        let direction = if item.is_rtl {
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        };
        let mut plans = self.plans.borrow_mut();
        let plan = plans
            .entry((id, item.script, item.is_rtl))
            .or_insert_with(|| ShapePlan::new(&font.outlines, direction, Some(item.script), None, &[]));
        let mut buffer = self.buffer.borrow_mut();
        buffer.reset();
        if item.starts_with_marks || item.range.start == 0 {
            buffer.set_flags(BufferFlags::BEGINNING_OF_TEXT);
        } else {
            buffer.set_pre_context(&text[..item.range.start]);
        }
        buffer.set_post_context(&text[item.range.end..]);
        for (index, c) in text[item.range.clone()].char_indices() {
            let at = u32::try_from(item.range.start + index).unwrap_or(u32::MAX);
            buffer.push(c.into(), at);
        }
        buffer.set_direction(direction);
        buffer.set_script(Some(item.script));
        buffer.set_cluster_level(if item.is_rtl {
            ClusterLevel::Characters
        } else {
            ClusterLevel::MonotoneGraphemes
        });
        let options = ShapeOptions::new().plan(Some(plan));
        if harfrust::shape(&ShaperFont::new(&font.outlines), &mut buffer, options).is_err() {
            return Vec::new();
        }
        let (infos, positions) = (buffer.glyph_infos(), buffer.glyph_positions());
        let glyphs = glyphs::from_shaping(infos, positions, text, item.range.end, font.units);
        if item.is_rtl {
            glyphs::in_order(glyphs::one_by_one(&glyphs, text, font.blank))
        } else {
            glyphs::closed(&glyphs, font.blank)
        }
    }
}

const LATIN: Script = Script::LATIN;

/// Splits a grapheme cluster with more than [`MARKS`] marks or [`CHARACTERS`] characters.
fn split_cluster(cluster: &str, at: usize) -> Vec<Range<usize>> {
    if cluster.len() <= MARKS {
        return std::iter::once(at..at + cluster.len()).collect();
    }
    let mut parts = Vec::new();
    let (mut start, mut marks, mut characters) = (0, 0, 0);
    for (index, c) in cluster.char_indices() {
        let is_mark = combining_class(c.into()) > 0;
        if index > start && ((is_mark && marks == MARKS) || characters == CHARACTERS) {
            parts.push(at + start..at + index);
            (start, marks, characters) = (index, 0, 0);
        }
        marks += usize::from(is_mark);
        characters += 1;
    }
    parts.push(at + start..at + cluster.len());
    parts
}

/// Returns the script of a letter. Returns none for characters that many scripts share.
fn script_of(letters: &str) -> Option<Script> {
    letters
        .chars()
        .map(|c| script(c.into()))
        .find(|script| ![Script::COMMON, Script::INHERITED, Script::UNKNOWN].contains(script))
}

/// Returns true for characters that are never drawn: directional marks, joiners and variation
/// selectors.
fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
