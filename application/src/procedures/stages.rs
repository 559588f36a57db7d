//! Stages of procedures: `data_requests/stage/` (3 §2.7, §3, §5, §7; decisions C1).

pub mod insert;

use aditus_domain::dictionary::search::fold;
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{ProcedureId, StageId};
use aditus_domain::procedures::{InUse, Procedure, RawStage, StageDetails};
use aditus_domain::roles::Role;

use super::editing::{Error, Record, change_drawing, procedure};
use super::views::{StageQuery, StageRow, StageSort};
use crate::access::Caller;
use crate::paging::{ListQuery, Paged};
use crate::ports::{StoreError, Transaction};
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Stages. A change that would make an active procedure invalid is refused.
pub enum StageRecords {}

/// Filter, order and page of a list of stages.
#[derive(Debug, Clone)]
pub struct StageRecordQuery {
    /// Limits the stages to this procedure.
    pub procedure: Option<ProcedureId>,
    /// Search text in the activity, or in the name of role, type or procedure, with order and page.
    pub list: ListQuery<StageSort>,
}

impl Kind for StageRecords {
    type Id = StageId;
    type Error = Error;

    fn recorded(id: StageId) -> (Record, i64) {
        (Record::Stage, id.0)
    }

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.procedures().lock_exclusive()
    }
}

impl Listable for StageRecords {
    type Query = StageRecordQuery;
    type Row = StageRow;

    fn rows(reading: &mut Reading<'_>, query: StageRecordQuery) -> Result<Paged<StageRow>, StoreError> {
        let list = query.list.folded();
        let holds = |role: &Role| {
            let search = list.search.as_deref();
            search.is_some_and(|text| fold(role.name()).contains(text))
        };
        let query = StageQuery {
            procedure: query.procedure,
            roles: Role::ALL.into_iter().filter(holds).collect(),
            list,
        };
        reading.views().procedures().stages(&query)
    }
}

impl Readable for StageRecords {
    type One = StageRow;

    fn read(reading: &mut Reading<'_>, id: StageId) -> Result<StageRow, Error> {
        let found = reading.views().procedures().stage(id)?;
        found.ok_or_else(|| Error::not_found(Record::Stage))
    }
}

impl Loadable for StageRecords {
    type Loaded = StageDetails;

    fn load(change: &mut Change<'_>, id: StageId) -> Result<StageDetails, Error> {
        let found = change.transaction().procedures().stage(id)?;
        found.ok_or_else(|| Error::not_found(Record::Stage))
    }
}

impl HasForm for StageRecords {
    type Form = RawStage;
    type Checked = RawStage;

    fn check(_: &Caller, form: RawStage) -> Result<RawStage, Error> {
        Ok(form)
    }
}

impl Addable for StageRecords {
    fn add(change: &mut Change<'_>, form: RawStage) -> Result<StageId, Error> {
        let stage = form.check(None)?;
        check_choices(change.transaction(), &stage)?;
        change_drawing(change, stage.procedure, |change| {
            Ok(change.transaction().procedures().add_stage(&stage)?)
        })
    }
}

impl Updatable for StageRecords {
    fn versioned(id: StageId) -> Versioned {
        Versioned::Stage(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: StageId,
        known: StageDetails,
        form: RawStage,
    ) -> Result<(), Error> {
        let stage = form.check(known.target)?;
        check_choices(change.transaction(), &stage)?;
        let save = |change: &mut Change<'_>| Ok(change.transaction().procedures().save_stage(id, &stage)?);
        if known.procedure == stage.procedure {
            return change_drawing(change, known.procedure, save);
        }
        // Its links would lead from one procedure into another.
        let left = procedure(change.transaction(), known.procedure)?.procedure;
        refuse_linked(&left, id, "move to another approval procedure")?;
        change_drawing(change, known.procedure, |change| {
            change_drawing(change, stage.procedure, save)
        })
    }
}

impl Removable for StageRecords {
    fn remove(change: &mut Change<'_>, id: StageId, known: StageDetails) -> Result<(), Error> {
        let stored = procedure(change.transaction(), known.procedure)?;
        refuse_linked(&stored.procedure, id, "be deleted")?;
        change_drawing(change, known.procedure, |change| {
            Ok(change.transaction().procedures().remove_stage(id)?)
        })
    }
}

/// Checks that the chosen procedure and type exist, and that role and target fit the type.
fn check_choices(transaction: &mut dyn Transaction, details: &StageDetails) -> Result<(), Error> {
    if transaction.procedures().by_id(details.procedure)?.is_none() {
        let message = "Please select the Approval Procedure Name.";
        return Err(FormFaults::one("approval_procedure", message).into());
    }
    let types = transaction.stage_types().all()?;
    let chosen = types
        .iter()
        .find(|stage_type| stage_type.id == details.stage_type);
    let chosen = chosen.ok_or_else(|| FormFaults::one("stage_type", "Please select the Stage Type."))?;
    Ok(details.check_type(chosen.behaves_as())?)
}

/// Refuses an operation on a stage that links refer to.
fn refuse_linked(procedure: &Procedure, id: StageId, refused: &'static str) -> Result<(), InUse> {
    let name = |id: StageId| {
        let stage = procedure.stages.iter().find(|stage| stage.id == id);
        stage.map_or_else(|| id.to_string(), |stage| stage.activity.clone())
    };
    let by: Vec<String> = procedure
        .links
        .iter()
        .filter(|link| link.from == id || link.to == id)
        .map(|link| {
            format!(
                "the next stage link from \"{}\" to \"{}\"",
                name(link.from),
                name(link.to)
            )
        })
        .collect();
    if by.is_empty() {
        return Ok(());
    }
    Err(InUse {
        record: format!("The stage \"{}\"", name(id)),
        refused,
        by,
    })
}
