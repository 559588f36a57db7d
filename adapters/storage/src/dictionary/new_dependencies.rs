//! The dependencies of new variables, and those that waited for them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aditus_domain::ids::DataSourceId;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::{dependencies, dictionary_tables, variables};

/// A new variable and by what others may name it.
pub(super) struct Named {
    pub(super) id: i64,
    pub(super) tbl_key: String,
    pub(super) column_key: String,
}

/// The values of one list in a query.
const VALUES_AT_ONCE: usize = 500;

/// Resolves the dependencies of new variables, and those that wait for one of them. Nothing else of the source is looked at: a part of an
/// import costs the same, however much waits for the parts that are still to come.
pub(super) fn resolve(connection: &mut AnyConnection, source: DataSourceId, new: &[Named]) -> Outcome<()> {
    let mut wanted: BTreeMap<String, Vec<(i64, String)>> = BTreeMap::new();
    for part in new.chunks(VALUES_AT_ONCE) {
        let ids: Vec<i64> = part.iter().map(|variable| variable.id).collect();
        let waiting = dependencies::table
            .filter(dependencies::depend_on.is_null())
            .filter(dependencies::variable_id.eq_any(&ids))
            .select((dependencies::id, dependencies::tbl_key, dependencies::column_key))
            .load::<(i64, String, String)>(connection)?;
        for (id, table, column) in waiting {
            wanted.entry(table).or_default().push((id, column));
        }
    }
    for (table, waiting) in &wanted {
        let columns: BTreeSet<&str> = waiting.iter().map(|(_, column)| column.as_str()).collect();
        let known = variables_named(connection, source, table, &columns)?;
        for (id, column) in waiting {
            if let Some(variable) = known.get(column) {
                set(connection, *id, *variable)?;
            }
        }
    }
    let mut by_table: BTreeMap<&str, HashMap<&str, i64>> = BTreeMap::new();
    for variable in new {
        by_table
            .entry(&variable.tbl_key)
            .or_default()
            .insert(&variable.column_key, variable.id);
    }
    for (table, known) in by_table {
        let columns: Vec<&str> = known.keys().copied().collect();
        for columns in columns.chunks(VALUES_AT_ONCE) {
            let waiting = dependencies::table
                .inner_join(variables::table.on(variables::id.eq(dependencies::variable_id)))
                .filter(dependencies::depend_on.is_null())
                .filter(dependencies::tbl_key.eq(table))
                .filter(dependencies::column_key.eq_any(columns.iter().copied()))
                .filter(variables::data_source_id.eq(source.0))
                .select((dependencies::id, dependencies::column_key))
                .load::<(i64, String)>(connection)?;
            for (id, column) in waiting {
                if let Some(variable) = known.get(column.as_str()) {
                    set(connection, id, *variable)?;
                }
            }
        }
    }
    Ok(())
}

/// The variables of a table by these of its columns.
fn variables_named(
    connection: &mut AnyConnection,
    source: DataSourceId,
    table: &str,
    columns: &BTreeSet<&str>,
) -> Outcome<HashMap<String, i64>> {
    let columns: Vec<&str> = columns.iter().copied().collect();
    let mut known = HashMap::new();
    for columns in columns.chunks(VALUES_AT_ONCE) {
        let rows = variables::table
            .inner_join(dictionary_tables::table)
            .filter(dictionary_tables::data_source_id.eq(source.0))
            .filter(dictionary_tables::tbl_key.eq(table))
            .filter(variables::column_key.eq_any(columns.iter().copied()))
            .select((variables::column_key, variables::id))
            .load::<(String, i64)>(connection)?;
        known.extend(rows);
    }
    Ok(known)
}

fn set(connection: &mut AnyConnection, dependency: i64, variable: i64) -> Outcome<()> {
    diesel::update(dependencies::table.find(dependency))
        .set(dependencies::depend_on.eq(Some(variable)))
        .execute(connection)?;
    Ok(())
}
