//! Documents to submit: small, and as real as any.

/// A letter of one page.
pub const PDF: &[u8] = include_bytes!("papers/letter.pdf");
/// A letter that runs JavaScript when it is opened.
pub const PDF_WITH_SCRIPT: &[u8] = include_bytes!("papers/script.pdf");
/// A letter that opens without a password and that its author protected against changes.
pub const PROTECTED_PDF: &[u8] = include_bytes!("papers/protected.pdf");
/// A letter that asks for a password.
pub const PDF_WITH_PASSWORD: &[u8] = include_bytes!("papers/password.pdf");
/// A picture of one colour.
pub const PNG: &[u8] = include_bytes!("papers/passport.png");
/// A picture of one pixel.
pub const GIF: &[u8] = include_bytes!("papers/dot.gif");
