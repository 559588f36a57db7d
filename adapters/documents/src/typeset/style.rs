use std::sync::LazyLock;

use super::fonts::{Face, FontId, Fonts};

/// An RGB colour with components from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) u8, pub(crate) u8, pub(crate) u8);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    size: u8,
    color: Color,
    face: Face,
}

/// Ascent and descent of Noto Sans, which are equal for both weights.
static EXTENT: LazyLock<(f64, f64)> = LazyLock::new(|| {
    let fonts = Fonts::shipped();
    let first = fonts.get(FontId::first(Face::Regular));
    first.map_or((1.0, 0.0), |font| (font.ascent, font.descent))
});

impl Style {
    /// Creates a regular style of this size in points.
    pub(crate) fn new(size: u8, color: Color) -> Self {
        Self {
            size,
            color,
            face: Face::Regular,
        }
    }

    #[must_use]
    pub(crate) fn bold(self) -> Self {
        Self {
            face: Face::Bold,
            ..self
        }
    }

    /// Returns the minimum ascent and descent of a line, as shares of the font size.
    pub(super) fn extent() -> (f64, f64) {
        *EXTENT
    }

    pub(super) fn face(self) -> Face {
        self.face
    }

    pub(super) fn size(self) -> f32 {
        self.size.into()
    }

    pub(super) fn color(self) -> Color {
        self.color
    }
}
