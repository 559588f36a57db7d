//! Paragraphs that go on from page to page.

use std::collections::VecDeque;

use aditus_application::ports::DocumentError;

use crate::text::{lines, write};
use crate::typeset::{Area, Element, Mm, Position, Rendered, Style};

/// So many lines of a paragraph stand together, at the foot of a page and at the head of the next one.
const COMPANY: usize = 2;

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
    /// What is left of it; none before it was begun.
    rest: Option<VecDeque<String>>,
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
            rest: None,
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

    /// How many of so many lines are written where this many fit.
    fn share(left: usize, fitting: usize, begun: bool) -> usize {
        if left <= fitting {
            return left;
        }
        let share = fitting.min(left.saturating_sub(COMPANY));
        if begun || share >= COMPANY { share } else { 0 }
    }
}

impl Element for Prose {
    fn render(&mut self, mut area: Area<'_>) -> Result<Rendered, DocumentError> {
        let mut result = Rendered::default();
        let begun = self.rest.is_some();
        let width = area.size().width - self.indent;
        let mut rest = self
            .rest
            .take()
            .unwrap_or_else(|| lines(&self.text, self.style, width).into());
        let height = self.style.line_height();
        let mut fitting = 0;
        let mut used = height;
        while used <= area.size().height && fitting < rest.len() {
            fitting += 1;
            used += height;
        }
        let share = Self::share(rest.len(), fitting, begun);
        result.has_more = share < rest.len();
        for (index, line) in rest.drain(..share).enumerate() {
            if index == 0 && !begun {
                write(&self.marker, self.marker_style, (self.outer, Mm::from(0)), &area)?;
            }
            write(&line, self.style, (self.indent, Mm::from(0)), &area)?;
            area.add_offset(Position::new(0, height));
            result.height += height;
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
