//! Documents to upload in tests: small, but real files.

/// A PDF letter of one page.
pub const PDF: &[u8] = include_bytes!("papers/letter.pdf");
/// A letter that runs JavaScript when it is opened.
pub const PDF_WITH_SCRIPT: &[u8] = include_bytes!("papers/script.pdf");
/// A letter that opens without a password but is protected against changes.
pub const PROTECTED_PDF: &[u8] = include_bytes!("papers/protected.pdf");
/// A letter that requires a password.
pub const PDF_WITH_PASSWORD: &[u8] = include_bytes!("papers/password.pdf");
/// An image of one colour.
pub const PNG: &[u8] = include_bytes!("papers/passport.png");
/// An image of one pixel.
pub const GIF: &[u8] = include_bytes!("papers/dot.gif");
