//! Procedures with their stages and links, and pages of them.

use std::collections::HashMap;

use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::procedures::StoredProcedure;
use aditus_application::procedures::views::ProcedureSort;
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{ProcedureId, StageId};
use aditus_domain::procedures::{Link, Procedure, ProcedureStatus, Stage, StageType};
use diesel::prelude::*;

use super::stage_row::StageRow;
use super::term_columns::{optional_term, window};
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{approval_procedures, next_stages, stage_types, stages};
use crate::search::pattern;

#[derive(Queryable, Selectable)]
#[diesel(table_name = approval_procedures)]
pub(super) struct ProcedureRow {
    id: i64,
    name: String,
    description: String,
    is_active: bool,
    is_default: bool,
    row_version: i64,
    term_unit: Option<String>,
    term_count: Option<i32>,
    completion_weeks: Option<i32>,
}

fn stage((row, stage_type): (StageRow, String)) -> DbResult<(i64, Stage)> {
    let (id, procedure) = (StageId(row.id), row.procedure_id);
    // A type that a Super User added is a Junction (decisions, "Administration").
    let stage_type = StageType::parse(&stage_type).unwrap_or(StageType::Junction);
    Ok((procedure, row.details()?.stage(id, stage_type)))
}

/// Adds stages and links to rows, keeping their order.
pub(super) fn with_stages_and_links(
    connection: &mut AnyConnection,
    rows: Vec<ProcedureRow>,
) -> DbResult<Vec<StoredProcedure>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut stages_of = HashMap::<i64, Vec<Stage>>::new();
    let found = stages::table
        .inner_join(stage_types::table)
        .filter(stages::procedure_id.eq_any(&ids))
        .order((stages::procedure_id, stages::stage_order, stages::id))
        .select((StageRow::as_select(), stage_types::name))
        .load::<(StageRow, String)>(connection)?;
    for row in found {
        let (procedure, stage) = stage(row)?;
        stages_of.entry(procedure).or_default().push(stage);
    }
    let mut links_of = HashMap::<i64, Vec<Link>>::new();
    let found = next_stages::table
        .inner_join(stages::table.on(stages::id.eq(next_stages::current_stage_id)))
        .filter(stages::procedure_id.eq_any(&ids))
        .order(next_stages::id)
        .select((
            stages::procedure_id,
            next_stages::current_stage_id,
            next_stages::next_stage_id,
        ))
        .load::<(i64, i64, i64)>(connection)?;
    for (procedure, from, to) in found {
        let link = Link {
            from: StageId(from),
            to: StageId(to),
        };
        links_of.entry(procedure).or_default().push(link);
    }
    let stored = rows.into_iter().map(|row| -> DbResult<StoredProcedure> {
        Ok(StoredProcedure {
            procedure: Procedure {
                id: Some(ProcedureId(row.id)),
                name: row.name,
                description: row.description,
                term: optional_term(row.term_unit.as_deref(), row.term_count)?,
                completion_window: window(row.completion_weeks)?,
                stages: stages_of.remove(&row.id).unwrap_or_default(),
                links: links_of.remove(&row.id).unwrap_or_default(),
            },
            status: ProcedureStatus {
                is_active: row.is_active,
                is_default: row.is_default,
            },
            row_version: RowVersion(row.row_version),
        })
    });
    stored.collect()
}

pub(super) fn one(connection: &mut AnyConnection, id: ProcedureId) -> DbResult<Option<StoredProcedure>> {
    let row = approval_procedures::table
        .find(id.0)
        .select(ProcedureRow::as_select())
        .first(connection)
        .optional()?;
    Ok(with_stages_and_links(connection, row.into_iter().collect())?.pop())
}

pub(super) fn default(connection: &mut AnyConnection) -> DbResult<Option<StoredProcedure>> {
    let row = approval_procedures::table
        .filter(approval_procedures::is_default.eq(true))
        .select(ProcedureRow::as_select())
        .first(connection)
        .optional()?;
    Ok(with_stages_and_links(connection, row.into_iter().collect())?.pop())
}

fn filtered(query: &ListQuery<ProcedureSort>) -> approval_procedures::BoxedQuery<'static, MultiBackend> {
    let rows = approval_procedures::table.into_boxed();
    match pattern(query.search.as_deref()) {
        Some(pattern) => rows.filter(approval_procedures::search_text.like(pattern).escape('\\')),
        None => rows,
    }
}

macro_rules! sorted {
    ($filtered:expr, $direction:expr, $column:expr) => {
        match $direction {
            Direction::Ascending => $filtered.order((
                $column.asc(),
                approval_procedures::sort_key.asc(),
                approval_procedures::id.asc(),
            )),
            Direction::Descending => $filtered.order((
                $column.desc(),
                approval_procedures::sort_key.asc(),
                approval_procedures::id.asc(),
            )),
        }
    };
}

pub(super) fn page(
    connection: &mut AnyConnection,
    query: &ListQuery<ProcedureSort>,
) -> DbResult<Paged<StoredProcedure>> {
    let total = filtered(query).count().get_result::<i64>(connection)?;
    let rows = match query.sort {
        ProcedureSort::Name => sorted!(filtered(query), query.direction, approval_procedures::sort_key),
        ProcedureSort::Active => sorted!(filtered(query), query.direction, approval_procedures::is_active),
        ProcedureSort::Default => sorted!(filtered(query), query.direction, approval_procedures::is_default),
    };
    let rows = rows
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select(ProcedureRow::as_select())
        .load(connection)?;
    Ok(paged(with_stages_and_links(connection, rows)?, query.page, total))
}
