//! Breaks text into lines of a given width (UAX 14) and orders each line by its text directions
//! (UAX 9).

use std::collections::BTreeMap;
use std::ops::Range;

use unicode_bidi::ParagraphBidiInfo;

use super::fonts::FontId;
use super::glyphs::Glyph;
use super::lengths::Mm;
use super::shaper::{DrawingMethod, Item, Shaper};
use super::style::Style;

/// Joining characters. A word that is wider than its line is preferably broken after one of them.
const JOINS: [char; 9] = ['_', '-', '/', '.', '@', ',', ';', ':', '\\'];
/// Spaces at which a line is not broken.
const NO_BREAK_SPACES: [char; 3] = ['\u{a0}', '\u{2007}', '\u{202f}'];
/// Width of a tab, in spaces.
const TAB: usize = 4;
/// Maximum number of consecutive spaces.
const WIDEST_SPACE: usize = 16;
/// The side of a tick box and its width within a line, as shares of the font size.
pub(super) const TICK_BOX_SIDE: f32 = 0.76;
const TICK_BOX_ROOM: f32 = 1.18;
/// Number of times that a line is shaped again at a smaller width. Letters can be wider at the ends
/// of a line than within a word.
const TRIES: usize = 8;
/// Extent of a mark at its default position, above and below the baseline, as shares of the font
/// size.
const MARK: (f64, f64) = (0.82, 0.28);
/// Tolerance for rounding errors of summed lengths, as a share of the font size. It is too small to
/// be visible.
const TOLERANCE: f64 = 1e-4;

#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(super) text: String,
    pub(super) style: Style,
    /// In reading order.
    pub(super) parts: Vec<Part>,
    /// Offset from the left.
    pub(super) indent: Mm,
    width: Mm,
    pub(super) ascent: Mm,
    descent: Mm,
}

/// A part of a line that is drawn with one font or method.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// Offset from the start of the line.
    pub(super) x: Mm,
    pub(super) drawn: Drawn,
}

#[derive(Debug, Clone)]
pub(super) enum Drawn {
    Glyphs(FontId, Vec<Glyph>),
    /// Glyphs with the range of the text that they represent, for scripts whose text PDF readers
    /// cannot extract.
    Spelled(FontId, Vec<Glyph>, Range<usize>),
    /// Characters that no font contains, each with a glyph without outlines.
    CodePoints(Vec<(char, Glyph)>),
    TickBox,
}

impl Line {
    pub(crate) fn width(&self) -> Mm {
        self.width
    }

    pub(crate) fn height(&self) -> Mm {
        self.ascent + self.descent
    }
}

impl Shaper {
    /// Breaks a text into lines that are not wider than `width`. Each line of the text gives one or
    /// more lines. All characters except white space and control characters are kept, however long
    /// the words are.
    pub(super) fn lines(&self, text: &str, style: Style, width: Mm) -> Vec<Line> {
        let room = width.points_exactly() / f64::from(style.size());
        let mut was_empty = false;
        text.trim_end()
            .split('\n')
            .map(cleaned)
            // Collapse several empty lines into one.
            .filter(|line| !(std::mem::replace(&mut was_empty, line.is_empty()) && line.is_empty()))
            .flat_map(|text| {
                let bidi = may_turn(&text).then(|| ParagraphBidiInfo::new(&text, None));
                let paragraph = Paragraph {
                    shaper: self,
                    text: &text,
                    bidi,
                    style,
                };
                paragraph.lines(room)
            })
            .collect()
    }
}

/// Removes control characters and trailing white space. Other white space keeps its width, up to
/// [`WIDEST_SPACE`]. Noncharacters become the replacement character.
fn cleaned(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut spaces = 0;
    for c in line.chars() {
        match c {
            '\t' => spaces += TAB,
            _ if c.is_control() => spaces = spaces.max(1),
            _ if c.is_whitespace() && !NO_BREAK_SPACES.contains(&c) => spaces += 1,
            _ => {
                push_spaces(&mut text, std::mem::take(&mut spaces));
                push_shown(&mut text, c);
            }
        }
    }
    text
}

/// Appends spaces. A line may only break at the first of them. Spaces at the start of the text do
/// not break.
fn push_spaces(text: &mut String, spaces: usize) {
    let spaces = spaces.min(WIDEST_SPACE);
    let breaking = usize::from(spaces > 0 && !text.is_empty());
    text.extend(std::iter::repeat_n(' ', breaking));
    text.extend(std::iter::repeat_n('\u{a0}', spaces - breaking));
}

fn push_shown(text: &mut String, c: char) {
    let is_noncharacter = matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe;
    match c {
        '\u{feff}' => {}
        _ if is_noncharacter => text.push(char::REPLACEMENT_CHARACTER),
        _ => text.push(c),
    }
}

/// Returns true if the text may contain right-to-left letters. There are none before the Hebrew
/// block.
fn may_turn(text: &str) -> bool {
    text.chars().any(|c| c >= '\u{590}')
}

fn is_space(c: char) -> bool {
    c == ' ' || NO_BREAK_SPACES.contains(&c)
}

struct Paragraph<'a> {
    shaper: &'a Shaper,
    text: &'a str,
    /// None if the whole text runs from left to right.
    bidi: Option<ParagraphBidiInfo<'a>>,
    style: Style,
}

/// Items with their drawing and width.
type Shaped = Vec<(Item, Drawn, f64)>;

impl Paragraph<'_> {
    /// Breaks the paragraph into lines. `room` is a share of the font size.
    fn lines(&self, room: f64) -> Vec<Line> {
        let whole = self.shaped(0..self.text.len());
        if width_of(&whole) <= room + TOLERANCE {
            return vec![self.line(0..self.text.len(), whole)];
        }
        let widths = Widths::from_shaped(&whole, self.text);
        let breaks: Vec<usize> = self.shaper.breaks.segment_str(self.text).collect();
        let mut lines = Vec::new();
        let mut from = 0;
        while from < self.text.len() {
            let (line, to) = self.next(from, room, &widths, &breaks);
            lines.extend(line);
            from = to;
        }
        let is_rtl = self
            .bidi
            .as_ref()
            .is_some_and(|bidi| bidi.paragraph_level.is_rtl());
        if is_rtl {
            let room = Mm::of_points(room * f64::from(self.style.size()));
            for line in &mut lines {
                line.indent = (room - line.width).max(Mm::from(0));
            }
        }
        lines
    }

    /// Returns the line that starts at `from`, and the start of the next line. Returns no line if
    /// only spaces were skipped.
    fn next(&self, from: usize, room: f64, widths: &Widths, breaks: &[usize]) -> (Option<Line>, usize) {
        let rest = &self.text[from..];
        let skipped = rest.len() - rest.trim_start_matches(is_space).len();
        // Skip spaces at the start of all lines but the first.
        if skipped > 0 && from > 0 {
            return (None, from + skipped);
        }
        let mut narrower = room;
        for again in (0..TRIES).rev() {
            let to = self.end(from, narrower, widths, breaks);
            let shown = from + self.text[from..to].trim_end_matches(' ').len();
            let shaped = self.shaped(from..shown);
            let excess = width_of(&shaped) - room;
            let is_least = widths.after(from) >= to;
            if excess <= TOLERANCE || is_least || again == 0 {
                return (Some(self.line(from..shown, shaped)), to);
            }
            narrower -= excess;
        }
        (None, self.text.len())
    }

    /// Returns the end of the line that starts at `from`, at least one letter further on.
    fn end(&self, from: usize, room: f64, widths: &Widths, breaks: &[usize]) -> usize {
        let limit = widths.limit(from, room, self.text);
        if limit == self.text.len() {
            return limit;
        }
        let fitting = breaks.partition_point(|at| *at <= limit);
        if let Some(at) = breaks[..fitting].last().filter(|at| **at > from) {
            return *at;
        }
        let joined = self.text[from..limit].rfind(JOINS).map(|at| from + at + 1);
        joined.unwrap_or(limit).max(widths.after(from))
    }

    /// Shapes a range of the text. The items are in visual order, from left to right.
    fn shaped(&self, range: Range<usize>) -> Shaped {
        let face = self.style.face();
        let mut shaped = Vec::new();
        if range.is_empty() {
            return shaped;
        }
        let mut add = |run: Range<usize>, is_rtl: bool| {
            let mut items = self.shaper.items(self.text, run, face, is_rtl);
            if is_rtl {
                items.reverse();
            }
            for item in items {
                let drawn = self.drawn(&item);
                let width = width_of_drawn(&drawn);
                shaped.push((item, drawn, width));
            }
        };
        match &self.bidi {
            None => add(range, false),
            Some(bidi) => {
                let (levels, runs) = bidi.visual_runs(range);
                for run in runs {
                    let is_rtl = levels.get(run.start).is_some_and(unicode_bidi::Level::is_rtl);
                    add(run, is_rtl);
                }
            }
        }
        shaped
    }

    fn drawn(&self, item: &Item) -> Drawn {
        match item.method {
            DrawingMethod::Font(font) => {
                let glyphs = self.shaper.shape(self.text, item);
                if item.is_spelled() {
                    Drawn::Spelled(font, glyphs, item.range.clone())
                } else {
                    Drawn::Glyphs(font, glyphs)
                }
            }
            DrawingMethod::TickBox => Drawn::TickBox,
            DrawingMethod::CodePoint => {
                let missing = self.shaper.missing_glyphs(self.text, item);
                self.shaper.note_missing(missing.iter().map(|(c, _)| *c));
                Drawn::CodePoints(missing)
            }
        }
    }

    /// Creates a line from shaped items, whose ranges refer to the paragraph.
    fn line(&self, range: Range<usize>, shaped: Shaped) -> Line {
        let size = f64::from(self.style.size());
        let length = |share: f64| Mm::of_points(share * size);
        let (mut ascent, mut descent) = Style::extent();
        let mut x = 0.0;
        let mut parts: Vec<(usize, Part)> = Vec::new();
        for (item, drawn, _) in shaped {
            if let Drawn::Glyphs(font, _) | Drawn::Spelled(font, _, _) = &drawn
                && let Some(font) = self.shaper.fonts().get(*font)
            {
                ascent = ascent.max(font.ascent);
                descent = descent.max(font.descent);
            }
            // Stacked marks can exceed the font's own ascent and descent.
            for up in drawn.glyphs().map(|glyph| f64::from(glyph.height())) {
                if up > 0.0 {
                    ascent = ascent.max(MARK.0 + up);
                } else if up < 0.0 {
                    descent = descent.max(MARK.1 - up);
                }
            }
            let words = if item.is_rtl() { drawn.words() } else { vec![drawn] };
            for drawn in words {
                let start = drawn.glyphs().map(|glyph| glyph.start as usize).min();
                let width = width_of_drawn(&drawn);
                let part = Part {
                    x: length(x),
                    drawn: drawn.relative_to(range.start),
                };
                parts.push((start.unwrap_or(item.range.start), part));
                x += width;
            }
        }
        // Write the parts in reading order, so that PDF readers extract the text correctly.
        parts.sort_by_key(|(start, _)| *start);
        let parts = parts.into_iter().map(|(_, part)| part).collect();
        Line {
            text: self.text[range].to_owned(),
            style: self.style,
            parts,
            indent: Mm::default(),
            width: length(x),
            ascent: length(ascent),
            descent: length(descent),
        }
    }
}

impl Drawn {
    /// Adjusts the ranges to a text that starts at `start`.
    fn relative_to(mut self, start: usize) -> Self {
        let bytes = u32::try_from(start).unwrap_or(u32::MAX);
        if let Self::Spelled(_, _, part) = &mut self {
            *part = part.start - start..part.end - start;
        }
        let (glyphs, missing): (&mut [Glyph], &mut [(char, Glyph)]) = match &mut self {
            Self::Glyphs(_, glyphs) | Self::Spelled(_, glyphs, _) => (glyphs, &mut []),
            Self::CodePoints(missing) => (&mut [], missing),
            Self::TickBox => (&mut [], &mut []),
        };
        for glyph in glyphs
            .iter_mut()
            .chain(missing.iter_mut().map(|(_, glyph)| glyph))
        {
            glyph.move_back(bytes);
        }
        self
    }

    /// Splits right-to-left glyphs into words, each with the space to its left. PDF readers reverse
    /// each word on its own.
    fn words(self) -> Vec<Self> {
        let Self::Glyphs(font, glyphs) = self else {
            return vec![self];
        };
        let mut words: Vec<Vec<Glyph>> = Vec::new();
        for glyph in glyphs {
            match words.last_mut().filter(|_| !glyph.is_space) {
                Some(word) => word.push(glyph),
                None => words.push(vec![glyph]),
            }
        }
        words.into_iter().map(|word| Self::Glyphs(font, word)).collect()
    }

    fn glyphs(&self) -> impl Iterator<Item = &Glyph> {
        let (glyphs, missing): (&[Glyph], &[(char, Glyph)]) = match self {
            Self::Glyphs(_, glyphs) | Self::Spelled(_, glyphs, _) => (glyphs, &[]),
            Self::CodePoints(missing) => (&[], missing),
            Self::TickBox => (&[], &[]),
        };
        glyphs.iter().chain(missing.iter().map(|(_, glyph)| glyph))
    }
}

fn width_of(shaped: &Shaped) -> f64 {
    shaped.iter().map(|(_, _, width)| width).sum()
}

fn width_of_drawn(drawn: &Drawn) -> f64 {
    if matches!(drawn, Drawn::TickBox) {
        return f64::from(TICK_BOX_ROOM);
    }
    drawn.glyphs().map(|glyph| f64::from(glyph.advance)).sum()
}

/// The width of each letter of a paragraph, by its start.
struct Widths(Vec<(usize, f64)>);

impl Widths {
    fn from_shaped(shaped: &Shaped, text: &str) -> Self {
        let mut widths: BTreeMap<usize, f64> = BTreeMap::new();
        for (item, drawn, width) in shaped {
            *widths.entry(item.range.start).or_default() += 0.0;
            if matches!(drawn, Drawn::TickBox) {
                *widths.entry(item.range.start).or_default() += width;
            }
            for glyph in drawn.glyphs() {
                *widths.entry(glyph.start as usize).or_default() += f64::from(glyph.advance);
            }
        }
        widths.entry(text.len()).or_default();
        Self(widths.into_iter().collect())
    }

    /// Returns the end of the letter that starts at `from`.
    fn after(&self, from: usize) -> usize {
        let next = self.0.partition_point(|(at, _)| *at <= from);
        self.0.get(next).map_or(from, |(at, _)| *at)
    }

    /// Returns the start of the first letter that does not fit. Spaces always fit.
    fn limit(&self, from: usize, room: f64, text: &str) -> usize {
        let first = self.0.partition_point(|(at, _)| *at < from);
        let mut used = 0.0;
        for (at, width) in &self.0[first..] {
            used += width;
            if used > room + TOLERANCE && !text[*at..].starts_with(is_space) {
                return (*at).max(self.after(from));
            }
        }
        text.len()
    }
}

#[cfg(test)]
mod tests;
