//! Lists the variables of a version, and the revisions of a table or variable.

use aditus_application::dictionary::revisions::views::{
    RevisionRecord, VersionVariableRecord, VersionVariableSort,
};
use aditus_application::paging::{Direction, ListQuery, Page, Paged};
use aditus_application::row_versions::RowVersion;
use aditus_domain::dictionary::revision::{Definition, Revised, RevisionKind};
use aditus_domain::ids::{RevisionId, VariableId, VersionId, VersionVariableId};
use diesel::prelude::*;

use super::content;
use super::record::{VARIABLE, subject_columns};
use crate::connection::AnyConnection;
use crate::error::{DbResult, missing, unreadable};
use crate::paging::paged;
use crate::schema::{dictionary_revisions, users, version_revisions};
use crate::search::escape_like;
use crate::times::Timestamp;

/// Id, version, variable, row version, revision number and text.
type VersionVariableRow = (i64, i64, i64, i64, i32, String);

const VERSION_VARIABLE_COLUMNS: (
    version_revisions::id,
    version_revisions::version_id,
    version_revisions::record_id,
    version_revisions::row_version,
    dictionary_revisions::number,
    dictionary_revisions::content,
) = (
    version_revisions::id,
    version_revisions::version_id,
    version_revisions::record_id,
    version_revisions::row_version,
    dictionary_revisions::number,
    dictionary_revisions::content,
);

fn version_variable_from_row(
    (id, version, variable, row_version, number, text): VersionVariableRow,
) -> DbResult<VersionVariableRecord> {
    let definition = content::read_variable(&text)?;
    Ok(VersionVariableRecord {
        version_variable_id: VersionVariableId(id),
        version: VersionId(version),
        variable: VariableId(variable),
        tbl_name: definition.row.tbl_name,
        ids_column_name: definition.row.ids_column_name,
        var_name: definition.row.var_name,
        data_type: definition.row.data_type.name().to_owned(),
        meaning: definition.row.meaning,
        revision: revision_number(number)?,
        row_version: RowVersion(row_version),
    })
}

fn revision_number(number: i32) -> DbResult<u32> {
    u32::try_from(number).map_err(unreadable("number of a revision"))
}

/// Selects the variables of a version by search words, each of which may occur in any field. The
/// search reads only the rows of the version, found by its index. It is a macro because the type of
/// the query is too long to write down.
macro_rules! filtered {
    ($version:expr, $search:expr) => {{
        let mut filtered = version_revisions::table
            .inner_join(dictionary_revisions::table)
            .filter(version_revisions::record.eq(VARIABLE))
            .into_boxed();
        let version: Option<VersionId> = $version;
        if let Some(version) = version {
            filtered = filtered.filter(version_revisions::version_id.eq(version.0));
        }
        let search: Option<&str> = $search;
        for word in search.unwrap_or_default().split_whitespace() {
            let pattern = format!("%{}%", escape_like(&word.replace('\0', "\u{fffd}")));
            filtered = filtered.filter(dictionary_revisions::search_text.like(pattern).escape('\\'));
        }
        filtered
    }};
}

pub(super) fn of_version(
    connection: &mut AnyConnection,
    version: Option<VersionId>,
    query: &ListQuery<VersionVariableSort>,
) -> DbResult<Paged<VersionVariableRecord>> {
    let search = query.search.as_deref();
    let rows = filtered!(version, search);
    macro_rules! by {
        ($column:expr) => {
            match query.direction {
                Direction::Ascending => rows.order(($column.asc(), version_revisions::record_id.asc())),
                Direction::Descending => rows.order(($column.desc(), version_revisions::record_id.desc())),
            }
        };
    }
    let rows = match query.sort {
        VersionVariableSort::Dictionary => by!(version_revisions::record),
        VersionVariableSort::VarName => by!(dictionary_revisions::name_key),
        VersionVariableSort::ColumnName => by!(dictionary_revisions::column_key),
        VersionVariableSort::DataType => by!(dictionary_revisions::data_type),
        VersionVariableSort::Meaning => by!(dictionary_revisions::meaning_key),
    };
    // A version contains a variable once, but several versions may contain the same one.
    let rows = match version {
        Some(_) => rows,
        None => rows.then_order_by(version_revisions::id.asc()),
    };
    let found = rows
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select(VERSION_VARIABLE_COLUMNS)
        .load::<VersionVariableRow>(connection)?;
    let total = match query.page.total_if_last(found.len()) {
        Some(total) => total,
        None => filtered!(version, search)
            .count()
            .get_result::<i64>(connection)?
            .unsigned_abs(),
    };
    Ok(Paged {
        items: found
            .into_iter()
            .map(version_variable_from_row)
            .collect::<DbResult<_>>()?,
        page: query.page,
        total,
        more: false,
    })
}

pub(super) fn one_of_version(
    connection: &mut AnyConnection,
    id: VersionVariableId,
) -> DbResult<Option<VersionVariableRecord>> {
    let found = version_revisions::table
        .inner_join(dictionary_revisions::table)
        .filter(version_revisions::id.eq(id.0))
        .filter(version_revisions::record.eq(VARIABLE))
        .select(VERSION_VARIABLE_COLUMNS)
        .first::<VersionVariableRow>(connection)
        .optional()?;
    found.map(version_variable_from_row).transpose()
}

/// Id, number, kind, time, text, and the names of the author.
type RevisionRow = (i64, i32, String, Timestamp, String, Option<(String, String)>);

/// Returns a page of the revisions of a table or variable, newest first, each with its differences
/// from the preceding one.
pub(super) fn history(
    connection: &mut AnyConnection,
    of: Revised,
    page: Page,
) -> DbResult<Paged<RevisionRecord>> {
    let (record, id) = subject_columns(of);
    let total = dictionary_revisions::table
        .filter(dictionary_revisions::record.eq(record))
        .filter(dictionary_revisions::record_id.eq(id))
        .count()
        .get_result::<i64>(connection)?;
    // Reads one more revision than the page has, because each is shown with its differences from
    // the preceding one.
    let rows: Vec<RevisionRow> = dictionary_revisions::table
        .left_join(users::table)
        .filter(dictionary_revisions::record.eq(record))
        .filter(dictionary_revisions::record_id.eq(id))
        .order(dictionary_revisions::number.desc())
        .limit(page.limit() + 1)
        .offset(page.offset())
        .select((
            dictionary_revisions::id,
            dictionary_revisions::number,
            dictionary_revisions::kind,
            dictionary_revisions::created_on,
            dictionary_revisions::content,
            (users::fname, users::sname).nullable(),
        ))
        .load(connection)?;
    let definitions = rows
        .iter()
        .map(|row| content::read(record, &row.4))
        .collect::<DbResult<Vec<Definition>>>()?;
    let mut older = definitions.clone().into_iter().skip(1);
    let items = rows
        .into_iter()
        .zip(definitions)
        .take(page.size() as usize)
        .map(|((id, number, kind, at, _, author), definition)| {
            let fields = older
                .next()
                .map(|older| older.changes(&definition))
                .unwrap_or_default();
            Ok(RevisionRecord {
                revision_id: RevisionId(id),
                number: revision_number(number)?,
                kind: RevisionKind::parse(&kind).ok_or_else(missing("kind of a revision"))?,
                author: author.map(|(fname, sname)| format!("{fname} {sname}")),
                created_on: at.0,
                definition,
                fields,
            })
        })
        .collect::<DbResult<_>>()?;
    Ok(paged(items, page, total))
}
