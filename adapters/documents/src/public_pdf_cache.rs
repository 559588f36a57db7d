//! Cache of the public documents.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use aditus_application::ports::{DocumentError, PublicPdf};
use aditus_domain::information::PublicDocument;
use sha2::{Digest, Sha256};

use crate::public;
use crate::typeset::Fonts;

/// Length of the digest in hexadecimal digits.
const DIGEST: usize = 32;

/// The PDF of each document, with the product name that it was made for. The product name is
/// configuration, so the cache holds one PDF per document.
#[derive(Debug, Default)]
pub(crate) struct PublicPdfCache(Mutex<BTreeMap<PublicDocument, (String, PublicPdf)>>);

impl PublicPdfCache {
    /// Returns the cached PDF, or makes it. Concurrent callers wait for the lock, so that a
    /// document is made only once.
    pub(crate) fn get_or_make(
        &self,
        fonts: &Fonts,
        document: PublicDocument,
        product: &str,
    ) -> Result<PublicPdf, DocumentError> {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((name, pdf)) = cached.get(&document)
            && name == product
        {
            return Ok(pdf.clone());
        }
        let bytes = public::make(fonts, document, product)?;
        let mut digest = hex::encode(Sha256::digest(&bytes));
        digest.truncate(DIGEST);
        let pdf = PublicPdf {
            bytes: bytes.into(),
            digest: digest.into(),
        };
        cached.insert(document, (product.to_owned(), pdf.clone()));
        Ok(pdf)
    }
}
