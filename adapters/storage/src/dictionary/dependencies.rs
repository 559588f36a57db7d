//! Resolves dependencies, which are imported by name, to the variables they refer to.

use std::collections::BTreeSet;

use aditus_domain::ids::{DataSourceId, VariableId};
use diesel::dsl::exists;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::VALUES_AT_ONCE;
use crate::error::DbResult;
use crate::schema::{dependencies, dictionary_tables, variables};

/// Resolves the unresolved dependencies of a source that match the filter, in one statement. Names
/// that match no variable stay unresolved.
macro_rules! resolve_where {
    ($connection:expr, $source:expr, $filter:expr) => {
        diesel::update(
            dependencies::table
                .filter(dependencies::depend_on.is_null())
                .filter($filter),
        )
        .set(
            dependencies::depend_on.eq(variables::table
                .inner_join($crate::schema::dictionary_tables::table)
                .filter($crate::schema::dictionary_tables::data_source_id.eq($source.0))
                .filter($crate::schema::dictionary_tables::tbl_key.eq(dependencies::tbl_key))
                .filter(variables::column_key.eq(dependencies::column_key))
                .select(variables::id)
                .single_value()),
        )
        .execute($connection)
    };
}
pub(super) use resolve_where;

/// Resolves the unresolved dependencies of a source, or those of one variable. The named variable
/// may be part of the same import or of a later one; until then the dependency stays unresolved.
pub(super) fn resolve(
    connection: &mut AnyConnection,
    source: DataSourceId,
    of: Option<VariableId>,
) -> DbResult<()> {
    if let Some(variable) = of {
        resolve_where!(connection, source, dependencies::variable_id.eq(variable.0))?;
    } else {
        let is_in_source = variables::table
            .filter(variables::id.eq(dependencies::variable_id))
            .filter(variables::data_source_id.eq(source.0));
        resolve_where!(connection, source, exists(is_in_source))?;
    }
    Ok(())
}

/// Updates dependencies on renamed variables to the new names, and resolves those that were waiting
/// for these names. Returns the variables whose dependencies changed.
pub(super) fn follow_names(
    connection: &mut AnyConnection,
    source: DataSourceId,
    renamed: &[VariableId],
) -> DbResult<Vec<VariableId>> {
    let mut altered = BTreeSet::new();
    for some in renamed.chunks(VALUES_AT_ONCE) {
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
            // The variable may already have an unresolved dependency on that very name.
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
