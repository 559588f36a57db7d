//! Fonts that are looked up when Aditus starts, for scripts whose fonts are too large to ship.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use harfrust::font::{Blob, TableFunction};
use harfrust::{Font as Outlines, Tag};
use krilla::Document;
use krilla::geom::Point;
use krilla::text::{Font as Embedded, GlyphId, KrillaGlyph};
use thiserror::Error;

use super::sfnt::FontFile;
use super::{Face, Font};

/// Scripts without a shipped font, each with a sample letter.
const NOT_SHIPPED: [(&str, char); 3] = [("Han", '中'), ("Kana", 'あ'), ("Hangul", '한')];
/// File extensions of fonts. Other files in a folder are skipped.
const ENDINGS: [&str; 4] = ["ttf", "otf", "ttc", "otc"];
/// Minimum weight of a bold font.
const BOLD: f32 = 600.0;
/// Mask of the embedding permissions (`fsType` of the `OS/2` table), and the value that forbids
/// embedding.
const PERMISSIONS: u16 = 0x000f;
const RESTRICTED: u16 = 0x0002;

/// A location of fonts: a file, or a folder of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontSource {
    path: PathBuf,
    /// The index of the font in a collection.
    index: u32,
    /// True if a missing location is not an error.
    is_optional: bool,
}

impl FontSource {
    /// Parses `/a/folder`, `/a/file.ttf`, or `/a/collection.ttc#2` for the font with this index,
    /// counted from 0.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let numbered = text
            .rsplit_once('#')
            .and_then(|(path, index)| Some((path, index.parse().ok()?)));
        let (path, index) = numbered.unwrap_or((text, 0));
        Self {
            path: path.into(),
            index,
            is_optional: false,
        }
    }

    /// Makes the location optional: no fault is reported if it does not exist.
    #[must_use]
    pub fn optional(self) -> Self {
        Self {
            is_optional: true,
            ..self
        }
    }
}

/// The fonts of an installation, in the order in which they are searched for a character.
#[derive(Default)]
pub struct FontFiles {
    fonts: Vec<Arc<FoundFont>>,
    faults: Vec<FontFault>,
}

/// A font that cannot be used, with the reason.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct FontFault {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug, Error)]
pub(super) enum Reason {
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("it is not a TrueType or OpenType font")]
    NoFont,
    #[error("it has no font with this number (numbers start at 0); it contains {0}")]
    NoSuchFont(u32),
    #[error("it is incomplete or damaged")]
    CutOff,
    #[error("its glyphs are coloured or bitmaps, which cannot be printed")]
    Pictures,
    #[error("its licence does not allow embedding in documents")]
    Restricted,
}

impl FontFiles {
    /// Looks for fonts. Reads only the tables that are needed to know which characters a font
    /// contains.
    pub fn find(places: &[FontSource]) -> Self {
        let mut found = Self::default();
        for place in places {
            match files(place) {
                Ok(paths) => paths.into_iter().for_each(|path| found.add(path, place.index)),
                Err(error) if place.is_optional && error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => found.faults.push(FontFault {
                    path: place.path.clone(),
                    reason: error.into(),
                }),
            }
        }
        found
    }

    fn add(&mut self, path: PathBuf, index: u32) {
        match FoundFont::open(&path, index) {
            Ok(font) => self.fonts.push(Arc::new(font)),
            Err(reason) => self.faults.push(FontFault { path, reason }),
        }
    }

    /// Returns the fonts that were found but cannot be used.
    pub fn faults(&self) -> &[FontFault] {
        &self.faults
    }

    /// Loads every font whole and prints a test letter with it. Returns the fonts that cannot be
    /// used, including those that would only fail later.
    #[must_use]
    pub fn verified(mut self) -> Vec<FontFault> {
        for font in &self.fonts {
            if let Err(reason) = font.read() {
                let path = font.path.clone();
                self.faults.push(FontFault { path, reason });
            }
        }
        self.faults
    }

    /// Returns the scripts without a shipped font, each with the file that it is printed from.
    /// Without a file, its letters are printed as boxes.
    pub fn scripts(&self) -> [(&'static str, Option<&Path>); 3] {
        NOT_SHIPPED.map(|(script, letter)| {
            let mut fonts = self.in_order(Face::Regular);
            let font = fonts.find(|(_, font)| super::covers(&font.outlines, letter));
            (script, font.map(|(_, font)| font.path.as_path()))
        })
    }

    fn in_order(&self, face: Face) -> impl Iterator<Item = (usize, &FoundFont)> {
        in_order(&self.fonts, face)
    }

    pub(super) fn fonts(&self) -> Arc<[Arc<FoundFont>]> {
        self.fonts.clone().into()
    }
}

/// Returns the fonts with their indices. Fonts of this weight come first.
pub(super) fn in_order(fonts: &[Arc<FoundFont>], face: Face) -> impl Iterator<Item = (usize, &FoundFont)> {
    let of_face = move |face| {
        let all = fonts.iter().map(AsRef::as_ref).enumerate();
        all.filter(move |(_, font): &(usize, &FoundFont)| font.face == face)
    };
    let other = match face {
        Face::Regular => Face::Bold,
        Face::Bold => Face::Regular,
    };
    of_face(face).chain(of_face(other))
}

/// Returns the font files of a location. Files of a folder are sorted by name.
fn files(place: &FontSource) -> io::Result<Vec<PathBuf>> {
    if !std::fs::metadata(&place.path)?.is_dir() {
        return Ok(vec![place.path.clone()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&place.path)? {
        let path = entry?.path();
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        if ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str())) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A font of the installation. Its outlines are read table by table; the whole font is loaded on
/// first use.
pub(super) struct FoundFont {
    path: PathBuf,
    index: u32,
    face: Face,
    outlines: Outlines,
    file: Arc<FontFile>,
    whole: OnceLock<Option<Font>>,
}

impl FoundFont {
    fn open(path: &Path, index: u32) -> Result<Self, Reason> {
        let file = FontFile::open(path, index)?;
        if [*b"COLR", *b"CBDT", *b"sbix", *b"SVG "]
            .iter()
            .any(|table| file.has(*table))
        {
            return Err(Reason::Pictures);
        }
        let style = file.table(*b"OS/2").unwrap_or_default();
        if let Some([high, low]) = style.get(8..10)
            && u16::from_be_bytes([*high, *low]) & PERMISSIONS == RESTRICTED
        {
            return Err(Reason::Restricted);
        }
        let file = Arc::new(file);
        let tables = Arc::clone(&file);
        let table = move |tag: Tag| tables.table(tag.into_bytes()).map(Blob::from);
        let outlines = Outlines::new(TableFunction::new(Arc::new(table)), 0).ok_or(Reason::CutOff)?;
        if !outlines.charmap().has_unicode() {
            return Err(Reason::CutOff);
        }
        let is_bold = outlines.default_attributes().weight.value() >= BOLD;
        Ok(Self {
            path: path.to_owned(),
            index,
            face: if is_bold { Face::Bold } else { Face::Regular },
            outlines,
            file,
            whole: OnceLock::new(),
        })
    }

    /// Returns true if the font can draw the character.
    pub(super) fn covers(&self, c: char) -> bool {
        super::covers(&self.outlines, c)
    }

    /// Returns the font, which is loaded whole on first use and then cached. Returns none if it
    /// cannot be printed; this is logged once.
    pub(super) fn get(&self) -> Option<&Font> {
        let read = || {
            let log = |reason: &Reason| {
                tracing::warn!(
                    path = %self.path.display(),
                    %reason,
                    "skipped a font that cannot be used; replace its file"
                );
            };
            self.read().inspect_err(log).ok()
        };
        self.whole.get_or_init(read).as_ref()
    }

    /// Loads the font whole, and checks that it can be printed.
    fn read(&self) -> Result<Font, Reason> {
        let bytes = self.file.whole()?;
        // The font libraries expect sound fonts and may panic on broken ones.
        let font = catch_unwind(AssertUnwindSafe(|| {
            let (outlines, embedded) = super::parsed(bytes, self.index)?;
            can_be_printed(&embedded, &outlines).then_some((outlines, embedded))
        }));
        let (outlines, embedded) = font.ok().flatten().ok_or(Reason::CutOff)?;
        Font::new(outlines, embedded).ok_or(Reason::CutOff)
    }
}

/// Returns true if a letter of the font can be printed into a test document.
fn can_be_printed(font: &Embedded, outlines: &Outlines) -> bool {
    let drawn = outlines.outline_glyphs();
    let mut letters = outlines.charmap().unicodes().filter_map(|(code, glyph)| {
        let letter = char::from_u32(code).filter(|c| c.is_alphanumeric())?;
        drawn.get(glyph)?.extents().ok()?;
        Some((letter.to_string(), glyph.to_u32()))
    });
    let Some((letter, glyph)) = letters.next() else {
        return false;
    };
    let glyph = KrillaGlyph::new(GlyphId::new(glyph), 1.0, 0.0, 0.0, 0.0, 0..letter.len(), None);
    let mut document = Document::new();
    let mut page = document.start_page();
    let mut surface = page.surface();
    let place = Point::from_xy(10.0, 10.0);
    surface.draw_glyphs(place, &[glyph], font.clone(), &letter, 10.0, false);
    surface.finish();
    page.finish();
    document.finish().is_ok()
}
