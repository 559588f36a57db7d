//! All data sources, published or not.

use aditus_application::audit::stored::Line;
use aditus_application::dictionary::StoredSource;
use aditus_application::dictionary::records::views::{SourceRecord, SourceSort};
use aditus_application::integrity::ScanBatch;
use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_application::row_versions::RowVersion;
use aditus_domain::dictionary::{DataSource, DatabaseType};
use aditus_domain::ids::DataSourceId;
use diesel::prelude::*;

use super::keys::{lookup_key, named_text, sort_key};
use super::{source_lock, variables};
use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::contains;
use crate::error::{DbError, DbResult, unreadable};
use crate::paging::paged;
use crate::requests::labels;
use crate::scan::{Scan, compare_columns};
use crate::schema::data_sources;
use crate::search::Term;

/// The columns that a Super User enters.
#[derive(Insertable, AsChangeset, Queryable, Selectable)]
#[diesel(table_name = data_sources, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct SourceRow {
    source: String,
    description: String,
    db_type: String,
    dbms: String,
    db_host: Option<String>,
    db_username: Option<String>,
    has_aggregate_data: bool,
    publish: bool,
}

/// The columns that sources are sorted and searched by.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = data_sources)]
struct DerivedColumns {
    source_key: String,
    name_key: String,
    dbms_sort_key: String,
    search_text: String,
}

/// The columns of a source whose digest audit entries contain. Database host and user name are left
/// out.
#[derive(Queryable, Selectable)]
#[diesel(table_name = data_sources)]
pub(crate) struct StatedSource {
    pub id: i64,
    #[diesel(embed)]
    row: SourceRow,
    withdrawn: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = data_sources)]
struct StoredRow {
    id: i64,
    #[diesel(embed)]
    row: SourceRow,
    db_password: Option<Vec<u8>>,
    row_version: i64,
}

fn columns(source: &DataSource) -> (SourceRow, DerivedColumns) {
    let derived = DerivedColumns {
        source_key: sort_key(&source.source),
        name_key: lookup_key(&source.source),
        dbms_sort_key: sort_key(&source.dbms),
        search_text: named_text(&source.source, &source.description),
    };
    (source.clone().into(), derived)
}

impl From<DataSource> for SourceRow {
    fn from(source: DataSource) -> Self {
        Self {
            source: source.source,
            description: source.description,
            db_type: source.db_type.name().to_owned(),
            dbms: source.dbms,
            db_host: source.db_host,
            db_username: source.db_username,
            has_aggregate_data: source.has_aggregate_data,
            publish: source.publish,
        }
    }
}

impl SourceRow {
    fn details(self) -> DbResult<DataSource> {
        Ok(DataSource {
            source: self.source,
            description: self.description,
            db_type: DatabaseType::parse(&self.db_type).map_err(unreadable("type of a database"))?,
            dbms: self.dbms,
            db_host: self.db_host,
            db_username: self.db_username,
            has_aggregate_data: self.has_aggregate_data,
            publish: self.publish,
        })
    }
}

impl StatedSource {
    pub(crate) fn line(self) -> Line {
        vec![
            Some(self.row.source),
            Some(self.row.description),
            Some(self.row.db_type),
            Some(self.row.dbms),
            Some(self.row.has_aggregate_data.to_string()),
            Some(self.row.publish.to_string()),
            Some(self.withdrawn.to_string()),
        ]
    }
}

impl StoredRow {
    fn with_password(self) -> DbResult<StoredSource> {
        Ok(StoredSource {
            details: self.row.details()?,
            db_password: self.db_password,
        })
    }

    fn shown(self) -> DbResult<SourceRecord> {
        Ok(SourceRecord {
            id: DataSourceId(self.id),
            has_db_password: self.db_password.is_some(),
            row_version: RowVersion(self.row_version),
            details: self.row.details()?,
        })
    }
}

/// Compares the derived columns with those computed by [`columns`].
pub(crate) fn scan(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, data_sources, (source: String, description: String, dbms: String) => {
        source_key: sort_key(&source),
        name_key: lookup_key(&source),
        dbms_sort_key: sort_key(&dbms),
        search_text: named_text(&source, &description),
    })
}

pub(super) fn add(connection: &mut AnyConnection, source: &DataSource) -> DbResult<DataSourceId> {
    let id = diesel::insert_into(data_sources::table)
        .values(columns(source))
        .returning(data_sources::id)
        .get_result(connection)?;
    Ok(DataSourceId(id))
}

/// Returns the source with this name, ignoring case. Of several matches, an exact one wins, then
/// the oldest.
pub(super) fn by_name(connection: &mut AnyConnection, source: &str) -> DbResult<Option<DataSourceId>> {
    let alike = data_sources::table
        .filter(data_sources::name_key.eq(lookup_key(source)))
        .order(data_sources::id)
        .select((data_sources::id, data_sources::source))
        .load::<(i64, String)>(connection)?;
    let found = alike
        .iter()
        .find(|(_, name)| name == source)
        .or_else(|| alike.first());
    Ok(found.map(|(id, _)| DataSourceId(*id)))
}

fn row(connection: &mut AnyConnection, id: DataSourceId) -> DbResult<Option<StoredRow>> {
    Ok(data_sources::table
        .find(id.0)
        .select(StoredRow::as_select())
        .first(connection)
        .optional()?)
}

pub(super) fn load(connection: &mut AnyConnection, id: DataSourceId) -> DbResult<Option<StoredSource>> {
    row(connection, id)?.map(StoredRow::with_password).transpose()
}

/// Returns the name of a source that was published before and no longer is.
pub(super) fn withdrawn(connection: &mut AnyConnection, id: DataSourceId) -> DbResult<Option<String>> {
    Ok(data_sources::table
        .find(id.0)
        .filter(data_sources::withdrawn.eq(true))
        .filter(data_sources::publish.eq(false))
        .select(data_sources::source)
        .first(connection)
        .optional()?)
}

pub(super) fn update(
    connection: &mut AnyConnection,
    id: DataSourceId,
    source: &StoredSource,
) -> DbResult<()> {
    source_lock::lock(connection, id)?;
    let Some(before) = row(connection, id)? else {
        return Err(DbError::Store(StoreError::Reference(
            "data_sources: no such source".to_owned(),
        )));
    };
    diesel::update(data_sources::table.find(id.0))
        .set((
            columns(&source.details),
            data_sources::db_password.eq(source.db_password.as_deref()),
            data_sources::withdrawn.eq(data_sources::withdrawn.or(data_sources::publish)),
        ))
        .execute(connection)?;
    if before.row.publish != source.details.publish {
        variables::follow_source(connection, id, source.details.publish)?;
    }
    if before.row.source != source.details.source {
        labels::rename_source(connection, id)?;
    }
    Ok(())
}

fn filtered<'a>(term: Option<&Term>) -> data_sources::BoxedQuery<'a, MultiBackend> {
    let query = data_sources::table.into_boxed();
    match term {
        Some(term) => query.filter(contains(
            data_sources::search_text,
            data_sources::id,
            "data_sources_fts",
            term,
        )),
        None => query,
    }
}

/// Returns the query for a page. Each order matches an index.
fn page_of<'a>(
    term: Option<&Term>,
    query: &ListQuery<SourceSort>,
) -> data_sources::BoxedQuery<'a, MultiBackend> {
    let rows = filtered(term);
    macro_rules! by {
        ($column:ident) => {
            match query.direction {
                Direction::Ascending => rows.order((data_sources::$column.asc(), data_sources::id.asc())),
                Direction::Descending => rows.order((data_sources::$column.desc(), data_sources::id.desc())),
            }
        };
    }
    let rows = match query.sort {
        SourceSort::Source => by!(source_key),
        // The value is from a fixed list that every collation sorts alike.
        SourceSort::DbType => by!(db_type),
        SourceSort::Dbms => by!(dbms_sort_key),
    };
    rows.limit(query.page.limit()).offset(query.page.offset())
}

pub(super) fn page(
    connection: &mut AnyConnection,
    query: &ListQuery<SourceSort>,
) -> DbResult<Paged<SourceRecord>> {
    let term = query.search.as_deref().and_then(Term::parse);
    let total = filtered(term.as_ref()).count().get_result::<i64>(connection)?;
    let rows = page_of(term.as_ref(), query)
        .select(StoredRow::as_select())
        .load::<StoredRow>(connection)?;
    Ok(paged(
        rows.into_iter().map(StoredRow::shown).collect::<DbResult<_>>()?,
        query.page,
        total,
    ))
}

pub(super) fn one(connection: &mut AnyConnection, id: DataSourceId) -> DbResult<Option<SourceRecord>> {
    row(connection, id)?.map(StoredRow::shown).transpose()
}

#[cfg(test)]
mod plans;
