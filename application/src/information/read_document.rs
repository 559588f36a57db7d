//! A public document as a PDF (`GET documents/{slug}/`), for guests too.

use aditus_domain::information::PublicDocument;
use thiserror::Error;

use crate::failure::failure;
use crate::ports::{DocumentError, Ports, PublicPdf};

/// Which document is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Its name in addresses.
    pub slug: String,
}

/// The document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What to call it.
    pub file_name: String,
    /// Its content.
    pub pdf: PublicPdf,
}

/// Why it cannot be read.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no document of this name.
    #[error("This document does not exist.")]
    NotFound,
    /// It could not be made.
    #[error("Error retrieving file")]
    Document(#[from] DocumentError),
}

failure! {
    Error {
        NotFound => NotFound;
        Document(_) => Internal;
    }
}

/// The document, which names the product as it is called here.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let document = PublicDocument::of_slug(&query.slug).ok_or(Error::NotFound)?;
    let pdf = ports
        .documents
        .public_document(document, &ports.settings.product_name)?;
    Ok(Answer {
        file_name: format!("{}.pdf", document.slug()),
        pdf,
    })
}
