use aditus_application::ports::DocumentError;

use crate::grid::rule;
use crate::palette::{ACCENT, text};
use crate::typeset::{Area, Element, Mm, Position, Rendered};

/// Height in millimetres that a section needs on a page, including its heading. Otherwise it starts
/// on the next page.
const KEEP_TOGETHER: f32 = 32.0;
/// The same for a section that starts with a text, where two lines are enough.
const KEEP_TOGETHER_WITH_TEXT: f32 = 24.0;
/// Gaps above the heading and below it, in millimetres.
const ABOVE: f32 = 5.5;
const BELOW: f32 = 1.2;

/// The heading of a section. Our headings fit one line.
pub(crate) struct Heading {
    title: String,
    needed: Mm,
    done: bool,
}

impl Heading {
    /// Level 1 is the title of the document.
    pub(crate) const LEVEL: u16 = 2;

    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            needed: Mm::from(KEEP_TOGETHER),
            done: false,
        }
    }

    /// Creates the heading of a section that starts with a text.
    pub(crate) fn with_text(title: impl Into<String>) -> Self {
        Self {
            needed: Mm::from(KEEP_TOGETHER_WITH_TEXT),
            ..Self::new(title)
        }
    }

    /// Requires room for the first `needed` millimetres of the section, including the heading.
    pub(crate) fn keeping(self, needed: f32) -> Self {
        Self {
            needed: Mm::from(needed),
            ..self
        }
    }
}

impl Element for Heading {
    fn render(&mut self, mut area: Area<'_>) -> Result<Rendered, DocumentError> {
        let mut result = Rendered::default();
        if self.done {
            return Ok(result);
        }
        if area.size().height < self.needed {
            result.has_more = true;
            return Ok(result);
        }
        self.done = true;
        let style = text(12, ACCENT).bold();
        let mut below = Mm::from(ABOVE);
        let heading = area.heading(Self::LEVEL, &self.title);
        for line in area.lines(&self.title, style, area.size().width) {
            let height = line.height();
            heading.print(Position::new(0, below), line);
            below += height;
        }
        below += Mm::from(BELOW);
        area.add_offset(Position::new(0, below));
        rule(&area, ACCENT);
        result.height = below;
        Ok(result)
    }
}
