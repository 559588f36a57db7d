//! Returns a public document as a PDF (`GET documents/{slug}/`), also to guests.

use aditus_domain::information::PublicDocument;
use thiserror::Error;

use crate::failure::failure;
use crate::ports::{DocumentError, Ports, PublicPdf};

/// The document to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Its name in URLs.
    pub slug: String,
}

/// The document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The file name.
    pub file_name: String,
    /// Its content.
    pub pdf: PublicPdf,
}

/// Errors of reading a document.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no document with this name.
    #[error("This document does not exist.")]
    NotFound,
    /// The PDF could not be created.
    #[error("Error retrieving file")]
    Document(#[from] DocumentError),
}

failure! {
    Error {
        NotFound => NotFound, reason: DocumentNotFound;
        Document(_) => Internal, reason: Internal;
    }
}

/// Returns the document with the configured product name.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let document = PublicDocument::from_slug(&query.slug).ok_or(Error::NotFound)?;
    let pdf = ports
        .documents
        .public_document(document, &ports.settings.product_name)?;
    Ok(Answer {
        file_name: format!("{}.pdf", document.slug()),
        pdf,
    })
}
