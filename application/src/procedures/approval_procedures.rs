//! Administration of approval procedures by Super Users: `data_requests/approval_procedures/` (3
//! §2.7, §5, §7; decisions C1).

use aditus_domain::deadlines::RawTerm;
use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{InUse, Origin, Procedure, ProcedureStatus, ProcedureText, RawProcedure};

use super::assessment::{AssessedProcedure, staffing};
use super::editing::{Error, Record, procedure, record_change, record_creation, record_lines, whole};
use super::repository::StoredProcedure;
use super::views::ProcedureSort;
use crate::access::Caller;
use crate::paging::{ListQuery, Paged};
use crate::ports::{StoreError, Transaction};
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Approval procedures with their stages, links, faults and warnings. Making one the default clears
/// that flag of the previous default.
pub enum ProcedureRecords {}

/// Form of a procedure.
#[derive(Debug, Clone)]
pub struct ProcedureForm {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// The time in which a request should be decided; `Some(None)` for no term. Unchanged by
    /// default.
    pub term: Option<Option<RawTerm>>,
    /// The weeks in which requesters answer comments that require action; `Some(None)` for no
    /// completion window. Unchanged by default.
    pub completion_window: Option<Option<i64>>,
    /// True if it can be used. Unchanged by default.
    pub is_active: Option<bool>,
    /// True if new requests follow it. Unchanged by default.
    pub is_default: Option<bool>,
}

/// A form with validated texts, term and completion window.
pub struct CheckedProcedure {
    text: ProcedureText,
    keeps_term: bool,
    keeps_window: bool,
    is_active: Option<bool>,
    is_default: Option<bool>,
}

impl CheckedProcedure {
    fn status(&self, before: ProcedureStatus) -> ProcedureStatus {
        ProcedureStatus {
            is_active: self.is_active.unwrap_or(before.is_active),
            is_default: self.is_default.unwrap_or(before.is_default),
        }
    }
}

impl Kind for ProcedureRecords {
    type Id = ProcedureId;
    type Error = Error;

    fn recorded(id: ProcedureId) -> (Record, i64) {
        (Record::Procedure, id.0)
    }

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.procedures().lock_exclusive()
    }
}

impl Listable for ProcedureRecords {
    /// The search text may occur in name or description.
    type Query = ListQuery<ProcedureSort>;
    type Row = AssessedProcedure;

    fn rows(reading: &mut Reading<'_>, query: Self::Query) -> Result<Paged<AssessedProcedure>, StoreError> {
        let staffing = staffing(reading.ports, reading.views())?;
        let found = reading.views().procedures().procedures(&query.folded())?;
        let assessed = |stored| AssessedProcedure::new(stored, &staffing);
        Ok(Paged {
            items: found.items.into_iter().map(assessed).collect(),
            page: found.page,
            total: found.total,
            more: false,
        })
    }
}

impl Readable for ProcedureRecords {
    type One = AssessedProcedure;

    fn read(reading: &mut Reading<'_>, id: ProcedureId) -> Result<AssessedProcedure, Error> {
        let found = reading.views().procedures().procedure(id)?;
        let found = found.ok_or_else(|| Error::not_found(Record::Procedure))?;
        let staffing = staffing(reading.ports, reading.views())?;
        Ok(AssessedProcedure::new(found, &staffing))
    }
}

impl Loadable for ProcedureRecords {
    type Loaded = StoredProcedure;

    fn load(change: &mut Change<'_>, id: ProcedureId) -> Result<StoredProcedure, Error> {
        procedure(change.transaction(), id)
    }
}

impl HasForm for ProcedureRecords {
    type Form = ProcedureForm;
    type Checked = CheckedProcedure;

    fn check(_: &Caller, form: ProcedureForm) -> Result<CheckedProcedure, Error> {
        let raw = RawProcedure {
            name: form.name,
            description: form.description,
            term: form.term.flatten(),
            completion_window: form.completion_window.flatten(),
        };
        Ok(CheckedProcedure {
            text: raw.check()?,
            keeps_term: form.term.is_none(),
            keeps_window: form.completion_window.is_none(),
            is_active: form.is_active,
            is_default: form.is_default,
        })
    }
}

impl Addable for ProcedureRecords {
    fn add(change: &mut Change<'_>, checked: CheckedProcedure) -> Result<ProcedureId, Error> {
        let before = ProcedureStatus::default();
        let requested = checked.status(before);
        let added = without_stages(checked.text);
        let status = before.change(requested, &added)?;
        refuse_taken(change.transaction(), None, &added.name)?;
        let procedures = change.transaction().procedures();
        let id = procedures.add(&added, status.is_active, status.is_default)?;
        record_creation(change, id, &Origin::Form)?;
        Ok(id)
    }
}

impl Updatable for ProcedureRecords {
    fn versioned(id: ProcedureId) -> Versioned {
        Versioned::Procedure(id)
    }

    /// Changes the texts, the term and the completion window, and activates, deactivates or makes
    /// the default. A change of the status requires a recent password confirmation.
    fn change(
        change: &mut Change<'_>,
        id: ProcedureId,
        known: StoredProcedure,
        mut checked: CheckedProcedure,
    ) -> Result<(), Error> {
        if checked.keeps_term {
            checked.text.term = known.procedure.term;
        }
        if checked.keeps_window {
            checked.text.completion_window = known.procedure.completion_window;
        }
        let requested = checked.status(known.status);
        let status = known.status.change(requested, &known.procedure)?;
        refuse_taken(change.transaction(), Some(id), &checked.text.name)?;
        if status != known.status {
            change.caller.require_password(change.ports.clock.now())?;
        }
        let mut changed = vec![whole(change.transaction(), id)?];
        if status.is_default && !known.status.is_default {
            // The previous default changes as well.
            let default = change.transaction().procedures().default_procedure()?;
            if let Some(replaced) = default.and_then(|default| default.id) {
                changed.push(whole(change.transaction(), replaced)?);
            }
        }
        let procedures = change.transaction().procedures();
        procedures.save(id, &checked.text, status)?;
        for before in &changed {
            record_change(change, before)?;
        }
        Ok(())
    }
}

impl Removable for ProcedureRecords {
    /// Deletes a procedure without stages and without requests submitted under it. The default
    /// always has stages. The history is kept.
    fn remove(change: &mut Change<'_>, id: ProcedureId, known: StoredProcedure) -> Result<(), Error> {
        let stages = known.procedure.stages.iter();
        let mut by: Vec<String> = stages
            .map(|stage| format!("the stage \"{}\"", stage.activity))
            .collect();
        match change.transaction().procedures().requests_under(id)? {
            0 => {}
            1 => by.push("1 data request".to_owned()),
            more => by.push(format!("{more} data requests")),
        }
        if !by.is_empty() {
            let record = format!("The approval procedure \"{}\"", known.procedure.name);
            return Err(InUse {
                record,
                refused: "be deleted",
                by,
            }
            .into());
        }
        change.transaction().procedures().remove(id)?;
        record_lines(change, (id, known.procedure.name), vec!["Deleted.".to_owned()])
    }
}

pub(super) fn without_stages(text: ProcedureText) -> Procedure {
    Procedure {
        id: None,
        name: text.name,
        description: text.description,
        term: text.term,
        completion_window: text.completion_window,
        stages: Vec::new(),
        links: Vec::new(),
    }
}

/// Refuses a duplicate name, because screens identify procedures by name (3 §2.7).
pub(super) fn refuse_taken(
    transaction: &mut dyn Transaction,
    own: Option<ProcedureId>,
    name: &str,
) -> Result<(), Error> {
    let key = fold(name);
    let names = transaction.procedures().names()?;
    if names
        .iter()
        .any(|(id, other)| Some(*id) != own && fold(other) == key)
    {
        return Err(Error::taken(
            "name",
            "There is already another Approval Procedure with this name.",
        ));
    }
    Ok(())
}
