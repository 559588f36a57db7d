//! A PDF while it is being written, and what is done to it afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use aditus_application::ports::DocumentError;
use genpdf::error::{Error, ErrorKind};
use genpdf::render::Area;
use genpdf::style::Style;
use genpdf::{Context, Document, Element, Mm, RenderResult};
use lopdf::{Dictionary, Object};

use crate::fonts;
use crate::heading::Heading;
use crate::page::{Pages, ROOM_ON_A_PAGE};

/// What all pages of a document have in common.
pub(crate) struct Layout<'a> {
    /// The title in the file's properties: ASCII, genpdf takes nothing else.
    pub(crate) title: &'a str,
    /// What stands at the left of each page's foot.
    pub(crate) foot: String,
    /// The margins at the left and at the right, in millimetres.
    pub(crate) margin: f32,
}

/// A document while it is being written.
pub(crate) struct Paper(Document);

impl Paper {
    fn begin(layout: &Layout<'_>, total: usize, made: Arc<AtomicUsize>) -> Result<Self, DocumentError> {
        let mut document = Document::new(fonts::family().map_err(fault)?);
        document.set_minimal_conformance();
        document.set_title(layout.title);
        document.set_page_decorator(Pages {
            left: layout.foot.clone(),
            margin: layout.margin,
            made,
            total,
        });
        Ok(Self(document))
    }

    /// Begins a section, on a page where some of it fits below its heading.
    pub(crate) fn section(&mut self, title: impl Into<String>) {
        self.push(Heading::new(title));
    }

    pub(crate) fn push(&mut self, element: impl Element + 'static) {
        self.0.push(element);
    }
}

/// Makes a PDF that says when it was made. It is laid out twice, because only then the number of pages is known.
pub(crate) fn make(layout: &Layout<'_>, write: impl Fn(&mut Paper)) -> Result<Vec<u8>, DocumentError> {
    finish(written(layout, write)?)
}

/// Makes a PDF that is the same whenever and wherever it is made.
pub(crate) fn make_timeless(
    layout: &Layout<'_>,
    write: impl Fn(&mut Paper),
) -> Result<Vec<u8>, DocumentError> {
    let mut document = written(layout, write)?;
    // Its ids are random, and its dates are those of the moment.
    document.trailer.remove(b"ID");
    if let Ok(info) = in_trailer(&mut document, b"Info") {
        info.remove(b"CreationDate");
        info.remove(b"ModDate");
    }
    finish(document)
}

fn written(layout: &Layout<'_>, write: impl Fn(&mut Paper)) -> Result<lopdf::Document, DocumentError> {
    let mut paper = Paper::begin(layout, count(layout, &write)?, Arc::default())?;
    write(&mut paper);
    let mut pdf = Vec::new();
    paper.0.render(&mut pdf).map_err(fault)?;
    lopdf::Document::load_mem(&pdf).map_err(fault)
}

/// The number of pages. genpdf counts none and writes whatever it has laid out, which takes most of the time: the last
/// element stops it before it does.
fn count(layout: &Layout<'_>, write: &impl Fn(&mut Paper)) -> Result<usize, DocumentError> {
    let made = Arc::new(AtomicUsize::new(0));
    let stopped = Arc::new(AtomicBool::new(false));
    let mut paper = Paper::begin(layout, 0, made.clone())?;
    write(&mut paper);
    paper.push(Stop {
        stopped: stopped.clone(),
        made: made.clone(),
    });
    match paper.0.render(std::io::sink()) {
        Err(error) if !stopped.load(Ordering::Relaxed) => Err(fault(error)),
        _ => Ok(made.load(Ordering::Relaxed)),
    }
}

/// Ends the rendering where it stands.
struct Stop {
    stopped: Arc<AtomicBool>,
    made: Arc<AtomicUsize>,
}

impl Element for Stop {
    fn render(&mut self, _: &Context, area: Area<'_>, _: Style) -> Result<RenderResult, Error> {
        self.stopped.store(true, Ordering::Relaxed);
        // A page that holds nothing but the end is none.
        if area.size().height >= Mm::from(ROOM_ON_A_PAGE) {
            self.made.fetch_sub(1, Ordering::Relaxed);
        }
        Err(Error::new("all pages are counted", ErrorKind::Internal))
    }
}

/// Says which language the text is in and that a window shows the title, not the file's name. Then it is compressed:
/// genpdf writes everything as it is, and fonts and pages shrink to a fraction.
fn finish(mut document: lopdf::Document) -> Result<Vec<u8>, DocumentError> {
    let catalog = in_trailer(&mut document, b"Root").map_err(fault)?;
    catalog.set("Lang", Object::string_literal("en"));
    let mut preferences = Dictionary::new();
    preferences.set("DisplayDocTitle", true);
    catalog.set("ViewerPreferences", preferences);
    document.compress();
    let mut compressed = Vec::new();
    document.save_to(&mut compressed).map_err(fault)?;
    Ok(compressed)
}

fn in_trailer<'a>(document: &'a mut lopdf::Document, key: &[u8]) -> lopdf::Result<&'a mut Dictionary> {
    let id = document.trailer.get(key)?.as_reference()?;
    document.get_object_mut(id)?.as_dict_mut()
}

fn fault(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> DocumentError {
    DocumentError(error.into())
}
