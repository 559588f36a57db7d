//! The contents of the versions of a source.

use aditus_application::dictionary::revisions::repository::{DictionaryRevisions, RevisionAuthor};
use aditus_application::ports::StoreError;
use aditus_domain::ids::{DataSourceId, VariableId, VersionId, VersionVariableId};
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::super::rows::changed;
use super::record::{TABLE, VARIABLE};
use crate::connection::AnyConnection;
use crate::dialect::per_backend;
use crate::error::{DbError, DbResult};
use crate::schema::{data_source_versions, present_revisions, variables, version_revisions};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

impl DictionaryRevisions for WriteTransaction {
    fn set_author(&mut self, author: RevisionAuthor) {
        self.set_revision_author(author);
    }

    fn version_source(&mut self, id: VersionId) -> Result<Option<DataSourceId>, StoreError> {
        self.run(|connection| {
            let source = data_source_versions::table
                .find(id.0)
                .select(data_source_versions::data_source_id)
                .first::<i64>(connection)
                .optional()?;
            Ok(source.map(DataSourceId))
        })
    }

    fn count_variables(&mut self, id: VersionId) -> Result<u64, StoreError> {
        self.run(|connection| number(connection, id))
    }

    fn freeze(
        &mut self,
        version: VersionId,
        source: DataSourceId,
        chosen: Option<&[VariableId]>,
    ) -> Result<u64, StoreError> {
        self.create_pending_revisions()?;
        self.run(|connection| {
            match chosen {
                None => {
                    execute(connection, ALL_TABLES, version, source)?;
                    execute(connection, ALL_VARIABLES, version, source)?;
                }
                Some([]) => {}
                Some(chosen) => {
                    let ids = listed(chosen);
                    let tables = ALL_TABLES.replace(
                        "ORDER BY",
                        &format!("AND t.id IN (SELECT table_id FROM variables WHERE id IN ({ids})) ORDER BY"),
                    );
                    execute(connection, &tables, version, source)?;
                    let variables =
                        ALL_VARIABLES.replace("ORDER BY", &format!("AND v.id IN ({ids}) ORDER BY"));
                    execute(connection, &variables, version, source)?;
                }
            }
            number(connection, version)
        })
    }

    fn version_of(&mut self, id: VersionVariableId) -> Result<Option<VersionId>, StoreError> {
        self.run(|connection| version_of(connection, id))
    }

    fn add_variable(
        &mut self,
        version: VersionId,
        variable: VariableId,
    ) -> Result<VersionVariableId, StoreError> {
        self.create_pending_revisions()?;
        self.run(|connection| {
            let revision = present(connection, VARIABLE, variable.0)?;
            let id = diesel::insert_into(version_revisions::table)
                .values((
                    version_revisions::version_id.eq(version.0),
                    version_revisions::record.eq(VARIABLE),
                    version_revisions::record_id.eq(variable.0),
                    version_revisions::revision_id.eq(revision),
                ))
                .returning(version_revisions::id)
                .get_result(connection)?;
            add_table(connection, version, variable)?;
            Ok(VersionVariableId(id))
        })
    }

    fn replace_variable(&mut self, id: VersionVariableId, variable: VariableId) -> Result<(), StoreError> {
        self.create_pending_revisions()?;
        self.run(|connection| {
            let revision = present(connection, VARIABLE, variable.0)?;
            let rows = diesel::update(version_revisions::table.find(id.0))
                .set((
                    version_revisions::record_id.eq(variable.0),
                    version_revisions::revision_id.eq(revision),
                ))
                .execute(connection)?;
            changed(rows, "version variable")?;
            match version_of(connection, id)? {
                Some(version) => add_table(connection, version, variable),
                None => Ok(()),
            }
        })
    }

    fn remove_variable(&mut self, id: VersionVariableId) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(version_revisions::table.find(id.0)).execute(connection)?;
            Ok(())
        })
    }
}

/// Returns the preceding version of the same source.
pub(super) fn before(connection: &mut AnyConnection, id: VersionId) -> DbResult<Option<VersionId>> {
    let known: Option<(i64, Timestamp)> = data_source_versions::table
        .find(id.0)
        .select((
            data_source_versions::data_source_id,
            data_source_versions::date_created,
        ))
        .first(connection)
        .optional()?;
    let Some((source, created)) = known else {
        return Ok(None);
    };
    let earlier = data_source_versions::date_created
        .lt(created)
        .or(data_source_versions::date_created
            .eq(created)
            .and(data_source_versions::id.lt(id.0)));
    let before = data_source_versions::table
        .filter(data_source_versions::data_source_id.eq(source))
        .filter(earlier)
        .order((
            data_source_versions::date_created.desc(),
            data_source_versions::id.desc(),
        ))
        .select(data_source_versions::id)
        .first::<i64>(connection)
        .optional()?;
    Ok(before.map(VersionId))
}

fn number(connection: &mut AnyConnection, id: VersionId) -> DbResult<u64> {
    let number = version_revisions::table
        .filter(version_revisions::version_id.eq(id.0))
        .filter(version_revisions::record.eq(VARIABLE))
        .count()
        .get_result::<i64>(connection)?;
    Ok(number.unsigned_abs())
}

const ALL_TABLES: &str = "
    INSERT INTO version_revisions (version_id, record, record_id, revision_id)
    SELECT $1, p.record, p.record_id, p.revision_id
    FROM dictionary_tables t JOIN present_revisions p ON p.record = 'table' AND p.record_id = t.id
    WHERE t.data_source_id = $2 ORDER BY t.id";

const ALL_VARIABLES: &str = "
    INSERT INTO version_revisions (version_id, record, record_id, revision_id)
    SELECT $1, p.record, p.record_id, p.revision_id
    FROM variables v JOIN present_revisions p ON p.record = 'variable' AND p.record_id = v.id
    WHERE v.data_source_id = $2 ORDER BY v.table_id, v.id";

/// Formats the ids for the statement. There are too many to bind, and integers need no escaping.
fn listed(chosen: &[VariableId]) -> String {
    let ids: Vec<String> = chosen.iter().map(|id| id.0.to_string()).collect();
    ids.join(", ")
}

fn execute(
    connection: &mut AnyConnection,
    statement: &str,
    version: VersionId,
    source: DataSourceId,
) -> QueryResult<usize> {
    per_backend!(connection, c => {
        diesel::RunQueryDsl::execute(
            diesel::sql_query(statement)
                .bind::<BigInt, _>(version.0)
                .bind::<BigInt, _>(source.0),
            c,
        )
    })
}

fn version_of(connection: &mut AnyConnection, id: VersionVariableId) -> DbResult<Option<VersionId>> {
    let version = version_revisions::table
        .find(id.0)
        .filter(version_revisions::record.eq(VARIABLE))
        .select(version_revisions::version_id)
        .first::<i64>(connection)
        .optional()?;
    Ok(version.map(VersionId))
}

/// Returns the current revision of a record.
fn present(connection: &mut AnyConnection, record: &str, id: i64) -> DbResult<i64> {
    let found = present_revisions::table
        .find((record, id))
        .select(present_revisions::revision_id)
        .first(connection)
        .optional()?;
    found.ok_or_else(|| DbError::Store(StoreError::Reference("no such variable or table".to_owned())))
}

/// Adds the table of a variable to a version unless the version contains it.
fn add_table(connection: &mut AnyConnection, version: VersionId, variable: VariableId) -> DbResult<()> {
    let table: i64 = variables::table
        .find(variable.0)
        .select(variables::table_id)
        .first(connection)?;
    let held = version_revisions::table
        .filter(version_revisions::version_id.eq(version.0))
        .filter(version_revisions::record.eq(TABLE))
        .filter(version_revisions::record_id.eq(table))
        .count()
        .get_result::<i64>(connection)?;
    if held == 0 {
        let revision = present(connection, TABLE, table)?;
        diesel::insert_into(version_revisions::table)
            .values((
                version_revisions::version_id.eq(version.0),
                version_revisions::record.eq(TABLE),
                version_revisions::record_id.eq(table),
                version_revisions::revision_id.eq(revision),
            ))
            .execute(connection)?;
    }
    Ok(())
}
