//! Paragraphs that continue from page to page.

use std::collections::VecDeque;

use aditus_application::ports::DocumentError;

use crate::typeset::{Area, Element, Line, Marks, Mm, NodeId, Position, Rendered, Role, Style, fault};

/// Number of lines of a paragraph that stay together at the foot of a page and at the top of the
/// next one.
const KEEP_TOGETHER: usize = 2;

/// Heading level of the title of a document.
pub(crate) const TITLE: u16 = 1;

/// A paragraph or heading, optionally with a hanging number or bullet.
pub(crate) struct Prose {
    marker: String,
    /// Left edge of the marker.
    outer: Mm,
    /// Left edge of the text.
    indent: Mm,
    text: String,
    style: Style,
    marker_style: Style,
    /// The gap below.
    gap: Mm,
    /// The heading level, if this is a heading.
    level: Option<u16>,
    /// The lines that are left. None before the paragraph was started.
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

    /// Adds a hanging number or bullet. `outer` is the left edge of the marker and `indent` that of
    /// the text, in millimetres.
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

    /// Turns the paragraph into a heading. Level 1 is the title of the document.
    pub(crate) fn heading(self, level: u16) -> Self {
        Self {
            level: Some(level),
            ..self
        }
    }

    /// Returns how many of the `left` lines are written on a page with room for `fitting` lines.
    fn lines_on_page(left: usize, fitting: usize, begun: bool) -> usize {
        if left <= fitting {
            return left;
        }
        let share = fitting.min(left.saturating_sub(KEEP_TOGETHER));
        if begun || share >= KEEP_TOGETHER { share } else { 0 }
    }

    /// Returns the area for the text. On the first call, opens the node of the structure tree and
    /// draws the marker.
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
        let count = Self::lines_on_page(rest.len(), fitting, begun);
        result.has_more = count < rest.len();
        if count > 0 {
            let mut text = self.begin(&area)?;
            for line in rest.drain(..count) {
                let height = line.height();
                print(&text, Position::new(self.indent, 0), line)?;
                text.add_offset(Position::new(0, height));
                result.height += height;
            }
        }
        if result.has_more {
            self.rest = (begun || count > 0).then_some(rest);
        } else {
            self.rest = Some(rest);
            result.height += self.gap;
        }
        Ok(result)
    }
}
/// Starts a new page unless `needed` millimetres are left on this one.
pub(crate) struct PageSpace {
    needed: Mm,
    done: bool,
}

impl PageSpace {
    pub(crate) fn new(needed: f32) -> Self {
        Self {
            needed: Mm::from(needed),
            done: false,
        }
    }
}

impl Element for PageSpace {
    fn render(&mut self, area: Area<'_>) -> Result<Rendered, DocumentError> {
        // Break at most once: if it does not fit on an empty page, it fits nowhere.
        let needs_page = !self.done && area.size().height < self.needed;
        self.done = true;
        Ok(Rendered {
            has_more: needs_page,
            ..Rendered::default()
        })
    }
}

/// Empty space of this height in millimetres, cut off at the end of the page.
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
    fn page_breaks_keep_two_lines_of_a_paragraph_together() {
        assert_eq!(Prose::lines_on_page(5, 9, false), 5);
        assert_eq!(Prose::lines_on_page(5, 4, false), 3, "two go on");
        assert_eq!(Prose::lines_on_page(5, 1, false), 0, "one would be left behind");
        assert_eq!(
            Prose::lines_on_page(3, 2, false),
            0,
            "either part would be one line"
        );
        assert_eq!(Prose::lines_on_page(1, 0, false), 0);
        assert_eq!(Prose::lines_on_page(90, 50, true), 50);
    }
}
