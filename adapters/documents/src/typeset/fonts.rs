//! The fonts of the documents: Noto Sans for Latin, Greek and Cyrillic (see `fonts/README.md`). They are read once.

use std::collections::HashMap;
use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// The fonts there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    Regular,
    Bold,
}

/// What is known of a font.
pub(super) struct Font {
    pub(super) name: &'static str,
    pub(super) data: &'static [u8],
    /// Lengths are shares of the letters' size.
    pub(super) line_height: f64,
    pub(super) ascent: f64,
    pub(super) descent: f64,
    pub(super) cap_height: f64,
    /// Left, bottom, right and top of all letters laid over each other.
    pub(super) bounds: [f64; 4],
    glyphs: HashMap<char, Glyph>,
    missing: Glyph,
}

/// A letter as it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Glyph {
    pub(super) id: u16,
    /// How far it is to the next one, as a share of the letters' size.
    pub(super) advance: f64,
}

static REGULAR: LazyLock<Font> = LazyLock::new(|| {
    Font::read(
        "NotoSans-Regular",
        include_bytes!("../../fonts/NotoSans-Regular.ttf"),
    )
});
static BOLD: LazyLock<Font> =
    LazyLock::new(|| Font::read("NotoSans-Bold", include_bytes!("../../fonts/NotoSans-Bold.ttf")));

impl Face {
    pub(super) const ALL: [Self; 2] = [Self::Regular, Self::Bold];

    pub(super) fn font(self) -> &'static Font {
        match self {
            Self::Regular => &REGULAR,
            Self::Bold => &BOLD,
        }
    }

    /// Its name in the pages of a document.
    pub(super) fn resource(self) -> &'static [u8] {
        match self {
            Self::Regular => b"F0",
            Self::Bold => b"F1",
        }
    }
}

impl Font {
    /// A font that cannot be read has no letters; a test makes sure that ours have.
    fn read(name: &'static str, data: &'static [u8]) -> Self {
        let empty = Self {
            name,
            data,
            line_height: 1.0,
            ascent: 1.0,
            descent: 0.0,
            cap_height: 1.0,
            bounds: [0.0, 0.0, 1.0, 1.0],
            glyphs: HashMap::new(),
            missing: Glyph::default(),
        };
        let Ok(font) = FontRef::new(data) else {
            return empty;
        };
        // At a size of one, every length is a share of the letters' size.
        let metrics = font.metrics(Size::new(1.0), LocationRef::default());
        let widths = font.glyph_metrics(Size::new(1.0), LocationRef::default());
        let glyph = |id: GlyphId| {
            Some(Glyph {
                id: u16::try_from(id.to_u32()).ok()?,
                advance: widths.advance_width(id)?.into(),
            })
        };
        let glyphs = font
            .charmap()
            .mappings()
            .filter_map(|(code, id)| Some((char::from_u32(code)?, glyph(id)?)));
        let ascent = f64::from(metrics.ascent);
        let descent = f64::from(metrics.descent);
        Self {
            line_height: ascent - descent + f64::from(metrics.leading),
            ascent,
            descent,
            cap_height: metrics.cap_height.map_or(ascent, f64::from),
            bounds: metrics.bounds.map_or(empty.bounds, |bounds| {
                [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(f64::from)
            }),
            glyphs: glyphs.collect(),
            missing: glyph(GlyphId::NOTDEF).unwrap_or_default(),
            ..empty
        }
    }

    /// The glyph of a character; an empty box where the font has none.
    pub(super) fn glyph(&self, c: char) -> Glyph {
        self.glyphs.get(&c).copied().unwrap_or(self.missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_have_letters_of_three_scripts() {
        for face in Face::ALL {
            let font = face.font();
            for c in "Aaž Ωω Жж 09 –•…€".chars() {
                let glyph = font.glyph(c);
                assert!(glyph.id > 0 && glyph.advance > 0.1, "{c} {glyph:?}");
            }
            assert_eq!(font.glyph('中').id, 0);
            assert!(font.glyph('W').advance > font.glyph('i').advance);
            assert!((1.3..1.4).contains(&font.line_height), "{}", font.line_height);
        }
    }
}
