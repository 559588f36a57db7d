//! The fonts of the documents: Noto Sans for Latin, Greek and Cyrillic (see `fonts/README.md`).

use genpdf::error::Error;
use genpdf::fonts::{FontData, FontFamily};

pub(crate) fn family() -> Result<FontFamily<FontData>, Error> {
    let font = |bytes: &[u8]| FontData::new(bytes.to_vec(), None);
    Ok(FontFamily {
        regular: font(include_bytes!("../fonts/NotoSans-Regular.ttf"))?,
        bold: font(include_bytes!("../fonts/NotoSans-Bold.ttf"))?,
        italic: font(include_bytes!("../fonts/NotoSans-Italic.ttf"))?,
        bold_italic: font(include_bytes!("../fonts/NotoSans-BoldItalic.ttf"))?,
    })
}
