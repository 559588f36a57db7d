//! Inserts a stage into a link: `POST data_requests/next_stage/{id}/insert/`. A stage is added to
//! an active procedure this way, because separate changes of stages and links would leave it
//! invalid in between.

use aditus_domain::ids::{NextStageId, StageId};
use aditus_domain::procedures::{DrawnStage, KnownType, RawStage, StageDetails};
use aditus_domain::roles::Role;

pub use super::super::editing::Error;
use super::super::editing::{Record, change_drawing, known_types, whole};
use super::{StageRecords, check_choices};
use crate::access::Caller;
use crate::ports::Ports;
use crate::records::{self, begin};
use crate::row_versions::{RowVersion, Versioned, advance};

/// A stage to insert into a link.
#[derive(Debug, Clone)]
pub struct Command {
    /// Link to insert the stage into.
    pub link: NextStageId,
    /// Row version of the link that was read.
    pub seen: Option<RowVersion>,
    /// Form of the stage. Its procedure is that of the link. Without a position, the stage is
    /// placed in the middle of the link.
    pub form: RawStage,
}

/// Inserts the stage into the link and returns its id. An active procedure must stay valid.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<StageId, Error> {
    caller.require(Role::SuperUser)?;
    let mut details = read(&command.form)?;
    let mut change = begin::<StageRecords>(ports, caller)?;
    let transaction = change.transaction();
    let link = transaction.procedures().link(command.link)?;
    let link = link.ok_or_else(|| Error::not_found(Record::NextStage))?;
    advance::<Error>(transaction, Versioned::NextStage(command.link), command.seen)?;
    let of = transaction
        .procedures()
        .stage(link.from)?
        .ok_or_else(|| Error::not_found(Record::Stage))?
        .procedure;
    let before = whole(transaction, of)?.whole.drawing;
    details.procedure = of;
    if let (true, Some(middle)) = (has_no_place(&command.form), before.middle_of(link)) {
        details.position = middle;
    }
    check_choices(transaction, &details)?;
    let types = known_types(transaction)?;
    let stage = drawn(&types, details).ok_or_else(|| Error::not_found(Record::StageType))?;
    let after = before
        .with_stage_in(link, stage)
        .ok_or_else(|| Error::not_found(Record::NextStage))?;
    let drawn = after.change_from(&before);
    let added = change_drawing(&mut change, of, |change| {
        Ok(change.transaction().procedures().save_drawing(of, &drawn)?)
    })?;
    let id = added
        .into_iter()
        .next()
        .ok_or_else(|| Error::not_found(Record::Stage))?;
    change.commit(records::added::<StageRecords>(id))?;
    Ok(id)
}

const fn has_no_place(form: &RawStage) -> bool {
    form.pos_x.is_none() && form.pos_y.is_none()
}

/// Validates the form with a placeholder for procedure and position.
fn read(form: &RawStage) -> Result<StageDetails, Error> {
    let mut form = form.clone();
    form.approval_procedure = Some(0);
    if has_no_place(&form) {
        (form.pos_x, form.pos_y) = (Some(0.0), Some(0.0));
    }
    Ok(form.check(None)?)
}

fn drawn(types: &[KnownType], details: StageDetails) -> Option<DrawnStage> {
    let stage_type = types.iter().find(|known| known.id == details.stage_type)?;
    Some(details.drawn(StageId(0), stage_type.clone()))
}
