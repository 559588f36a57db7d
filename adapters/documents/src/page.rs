//! Margins and the foot of every page.

use crate::grid::rule;
use crate::palette::{MUTED, RULE, text};
use crate::paper::Layout;
use crate::typeset::{Area, Canvas, Mm, Position};

const MARGIN_Y: f32 = 15.0;
const FOOT: f32 = 12.0;

/// The pages of a document.
pub(crate) struct Pages;

impl Pages {
    /// The room for content on a new page.
    pub(crate) fn room(canvas: &Canvas, margin: f32) -> Area<'_> {
        let mut area = canvas.page();
        area.add_margins(MARGIN_Y.into(), margin.into());
        area.set_height(area.size().height - Mm::from(FOOT));
        area
    }

    /// Writes the foot of a page.
    pub(crate) fn foot(canvas: &Canvas, layout: &Layout<'_>, number: usize, total: usize) {
        let mut foot = canvas.page();
        foot.add_margins(MARGIN_Y.into(), layout.margin.into());
        foot.add_offset(Position::new(0, foot.size().height - Mm::from(FOOT - 6.0)));
        rule(&foot, RULE);
        let style = text(8, MUTED);
        let right = format!("Page {number} of {total}");
        let width = style.str_width(&right);
        foot.print_str(Position::new(0, 1.5), style, &layout.foot);
        foot.print_str(Position::new(foot.size().width - width, 1.5), style, &right);
    }
}
