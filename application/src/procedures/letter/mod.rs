//! The template of the approval letter of a procedure: `data_requests/approval_procedures/{id}/letter/` (design G3). What is made of
//! it is [`crate::requests::letters`].

pub mod preview;

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{LetterTemplate, Placeholder, standard_template};

use super::editing::{Error, Record, note, whole};
use super::repository::StoredWhole;
use crate::access::Caller;
use crate::ports::{StoreError, Transaction};
use crate::records::{Change, Changed, Found, Kind, Reading, Removed, Stored, Typed};
use crate::row_versions::{RowVersion, Versioned, advance};

/// Templates, by the ids of their procedures. A procedure has the standard template until another is saved; whoever removes that
/// has the standard one again. Letters that were made stay as they are; a request that is approved from now on, however long it has
/// been under way, gets its letter from the template of that day. So a template is in effect once it is saved, which needs the password
/// of the last minutes.
pub enum TemplateRecords {}

/// A template as it is edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownTemplate {
    /// What letters are made of.
    pub template: LetterTemplate,
    /// Whether it is the one that ships with the product.
    pub is_standard: bool,
    /// What can be chosen.
    pub placeholders: &'static [Placeholder],
    /// The version that a save names.
    pub letter_version: RowVersion,
}

/// What a Super User has typed.
#[derive(Debug, Clone)]
pub struct TemplateForm {
    /// The heading.
    pub heading: String,
    /// The body.
    pub body: String,
}

impl Kind for TemplateRecords {
    type Id = ProcedureId;
    type Error = Error;

    fn recorded(id: ProcedureId) -> (Record, i64) {
        (Record::Letter, id.0)
    }

    fn take_turns(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.procedures().take_turns()
    }
}

impl Found for TemplateRecords {
    type One = ShownTemplate;

    fn one(reading: &mut Reading<'_>, id: ProcedureId) -> Result<ShownTemplate, Error> {
        let found = reading.views().procedures().whole(id)?;
        let found = found.ok_or_else(|| Error::not_found(Record::Procedure))?;
        Ok(ShownTemplate {
            is_standard: found.whole.letter.is_none(),
            template: found.whole.letter.unwrap_or_else(standard_template),
            placeholders: &Placeholder::ALL,
            letter_version: found.letter_version,
        })
    }
}

impl Stored for TemplateRecords {
    type Known = StoredWhole;

    fn known(change: &mut Change<'_>, id: ProcedureId) -> Result<StoredWhole, Error> {
        whole(change.transaction(), id)
    }
}

impl Typed for TemplateRecords {
    type Form = TemplateForm;
    type Checked = LetterTemplate;

    /// A placeholder that does not exist is refused, with its line.
    fn check(_: &Caller, form: TemplateForm) -> Result<LetterTemplate, Error> {
        Ok(LetterTemplate::parse(&form.heading, &form.body)?)
    }
}

impl Changed for TemplateRecords {
    fn versioned(id: ProcedureId) -> Versioned {
        Versioned::Letter(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: ProcedureId,
        known: StoredWhole,
        template: LetterTemplate,
    ) -> Result<(), Error> {
        change.caller.require_password(change.ports.clock.now())?;
        let procedures = change.transaction().procedures();
        procedures.save_letter(id, Some(&template))?;
        note(change, &known)
    }
}

impl Removed for TemplateRecords {
    fn remove(change: &mut Change<'_>, id: ProcedureId, known: StoredWhole) -> Result<(), Error> {
        change.caller.require_password(change.ports.clock.now())?;
        advance::<Error>(change.transaction(), Versioned::Letter(id), None)?;
        change.transaction().procedures().save_letter(id, None)?;
        note(change, &known)
    }
}
