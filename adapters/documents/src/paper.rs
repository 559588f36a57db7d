//! Lays out the elements of a document one below the other, page after page.

use std::collections::{BTreeSet, VecDeque};

use aditus_application::ports::DocumentError;
use chrono::NaiveDate;

use crate::heading::Heading;
use crate::page::Pages;
use crate::palette::{INK, text};
use crate::prose::{Gap, Prose};
use crate::typeset::{Canvas, DocumentInfo, Element, Fonts, Mm, Position, fault, write as write_file};

/// Settings that all pages of a document share.
pub(crate) struct Layout<'a> {
    /// The title in the file's properties.
    pub(crate) title: &'a str,
    /// The text at the left of the footer.
    pub(crate) foot: String,
    /// The date in the file's properties. It is the date of the subject, not the time of printing,
    /// so that the file is the same whenever it is made.
    pub(crate) day: NaiveDate,
    /// The left and right margins, in millimetres.
    pub(crate) margin: f32,
}

/// The elements of a document, in order.
#[derive(Default)]
pub(crate) struct Paper(VecDeque<Box<dyn Element>>);

impl Paper {
    /// Starts a section on a page that has room for its heading and some of its content.
    pub(crate) fn section(&mut self, title: impl Into<String>) {
        self.push(Heading::new(title));
    }

    pub(crate) fn push(&mut self, element: impl Element + 'static) {
        self.0.push_back(Box::new(element));
    }

    /// Adds a section that lists the characters printed as code points, if there are any.
    fn list_missing(&mut self, missing: &BTreeSet<char>) {
        if missing.is_empty() {
            return;
        }
        let codes: Vec<String> = missing
            .iter()
            .map(|c| format!("U+{:04X}", u32::from(*c)))
            .collect();
        self.push(Heading::with_text("Characters printed as code points"));
        self.push(Gap(2.0));
        self.push(Prose::new(
            format!(
                "No font of this installation holds these characters. Each is printed as a box with its code point: {}.",
                codes.join(", ")
            ),
            text(9, INK),
            0.0,
        ));
    }
}

/// Creates a PDF. The same input gives the same bytes at any time and on any machine. Footers are
/// written last, because they contain the number of pages.
pub(crate) fn make(
    fonts: &Fonts,
    layout: &Layout<'_>,
    write: impl FnOnce(&mut Paper),
) -> Result<Vec<u8>, DocumentError> {
    let mut paper = Paper::default();
    write(&mut paper);
    let canvas = Canvas::new(fonts.clone());
    let mut is_listed = false;
    loop {
        let mut area = Pages::add_page(&canvas, layout.margin);
        let mut is_filled = false;
        loop {
            if paper.0.is_empty() && !std::mem::replace(&mut is_listed, true) {
                paper.list_missing(&canvas.missing());
            }
            let Some(element) = paper.0.front_mut() else {
                break;
            };
            if area.size().height <= Mm::from(0) {
                is_filled = true;
                break;
            }
            let rendered = element.render(area.clone())?;
            area.add_offset(Position::new(0, rendered.height));
            is_filled |= rendered.height > Mm::from(0);
            if rendered.has_more {
                break;
            }
            paper.0.pop_front();
        }
        if paper.0.is_empty() {
            break;
        }
        if !is_filled {
            return Err(fault("an element does not fit a page"));
        }
        // Drop the page if nothing was drawn on it, such as when it contains only a gap.
        canvas.drop_blank();
    }
    if canvas.count() > 1 {
        canvas.drop_blank();
    }
    for index in 0..canvas.count() {
        Pages::write_foot(&canvas, layout, index);
    }
    let info = DocumentInfo {
        title: layout.title,
        day: layout.day,
    };
    write_file(&info, canvas)
}
