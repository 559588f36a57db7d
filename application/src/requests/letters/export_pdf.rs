//! The approval letter of a request as a PDF: `GET data_requests/{request_id}/letter/download/`
//! (decisions G3).

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

/// The document was not created.
#[derive(Debug, Error)]
pub enum Error {
    /// The letter cannot be read.
    #[error(transparent)]
    Letter(#[from] read::Error),
    /// The caller exported too much recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The document could not be created.
    #[error("Error Downloading the Approval Letter")]
    Document(#[from] DocumentError),
    /// The position of the letter in the transparency log could not be determined.
    #[error("Error Downloading the Approval Letter")]
    Proof(#[from] printed::Error),
    /// The audit entry could not be added.
    #[error("Error Downloading the Approval Letter")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Letter, Limit, Proof, Store;
        Document(_) => Internal, reason: Internal;
    }
}

/// Creates the PDF of the letter, and counts it as an export. The PDF is the same each time, except
/// for the index of its log entry, which is printed once the sequencer has assigned it.
pub fn execute(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Export, Error> {
    let letter = read::execute(ports, caller, request)?;
    exports::limit(ports, caller)?;
    let sheet = LetterSheet {
        number: letter.number,
        text: letter.text,
        made_on: letter.made_on.date_naive(),
        is_specimen: false,
        proof: printed::letter_proof(ports, &caller.scope(), request)?,
    };
    let bytes = ports.documents.letter_pdf(&sheet, &ports.settings.product_name)?;
    record(ports, caller, request, "letter")?;
    Ok(Export {
        file_name: format!("{}.pdf", letter.number),
        bytes,
    })
}
