//! Pages of stages.

use aditus_application::paging::{Direction, Paged};
use aditus_application::procedures::views::{StageQuery, StageRow, StageSort};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::StageId;
use diesel::prelude::*;

use super::stage_row::StageRow as Stored;
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{approval_procedures, stage_types, stages};
use crate::search::pattern;

fn row((stage, procedure, stage_type_name): (Stored, String, String)) -> DbResult<StageRow> {
    Ok(StageRow {
        stage_id: StageId(stage.id),
        procedure,
        stage_type_name,
        row_version: RowVersion(stage.row_version),
        details: stage.details()?,
    })
}

/// Selects stages by procedure and search term. It is a macro because the type of the query is too
/// long to write down.
macro_rules! filtered {
    ($query:expr) => {{
        let query: &StageQuery = $query;
        let mut filtered = stages::table
            .inner_join(approval_procedures::table)
            .inner_join(stage_types::table)
            .into_boxed();
        if let Some(procedure) = query.procedure {
            filtered = filtered.filter(stages::procedure_id.eq(procedure.0));
        }
        if let Some(pattern) = pattern(query.list.search.as_deref()) {
            let roles: Vec<i64> = query.roles.iter().map(|role| role.id()).collect();
            filtered = filtered.filter(
                stages::search_text
                    .like(pattern.clone())
                    .escape('\\')
                    .or(stage_types::search_text.like(pattern.clone()).escape('\\'))
                    .or(approval_procedures::name_key.like(pattern).escape('\\'))
                    .or(stages::role_id.eq_any(roles)),
            );
        }
        filtered
    }};
}

macro_rules! sorted {
    ($filtered:expr, $direction:expr, $column:expr) => {
        match $direction {
            Direction::Ascending => {
                $filtered.order(($column.asc(), stages::stage_order.asc(), stages::id.asc()))
            }
            Direction::Descending => {
                $filtered.order(($column.desc(), stages::stage_order.desc(), stages::id.desc()))
            }
        }
    };
}

pub(super) fn page(connection: &mut AnyConnection, query: &StageQuery) -> DbResult<Paged<StageRow>> {
    let total = filtered!(query).count().get_result::<i64>(connection)?;
    let rows = filtered!(query);
    let direction = query.list.direction;
    let rows = match query.list.sort {
        StageSort::Order => sorted!(rows, direction, stages::stage_order),
        StageSort::Activity => sorted!(rows, direction, stages::sort_key),
        StageSort::Role => sorted!(rows, direction, stages::role_id),
        StageSort::StageType => sorted!(rows, direction, stage_types::sort_key),
        StageSort::BranchLevel => sorted!(rows, direction, stages::branch_level),
    };
    let items = rows
        .limit(query.list.page.limit())
        .offset(query.list.page.offset())
        .select((Stored::as_select(), approval_procedures::name, stage_types::name))
        .load::<(Stored, String, String)>(connection)?
        .into_iter()
        .map(row)
        .collect::<DbResult<_>>()?;
    Ok(paged(items, query.list.page, total))
}

pub(super) fn one(connection: &mut AnyConnection, id: StageId) -> DbResult<Option<StageRow>> {
    stages::table
        .inner_join(approval_procedures::table)
        .inner_join(stage_types::table)
        .filter(stages::id.eq(id.0))
        .select((Stored::as_select(), approval_procedures::name, stage_types::name))
        .first::<(Stored, String, String)>(connection)
        .optional()?
        .map(row)
        .transpose()
}
