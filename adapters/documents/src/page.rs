//! Margins and the foot of every page.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use genpdf::error::Error;
use genpdf::render::Area;
use genpdf::style::Style;
use genpdf::{Context, Margins, Mm, PageDecorator, Position};

use crate::grid::rule;
use crate::palette::{MUTED, RULE, text};

const MARGIN_Y: f32 = 15.0;
const FOOT: f32 = 12.0;
/// The height that a page of A4 leaves for its content, but for a hair's breadth that rounding takes.
pub(crate) const ROOM_ON_A_PAGE: f32 = 297.0 - 2.0 * MARGIN_Y - FOOT - 0.01;

/// Counts the pages as they are made. How many there are in all is known only after all were made once.
pub(crate) struct Pages {
    pub(crate) left: String,
    /// At the left and at the right, in millimetres.
    pub(crate) margin: f32,
    pub(crate) made: Arc<AtomicUsize>,
    pub(crate) total: usize,
}

impl PageDecorator for Pages {
    fn decorate_page<'a>(
        &mut self,
        context: &Context,
        mut area: Area<'a>,
        _: Style,
    ) -> Result<Area<'a>, Error> {
        let number = self.made.fetch_add(1, Ordering::Relaxed) + 1;
        area.add_margins(Margins::vh(MARGIN_Y, self.margin));
        let mut foot = area.clone();
        foot.add_offset(Position::new(0, area.size().height - Mm::from(FOOT - 6.0)));
        rule(&foot, RULE);
        let style = text(8, MUTED);
        let right = format!("Page {number} of {}", self.total);
        let width = style.str_width(&context.font_cache, &right);
        foot.print_str(&context.font_cache, Position::new(0, 1.5), style, &self.left)?;
        foot.print_str(
            &context.font_cache,
            Position::new(foot.size().width - width, 1.5),
            style,
            right,
        )?;
        area.set_height(area.size().height - Mm::from(FOOT));
        Ok(area)
    }
}
