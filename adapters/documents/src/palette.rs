//! The colours of the documents. Every text colour has a contrast of at least 4.5 to 1 on white.

use aditus_domain::review::{OverallStatus, StageState};

use crate::typeset::{Color, Style};

pub(crate) const INK: Color = Color(31, 41, 51);
pub(crate) const MUTED: Color = Color(88, 99, 110);
pub(crate) const ACCENT: Color = Color(0, 96, 100);
pub(crate) const RULE: Color = Color(221, 226, 231);
pub(crate) const FRAME: Color = Color(150, 162, 168);
pub(crate) const FILL: Color = Color(236, 242, 243);
const GREEN: Color = Color(27, 110, 56);
const RED: Color = Color(176, 32, 37);
const ORANGE: Color = Color(160, 82, 0);
const GREY: Color = Color(96, 100, 104);
const BLUE: Color = Color(21, 90, 168);

/// Returns the style for text of this size in points.
pub(crate) fn text(size: u8, color: Color) -> Style {
    Style::new(size, color)
}

pub(crate) fn status_color(status: OverallStatus) -> Color {
    match status {
        OverallStatus::Approved => GREEN,
        OverallStatus::Denied => RED,
        OverallStatus::Recalled => BLUE,
        OverallStatus::Pending => ORANGE,
    }
}

/// The same colours as in the tracking graph (2 §2).
pub(crate) fn state_color(state: StageState) -> Color {
    match state {
        StageState::Approved => GREEN,
        StageState::Denied => RED,
        StageState::Halted => GREY,
        StageState::Unattended => ORANGE,
        StageState::Incoming => INK,
        StageState::Recalled => BLUE,
    }
}
