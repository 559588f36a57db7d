//! The margins and the footer of every page.

use crate::grid::rule;
use crate::palette::{MUTED, RULE, text};
use crate::paper::Layout;
use crate::typeset::{Area, Canvas, Mm, Position};

const MARGIN_Y: f32 = 15.0;
/// Height of the footer, in millimetres.
const FOOT: f32 = 12.0;
/// Gap between the left and the right text of the footer.
const APART: f32 = 6.0;

pub(crate) struct Pages;

impl Pages {
    /// Adds a page and returns the area for its content.
    pub(crate) fn add_page(canvas: &Canvas, margin: f32) -> Area<'_> {
        let mut area = canvas.page();
        area.add_margins(MARGIN_Y.into(), margin.into());
        area.set_height(area.size().height - Mm::from(FOOT));
        area
    }

    /// Writes the footer of a page. A text that is too long for its line is cut off.
    pub(crate) fn write_foot(canvas: &Canvas, layout: &Layout<'_>, page: usize) {
        let mut foot = canvas.foot(page);
        foot.add_margins(MARGIN_Y.into(), layout.margin.into());
        foot.add_offset(Position::new(0, foot.size().height - Mm::from(FOOT - 6.0)));
        rule(&foot, RULE);
        let style = text(8, MUTED);
        let width = foot.size().width;
        let right = format!("Page {} of {}", page + 1, canvas.count());
        let right = foot.lines(&right, style, width).into_iter().next();
        let used = right
            .as_ref()
            .map_or(Mm::from(0), |right| right.width() + Mm::from(APART));
        let left = foot.lines(&layout.foot, style, width - used).into_iter().next();
        if let Some(left) = left {
            foot.print(Position::new(0, 1.5), left);
        }
        if let Some(right) = right {
            foot.print(Position::new(width - right.width(), 1.5), right);
        }
    }
}
