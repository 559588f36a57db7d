//! Next-stage links, which define the order of the stages of a procedure:
//! `data_requests/next_stage/` (3 §2.7, §3, §5, §7; decisions C1).

use aditus_domain::form::FormFaults;
use aditus_domain::ids::{NextStageId, ProcedureId, StageId};
use aditus_domain::procedures::Link;

use super::editing::{Error, Record, change_drawing};
use super::views::{NextStageQuery, NextStageRow};
use crate::access::Caller;
use crate::paging::Paged;
use crate::ports::{StoreError, Transaction};
use crate::records::{
    Addable, Change, HasForm, Kind, Listable, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Links between two stages of one procedure. A change that would make an active procedure invalid
/// is refused.
pub enum NextStageRecords {}

/// Form of a link.
#[derive(Debug, Clone, Copy)]
pub struct LinkForm {
    /// Stage that must be approved first.
    pub current_stage: Option<i64>,
    /// Stage that follows.
    pub next: Option<i64>,
}

impl Kind for NextStageRecords {
    type Id = NextStageId;
    type Error = Error;

    fn recorded(id: NextStageId) -> (Record, i64) {
        (Record::NextStage, id.0)
    }

    fn lock_exclusive(transaction: &mut dyn Transaction) -> Result<(), StoreError> {
        transaction.procedures().lock_exclusive()
    }
}

impl Listable for NextStageRecords {
    type Query = NextStageQuery;
    type Row = NextStageRow;

    fn rows(reading: &mut Reading<'_>, query: NextStageQuery) -> Result<Paged<NextStageRow>, StoreError> {
        let query = NextStageQuery {
            list: query.list.folded(),
            ..query
        };
        reading.views().procedures().next_stages(&query)
    }
}

impl Readable for NextStageRecords {
    type One = NextStageRow;

    fn read(reading: &mut Reading<'_>, id: NextStageId) -> Result<NextStageRow, Error> {
        let found = reading.views().procedures().next_stage(id)?;
        found.ok_or_else(|| Error::not_found(Record::NextStage))
    }
}

impl Loadable for NextStageRecords {
    type Loaded = Link;

    fn load(change: &mut Change<'_>, id: NextStageId) -> Result<Link, Error> {
        let found = change.transaction().procedures().link(id)?;
        found.ok_or_else(|| Error::not_found(Record::NextStage))
    }
}

impl HasForm for NextStageRecords {
    type Form = LinkForm;
    type Checked = Link;

    fn check(_: &Caller, form: LinkForm) -> Result<Link, Error> {
        Ok(Link::parse(form.current_stage, form.next)?)
    }
}

impl Addable for NextStageRecords {
    fn add(change: &mut Change<'_>, link: Link) -> Result<NextStageId, Error> {
        let procedure = common_procedure(change.transaction(), link)?;
        change_drawing(change, procedure, |change| {
            Ok(change.transaction().procedures().add_link(link)?)
        })
    }
}

impl Updatable for NextStageRecords {
    fn versioned(id: NextStageId) -> Versioned {
        Versioned::NextStage(id)
    }

    /// A link cannot move to another procedure (3 §5).
    fn change(change: &mut Change<'_>, id: NextStageId, known: Link, link: Link) -> Result<(), Error> {
        let transaction = change.transaction();
        let procedure = common_procedure(transaction, link)?;
        if procedure_of(transaction, known.from)? != Some(procedure) {
            let message =
                "You can't move a link to another Approval Procedure. Choose stages of its own procedure.";
            return Err(FormFaults::one("current_stage", message).into());
        }
        change_drawing(change, procedure, |change| {
            Ok(change.transaction().procedures().save_link(id, link)?)
        })
    }
}

impl Removable for NextStageRecords {
    fn remove(change: &mut Change<'_>, id: NextStageId, known: Link) -> Result<(), Error> {
        let of = procedure_of(change.transaction(), known.from)?;
        change_drawing(
            change,
            of.ok_or_else(|| Error::not_found(Record::Stage))?,
            |change| Ok(change.transaction().procedures().remove_link(id)?),
        )
    }
}

fn procedure_of(transaction: &mut dyn Transaction, id: StageId) -> Result<Option<ProcedureId>, StoreError> {
    let stage = transaction.procedures().stage(id)?;
    Ok(stage.map(|stage| stage.procedure))
}

/// Returns the procedure of both stages, or an error if they differ.
fn common_procedure(transaction: &mut dyn Transaction, link: Link) -> Result<ProcedureId, Error> {
    let from = procedure_of(transaction, link.from)?
        .ok_or_else(|| FormFaults::one("current_stage", "Please enter the Current Stage."))?;
    let to = procedure_of(transaction, link.to)?
        .ok_or_else(|| FormFaults::one("next", "Please enter the NextStage."))?;
    if from != to {
        let message = "Both stages must belong to the same Approval Procedure.";
        return Err(FormFaults::one("next", message).into());
    }
    Ok(from)
}
