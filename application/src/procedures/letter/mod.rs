//! The template of the approval letter of a procedure:
//! `data_requests/approval_procedures/{id}/letter/` (decisions G3). [`crate::requests::letters`]
//! makes letters from it.

pub mod preview;

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{LetterTemplate, Placeholder, standard_template};

use super::editing::{Error, Record, record_change, whole};
use super::repository::StoredWhole;
use crate::access::Caller;
use crate::ports::{StoreError, Transaction};
use crate::records::{Change, HasForm, Kind, Loadable, Readable, Reading, Removable, Updatable};
use crate::row_versions::{RowVersion, Versioned, advance};

/// Templates, identified by the id of their procedure. A procedure has the standard template unless
/// another is saved; removing that restores the standard one. Existing letters never change. A
/// request gets its letter from the template at the time of its approval, so a saved template takes
/// effect at once. Saving and removing therefore require a recent password confirmation.
pub enum TemplateRecords {}

/// A template for its editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownTemplate {
    /// Template in effect.
    pub template: LetterTemplate,
    /// True for the standard template.
    pub is_standard: bool,
    /// Available placeholders.
    pub placeholders: &'static [Placeholder],
    /// Row version for the next save.
    pub letter_version: RowVersion,
}

/// Form of a template.
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

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.procedures().lock_exclusive()
    }
}

impl Readable for TemplateRecords {
    type One = ShownTemplate;

    fn read(reading: &mut Reading<'_>, id: ProcedureId) -> Result<ShownTemplate, Error> {
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

impl Loadable for TemplateRecords {
    type Loaded = StoredWhole;

    fn load(change: &mut Change<'_>, id: ProcedureId) -> Result<StoredWhole, Error> {
        whole(change.transaction(), id)
    }
}

impl HasForm for TemplateRecords {
    type Form = TemplateForm;
    type Checked = LetterTemplate;

    /// Refuses an unknown placeholder, with its line.
    fn check(_: &Caller, form: TemplateForm) -> Result<LetterTemplate, Error> {
        Ok(LetterTemplate::parse(&form.heading, &form.body)?)
    }
}

impl Updatable for TemplateRecords {
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
        record_change(change, &known)
    }
}

impl Removable for TemplateRecords {
    fn remove(change: &mut Change<'_>, id: ProcedureId, known: StoredWhole) -> Result<(), Error> {
        change.caller.require_password(change.ports.clock.now())?;
        advance::<Error>(change.transaction(), Versioned::Letter(id), None)?;
        change.transaction().procedures().save_letter(id, None)?;
        record_change(change, &known)
    }
}
