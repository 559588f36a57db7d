//! Repository of approval procedures.

use std::collections::HashMap;

use aditus_application::ports::StoreError;
use aditus_application::procedures::{ProcedureChange, Procedures, StoredProcedure, StoredWhole};
use aditus_domain::ids::{NextStageId, ProcedureId, StageId};
use aditus_domain::procedures::{
    DrawingChange, LetterTemplate, Link, Procedure, ProcedureStatus, ProcedureText, Stage, StageDetails,
};
use aditus_domain::text::sort_key;
use diesel::prelude::*;

use super::stage_row::{StageRow, target_column};
use super::term_columns::{count_column, unit_column, window_column};
use super::{drawing, history, keys, whole};
use crate::connection::AnyConnection;
use crate::dialect::{insert_rows, insert_rows_returning, lock_procedures, lock_procedures_shared};
use crate::error::{DbResult, missing};
use crate::schema::{approval_procedures, data_requests, next_stages, stage_types, stages};
use crate::search::of_name;
use crate::transaction::WriteTransaction;

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = stages, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct NewStage<'a> {
    pub(super) procedure_id: i64,
    pub(super) role_id: i64,
    pub(super) stage_type_id: i64,
    pub(super) stage_order: i32,
    pub(super) stage_activity: &'a str,
    pub(super) branch_level: i32,
    pub(super) pos_x: f64,
    pub(super) pos_y: f64,
    pub(super) icon: &'a str,
    pub(super) search_text: String,
    pub(super) sort_key: String,
    pub(super) target: Option<i32>,
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = next_stages)]
pub(super) struct NewLink {
    pub(super) current_stage_id: i64,
    pub(super) next_stage_id: i64,
}

fn stage_columns(stage: &StageDetails) -> NewStage<'_> {
    NewStage {
        procedure_id: stage.procedure.0,
        role_id: stage.role.id(),
        stage_type_id: stage.stage_type.0,
        stage_order: stage.order,
        stage_activity: &stage.activity,
        branch_level: stage.branch_level,
        pos_x: stage.position.x,
        pos_y: stage.position.y,
        icon: &stage.icon,
        search_text: of_name(&stage.activity),
        sort_key: sort_key(&stage.activity),
        target: target_column(stage.target),
    }
}

fn link_columns(link: Link) -> NewLink {
    NewLink {
        current_stage_id: link.from.0,
        next_stage_id: link.to.0,
    }
}

/// Clears the default flag of the current default procedure, because at most one may have it.
fn clear_default(connection: &mut AnyConnection) -> DbResult<()> {
    diesel::update(approval_procedures::table.filter(approval_procedures::is_default.eq(true)))
        .set((
            approval_procedures::is_default.eq(false),
            approval_procedures::row_version.eq(approval_procedures::row_version + 1_i64),
        ))
        .execute(connection)?;
    Ok(())
}

/// Returns a conflict if a change or removal affected no row.
pub(super) fn changed(rows: usize) -> DbResult<()> {
    if rows == 0 {
        return Err(StoreError::Conflict.into());
    }
    Ok(())
}

/// Inserts the stages. Returns their stored ids by their ids in the procedure.
fn add_stages(
    connection: &mut AnyConnection,
    procedure_id: i64,
    stages: &[Stage],
) -> DbResult<HashMap<StageId, i64>> {
    let types: HashMap<String, i64> = stage_types::table
        .filter(stage_types::built_in.eq(true))
        .select((stage_types::name, stage_types::id))
        .load::<(String, i64)>(connection)?
        .into_iter()
        .collect();
    let rows = stages
        .iter()
        .map(|stage| {
            Ok(NewStage {
                procedure_id,
                role_id: stage.role.id(),
                stage_type_id: *types
                    .get(stage.stage_type.name())
                    .ok_or_else(missing("stage type"))?,
                stage_order: stage.order,
                stage_activity: &stage.activity,
                branch_level: stage.branch_level,
                pos_x: stage.position.x,
                pos_y: stage.position.y,
                icon: &stage.icon,
                search_text: of_name(&stage.activity),
                sort_key: sort_key(&stage.activity),
                target: target_column(stage.target),
            })
        })
        .collect::<DbResult<Vec<_>>>()?;
    let ids = insert_rows_returning!(connection, stages::table, &rows, stages::id)?;
    Ok(stages.iter().map(|stage| stage.id).zip(ids).collect())
}

impl Procedures for WriteTransaction {
    fn add(
        &mut self,
        procedure: &Procedure,
        is_active: bool,
        is_default: bool,
    ) -> Result<ProcedureId, StoreError> {
        self.run(|connection| {
            if is_default {
                clear_default(connection)?;
            }
            let id = diesel::insert_into(approval_procedures::table)
                .values((
                    approval_procedures::name.eq(&procedure.name),
                    approval_procedures::description.eq(&procedure.description),
                    approval_procedures::is_active.eq(is_active),
                    approval_procedures::is_default.eq(is_default),
                    approval_procedures::name_key.eq(of_name(&procedure.name)),
                    approval_procedures::sort_key.eq(sort_key(&procedure.name)),
                    approval_procedures::search_text
                        .eq(keys::of_procedure(&procedure.name, &procedure.description)),
                    approval_procedures::term_unit.eq(unit_column(procedure.term)),
                    approval_procedures::term_count.eq(count_column(procedure.term)),
                    approval_procedures::completion_weeks.eq(window_column(procedure.completion_window)),
                ))
                .returning(approval_procedures::id)
                .get_result::<i64>(connection)?;
            let ids = add_stages(connection, id, &procedure.stages)?;
            let stored = |stage: StageId| {
                ids.get(&stage)
                    .copied()
                    .ok_or_else(|| StoreError::Reference("next_stages: no such stage".to_owned()))
            };
            let links = procedure
                .links
                .iter()
                .map(|link| {
                    Ok(NewLink {
                        current_stage_id: stored(link.from)?,
                        next_stage_id: stored(link.to)?,
                    })
                })
                .collect::<DbResult<Vec<_>>>()?;
            insert_rows!(connection, next_stages::table, &links)?;
            Ok(ProcedureId(id))
        })
    }

    fn default_procedure(&mut self) -> Result<Option<Procedure>, StoreError> {
        self.run(|connection| {
            lock_procedures_shared(connection)?;
            let found = whole::default(connection)?;
            Ok(found.map(|stored| stored.procedure))
        })
    }

    fn lock_exclusive(&mut self) -> Result<(), StoreError> {
        self.run(|connection| Ok(lock_procedures(connection)?))
    }

    fn by_id(&mut self, id: ProcedureId) -> Result<Option<StoredProcedure>, StoreError> {
        self.run(|connection| whole::one(connection, id))
    }

    fn names(&mut self) -> Result<Vec<(ProcedureId, String)>, StoreError> {
        self.run(|connection| {
            let rows = approval_procedures::table
                .order(approval_procedures::id)
                .select((approval_procedures::id, approval_procedures::name))
                .load::<(i64, String)>(connection)?;
            Ok(rows
                .into_iter()
                .map(|(id, name)| (ProcedureId(id), name))
                .collect())
        })
    }

    fn save(
        &mut self,
        id: ProcedureId,
        text: &ProcedureText,
        status: ProcedureStatus,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            if status.is_default {
                clear_default(connection)?;
            }
            let rows = diesel::update(approval_procedures::table.find(id.0))
                .set((
                    approval_procedures::name.eq(&text.name),
                    approval_procedures::description.eq(&text.description),
                    approval_procedures::is_active.eq(status.is_active),
                    approval_procedures::is_default.eq(status.is_default),
                    approval_procedures::name_key.eq(of_name(&text.name)),
                    approval_procedures::sort_key.eq(sort_key(&text.name)),
                    approval_procedures::search_text.eq(keys::of_procedure(&text.name, &text.description)),
                    approval_procedures::term_unit.eq(unit_column(text.term)),
                    approval_procedures::term_count.eq(count_column(text.term)),
                    approval_procedures::completion_weeks.eq(window_column(text.completion_window)),
                ))
                .execute(connection)?;
            changed(rows)
        })
    }

    fn remove(&mut self, id: ProcedureId) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::delete(approval_procedures::table.find(id.0)).execute(connection)?;
            changed(rows)
        })
    }

    fn stage(&mut self, id: StageId) -> Result<Option<StageDetails>, StoreError> {
        self.run(|connection| {
            let row = stages::table
                .find(id.0)
                .select(StageRow::as_select())
                .first(connection)
                .optional()?;
            row.map(StageRow::details).transpose()
        })
    }

    fn add_stage(&mut self, stage: &StageDetails) -> Result<StageId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(stages::table)
                .values(stage_columns(stage))
                .returning(stages::id)
                .get_result(connection)?;
            Ok(StageId(id))
        })
    }

    fn save_stage(&mut self, id: StageId, stage: &StageDetails) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::update(stages::table.find(id.0))
                .set(stage_columns(stage))
                .execute(connection)?;
            changed(rows)
        })
    }

    fn remove_stage(&mut self, id: StageId) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::delete(stages::table.find(id.0)).execute(connection)?;
            changed(rows)
        })
    }

    fn link(&mut self, id: NextStageId) -> Result<Option<Link>, StoreError> {
        self.run(|connection| {
            let row = next_stages::table
                .find(id.0)
                .select((next_stages::current_stage_id, next_stages::next_stage_id))
                .first::<(i64, i64)>(connection)
                .optional()?;
            Ok(row.map(|(from, to)| Link {
                from: StageId(from),
                to: StageId(to),
            }))
        })
    }

    fn add_link(&mut self, link: Link) -> Result<NextStageId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(next_stages::table)
                .values(link_columns(link))
                .returning(next_stages::id)
                .get_result(connection)?;
            Ok(NextStageId(id))
        })
    }

    fn save_link(&mut self, id: NextStageId, link: Link) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::update(next_stages::table.find(id.0))
                .set(link_columns(link))
                .execute(connection)?;
            changed(rows)
        })
    }

    fn remove_link(&mut self, id: NextStageId) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::delete(next_stages::table.find(id.0)).execute(connection)?;
            changed(rows)
        })
    }

    fn whole(&mut self, id: ProcedureId) -> Result<Option<StoredWhole>, StoreError> {
        self.run(|connection| drawing::whole(connection, id))
    }

    fn save_drawing(&mut self, id: ProcedureId, change: &DrawingChange) -> Result<Vec<StageId>, StoreError> {
        self.run(|connection| drawing::save(connection, id, change))
    }

    fn save_letter(&mut self, id: ProcedureId, template: Option<&LetterTemplate>) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::update(approval_procedures::table.find(id.0))
                .set((
                    approval_procedures::letter_heading.eq(template.map(LetterTemplate::heading)),
                    approval_procedures::letter_body.eq(template.map(LetterTemplate::body)),
                ))
                .execute(connection)?;
            changed(rows)
        })
    }

    fn requests_under(&mut self, id: ProcedureId) -> Result<u64, StoreError> {
        self.run(|connection| {
            let count = data_requests::table
                .filter(data_requests::procedure_id.eq(id.0))
                .count()
                .get_result::<i64>(connection)?;
            Ok(count.unsigned_abs())
        })
    }

    fn add_change(&mut self, change: &ProcedureChange) -> Result<(), StoreError> {
        self.run(|connection| history::add(connection, change))
    }
}
