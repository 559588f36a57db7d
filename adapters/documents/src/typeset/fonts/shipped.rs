//! The fonts that ship with the product (see `fonts/README.md`). Each is loaded once, when a
//! document first needs it.

use std::io::Read;
use std::sync::{Arc, LazyLock, OnceLock};

use flate2::read::GzDecoder;

use super::{Face, Font, parsed};

/// The regular and bold font of one or several scripts.
pub(super) struct Family {
    regular: Lazy,
    /// None for scripts that are always printed in regular weight.
    bold: Option<Lazy>,
}

/// A font that is decompressed and parsed when it is first needed.
struct Lazy {
    /// Compressed with gzip, which takes less than half the space in the binary.
    source: &'static [u8],
    read: OnceLock<Option<Font>>,
}

macro_rules! shipped {
    ($($name:literal $(+ $bold:literal)?),* $(,)?) => {
        vec![$(Family {
            regular: Lazy::new(include_bytes!(concat!("../../../fonts/Noto", $name, "-Regular.ttf.gz"))),
            bold: shipped!(@bold $name $($bold)?),
        }),*]
    };
    (@bold $name:literal $bold:literal) => {
        Some(Lazy::new(include_bytes!(concat!("../../../fonts/Noto", $name, "-", $bold, ".ttf.gz"))))
    };
    (@bold $name:literal) => { None };
}

/// The shipped fonts in search order. Noto Sans comes first, so its characters are never taken from
/// another font. Each of the others covers its own scripts.
pub(super) static SHIPPED: LazyLock<Arc<Vec<Family>>> = LazyLock::new(|| {
    Arc::new(shipped![
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
    ])
});

impl Family {
    /// Returns the font, or none if it cannot be parsed. A test ensures that all shipped fonts can
    /// be.
    pub(super) fn get(&self, face: Face) -> Option<&Font> {
        let bold = self.bold.as_ref().filter(|_| face == Face::Bold);
        bold.unwrap_or(&self.regular).get()
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
        let read = || {
            let mut bytes = Vec::new();
            GzDecoder::new(self.source).read_to_end(&mut bytes).ok()?;
            let (outlines, embedded) = parsed(bytes, 0)?;
            Font::new(outlines, embedded)
        };
        self.read.get_or_init(read).as_ref()
    }
}
