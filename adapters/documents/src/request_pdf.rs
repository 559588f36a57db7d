//! The request as a PDF: what the detail page shows, section by section (2 §2).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use aditus_application::ports::DocumentError;
use aditus_application::requests::views::RequestDetail;
use aditus_domain::requests::TrackingId;
use genpdf::{Document, Element};

use crate::heading::Heading;
use crate::page::Pages;
use crate::{fonts, sections};

/// Made twice, because only then the number of pages is known.
pub(crate) fn make(request: &RequestDetail, product_name: &str) -> Result<Vec<u8>, DocumentError> {
    let (_, total) = render(request, product_name, 0)?;
    let (pdf, _) = render(request, product_name, total)?;
    compress(&pdf)
}

fn render(request: &RequestDetail, product: &str, total: usize) -> Result<(Vec<u8>, usize), DocumentError> {
    let reference = format!("Data Request {}", TrackingId(request.request_id));
    let made = Arc::new(AtomicUsize::new(0));
    let mut document = Paper(Document::new(fonts::family().map_err(fault)?));
    document.0.set_minimal_conformance();
    // The title in the file's properties takes ASCII only, so it is the reference and not the request's own title.
    document.0.set_title(reference.as_str());
    let left = format!("{product} · {reference}");
    document.0.set_page_decorator(Pages {
        left,
        made: made.clone(),
        total,
    });
    sections::cover(&mut document, request, product, &reference);
    sections::people(&mut document, request);
    sections::data(&mut document, request);
    sections::conditions(&mut document, request);
    sections::handling(&mut document, request);
    sections::chain(&mut document, request);
    let mut pdf = Vec::new();
    document.0.render(&mut pdf).map_err(fault)?;
    Ok((pdf, made.load(Ordering::Relaxed)))
}

/// The document while it is being written.
pub(crate) struct Paper(Document);

impl Paper {
    pub(crate) fn section(&mut self, title: &'static str) {
        self.0.push(Heading::new(title));
    }

    pub(crate) fn push(&mut self, element: impl Element + 'static) {
        self.0.push(element);
    }
}

/// genpdf writes everything as it is; fonts and pages shrink to a fraction.
fn compress(pdf: &[u8]) -> Result<Vec<u8>, DocumentError> {
    let mut document = lopdf::Document::load_mem(pdf).map_err(fault)?;
    document.compress();
    let mut compressed = Vec::new();
    document.save_to(&mut compressed).map_err(fault)?;
    Ok(compressed)
}

fn fault(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> DocumentError {
    DocumentError(error.into())
}
