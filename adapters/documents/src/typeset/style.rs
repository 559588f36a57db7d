use std::sync::LazyLock;

use super::fonts::{Face, FontId, Fonts};

/// A colour of a screen: red, green and blue from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// How letters look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    size: u8,
    color: Color,
    face: Face,
}

/// How far the letters of Noto Sans reach above and below their line: those of both weights alike.
static EXTENT: LazyLock<(f64, f64)> = LazyLock::new(|| {
    let fonts = Fonts::shipped();
    let first = fonts.get(FontId::first(Face::Regular));
    first.map_or((1.0, 0.0), |font| (font.ascent, font.descent))
});

impl Style {
    /// Of this size in points.
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

    /// How far a line reaches above and below what its letters stand on, as shares of their size.
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
