//! The history of changes to procedures.

use aditus_application::paging::{Direction, Paged};
use aditus_application::procedures::ProcedureChange;
use aditus_application::procedures::views::{ChangeQuery, ChangeSort, ProcedureChangeRow};
use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::{ProcedureId, UserId};
use diesel::prelude::*;

use crate::connection::{AnyConnection, MultiBackend};
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{procedure_changes, users};
use crate::search::indexed;
use crate::search::pattern;
use crate::text_lists;
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = procedure_changes)]
struct Line {
    id: i64,
    procedure_id: i64,
    procedure_name: String,
    author_id: i64,
    changed_on: Timestamp,
    lines: String,
}

fn row((line, fname, sname): (Line, String, String)) -> DbResult<ProcedureChangeRow> {
    Ok(ProcedureChangeRow {
        procedure_change_id: line.id,
        approval_procedure: ProcedureId(line.procedure_id),
        procedure: line.procedure_name,
        user_id: UserId(line.author_id),
        fname,
        sname,
        at: line.changed_on.0,
        lines: text_lists::from_column(&line.lines)?,
    })
}

pub(super) fn add(connection: &mut AnyConnection, change: &ProcedureChange) -> DbResult<()> {
    let search_text = change
        .lines
        .iter()
        .fold(fold(&change.name), |text, line| format!("{text}\n{}", fold(line)));
    diesel::insert_into(procedure_changes::table)
        .values((
            procedure_changes::procedure_id.eq(change.procedure.0),
            procedure_changes::procedure_name.eq(&change.name),
            procedure_changes::author_id.eq(change.by.0),
            procedure_changes::changed_on.eq(Timestamp::from(change.at)),
            procedure_changes::lines.eq(text_lists::to_column(&change.lines)?),
            procedure_changes::search_text.eq(indexed(&search_text)),
        ))
        .execute(connection)?;
    Ok(())
}

fn filtered(query: &ChangeQuery) -> procedure_changes::BoxedQuery<'static, MultiBackend> {
    let mut rows = procedure_changes::table.into_boxed();
    if let Some(procedure) = query.procedure {
        rows = rows.filter(procedure_changes::procedure_id.eq(procedure.0));
    }
    if let Some(pattern) = pattern(query.list.search.as_deref()) {
        let authors = users::table
            .filter(users::search_text.like(pattern.clone()).escape('\\'))
            .select(users::id);
        rows = rows.filter(
            procedure_changes::search_text
                .like(pattern)
                .escape('\\')
                .or(procedure_changes::author_id.eq_any(authors)),
        );
    }
    rows
}

fn page_of(query: &ChangeQuery) -> procedure_changes::BoxedQuery<'static, MultiBackend> {
    let rows = filtered(query);
    let rows = match (query.list.sort, query.list.direction) {
        (ChangeSort::Newest, Direction::Ascending) | (ChangeSort::ChangedOn, Direction::Descending) => {
            rows.order((procedure_changes::changed_on.desc(), procedure_changes::id.desc()))
        }
        (ChangeSort::Newest, Direction::Descending) | (ChangeSort::ChangedOn, Direction::Ascending) => {
            rows.order((procedure_changes::changed_on.asc(), procedure_changes::id.asc()))
        }
    };
    rows.limit(query.list.page.limit())
        .offset(query.list.page.offset())
}

pub(super) fn page(
    connection: &mut AnyConnection,
    query: &ChangeQuery,
) -> DbResult<Paged<ProcedureChangeRow>> {
    let total = filtered(query).count().get_result::<i64>(connection)?;
    let lines = page_of(query)
        .select(Line::as_select())
        .load::<Line>(connection)?;
    // A boxed query cannot be joined any more. A page has few authors.
    let authors: Vec<i64> = lines.iter().map(|line| line.author_id).collect();
    let names = users::table
        .filter(users::id.eq_any(authors))
        .select((users::id, users::fname, users::sname))
        .load::<(i64, String, String)>(connection)?;
    let with_author = |line: Line| {
        let author = names.iter().find(|(id, ..)| *id == line.author_id);
        let (fname, sname) = author.map_or_else(Default::default, |(_, fname, sname)| {
            (fname.clone(), sname.clone())
        });
        row((line, fname, sname))
    };
    let items = lines.into_iter().map(with_author).collect::<DbResult<_>>()?;
    Ok(paged(items, query.list.page, total))
}

#[cfg(test)]
mod plans;
