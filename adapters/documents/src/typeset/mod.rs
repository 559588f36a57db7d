//! Lays out text and lines on A4 pages and writes them as a PDF. Supports text of any script. Only
//! the glyphs that a document uses are embedded, so the file size depends on its text.

mod canvas;
mod code_point;
mod fonts;
mod glyphs;
mod lengths;
mod lines;
mod packed;
mod raster;
mod shaper;
mod structure;
mod style;
mod writer;

use aditus_application::ports::DocumentError;

pub(crate) use canvas::{Area, Canvas};
pub(crate) use fonts::Fonts;
pub use fonts::{FontFault, FontFiles, FontSource};
pub(crate) use lengths::{Mm, Position, Size};
pub(crate) use lines::Line;
pub(crate) use raster::Raster;
pub(crate) use shaper::TICK_BOX;
pub(crate) use structure::{Marks, NodeId, Role};
pub(crate) use style::{Color, Style};
pub(crate) use writer::{DocumentInfo, write};

/// A part of a document, which may continue from page to page.
pub(crate) trait Element {
    /// Draws as much as fits into the area. Called again with the next page until nothing is left.
    fn render(&mut self, area: Area<'_>) -> Result<Rendered, DocumentError>;
}

/// The result of drawing an element on a page.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rendered {
    pub(crate) height: Mm,
    /// True if something is left for the next page.
    pub(crate) has_more: bool,
}

pub(crate) fn fault(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> DocumentError {
    DocumentError(error.into())
}
