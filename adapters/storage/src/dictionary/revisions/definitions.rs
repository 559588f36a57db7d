//! Reads the complete current definitions of many tables or variables at once.

use aditus_domain::dictionary::revision::{Definition, MetadataEntry, TimelineEntry, VariableDefinition};
use diesel::prelude::*;

use super::super::details::Details;
use super::super::tables;
use super::super::variable_columns::number_of_values;
use super::super::variables::{StoredRow, stored};
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{dictionary_tables, table_types, timeline_of_changes, variable_metadata, variables};

/// Id of the record, id of its table, and its definition.
pub(super) type RecordDefinition = (i64, i64, Definition);

/// Returns the definitions of those of these tables that exist.
pub(super) fn of_tables(connection: &mut AnyConnection, ids: &[i64]) -> DbResult<Vec<RecordDefinition>> {
    let rows = dictionary_tables::table
        .inner_join(table_types::table)
        .filter(dictionary_tables::id.eq_any(ids))
        .select((tables::StoredRow::as_select(), table_types::name))
        .load::<(tables::StoredRow, String)>(connection)?;
    rows.into_iter()
        .map(|(row, table_type)| {
            let id = row.id;
            Ok((id, id, Definition::Table(Box::new(row.definition(table_type)?))))
        })
        .collect()
}

/// Returns the definitions of those of these variables that exist, with all their details.
pub(super) fn of_variables(connection: &mut AnyConnection, ids: &[i64]) -> DbResult<Vec<RecordDefinition>> {
    let rows = variables::table
        .inner_join(dictionary_tables::table)
        .filter(variables::id.eq_any(ids))
        .select((
            StoredRow::as_select(),
            variables::value_count,
            dictionary_tables::tbl_name,
        ))
        .load::<(StoredRow, Option<i64>, String)>(connection)?;
    let mut details = Details::load(connection, ids)?;
    let timeline = timeline_of_changes::table
        .filter(timeline_of_changes::variable_id.eq_any(ids))
        .select((
            timeline_of_changes::variable_id,
            timeline_of_changes::change_date,
            timeline_of_changes::comment,
        ))
        .load::<(i64, Option<chrono::NaiveDate>, Option<String>)>(connection)?;
    let metadata = variable_metadata::table
        .filter(variable_metadata::variable_id.eq_any(ids))
        .select((
            variable_metadata::variable_id,
            variable_metadata::key,
            variable_metadata::val_type,
            variable_metadata::value,
        ))
        .load::<(i64, String, String, String)>(connection)?;
    let mut found = rows
        .into_iter()
        .map(|(row, value_count, tbl_name)| {
            let whole = stored(row, tbl_name, &mut details)?;
            let definition = VariableDefinition {
                value_count: number_of_values(value_count)?,
                ..whole.row.into()
            };
            Ok((whole.id.0, (whole.table.0, definition)))
        })
        .collect::<DbResult<std::collections::HashMap<_, _>>>()?;
    for (variable, change_date, comment) in timeline {
        if let Some((_, definition)) = found.get_mut(&variable) {
            definition
                .timeline_of_changes
                .push(TimelineEntry { change_date, comment });
        }
    }
    for (variable, key, val_type, value) in metadata {
        if let Some((_, definition)) = found.get_mut(&variable) {
            definition
                .variable_metadata
                .push(MetadataEntry { key, val_type, value });
        }
    }
    Ok(found
        .into_iter()
        .map(|(id, (table, definition))| (id, table, Definition::Variable(Box::new(definition))))
        .collect())
}
