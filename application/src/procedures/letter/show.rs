//! The template of the letter of a procedure: `GET data_requests/approval_procedures/{id}/letter/`.
//!
//! The answer: `{heading, body, is_standard, placeholders: [{placeholder, description}], row_version}`, where `placeholder` is as it is
//! written in a template, braces and all.

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{LetterTemplate, Placeholder, standard_template};

pub use super::super::editing::Error;
use super::super::editing::{Record, require};
use crate::access::Caller;
use crate::ports::Ports;
use crate::row_versions::RowVersion;

/// The template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What letters are made of.
    pub template: LetterTemplate,
    /// Whether it is the one that ships with the product.
    pub is_standard: bool,
    /// What can be chosen.
    pub placeholders: &'static [Placeholder],
    /// The version that a save names.
    pub letter_version: RowVersion,
}

/// The template, which is the standard one as long as nobody has saved another.
pub fn execute(ports: &Ports, caller: &Caller, id: ProcedureId) -> Result<Answer, Error> {
    require(caller)?;
    let found = ports.database.read()?.procedures().whole(id)?;
    let found = found.ok_or(Error::NotFound(Record::Procedure))?;
    Ok(Answer {
        is_standard: found.whole.letter.is_none(),
        template: found.whole.letter.unwrap_or_else(standard_template),
        placeholders: &Placeholder::ALL,
        letter_version: found.letter_version,
    })
}
