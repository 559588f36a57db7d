//! Previews an unsaved template as a letter: `POST
//! data_requests/approval_procedures/{id}/letter/preview/`. It stores nothing, so the call needs no
//! idempotency key. Rendering is queued with other documents.

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{LetterNumber, LetterTemplate, LetterText, specimen};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::super::editing::{self, Record};
use super::TemplateForm;
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{DocumentError, LetterSheet, Ports};

const NUMBER: LetterNumber = LetterNumber(1);

/// The preview failed.
#[derive(Debug, Error)]
pub enum Error {
    /// The procedure does not exist, or the template is invalid.
    #[error(transparent)]
    Editing(#[from] editing::Error),
    /// The document could not be rendered.
    #[error("The preview could not be made. Try again in a moment.")]
    Document(#[from] DocumentError),
}

failure! {
    Error {
        forwards Editing;
        Document(_) => Internal, reason: Internal;
    }
}

/// Returns the letter of an invented request as a PDF, marked as a specimen.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    procedure: ProcedureId,
    form: &TemplateForm,
) -> Result<Vec<u8>, Error> {
    let sheet = LetterSheet {
        number: NUMBER,
        text: text(ports, caller, procedure, form)?,
        made_on: ports.clock.now().date_naive(),
        is_specimen: true,
        proof: None,
    };
    Ok(ports.documents.letter_pdf(&sheet, &ports.settings.product_name)?)
}

/// Returns the text of the letter of an invented request.
pub fn text(
    ports: &Ports,
    caller: &Caller,
    procedure: ProcedureId,
    form: &TemplateForm,
) -> Result<LetterText, editing::Error> {
    caller.require(Role::SuperUser)?;
    let template = LetterTemplate::parse(&form.heading, &form.body)?;
    let found = ports.database.read()?.procedures().whole(procedure)?;
    let whole = found
        .ok_or_else(|| editing::Error::not_found(Record::Procedure))?
        .whole;
    let settings = &ports.settings;
    let values = specimen(
        &whole.text.name,
        &settings.provider_organisation,
        &settings.product_name,
    );
    Ok(template.render(&values))
}
