//! Resolves the dependencies of new variables, and existing dependencies on them.

use std::collections::BTreeMap;

use aditus_domain::ids::DataSourceId;
use diesel::dsl::exists;
use diesel::prelude::*;

use super::dependencies::resolve_where;
use crate::connection::AnyConnection;
use crate::dialect::VALUES_AT_ONCE;
use crate::error::DbResult;
use crate::schema::{dependencies, variables};

/// A new variable and the names under which dependencies refer to it.
pub(super) struct Named {
    pub(super) id: i64,
    pub(super) tbl_key: String,
    pub(super) column_key: String,
}

/// Resolves the dependencies of new variables, and unresolved dependencies on them. Nothing else in
/// the source is read, so a part of an import costs the same no matter how many dependencies wait
/// for later parts.
pub(super) fn resolve(connection: &mut AnyConnection, source: DataSourceId, new: &[Named]) -> DbResult<()> {
    let mut columns: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for variable in new {
        columns
            .entry(&variable.tbl_key)
            .or_default()
            .push(&variable.column_key);
    }
    for some in new.chunks(VALUES_AT_ONCE) {
        let ids = some.iter().map(|variable| variable.id);
        resolve_where!(connection, source, dependencies::variable_id.eq_any(ids))?;
    }
    for (table, columns) in columns {
        for some in columns.chunks(VALUES_AT_ONCE) {
            let is_in_source = variables::table
                .filter(variables::id.eq(dependencies::variable_id))
                .filter(variables::data_source_id.eq(source.0));
            let waits = dependencies::tbl_key
                .eq(table)
                .and(dependencies::column_key.eq_any(some))
                .and(exists(is_in_source));
            resolve_where!(connection, source, waits)?;
        }
    }
    Ok(())
}
