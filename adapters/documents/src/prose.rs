//! Paragraphs that go on from page to page.

use std::collections::VecDeque;

use aditus_application::ports::DocumentError;

use crate::typeset::{Area, Element, Line, Marks, Mm, NodeId, Position, Rendered, Role, Style, fault};

/// So many lines of a paragraph stand together, at the foot of a page and at the head of the next one.
const COMPANY: usize = 2;

/// The level of the title of a document.
pub(crate) const TITLE: u16 = 1;

/// A paragraph, with the number or the mark that hangs in front of it.
pub(crate) struct Prose {
    marker: String,
    /// Where the mark begins, in millimetres from the left.
    outer: Mm,
    /// Where the text begins, in millimetres from the left.
    indent: Mm,
    text: String,
    style: Style,
    marker_style: Style,
    /// The gap below.
    gap: Mm,
    /// The level of the heading that it is, if it is one.
    level: Option<u16>,
    /// What is left of it; none before it was begun.
    rest: Option<VecDeque<Line>>,
    part: Option<NodeId>,
}

impl Prose {
    pub(crate) fn new(text: impl Into<String>, style: Style, gap: f32) -> Self {
        Self {
            marker: String::new(),
            outer: Mm::from(0),
            indent: Mm::from(0),
            text: text.into(),
            style,
            marker_style: style,
            gap: Mm::from(gap),
            level: None,
            rest: None,
            part: None,
        }
    }

    /// Lets a number or a mark hang in front.
    pub(crate) fn hanging(
        mut self,
        marker: impl Into<String>,
        style: Style,
        outer: f32,
        indent: f32,
    ) -> Self {
        self.marker = marker.into();
        self.marker_style = style;
        self.outer = Mm::from(outer);
        self.indent = Mm::from(indent);
        self
    }

    /// Makes a heading of it. The title of the document is of the first level.
    pub(crate) fn heading(self, level: u16) -> Self {
        Self {
            level: Some(level),
            ..self
        }
    }

    /// How many of so many lines are written where this many fit.
    fn share(left: usize, fitting: usize, begun: bool) -> usize {
        if left <= fitting {
            return left;
        }
        let share = fitting.min(left.saturating_sub(COMPANY));
        if begun || share >= COMPANY { share } else { 0 }
    }

    /// Where the text is drawn. Its marker is drawn when it is begun.
    fn begin<'a>(&mut self, area: &Area<'a>) -> Result<Area<'a>, DocumentError> {
        if let Some(part) = self.part {
            return Ok(area.within(part));
        }
        if let Some(level) = self.level {
            return Ok(area.heading(level, &self.text));
        }
        if self.marker.is_empty() {
            let (part, text) = area.open(Role::Paragraph);
            self.part = Some(part);
            return Ok(text);
        }
        let marks = match self.marker.chars().next() {
            Some('(') => Marks::Letters,
            Some('0'..='9') => Marks::Numbers,
            _ => Marks::Dots,
        };
        let (_, item) = area.list(marks).open(Role::Item);
        let (_, marker) = item.open(Role::Marker);
        if let Some(line) = marker
            .lines(&self.marker, self.marker_style, area.size().width)
            .into_iter()
            .next()
        {
            print(&marker, Position::new(self.outer, 0), line)?;
        }
        let (part, text) = item.open(Role::ItemText);
        self.part = Some(part);
        Ok(text)
    }
}

fn print(area: &Area<'_>, at: Position, line: Line) -> Result<(), DocumentError> {
    if area.print(at, line) {
        Ok(())
    } else {
        Err(fault("a line did not fit its page"))
    }
}

impl Element for Prose {
    fn render(&mut self, area: Area<'_>) -> Result<Rendered, DocumentError> {
        let mut result = Rendered::default();
        let begun = self.rest.is_some();
        let width = area.size().width - self.indent;
        let mut rest = self
            .rest
            .take()
            .unwrap_or_else(|| area.lines(&self.text, self.style, width).into());
        let mut used = Mm::from(0);
        let fitting = rest.iter().take_while(|line| {
            used += line.height();
            used <= area.size().height
        });
        let fitting = fitting.count();
        let share = Self::share(rest.len(), fitting, begun);
        result.has_more = share < rest.len();
        if share > 0 {
            let mut text = self.begin(&area)?;
            for line in rest.drain(..share) {
                let height = line.height();
                print(&text, Position::new(self.indent, 0), line)?;
                text.add_offset(Position::new(0, height));
                result.height += height;
            }
        }
        if result.has_more {
            self.rest = (begun || share > 0).then_some(rest);
        } else {
            self.rest = Some(rest);
            result.height += self.gap;
        }
        Ok(result)
    }
}
/// Begins a new page unless so many millimetres are left on this one.
pub(crate) struct Room {
    needed: Mm,
    done: bool,
}

impl Room {
    pub(crate) fn new(needed: f32) -> Self {
        Self {
            needed: Mm::from(needed),
            done: false,
        }
    }
}

impl Element for Room {
    fn render(&mut self, area: Area<'_>) -> Result<Rendered, DocumentError> {
        // The next page is the emptiest there is: what does not fit there fits nowhere.
        let asks = !self.done && area.size().height < self.needed;
        self.done = true;
        Ok(Rendered {
            has_more: asks,
            ..Rendered::default()
        })
    }
}

/// An empty strip of this height, as far as the page goes.
pub(crate) struct Gap(pub(crate) f32);

impl Element for Gap {
    fn render(&mut self, area: Area<'_>) -> Result<Rendered, DocumentError> {
        let (wanted, left) = (Mm::from(self.0), area.size().height);
        Ok(Rendered {
            height: if wanted < left { wanted } else { left },
            has_more: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_a_paragraph_stands_alone() {
        assert_eq!(Prose::share(5, 9, false), 5);
        assert_eq!(Prose::share(5, 4, false), 3, "two go on");
        assert_eq!(Prose::share(5, 1, false), 0, "one would be left behind");
        assert_eq!(Prose::share(3, 2, false), 0, "either part would be one line");
        assert_eq!(Prose::share(1, 0, false), 0);
        assert_eq!(Prose::share(90, 50, true), 50);
    }
}
