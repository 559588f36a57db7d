//! Paragraphs that go on from page to page.

use std::collections::VecDeque;

use genpdf::error::Error;
use genpdf::render::Area;
use genpdf::style::Style;
use genpdf::{Context, Element, Mm, Position, RenderResult, Size};

use crate::text::{lines, write};

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
    fn render(&mut self, context: &Context, mut area: Area<'_>, _: Style) -> Result<RenderResult, Error> {
        let mut result = RenderResult::default();
        let begun = self.rest.is_some();
        let width = area.size().width - self.indent;
        let mut rest = self
            .rest
            .take()
            .unwrap_or_else(|| lines(&self.text, self.style, width, &context.font_cache).into());
        let height = self.style.line_height(&context.font_cache);
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
                write(
                    &self.marker,
                    self.marker_style,
                    (self.outer, Mm::from(0)),
                    &area,
                    context,
                )?;
            }
            write(&line, self.style, (self.indent, Mm::from(0)), &area, context)?;
            area.add_offset(Position::new(0, height));
            result.size = result.size.stack_vertical(Size::new(area.size().width, height));
        }
        if result.has_more {
            self.rest = (begun || share > 0).then_some(rest);
        } else {
            self.rest = Some(rest);
            result.size.height += self.gap;
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
    fn render(&mut self, _: &Context, area: Area<'_>, _: Style) -> Result<RenderResult, Error> {
        // The next page is the emptiest there is: what does not fit there fits nowhere.
        let asks = !self.done && area.size().height < self.needed;
        self.done = true;
        Ok(RenderResult {
            has_more: asks,
            ..RenderResult::default()
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
