//! Adds, reads and removes single details of a variable.

use aditus_application::dictionary::records::views::DetailRecord;
use aditus_domain::dictionary::{Detail, DetailTab};
use aditus_domain::ids::{DetailId, VariableId};
use chrono::NaiveDate;
use diesel::prelude::*;

use super::super::keys::SearchColumns;
use super::super::rows::no_such;
use super::table_name_and_synonyms;
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{
    dependencies, dictionary_tables, input_values, synonyms, timeline_of_changes, variable_metadata,
    variables,
};

pub(super) fn add(
    connection: &mut AnyConnection,
    variable: VariableId,
    detail: &Detail,
) -> DbResult<DetailId> {
    let id: i64 = match detail {
        Detail::Dependency { depend_on } => {
            let (tbl_key, column_key): (String, String) = variables::table
                .inner_join(dictionary_tables::table)
                .filter(variables::id.eq(depend_on.0))
                .select((dictionary_tables::tbl_key, variables::column_key))
                .first(connection)
                .optional()?
                .ok_or_else(|| no_such("variable to depend on"))?;
            diesel::insert_into(dependencies::table)
                .values((
                    dependencies::variable_id.eq(variable.0),
                    dependencies::tbl_key.eq(tbl_key),
                    dependencies::column_key.eq(column_key),
                    dependencies::depend_on.eq(depend_on.0),
                ))
                .returning(dependencies::id)
                .get_result(connection)?
        }
        Detail::InputValue { value } => diesel::insert_into(input_values::table)
            .values((
                input_values::variable_id.eq(variable.0),
                input_values::value.eq(value),
            ))
            .returning(input_values::id)
            .get_result(connection)?,
        Detail::TimelineOfChange { change_date, comment } => diesel::insert_into(timeline_of_changes::table)
            .values((
                timeline_of_changes::variable_id.eq(variable.0),
                timeline_of_changes::change_date.eq(*change_date),
                timeline_of_changes::comment.eq(comment.as_deref()),
            ))
            .returning(timeline_of_changes::id)
            .get_result(connection)?,
        Detail::Synonym { synonym } => diesel::insert_into(synonyms::table)
            .values((
                synonyms::variable_id.eq(variable.0),
                synonyms::synonym.eq(synonym),
            ))
            .returning(synonyms::id)
            .get_result(connection)?,
        Detail::Metadata { key, val_type, value } => diesel::insert_into(variable_metadata::table)
            .values((
                variable_metadata::variable_id.eq(variable.0),
                variable_metadata::key.eq(key),
                variable_metadata::val_type.eq(val_type),
                variable_metadata::value.eq(value),
            ))
            .returning(variable_metadata::id)
            .get_result(connection)?,
    };
    if detail.tab() == DetailTab::Synonym {
        update_search_columns(connection, variable)?;
    }
    Ok(DetailId(id))
}

/// Rebuilds the search columns of a variable, which include its synonyms.
fn update_search_columns(connection: &mut AnyConnection, variable: VariableId) -> DbResult<()> {
    let known = super::one(connection, variable)?.ok_or_else(|| no_such("variable"))?;
    let (tbl_name, synonyms) =
        table_name_and_synonyms(connection, variable)?.ok_or_else(|| no_such("variable"))?;
    let row = known.details.row(&tbl_name, synonyms, Vec::new(), Vec::new());
    diesel::update(variables::table.find(variable.0))
        .set(SearchColumns::from_row(&tbl_name, &row))
        .execute(connection)?;
    Ok(())
}

pub(super) fn variable_of(
    connection: &mut AnyConnection,
    tab: DetailTab,
    id: DetailId,
) -> DbResult<Option<VariableId>> {
    macro_rules! owner {
        ($table:ident) => {
            $table::table
                .find(id.0)
                .select($table::variable_id)
                .first::<i64>(connection)
                .optional()?
        };
    }
    let found = match tab {
        DetailTab::Dependency => owner!(dependencies),
        DetailTab::InputValue => owner!(input_values),
        DetailTab::TimelineOfChange => owner!(timeline_of_changes),
        DetailTab::Synonym => owner!(synonyms),
        DetailTab::Metadata => owner!(variable_metadata),
    };
    Ok(found.map(VariableId))
}

pub(super) fn one(
    connection: &mut AnyConnection,
    tab: DetailTab,
    id: DetailId,
) -> DbResult<Option<DetailRecord>> {
    macro_rules! entry {
        ($table:ident ($($column:ident: $kind:ty),+) $(where $condition:expr)? => $detail:expr) => {
            $table::table
                .find(id.0)
                $(.filter($condition))?
                .select(($table::variable_id, $($table::$column),+))
                .first::<(i64, $($kind),+)>(connection)
                .optional()?
                .map(|(variable, $($column),+)| (variable, $detail))
        };
    }
    let found = match tab {
        DetailTab::Dependency => entry!(dependencies (depend_on: Option<i64>)
        where dependencies::depend_on.is_not_null() => Detail::Dependency {
            depend_on: VariableId(depend_on.unwrap_or_default()),
        }),
        DetailTab::InputValue => entry!(input_values (value: String) => Detail::InputValue { value }),
        DetailTab::TimelineOfChange => {
            entry!(timeline_of_changes (change_date: Option<NaiveDate>, comment: Option<String>) => {
                Detail::TimelineOfChange { change_date, comment }
            })
        }
        DetailTab::Synonym => entry!(synonyms (synonym: String) => Detail::Synonym { synonym }),
        DetailTab::Metadata => {
            entry!(variable_metadata (key: String, val_type: String, value: String) => {
                Detail::Metadata { key, val_type, value }
            })
        }
    };
    Ok(found.map(|(variable, detail)| DetailRecord {
        id,
        variable: VariableId(variable),
        detail,
    }))
}

/// Removes a detail. Returns the variable that it belonged to.
pub(super) fn remove(
    connection: &mut AnyConnection,
    tab: DetailTab,
    id: DetailId,
) -> DbResult<Option<VariableId>> {
    let Some(variable) = variable_of(connection, tab, id)? else {
        return Ok(None);
    };
    macro_rules! delete {
        ($table:ident) => {
            diesel::delete($table::table.find(id.0)).execute(connection)?
        };
    }
    match tab {
        DetailTab::Dependency => delete!(dependencies),
        DetailTab::InputValue => delete!(input_values),
        DetailTab::TimelineOfChange => delete!(timeline_of_changes),
        DetailTab::Synonym => delete!(synonyms),
        DetailTab::Metadata => delete!(variable_metadata),
    };
    if tab == DetailTab::Synonym {
        update_search_columns(connection, variable)?;
    }
    Ok(Some(variable))
}
