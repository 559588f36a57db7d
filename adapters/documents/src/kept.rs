//! Public documents that were made already.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use aditus_application::ports::{DocumentError, PublicPdf};
use aditus_domain::information::PublicDocument;
use sha2::{Digest, Sha256};

use crate::public;
use crate::typeset::Fonts;

/// How many hexadecimal digits of the hash tell one content from another.
const DIGEST: usize = 32;

/// Each document with the product's name in it. The name is configuration, so one of each is all that is ever kept.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<BTreeMap<PublicDocument, (String, PublicPdf)>>);

impl Kept {
    /// Makes the document if it is the first time. Whoever asks meanwhile waits, so that nothing is made twice, however
    /// many ask at once.
    pub(crate) fn get_or_make(
        &self,
        fonts: &Fonts,
        document: PublicDocument,
        product: &str,
    ) -> Result<PublicPdf, DocumentError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((name, pdf)) = kept.get(&document)
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
        kept.insert(document, (product.to_owned(), pdf.clone()));
        Ok(pdf)
    }
}
