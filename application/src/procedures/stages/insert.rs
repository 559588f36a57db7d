//! A stage is put into a link: `POST data_requests/next_stage/{id}/insert/`. So a stage comes into an active procedure, which no two
//! changes of single stages and links could bring about: after either of them it would have a fault.

use aditus_domain::ids::{NextStageId, StageId};
use aditus_domain::procedures::{DrawnStage, KnownType, RawStage, StageDetails};
use aditus_domain::roles::Role;

pub use super::super::editing::Error;
use super::super::editing::{Record, known_types, redraw, whole};
use super::{StageRecords, check_choices};
use crate::access::Caller;
use crate::ports::Ports;
use crate::records::{self, begin};
use crate::row_versions::{RowVersion, Versioned, advance};

/// What a Super User has filled in.
#[derive(Debug, Clone)]
pub struct Command {
    /// The link that the stage is put into.
    pub link: NextStageId,
    /// The version of the link that was read.
    pub seen: Option<RowVersion>,
    /// The form. Its procedure is that of the link; without a position the stage stands in the middle of it.
    pub form: RawStage,
}

/// Puts the stage into the link; answers its id. An active procedure has to stay valid by it.
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
    let added = redraw(&mut change, of, |change| {
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

/// The form, with a procedure and a place that do not count.
fn read(form: &RawStage) -> Result<StageDetails, Error> {
    let mut form = form.clone();
    form.approval_procedure = Some(0);
    if has_no_place(&form) {
        (form.pos_x, form.pos_y) = (Some(0.0), Some(0.0));
    }
    Ok(form.check()?)
}

/// The stage as a drawing has it that is not stored yet.
fn drawn(types: &[KnownType], details: StageDetails) -> Option<DrawnStage> {
    let stage_type = types.iter().find(|known| known.id == details.stage_type)?;
    Some(DrawnStage {
        id: StageId(0),
        role: details.role,
        stage_type: stage_type.clone(),
        order: details.order,
        activity: details.activity,
        branch_level: details.branch_level,
        position: details.position,
        icon: details.icon,
    })
}
