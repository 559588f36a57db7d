//! Pages of links between stages.

use aditus_application::paging::{Direction, Paged};
use aditus_application::procedures::views::{NextStageQuery, NextStageRow, NextStageSort};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{NextStageId, ProcedureId, StageId};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{approval_procedures, next_stages, stages};
use crate::search::pattern;

diesel::alias! {
    const CURRENT: Alias<CurrentStages> = stages as current_stages;
    const FOLLOWING: Alias<FollowingStages> = stages as following_stages;
}

/// Id, procedure id and name, id and activity of both stages, version.
type Columns = (i64, i64, String, i64, String, i64, String, i64);

fn row(
    (id, procedure, name, current, current_activity, next, next_activity, row_version): Columns,
) -> NextStageRow {
    NextStageRow {
        next_stage_id: NextStageId(id),
        approval_procedure: ProcedureId(procedure),
        procedure: name,
        current_stage: StageId(current),
        current_stage_activity: current_activity,
        next: StageId(next),
        next_stage_activity: next_activity,
        row_version: RowVersion(row_version),
    }
}

/// Joins links with both stages and the procedure. These are macros because the types are too long
/// to write down.
macro_rules! links {
    () => {
        next_stages::table
            .inner_join(CURRENT.on(CURRENT.field(stages::id).eq(next_stages::current_stage_id)))
            .inner_join(FOLLOWING.on(FOLLOWING.field(stages::id).eq(next_stages::next_stage_id)))
            .inner_join(
                approval_procedures::table
                    .on(approval_procedures::id.eq(CURRENT.field(stages::procedure_id))),
            )
    };
}

macro_rules! columns {
    () => {
        (
            next_stages::id,
            approval_procedures::id,
            approval_procedures::name,
            CURRENT.field(stages::id),
            CURRENT.field(stages::stage_activity),
            FOLLOWING.field(stages::id),
            FOLLOWING.field(stages::stage_activity),
            next_stages::row_version,
        )
    };
}

macro_rules! filtered {
    ($query:expr) => {{
        let query: &NextStageQuery = $query;
        let mut filtered = links!().into_boxed();
        if let Some(procedure) = query.procedure {
            filtered = filtered.filter(approval_procedures::id.eq(procedure.0));
        }
        if let Some(pattern) = pattern(query.list.search.as_deref()) {
            filtered = filtered.filter(
                CURRENT
                    .field(stages::search_text)
                    .like(pattern.clone())
                    .escape('\\')
                    .or(FOLLOWING
                        .field(stages::search_text)
                        .like(pattern.clone())
                        .escape('\\'))
                    .or(approval_procedures::name_key.like(pattern).escape('\\')),
            );
        }
        filtered
    }};
}

macro_rules! sorted {
    ($filtered:expr, $direction:expr, $column:expr) => {
        match $direction {
            Direction::Ascending => $filtered.order((
                $column.asc(),
                CURRENT.field(stages::stage_order).asc(),
                FOLLOWING.field(stages::stage_order).asc(),
                next_stages::id.asc(),
            )),
            Direction::Descending => $filtered.order((
                $column.desc(),
                CURRENT.field(stages::stage_order).desc(),
                FOLLOWING.field(stages::stage_order).desc(),
                next_stages::id.desc(),
            )),
        }
    };
}

pub(super) fn page(connection: &mut AnyConnection, query: &NextStageQuery) -> DbResult<Paged<NextStageRow>> {
    let total = filtered!(query).count().get_result::<i64>(connection)?;
    let rows = filtered!(query);
    let direction = query.list.direction;
    let rows = match query.list.sort {
        NextStageSort::Order => sorted!(rows, direction, CURRENT.field(stages::stage_order)),
        NextStageSort::Current => sorted!(rows, direction, CURRENT.field(stages::sort_key)),
        NextStageSort::Next => sorted!(rows, direction, FOLLOWING.field(stages::sort_key)),
        NextStageSort::Procedure => sorted!(rows, direction, approval_procedures::sort_key),
    };
    let items = rows
        .limit(query.list.page.limit())
        .offset(query.list.page.offset())
        .select(columns!())
        .load::<Columns>(connection)?
        .into_iter()
        .map(row)
        .collect();
    Ok(paged(items, query.list.page, total))
}

pub(super) fn one(connection: &mut AnyConnection, id: NextStageId) -> DbResult<Option<NextStageRow>> {
    let found = links!()
        .filter(next_stages::id.eq(id.0))
        .select(columns!())
        .first::<Columns>(connection)
        .optional()?;
    Ok(found.map(row))
}
