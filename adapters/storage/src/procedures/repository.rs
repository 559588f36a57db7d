//! The store of approval procedures.

use std::collections::HashMap;

use aditus_application::ports::StoreError;
use aditus_application::procedures::Procedures;
use aditus_domain::ids::{ProcedureId, StageId};
use aditus_domain::procedures::{Link, Position, Procedure, Stage, StageType};
use aditus_domain::roles::Role;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::{insert_rows, insert_rows_returning};
use crate::error::{Outcome, missing, unreadable};
use crate::schema::{approval_procedures, next_stages, stage_types, stages};
use crate::transaction::UnitOfWork;

#[derive(Queryable, Selectable)]
#[diesel(table_name = stages)]
struct StageRow {
    id: i64,
    role_id: i64,
    stage_order: i32,
    stage_activity: String,
    branch_level: i32,
    pos_x: f64,
    pos_y: f64,
    icon: String,
}

#[derive(Insertable)]
#[diesel(table_name = stages)]
struct NewStage<'a> {
    procedure_id: i64,
    role_id: i64,
    stage_type_id: i64,
    stage_order: i32,
    stage_activity: &'a str,
    branch_level: i32,
    pos_x: f64,
    pos_y: f64,
    icon: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = next_stages)]
struct NewLink {
    current_stage_id: i64,
    next_stage_id: i64,
}

fn stage((row, stage_type): (StageRow, String)) -> Outcome<Stage> {
    Ok(Stage {
        id: StageId(row.id),
        role: Role::from_id(row.role_id).map_err(unreadable("role"))?,
        // A type that a Super User added is a Junction (decisions, "Administration").
        stage_type: StageType::parse(&stage_type).unwrap_or(StageType::Junction),
        order: row.stage_order,
        activity: row.stage_activity,
        branch_level: row.branch_level,
        position: Position {
            x: row.pos_x,
            y: row.pos_y,
        },
        icon: row.icon,
    })
}

/// Adds the stages; answers their stored ids by the ids they had.
fn add_stages(
    connection: &mut AnyConnection,
    procedure_id: i64,
    stages: &[Stage],
) -> Outcome<HashMap<StageId, i64>> {
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
                role_id: i64::from(stage.role.rank()),
                stage_type_id: *types
                    .get(stage.stage_type.name())
                    .ok_or_else(missing("stage type"))?,
                stage_order: stage.order,
                stage_activity: &stage.activity,
                branch_level: stage.branch_level,
                pos_x: stage.position.x,
                pos_y: stage.position.y,
                icon: &stage.icon,
            })
        })
        .collect::<Outcome<Vec<_>>>()?;
    let ids = insert_rows_returning!(connection, stages::table, &rows, stages::id)?;
    Ok(stages.iter().map(|stage| stage.id).zip(ids).collect())
}

impl Procedures for UnitOfWork {
    fn add(
        &mut self,
        procedure: &Procedure,
        is_active: bool,
        is_default: bool,
    ) -> Result<ProcedureId, StoreError> {
        self.run(|connection| {
            if is_default {
                diesel::update(approval_procedures::table.filter(approval_procedures::is_default.eq(true)))
                    .set(approval_procedures::is_default.eq(false))
                    .execute(connection)?;
            }
            let id = diesel::insert_into(approval_procedures::table)
                .values((
                    approval_procedures::name.eq(&procedure.name),
                    approval_procedures::description.eq(&procedure.description),
                    approval_procedures::is_active.eq(is_active),
                    approval_procedures::is_default.eq(is_default),
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
                .collect::<Outcome<Vec<_>>>()?;
            insert_rows!(connection, next_stages::table, &links)?;
            Ok(ProcedureId(id))
        })
    }

    fn default_procedure(&mut self) -> Result<Option<Procedure>, StoreError> {
        self.run(|connection| {
            let found = approval_procedures::table
                .filter(approval_procedures::is_default.eq(true))
                .select((
                    approval_procedures::id,
                    approval_procedures::name,
                    approval_procedures::description,
                ))
                .first::<(i64, String, String)>(connection)
                .optional()?;
            let Some((id, name, description)) = found else {
                return Ok(None);
            };
            let stages = stages::table
                .inner_join(stage_types::table)
                .filter(stages::procedure_id.eq(id))
                .order((stages::stage_order, stages::id))
                .select((StageRow::as_select(), stage_types::name))
                .load::<(StageRow, String)>(connection)?
                .into_iter()
                .map(stage)
                .collect::<Outcome<Vec<_>>>()?;
            let links = next_stages::table
                .inner_join(stages::table.on(stages::id.eq(next_stages::current_stage_id)))
                .filter(stages::procedure_id.eq(id))
                .order(next_stages::id)
                .select((next_stages::current_stage_id, next_stages::next_stage_id))
                .load::<(i64, i64)>(connection)?
                .into_iter()
                .map(|(from, to)| Link {
                    from: StageId(from),
                    to: StageId(to),
                })
                .collect();
            Ok(Some(Procedure {
                id: Some(ProcedureId(id)),
                name,
                description,
                stages,
                links,
            }))
        })
    }
}
