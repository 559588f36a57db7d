//! Margins and the foot of every page.

use crate::grid::rule;
use crate::palette::{MUTED, RULE, text};
use crate::paper::Layout;
use crate::typeset::{Area, Canvas, Mm, Position};

const MARGIN_Y: f32 = 15.0;
const FOOT: f32 = 12.0;
/// Between what stands at the left of a foot and at its right.
const APART: f32 = 6.0;

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

    /// Writes the foot of a page. Of what is longer than its line, the beginning is written.
    pub(crate) fn foot(canvas: &Canvas, layout: &Layout<'_>, page: usize) {
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
