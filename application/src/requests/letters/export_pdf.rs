//! The approval letter of a request as a PDF: `GET data_requests/{request_id}/letter/download/` (design G3).

use aditus_domain::ids::RequestId;
use thiserror::Error;

use super::read;
use crate::access::Caller;
use crate::audit::printed;
use crate::exports::{self, Export};
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{DocumentError, LetterSheet, Ports, StoreError};
use crate::requests::export::record;

/// Why there is no document.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no letter to read.
    #[error(transparent)]
    Letter(#[from] read::Error),
    /// The caller took out too much of late.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The document could not be made.
    #[error("Error Downloading the Approval Letter")]
    Document(#[from] DocumentError),
    /// It cannot be said where the letter stands in the log.
    #[error("Error Downloading the Approval Letter")]
    Proof(#[from] printed::Error),
    /// It could not be recorded that the letter is taken out.
    #[error("Error Downloading the Approval Letter")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Letter, Limit, Proof, Store;
        Document(_) => Internal, reason: Internal;
    }
}

/// The letter. It is the same however often it is asked for, but for the index of its entry, which stands in it as soon as the sequencer has
/// given it. It counts as taken out.
pub fn execute(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Export, Error> {
    let letter = read::execute(ports, caller, request)?;
    exports::limit(ports, caller)?;
    let sheet = LetterSheet {
        number: letter.number,
        text: letter.text,
        made_on: letter.made_on.date_naive(),
        is_specimen: false,
        proof: printed::of_letter(ports, &caller.scope(), request)?,
    };
    let bytes = ports.documents.letter_pdf(&sheet, &ports.settings.product_name)?;
    record(ports, caller, request, "letter")?;
    Ok(Export {
        file_name: format!("{}.pdf", letter.number),
        bytes,
    })
}
