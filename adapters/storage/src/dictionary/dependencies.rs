//! Finds the variables that dependencies name.

use std::collections::{BTreeSet, HashMap};

use aditus_domain::ids::{DataSourceId, VariableId};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::{dependencies, dictionary_tables, variables};

/// The tables of one query.
const TABLES_AT_ONCE: usize = 500;

/// Resolves the dependencies of a source that wait for their variable, or those of one variable. What they name may have come
/// with them, or come later; until then they keep waiting.
pub(super) fn resolve(
    connection: &mut AnyConnection,
    source: DataSourceId,
    of: Option<VariableId>,
) -> Outcome<()> {
    let mut waiting = dependencies::table
        .inner_join(variables::table.on(variables::id.eq(dependencies::variable_id)))
        .filter(dependencies::depend_on.is_null())
        .filter(variables::data_source_id.eq(source.0))
        .select((dependencies::id, dependencies::tbl_key, dependencies::column_key))
        .into_boxed();
    if let Some(variable) = of {
        waiting = waiting.filter(dependencies::variable_id.eq(variable.0));
    }
    let waiting = waiting.load::<(i64, String, String)>(connection)?;
    if waiting.is_empty() {
        return Ok(());
    }
    let tables: BTreeSet<&String> = waiting.iter().map(|(_, table, _)| table).collect();
    let tables: Vec<&String> = tables.into_iter().collect();
    let mut known: HashMap<(String, String), i64> = HashMap::new();
    for names in tables.chunks(TABLES_AT_ONCE) {
        let rows = variables::table
            .inner_join(dictionary_tables::table)
            .filter(dictionary_tables::data_source_id.eq(source.0))
            .filter(dictionary_tables::tbl_key.eq_any(names.iter().copied()))
            .select((dictionary_tables::tbl_key, variables::column_key, variables::id))
            .load::<(String, String, i64)>(connection)?;
        known.extend(rows.into_iter().map(|(table, column, id)| ((table, column), id)));
    }
    for (id, table, column) in waiting {
        if let Some(variable) = known.get(&(table, column)) {
            diesel::update(dependencies::table.find(id))
                .set(dependencies::depend_on.eq(Some(*variable)))
                .execute(connection)?;
        }
    }
    Ok(())
}

/// The variables of one query: SQLite binds at most 32,766 values.
const VARIABLES_AT_ONCE: usize = 10_000;

/// Has what depends on these variables name them as they are called now, and finds what waited for that name; answers the variables
/// whose dependencies read differently.
pub(super) fn follow_names(
    connection: &mut AnyConnection,
    source: DataSourceId,
    renamed: &[VariableId],
) -> Outcome<Vec<VariableId>> {
    let mut altered = BTreeSet::new();
    for some in renamed.chunks(VARIABLES_AT_ONCE) {
        let named = dependencies::table
            .inner_join(variables::table.on(dependencies::depend_on.eq(variables::id.nullable())))
            .inner_join(dictionary_tables::table.on(dictionary_tables::id.eq(variables::table_id)))
            .filter(dependencies::depend_on.eq_any(some.iter().map(|id| id.0)))
            .select((
                dependencies::id,
                dependencies::variable_id,
                dependencies::tbl_key,
                dependencies::column_key,
                dictionary_tables::tbl_key,
                variables::column_key,
            ))
            .load::<(i64, i64, String, String, String, String)>(connection)?;
        for (id, variable, old_table, old_column, table, column) in named {
            if (&old_table, &old_column) == (&table, &column) {
                continue;
            }
            // The variable may wait for that very name already.
            diesel::delete(
                dependencies::table
                    .filter(dependencies::variable_id.eq(variable))
                    .filter(dependencies::tbl_key.eq(&table))
                    .filter(dependencies::column_key.eq(&column))
                    .filter(dependencies::id.ne(id)),
            )
            .execute(connection)?;
            diesel::update(dependencies::table.find(id))
                .set((
                    dependencies::tbl_key.eq(&table),
                    dependencies::column_key.eq(&column),
                ))
                .execute(connection)?;
            altered.insert(VariableId(variable));
        }
    }
    resolve(connection, source, None)?;
    Ok(altered.into_iter().collect())
}
