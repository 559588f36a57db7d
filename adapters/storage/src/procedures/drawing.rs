//! Complete procedures, with the chosen types of their stages and the template of their letter.

use aditus_application::procedures::StoredWhole;
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{ProcedureId, StageId, StageTypeId};
use aditus_domain::procedures::{
    Drawing, DrawingChange, DrawnStage, KnownType, LetterTemplate, Link, ProcedureStatus, ProcedureText,
    StageType, WholeProcedure,
};
use aditus_domain::text::sort_key;
use diesel::prelude::*;

use super::repository::{NewLink, NewStage, changed};
use super::stage_row::{StageRow, target_column};
use super::term_columns::{optional_term, window};
use crate::connection::AnyConnection;
use crate::dialect::{insert_rows, insert_rows_returning};
use crate::error::{DbResult, unreadable};
use crate::schema::{approval_procedures, next_stages, stage_types, stages};
use crate::search::of_name;

#[derive(Queryable, Selectable)]
#[diesel(table_name = approval_procedures)]
struct WholeRow {
    name: String,
    description: String,
    is_active: bool,
    is_default: bool,
    row_version: i64,
    drawing_version: i64,
    letter_version: i64,
    letter_heading: Option<String>,
    letter_body: Option<String>,
    term_unit: Option<String>,
    term_count: Option<i32>,
    completion_weeks: Option<i32>,
}

/// Id, name, built-in flag.
type TypeColumns = (i64, String, bool);

fn known((id, name, built_in): TypeColumns) -> KnownType {
    // A type that a Super User added is a Junction (decisions, "Administration").
    let behaves_as = StageType::parse(&name).ok().filter(|_| built_in);
    KnownType {
        id: StageTypeId(id),
        behaves_as: behaves_as.unwrap_or(StageType::Junction),
        name,
    }
}

fn drawn((row, stage_type): (StageRow, TypeColumns)) -> DbResult<DrawnStage> {
    let id = StageId(row.id);
    Ok(row.details()?.drawn(id, known(stage_type)))
}

fn template(row: &WholeRow) -> DbResult<Option<LetterTemplate>> {
    let (Some(heading), Some(body)) = (&row.letter_heading, &row.letter_body) else {
        return Ok(None);
    };
    let template = LetterTemplate::parse(heading, body).map_err(unreadable("template of a letter"))?;
    Ok(Some(template))
}

pub(super) fn whole(connection: &mut AnyConnection, id: ProcedureId) -> DbResult<Option<StoredWhole>> {
    let row = approval_procedures::table
        .find(id.0)
        .select(WholeRow::as_select())
        .first::<WholeRow>(connection)
        .optional()?;
    let Some(row) = row else { return Ok(None) };
    let drawing = drawing(connection, id)?;
    let letter = template(&row)?;
    Ok(Some(StoredWhole {
        id,
        whole: WholeProcedure {
            text: ProcedureText {
                name: row.name,
                description: row.description,
                term: optional_term(row.term_unit.as_deref(), row.term_count)?,
                completion_window: window(row.completion_weeks)?,
            },
            status: ProcedureStatus {
                is_active: row.is_active,
                is_default: row.is_default,
            },
            drawing,
            letter,
        },
        row_version: RowVersion(row.row_version),
        drawing_version: RowVersion(row.drawing_version),
        letter_version: RowVersion(row.letter_version),
    }))
}

fn drawing(connection: &mut AnyConnection, id: ProcedureId) -> DbResult<Drawing> {
    let stages = stages::table
        .inner_join(stage_types::table)
        .filter(stages::procedure_id.eq(id.0))
        .order((stages::stage_order, stages::id))
        .select((
            StageRow::as_select(),
            (stage_types::id, stage_types::name, stage_types::built_in),
        ))
        .load::<(StageRow, TypeColumns)>(connection)?
        .into_iter()
        .map(drawn)
        .collect::<DbResult<Vec<_>>>()?;
    let links = next_stages::table
        .inner_join(stages::table.on(stages::id.eq(next_stages::current_stage_id)))
        .filter(stages::procedure_id.eq(id.0))
        .order(next_stages::id)
        .select((next_stages::current_stage_id, next_stages::next_stage_id))
        .load::<(i64, i64)>(connection)?
        .into_iter()
        .map(|(from, to)| Link {
            from: StageId(from),
            to: StageId(to),
        })
        .collect();
    Ok(Drawing { stages, links })
}

fn row(procedure: ProcedureId, stage: &DrawnStage) -> NewStage<'_> {
    NewStage {
        procedure_id: procedure.0,
        role_id: stage.role.id(),
        stage_type_id: stage.type_id().0,
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

/// Stores the changes of a drawing. Returns the ids of the stages that were added.
pub(super) fn save(
    connection: &mut AnyConnection,
    id: ProcedureId,
    change: &DrawingChange,
) -> DbResult<Vec<StageId>> {
    for link in &change.removed_links {
        let between = next_stages::table
            .filter(next_stages::current_stage_id.eq(link.from.0))
            .filter(next_stages::next_stage_id.eq(link.to.0));
        changed(diesel::delete(between).execute(connection)?)?;
    }
    for stage in &change.removed {
        let own = stages::table
            .filter(stages::id.eq(stage.0))
            .filter(stages::procedure_id.eq(id.0));
        changed(diesel::delete(own).execute(connection)?)?;
    }
    let rows: Vec<_> = change.added.iter().map(|stage| row(id, stage)).collect();
    let added: Vec<i64> = insert_rows_returning!(connection, stages::table, &rows, stages::id)?;
    for stage in &change.changed {
        let own = stages::table
            .filter(stages::id.eq(stage.id.0))
            .filter(stages::procedure_id.eq(id.0));
        let saved = diesel::update(own)
            .set((
                row(id, stage),
                stages::row_version.eq(stages::row_version + 1_i64),
            ))
            .execute(connection)?;
        changed(saved)?;
    }
    let numbers: Vec<StageId> = change.added.iter().map(|stage| stage.id).collect();
    let stored = |stage: StageId| {
        let place = numbers.iter().position(|number| *number == stage);
        place
            .and_then(|place| added.get(place))
            .copied()
            .unwrap_or(stage.0)
    };
    let links: Vec<_> = change
        .added_links
        .iter()
        .map(|link| NewLink {
            current_stage_id: stored(link.from),
            next_stage_id: stored(link.to),
        })
        .collect();
    insert_rows!(connection, next_stages::table, &links)?;
    Ok(added.into_iter().map(StageId).collect())
}
