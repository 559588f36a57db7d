//! Fonts that are found when Aditus starts, for scripts whose fonts are too large to ship.

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

/// The scripts that no font ships for, each with a letter.
const NOT_SHIPPED: [(&str, char); 3] = [("Han", '中'), ("Kana", 'あ'), ("Hangul", '한')];
/// How the names of fonts end, in folders that hold other files too.
const ENDINGS: [&str; 4] = ["ttf", "otf", "ttc", "otc"];
/// From this weight on letters are bold.
const BOLD: f32 = 600.0;
/// The bits of a font that say whether it may be embedded, and the value of those that may not.
const PERMISSIONS: u16 = 0x000f;
const RESTRICTED: u16 = 0x0002;

/// Where fonts are looked for: a file, or a folder with files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontPlace {
    path: PathBuf,
    /// Which font of a collection.
    index: u32,
    /// Whether nothing is told when it is not there.
    is_optional: bool,
}

impl FontPlace {
    /// Reads `/a/folder`, `/a/file.ttf`, or `/a/collection.ttc#2` for the font of this number, counted from 0.
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

    /// The same, of which nothing is told when it is not there.
    #[must_use]
    pub fn optional(self) -> Self {
        Self {
            is_optional: true,
            ..self
        }
    }
}

/// The fonts of an installation, in the order in which letters are looked for in them.
#[derive(Default)]
pub struct FontFiles {
    fonts: Vec<Arc<FoundFont>>,
    faults: Vec<FontFault>,
}

/// A font that is not used.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct FontFault {
    path: PathBuf,
    reason: Reason,
}

/// Why a font is not used.
#[derive(Debug, Error)]
pub(super) enum Reason {
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("it is no TrueType or OpenType font")]
    NoFont,
    #[error("there is no font of this number in it, which are counted from 0; it holds {0}")]
    NoSuchFont(u32),
    #[error("it is cut off or broken")]
    CutOff,
    #[error("its letters are coloured or pictures, which are not printed")]
    Pictures,
    #[error("its licence does not let it be embedded in documents")]
    Restricted,
}

impl FontFiles {
    /// Looks for fonts. What holds a font is read as far as it takes to know which letters it has.
    pub fn find(places: &[FontPlace]) -> Self {
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

    /// What was found and is not used.
    pub fn faults(&self) -> &[FontFault] {
        &self.faults
    }

    /// Reads every font whole and tries to print a letter of it. Answers what is not used, or would fail when it is needed.
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

    /// The scripts that no font ships for, each with the file that it is printed from; none where its letters are printed as boxes.
    pub fn scripts(&self) -> [(&'static str, Option<&Path>); 3] {
        NOT_SHIPPED.map(|(script, letter)| {
            let mut fonts = self.in_order(Face::Regular);
            let font = fonts.find(|(_, font)| super::holds(&font.outlines, letter));
            (script, font.map(|(_, font)| font.path.as_path()))
        })
    }

    /// The fonts with their numbers, those of this weight first.
    fn in_order(&self, face: Face) -> impl Iterator<Item = (usize, &FoundFont)> {
        in_order(&self.fonts, face)
    }

    pub(super) fn fonts(&self) -> Arc<[Arc<FoundFont>]> {
        self.fonts.clone().into()
    }
}

/// The fonts with their numbers, those of this weight first.
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

/// The files of a place. Those of a folder are sorted by their names.
fn files(place: &FontPlace) -> io::Result<Vec<PathBuf>> {
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

/// A font of the installation.
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

    /// Whether it has this letter.
    pub(super) fn holds(&self, c: char) -> bool {
        super::holds(&self.outlines, c)
    }

    /// The font, read whole when it is asked for at first, and kept. None where it cannot be printed, which is told once.
    pub(super) fn get(&self) -> Option<&Font> {
        let read = || {
            let told =
                |reason: &Reason| tracing::warn!(path = %self.path.display(), %reason, "a font is not used");
            self.read().inspect_err(told).ok()
        };
        self.whole.get_or_init(read).as_ref()
    }

    fn read(&self) -> Result<Font, Reason> {
        let bytes = self.file.whole()?;
        // What writes fonts into documents was made for sound ones.
        let font = catch_unwind(AssertUnwindSafe(|| {
            let (outlines, embedded) = super::parsed(bytes, self.index)?;
            can_be_printed(&embedded, &outlines).then_some((outlines, embedded))
        }));
        let (outlines, embedded) = font.ok().flatten().ok_or(Reason::CutOff)?;
        Font::new(outlines, embedded).ok_or(Reason::CutOff)
    }
}

/// Prints a letter of the font.
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
