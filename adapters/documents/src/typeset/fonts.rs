//! The fonts of the documents: those that ship with the product, and those of the installation.

mod found;
mod sfnt;
mod shipped;

use std::sync::Arc;

use harfrust::font::Blob;
use harfrust::unicode::{Decomposed, decompose};
use harfrust::{Font as Outlines, GlyphId};
use krilla::text::Font as Embedded;

pub use found::{FontFault, FontFiles, FontSource};

use found::FoundFont;
use shipped::{Family, SHIPPED};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Face {
    Regular,
    Bold,
}

pub(super) struct Font {
    pub(super) outlines: Outlines,
    /// The same font in the form that the PDF writer embeds.
    pub(super) embedded: Embedded,
    /// Extent of the letters above and below the baseline, as shares of the font size.
    pub(super) ascent: f64,
    pub(super) descent: f64,
    /// A glyph without outlines, preferably of zero width.
    pub(super) blank: u32,
    /// Font units per em.
    pub(super) units: f32,
}

/// All available fonts. The shipped ones are tried first.
#[derive(Clone)]
pub(crate) struct Fonts {
    shipped: Arc<Vec<Family>>,
    found: Arc<[Arc<FoundFont>]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum FontId {
    /// A font family by its index, with the weight.
    Shipped(usize, Face),
    Found(usize),
}

/// Characters without outlines, zero-width ones first. Some fonts draw a bar for a zero-width
/// character.
const BLANKS: [char; 5] = ['\u{200c}', '\u{200d}', '\u{200b}', '\u{a0}', ' '];
/// Limits of ascent and descent. Some fonts reserve extra height for rare marks, which would spread
/// the lines too far.
const HIGHEST: f64 = 1.2;
const LOWEST: f64 = 0.6;

impl Fonts {
    pub(crate) fn shipped() -> Self {
        Self::with(&FontFiles::default())
    }

    /// The fonts that ship with the product, and those of the installation for characters that
    /// these do not contain.
    pub(crate) fn with(files: &FontFiles) -> Self {
        Self {
            shipped: SHIPPED.clone(),
            found: files.fonts(),
        }
    }

    pub(super) fn get(&self, id: FontId) -> Option<&Font> {
        match id {
            FontId::Shipped(family, face) => self.shipped.get(family)?.get(face),
            FontId::Found(number) => self.found.get(number)?.get(),
        }
    }

    /// Returns the first font that contains all of these characters.
    pub(super) fn first_covering(&self, characters: &[char], face: Face) -> Option<FontId> {
        let shipped = (0..self.shipped.len()).map(|family| FontId::Shipped(family, face));
        let found = found::in_order(&self.found, face).map(|(number, _)| FontId::Found(number));
        shipped.chain(found).find(|id| self.covers(*id, characters))
    }

    /// Returns true if the font contains all of these characters.
    pub(super) fn covers(&self, id: FontId, characters: &[char]) -> bool {
        // Check the character map first, so that a font of the installation is not loaded whole in
        // vain.
        if let FontId::Found(number) = id
            && !self
                .found
                .get(number)
                .is_some_and(|font| characters.iter().all(|c| font.covers(*c)))
        {
            return false;
        }
        self.get(id)
            .is_some_and(|font| characters.iter().all(|c| covers(&font.outlines, *c)))
    }
}

impl FontId {
    /// Noto Sans, which contains all characters of our own texts.
    pub(super) fn first(face: Face) -> Self {
        Self::Shipped(0, face)
    }
}

impl std::fmt::Debug for Fonts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Fonts")
            .field(&self.shipped.len())
            .field(&self.found.len())
            .finish()
    }
}

impl Font {
    fn new(outlines: Outlines, embedded: Embedded) -> Option<Self> {
        let units = f32::from(outlines.units_per_em());
        let line = outlines.metrics().hhea_line?;
        let charmap = outlines.charmap();
        let blanks = BLANKS.iter().filter_map(|c| charmap.map_unicode(*c));
        let blank = blanks
            .into_iter()
            .find(|glyph| shows_nothing(&outlines, *glyph))?
            .to_u32();
        let share = |length: f64| length / f64::from(units);
        Some(Self {
            embedded,
            blank,
            ascent: share(line.ascender.to_f64()).min(HIGHEST),
            descent: -share(line.descender.to_f64()).max(-LOWEST),
            units,
            outlines,
        })
    }
}

/// Parses the font with this index in a file, once for the shaper and once for the PDF writer.
fn parsed(file: Vec<u8>, index: u32) -> Option<(Outlines, Embedded)> {
    let file = Arc::new(file);
    let shared: Arc<dyn AsRef<[u8]> + Send + Sync> = file.clone();
    Some((
        Outlines::new(Blob::from(shared), index)?,
        Embedded::new(file.into(), index)?,
    ))
}

fn shows_nothing(outlines: &Outlines, glyph: GlyphId) -> bool {
    let Some(glyph) = outlines.outline_glyphs().get(glyph) else {
        return true;
    };
    glyph
        .extents()
        .is_ok_and(|extents| extents.width == 0.0 && extents.height == 0.0)
}

/// Returns true if the font can draw the character, possibly by its canonical decomposition.
fn covers(outlines: &Outlines, c: char) -> bool {
    let charmap = outlines.charmap();
    let mut code = u32::from(c);
    loop {
        if charmap.map_unicode(code).is_some() {
            return true;
        }
        code = match decompose(code) {
            None => return false,
            Some(Decomposed::Singleton(other)) => other,
            Some(Decomposed::Pair(_, mark)) if charmap.map_unicode(mark).is_none() => return false,
            Some(Decomposed::Pair(base, _)) => base,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_fonts_can_be_parsed() {
        let fonts = Fonts::shipped();
        for family in 0..fonts.shipped.len() {
            for face in [Face::Regular, Face::Bold] {
                let font = fonts.get(FontId::Shipped(family, face)).unwrap();
                assert!(covers(&font.outlines, ' '), "{family}");
                assert!(
                    shows_nothing(&font.outlines, GlyphId::new(font.blank)),
                    "{family}"
                );
                assert!((0.7..2.0).contains(&font.ascent), "{family}: {}", font.ascent);
                assert!((0.1..1.2).contains(&font.descent), "{family}: {}", font.descent);
            }
        }
    }

    #[test]
    fn each_script_is_found_in_its_own_font() {
        let fonts = Fonts::shipped();
        let family = |c| match fonts.first_covering(&[c], Face::Bold) {
            Some(FontId::Shipped(family, Face::Bold)) => Some(family),
            _ => None,
        };
        for c in "Aaž Ωω Жж ɓɗɛɔʋŋ 09 –•…€".chars() {
            assert_eq!(family(c), Some(0), "{c}");
        }
        for c in "عשንअবதไაԱߒⵣ".chars() {
            assert!(family(c).is_some_and(|family| family > 0), "{c}");
        }
        assert_eq!(family('中'), None);
    }

    #[test]
    fn a_font_covers_letters_that_it_can_compose() {
        let fonts = Fonts::shipped();
        let first = fonts.get(FontId::first(Face::Regular)).unwrap();
        assert!(covers(&first.outlines, '\u{212b}'), "Angstrom is A with a ring");
        assert!(!covers(&first.outlines, '가'));
    }
}
