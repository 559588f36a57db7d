//! Who changed which procedure, when and what.

use aditus_application::paging::{Page, Paged};
use aditus_application::procedures::ProcedureChange;
use aditus_application::procedures::views::ProcedureChangeRow;
use aditus_domain::ids::{ProcedureId, UserId};
use diesel::prelude::*;

use super::keys::paged;
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::Outcome;
use crate::requests::labels;
use crate::schema::{procedure_changes, users};
use crate::times::At;

#[derive(Queryable, Selectable)]
#[diesel(table_name = procedure_changes)]
struct Line {
    id: i64,
    procedure_id: i64,
    procedure_name: String,
    author_id: i64,
    changed_on: At,
    lines: String,
}

fn row((line, fname, sname): (Line, String, String)) -> Outcome<ProcedureChangeRow> {
    Ok(ProcedureChangeRow {
        procedure_change_id: line.id,
        approval_procedure: ProcedureId(line.procedure_id),
        procedure: line.procedure_name,
        user_id: UserId(line.author_id),
        fname,
        sname,
        at: line.changed_on.0,
        lines: labels::from_column(&line.lines)?,
    })
}

/// Adds a line.
pub(super) fn add(connection: &mut AnyConnection, change: &ProcedureChange) -> Outcome<()> {
    diesel::insert_into(procedure_changes::table)
        .values((
            procedure_changes::procedure_id.eq(change.procedure.0),
            procedure_changes::procedure_name.eq(&change.name),
            procedure_changes::author_id.eq(change.by.0),
            procedure_changes::changed_on.eq(At::from(change.at)),
            procedure_changes::lines.eq(labels::to_column(&change.lines)?),
        ))
        .execute(connection)?;
    Ok(())
}

fn wanted(procedure: Option<ProcedureId>) -> procedure_changes::BoxedQuery<'static, MultiBackend> {
    let rows = procedure_changes::table.into_boxed();
    match procedure {
        Some(procedure) => rows.filter(procedure_changes::procedure_id.eq(procedure.0)),
        None => rows,
    }
}

/// A page, newest first.
fn page_of(
    procedure: Option<ProcedureId>,
    page: Page,
) -> procedure_changes::BoxedQuery<'static, MultiBackend> {
    wanted(procedure)
        .order(procedure_changes::id.desc())
        .limit(page.limit())
        .offset(page.offset())
}

/// A page with the number of all lines.
pub(super) fn page(
    connection: &mut AnyConnection,
    procedure: Option<ProcedureId>,
    page: Page,
) -> Outcome<Paged<ProcedureChangeRow>> {
    let total = wanted(procedure).count().get_result::<i64>(connection)?;
    let lines = page_of(procedure, page)
        .select(Line::as_select())
        .load::<Line>(connection)?;
    // A boxed query cannot be joined any more; a page has few authors.
    let authors: Vec<i64> = lines.iter().map(|line| line.author_id).collect();
    let names = users::table
        .filter(users::id.eq_any(authors))
        .select((users::id, users::fname, users::sname))
        .load::<(i64, String, String)>(connection)?;
    let named = |line: Line| {
        let name = names.iter().find(|(id, ..)| *id == line.author_id);
        let (fname, sname) = name.map_or_else(Default::default, |(_, fname, sname)| {
            (fname.clone(), sname.clone())
        });
        row((line, fname, sname))
    };
    let items = lines.into_iter().map(named).collect::<Outcome<_>>()?;
    Ok(paged(items, page, total))
}

#[cfg(test)]
mod plans;
