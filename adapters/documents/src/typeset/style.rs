use super::fonts::{Face, Glyph};
use super::lengths::Mm;

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

    pub(crate) fn line_height(self) -> Mm {
        self.scaled(self.face.font().line_height)
    }

    pub(crate) fn char_width(self, c: char) -> Mm {
        self.scaled(self.glyph(c).advance)
    }

    /// The fonts hold no kerning, so the width of a text is that of its characters.
    pub(crate) fn str_width(self, text: &str) -> Mm {
        text.chars()
            .fold(Mm::default(), |sum, c| sum + self.char_width(c))
    }

    pub(super) fn glyph(self, c: char) -> Glyph {
        self.face.font().glyph(c)
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

    /// A length that is given as a share of the letters' size.
    fn scaled(self, share: f64) -> Mm {
        Mm::of_points(share * f64::from(self.size))
    }
}
