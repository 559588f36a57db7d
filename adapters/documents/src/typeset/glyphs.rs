//! Glyphs from the shaper, in the order in which PDF readers extract their text.

use std::collections::BTreeSet;
use std::ops::Range;

use harfrust::{GlyphInfo, GlyphPosition};
use krilla::text::GlyphId;

/// A glyph of a line. Lengths are shares of the font size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glyph {
    id: u32,
    /// Distance to the next glyph.
    pub(super) advance: f32,
    /// Offset from the glyph's origin, to the right and up.
    right: f32,
    up: f32,
    /// True if the glyph is the space between two words.
    pub(super) is_space: bool,
    /// The byte range of the text that the glyph represents.
    pub(super) start: u32,
    end: u32,
}

impl Glyph {
    /// Returns how far the glyph is raised above its origin.
    pub(super) fn height(&self) -> f32 {
        self.up
    }

    /// Returns an invisible glyph of zero width for the same text.
    pub(super) fn blank(self, id: u32) -> Self {
        Self {
            id,
            advance: 0.0,
            right: 0.0,
            up: 0.0,
            is_space: false,
            ..self
        }
    }

    /// Returns two glyphs without outlines, at the start and the end of the width: PDF readers
    /// measure a text from one to the other.
    pub(super) fn spanned(self) -> [Self; 2] {
        [self, self.blank(self.id)]
    }

    /// Creates an invisible glyph of this width for a range of the text.
    pub(super) fn gap(id: u32, advance: f32, part: Range<usize>) -> Self {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self {
            id,
            advance,
            right: 0.0,
            up: 0.0,
            is_space: false,
            start: place(part.start),
            end: place(part.end),
        }
    }

    /// Adjusts the text range to a text that starts `bytes` later.
    pub(super) fn move_back(&mut self, bytes: u32) {
        self.start = self.start.saturating_sub(bytes);
        self.end = self.end.saturating_sub(bytes);
    }
}

impl krilla::text::Glyph for Glyph {
    fn glyph_id(&self) -> GlyphId {
        GlyphId::new(self.id)
    }

    fn text_range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    fn x_advance(&self, size: f32) -> f32 {
        self.advance * size
    }

    fn x_offset(&self, size: f32) -> f32 {
        self.right * size
    }

    fn y_offset(&self, size: f32) -> f32 {
        self.up * size
    }

    fn y_advance(&self, _: f32) -> f32 {
        0.0
    }

    fn location(&self) -> Option<krilla::surface::Location> {
        None
    }
}

/// Converts the shaper's output. All glyphs of a cluster represent the text up to the start of the
/// next cluster.
pub(super) fn from_shaping(
    infos: &[GlyphInfo],
    positions: &[GlyphPosition],
    text: &str,
    text_end: usize,
    units: f32,
) -> Vec<Glyph> {
    let starts: BTreeSet<u32> = infos.iter().map(|info| info.cluster).collect();
    let end = |start: u32| {
        let next = starts.range(start + 1..).next().copied();
        next.unwrap_or_else(|| u32::try_from(text_end).unwrap_or(u32::MAX))
    };
    let share = |length: i32| share(length, units);
    infos
        .iter()
        .zip(positions)
        .map(|(info, position)| Glyph {
            id: info.glyph_id,
            advance: share(position.x_advance),
            right: share(position.x_offset),
            up: share(position.y_offset),
            is_space: text
                .get(info.cluster as usize..)
                .is_some_and(|rest| rest.starts_with(' ')),
            start: info.cluster,
            end: end(info.cluster),
        })
        .collect()
}

/// Adds a blank after letters that end with a mark. PDF readers take the end of the last glyph for
/// the end of the letter and would see a space there, because a mark may end anywhere.
pub(super) fn closed(glyphs: &[Glyph], blank: u32) -> Vec<Glyph> {
    let mut closed = Vec::with_capacity(glyphs.len());
    for (index, glyph) in glyphs.iter().enumerate() {
        closed.push(*glyph);
        let is_last = glyphs.get(index + 1).is_none_or(|next| next.start != glyph.start);
        let follows = index > 0 && glyphs[index - 1].start == glyph.start;
        if is_last && follows && (glyph.advance <= 0.0 || glyph.right.abs() > 0.0) {
            closed.push(glyph.blank(blank));
        }
    }
    closed
}

/// Gives each glyph of right-to-left text one character: the other characters of a ligature become
/// blanks to its right. PDF readers reverse such text glyph by glyph, but do not reverse the
/// characters within a glyph. Glyphs that share their characters with others remain as they are.
pub(super) fn one_by_one(glyphs: &[Glyph], text: &str, blank: u32) -> Vec<Glyph> {
    let mut single = Vec::with_capacity(glyphs.len());
    for (index, glyph) in glyphs.iter().enumerate() {
        let shares = |other: Option<&Glyph>| other.is_some_and(|other| other.start == glyph.start);
        let is_alone =
            !shares(glyphs.get(index + 1)) && !shares(index.checked_sub(1).and_then(|at| glyphs.get(at)));
        let letters = text
            .get(glyph.start as usize..glyph.end as usize)
            .unwrap_or_default();
        let mut from_last = letters.char_indices().rev().peekable();
        if !is_alone || from_last.peek().is_none_or(|(at, _)| *at == 0) {
            single.push(*glyph);
            continue;
        }
        let mut end = glyph.end;
        for (number, (at, _)) in from_last.enumerate() {
            let start = glyph.start + u32::try_from(at).unwrap_or_default();
            let drawn = if number == 0 { *glyph } else { glyph.blank(blank) };
            single.push(Glyph { start, end, ..drawn });
            end = start;
        }
    }
    single
}

/// Sorts the marks of each letter of right-to-left text. PDF readers reverse such text, and then
/// extract the marks in the order in which they were typed. Fonts place marks before their letter,
/// in an order of their own. Sorting them moves nothing on the page, because marks have no advance.
pub(super) fn in_order(mut glyphs: Vec<Glyph>) -> Vec<Glyph> {
    let lots = glyphs.chunk_by_mut(|glyph, _| glyph.advance == 0.0);
    for lot in lots {
        let marks = lot.len() - 1;
        lot[..marks].sort_by_key(|mark| std::cmp::Reverse(mark.start));
    }
    glyphs
}

#[expect(
    clippy::cast_precision_loss,
    reason = "fonts measure in some thousands of units"
)]
fn share(length: i32, units: f32) -> f32 {
    length as f32 / units
}
