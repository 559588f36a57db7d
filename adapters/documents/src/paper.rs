//! A document: its elements one below the other, page after page.

use aditus_application::ports::DocumentError;

use crate::heading::Heading;
use crate::page::Pages;
use crate::typeset::{Canvas, Element, Mm, Position, Writer, fault};

/// What all pages of a document have in common.
pub(crate) struct Layout<'a> {
    /// The title in the file's properties.
    pub(crate) title: &'a str,
    /// What stands at the left of each page's foot.
    pub(crate) foot: String,
    /// The margins at the left and at the right, in millimetres.
    pub(crate) margin: f32,
}

/// A document while it is being written.
#[derive(Default)]
pub(crate) struct Paper(Vec<Box<dyn Element>>);

impl Paper {
    /// Begins a section, on a page where some of it fits below its heading.
    pub(crate) fn section(&mut self, title: impl Into<String>) {
        self.push(Heading::new(title));
    }

    pub(crate) fn push(&mut self, element: impl Element + 'static) {
        self.0.push(Box::new(element));
    }
}

/// Makes a PDF, which is the same whenever and wherever it is made. Feet are written in the end, because only then the number of
/// pages is known.
pub(crate) fn make(layout: &Layout<'_>, write: impl FnOnce(&mut Paper)) -> Result<Vec<u8>, DocumentError> {
    let mut paper = Paper::default();
    write(&mut paper);
    let canvas = Canvas::default();
    let mut file = Writer::begin(layout.title);
    let mut number = 0;
    let mut elements = paper.0.into_iter().peekable();
    while elements.peek().is_some() || number == 0 {
        let mut area = Pages::room(&canvas, layout.margin);
        let mut is_filled = false;
        while let Some(element) = elements.peek_mut() {
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
            elements.next();
        }
        let content = canvas.take();
        if elements.peek().is_some() && !is_filled {
            return Err(fault("an element does not fit a page"));
        }
        // A page that holds nothing but a gap is none.
        if let Some(content) = content {
            file.add_page(content)?;
            number += 1;
        } else if elements.peek().is_none() {
            break;
        }
    }
    for index in 0..number {
        Pages::foot(&canvas, layout, index + 1, number);
        file.add_to_page(index, canvas.take().unwrap_or_default())?;
    }
    file.finish(canvas)
}
