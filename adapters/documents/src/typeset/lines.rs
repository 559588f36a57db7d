//! Lines of text that fit a width: broken by UAX 14, set in the directions of UAX 9.

use std::collections::BTreeMap;
use std::ops::Range;

use unicode_bidi::ParagraphBidiInfo;

use super::fonts::FontId;
use super::glyphs::Glyph;
use super::lengths::Mm;
use super::shaper::{Item, Means, Shaper};
use super::style::Style;

/// Where a word that is wider than its line is broken rather than elsewhere: behind a mark that joins words.
const JOINS: [char; 9] = ['_', '-', '/', '.', '@', ',', ';', ':', '\\'];
/// Spaces that keep two words on one line.
const NO_BREAK_SPACES: [char; 3] = ['\u{a0}', '\u{2007}', '\u{202f}'];
/// As many spaces as a tab is wide.
const TAB: usize = 4;
/// As many spaces stand beside each other at most.
const WIDEST_SPACE: usize = 16;
/// The side of a box to tick and the room it takes in a line, as shares of the letters' size.
pub(super) const TICK_BOX_SIDE: f32 = 0.76;
const TICK_BOX_ROOM: f32 = 1.18;
/// How often a line is set again, a little narrower, because its letters take more room at its ends than within.
const TRIES: usize = 8;
/// How far a mark reaches that stands where its font has it: above the line, and below it.
const MARK: (f64, f64) = (0.82, 0.28);
/// Less than anybody sees, as a share of the letters' size: what sums of lengths differ by.
const NOTHING: f64 = 1e-4;

/// A line of text.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(super) text: String,
    pub(super) style: Style,
    /// In the order in which they are read.
    pub(super) parts: Vec<Part>,
    /// How far it begins from the left.
    pub(super) indent: Mm,
    width: Mm,
    pub(super) ascent: Mm,
    descent: Mm,
}

/// A part of a line, drawn by one means.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// From the beginning of the line.
    pub(super) x: Mm,
    pub(super) drawn: Drawn,
}

#[derive(Debug, Clone)]
pub(super) enum Drawn {
    Glyphs(FontId, Vec<Glyph>),
    /// Glyphs with the part of the text that they say.
    Spelled(FontId, Vec<Glyph>, Range<usize>),
    /// Characters that no font holds, each with a glyph without outlines.
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
    /// The lines of a text: one or more for each of its own lines, none wider than `width`. Whatever is no white space and no control
    /// character is kept, however long the word.
    pub(super) fn lines(&self, text: &str, style: Style, width: Mm) -> Vec<Line> {
        let room = width.points_exactly() / f64::from(style.size());
        let mut was_empty = false;
        text.trim_end()
            .split('\n')
            .map(cleaned)
            // One empty line parts paragraphs as well as many do.
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

/// White space as wide as it was typed, up to [`WIDEST_SPACE`], but for the end of the line; without control characters. What stands for no
/// character is shown as what it is.
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

/// A line may be broken at the first of several spaces, and keeps those that it begins with.
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

/// Whether any of it may go from right to left: no letter before Hebrew does.
fn may_turn(text: &str) -> bool {
    text.chars().any(|c| c >= '\u{590}')
}

fn is_space(c: char) -> bool {
    c == ' ' || NO_BREAK_SPACES.contains(&c)
}

struct Paragraph<'a> {
    shaper: &'a Shaper,
    text: &'a str,
    /// None where all of it goes from left to right.
    bidi: Option<ParagraphBidiInfo<'a>>,
    style: Style,
}

/// Parts with their widths.
type Shaped = Vec<(Item, Drawn, f64)>;

impl Paragraph<'_> {
    /// Lengths are shares of the letters' size.
    fn lines(&self, room: f64) -> Vec<Line> {
        let whole = self.shaped(0..self.text.len());
        if width_of(&whole) <= room + NOTHING {
            return vec![self.line(0..self.text.len(), whole)];
        }
        let widths = Widths::of(&whole, self.text);
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

    /// The line that begins here, and where the next one begins. No line where nothing but room between words is left.
    fn next(&self, from: usize, room: f64, widths: &Widths, breaks: &[usize]) -> (Option<Line>, usize) {
        let rest = &self.text[from..];
        let skipped = rest.len() - rest.trim_start_matches(is_space).len();
        // Only the first line keeps the room that it begins with.
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
            if excess <= NOTHING || is_least || again == 0 {
                return (Some(self.line(from..shown, shaped)), to);
            }
            narrower -= excess;
        }
        (None, self.text.len())
    }

    /// Where the line that begins here ends if it has so much room: at least one letter further on.
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

    /// A part of the text from left to right.
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
        match item.means {
            Means::Font(font) => {
                let glyphs = self.shaper.shape(self.text, item);
                if item.is_spelled() {
                    Drawn::Spelled(font, glyphs, item.range.clone())
                } else {
                    Drawn::Glyphs(font, glyphs)
                }
            }
            Means::TickBox => Drawn::TickBox,
            Means::CodePoint => {
                let missing = self.shaper.blanks(self.text, item);
                self.shaper.note_missing(missing.iter().map(|(c, _)| *c));
                Drawn::CodePoints(missing)
            }
        }
    }

    /// A line out of its parts, whose ranges are those of the paragraph.
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
            // Marks on marks leave the height that a font has for its letters.
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
                    drawn: drawn.from(range.start),
                };
                parts.push((start.unwrap_or(item.range.start), part));
                x += width;
            }
        }
        // They are written in the order in which they are read, wherever they stand.
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
    /// The same in a text that begins here.
    fn from(mut self, start: usize) -> Self {
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

    /// Its words, each with the space at its left, if it is to be turned round to be read: words are not turned round together.
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

/// How wide the letters of a paragraph are, by where they begin.
struct Widths(Vec<(usize, f64)>);

impl Widths {
    fn of(shaped: &Shaped, text: &str) -> Self {
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

    /// Where the letter ends that begins here.
    fn after(&self, from: usize) -> usize {
        let next = self.0.partition_point(|(at, _)| *at <= from);
        self.0.get(next).map_or(from, |(at, _)| *at)
    }

    /// Where the first letter begins that does not fit any more. Room between words fits always.
    fn limit(&self, from: usize, room: f64, text: &str) -> usize {
        let first = self.0.partition_point(|(at, _)| *at < from);
        let mut used = 0.0;
        for (at, width) in &self.0[first..] {
            used += width;
            if used > room + NOTHING && !text[*at..].starts_with(is_space) {
                return (*at).max(self.after(from));
            }
        }
        text.len()
    }
}

#[cfg(test)]
mod tests;
