//! The fonts of the documents (see `fonts/README.md`). They are read once, and only if a document needs them.

use std::sync::{Arc, LazyLock, OnceLock};

use harfrust::Font as Outlines;
use harfrust::unicode::{Decomposed, decompose};
use krilla::text::Font as Embedded;

/// How heavy letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    Regular,
    Bold,
}

/// A font that can be read.
pub(super) struct Font {
    pub(super) outlines: Outlines,
    /// The same font for whoever writes it into a file.
    pub(super) embedded: Embedded,
    /// How far letters reach above and below the line they stand on, as shares of their size.
    pub(super) ascent: f64,
    pub(super) descent: f64,
    /// A glyph without outlines or width of its own.
    pub(super) blank: u32,
    /// The units in which the font measures, in one size of its letters.
    pub(super) units: f32,
}

/// The fonts of one script or a few, regular and bold.
struct Family {
    regular: Lazy,
    /// Scripts without one are printed in regular letters.
    bold: Option<Lazy>,
}

struct Lazy {
    source: &'static [u8],
    read: OnceLock<Option<Font>>,
}

/// The fonts to choose from, in this order.
#[derive(Clone)]
pub(crate) struct Fonts(Arc<Vec<Family>>);

/// One of the fonts: which family, and how heavy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FontId {
    family: usize,
    is_bold: bool,
}

/// Characters without outlines, those without width first.
const BLANKS: [char; 5] = ['\u{200c}', '\u{200d}', '\u{200b}', '\u{a0}', ' '];
/// Some fonts ask for more room than their letters take but for rare marks, which would tear lines apart.
const HIGHEST: f64 = 1.2;
const LOWEST: f64 = 0.6;

macro_rules! shipped {
    ($($name:literal $(+ $bold:literal)?),* $(,)?) => {
        vec![$(Family {
            regular: Lazy::new(include_bytes!(concat!("../../fonts/Noto", $name, "-Regular.ttf"))),
            bold: shipped!(@bold $name $($bold)?),
        }),*]
    };
    (@bold $name:literal $bold:literal) => {
        Some(Lazy::new(include_bytes!(concat!("../../fonts/Noto", $name, "-", $bold, ".ttf"))))
    };
    (@bold $name:literal) => { None };
}

/// Noto Sans comes first: what it holds is never looked for elsewhere. Of the others, each holds scripts of its own.
static SHIPPED: LazyLock<Fonts> = LazyLock::new(|| {
    Fonts(Arc::new(shipped![
        "Sans" + "Bold",
        "SansArabic" + "Bold",
        "SansHebrew" + "Bold",
        "SansEthiopic" + "Bold",
        "SansDevanagari" + "Bold",
        "SansBengali" + "Bold",
        "SansTamil" + "Bold",
        "SansThai" + "Bold",
        "SansGeorgian" + "Bold",
        "SansArmenian" + "Bold",
        "SansNKo",
        "SansTifinagh",
        "SansAdlam",
        "SansVai",
        "SansBassaVah",
        "SansMendeKikakui",
        "SansOsmanya",
        "SansCoptic",
        "SansSyriac",
        "SansThaana",
        "SansGujarati",
        "SansGurmukhi",
        "SansOriya",
        "SansTelugu",
        "SansKannada",
        "SansMalayalam",
        "SansSinhala",
        "SansMyanmar",
        "SansKhmer",
        "SansLao",
        "SansOlChiki",
        "SansCherokee",
    ]))
});

impl Fonts {
    /// Those that ship with the product.
    pub(crate) fn shipped() -> Self {
        SHIPPED.clone()
    }

    /// A font that cannot be read has no letters; a test makes sure that ours have.
    pub(super) fn get(&self, id: FontId) -> Option<&Font> {
        let family = self.0.get(id.family)?;
        let lazy = family.bold.as_ref().filter(|_| id.is_bold);
        lazy.unwrap_or(&family.regular).get()
    }

    /// The first font that holds all of these characters.
    pub(super) fn holding(&self, characters: &[char], face: Face) -> Option<FontId> {
        let mut ids = (0..self.0.len()).map(|family| FontId::new(family, face));
        ids.find(|id| self.holds(*id, characters))
    }

    pub(super) fn holds(&self, id: FontId, characters: &[char]) -> bool {
        self.get(id)
            .is_some_and(|font| characters.iter().all(|c| font.holds(*c)))
    }
}

impl FontId {
    /// Of Noto Sans, which holds what the documents themselves say.
    pub(super) fn first(face: Face) -> Self {
        Self::new(0, face)
    }

    fn new(family: usize, face: Face) -> Self {
        Self {
            family,
            is_bold: face == Face::Bold,
        }
    }
}

impl std::fmt::Debug for Fonts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Fonts").field(&self.0.len()).finish()
    }
}

impl Lazy {
    fn new(source: &'static [u8]) -> Self {
        Self {
            source,
            read: OnceLock::new(),
        }
    }

    fn get(&self) -> Option<&Font> {
        self.read.get_or_init(|| Font::read(self.source)).as_ref()
    }
}

impl Font {
    fn read(source: &'static [u8]) -> Option<Self> {
        let outlines = Outlines::new(source, 0)?;
        let embedded = Embedded::new(source.into(), 0)?;
        let units = f32::from(outlines.units_per_em());
        let line = outlines.metrics().hhea_line?;
        let charmap = outlines.charmap();
        let blank = BLANKS.iter().find_map(|c| charmap.map_unicode(*c))?.to_u32();
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

    /// Whether it can draw the character, at least by its parts.
    fn holds(&self, c: char) -> bool {
        let charmap = self.outlines.charmap();
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_that_ships_can_be_read() {
        let fonts = Fonts::shipped();
        for family in 0..fonts.0.len() {
            for face in [Face::Regular, Face::Bold] {
                let font = fonts.get(FontId::new(family, face)).unwrap();
                assert!(font.holds(' '), "{family}");
                assert!((0.7..2.0).contains(&font.ascent), "{family}: {}", font.ascent);
                assert!((0.1..1.2).contains(&font.descent), "{family}: {}", font.descent);
            }
        }
    }

    #[test]
    fn letters_are_found_where_they_are() {
        let fonts = Fonts::shipped();
        let family = |c| fonts.holding(&[c], Face::Bold).map(|id| id.family);
        for c in "Aaž Ωω Жж ɓɗɛɔʋŋ 09 –•…€".chars() {
            assert_eq!(family(c), Some(0), "{c}");
        }
        for c in "عשንअবதไაԱߒⵣ".chars() {
            assert!(family(c).is_some_and(|family| family > 0), "{c}");
        }
        assert_eq!(family('中'), None);
    }

    #[test]
    fn a_letter_is_held_that_can_be_drawn_by_its_parts() {
        let fonts = Fonts::shipped();
        let first = fonts.get(FontId::first(Face::Regular)).unwrap();
        assert!(first.holds('\u{212b}'), "Angstrom is A with a ring");
        assert!(!first.holds('가'));
    }
}
