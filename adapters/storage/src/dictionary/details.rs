//! Synonyms, input values and dependencies of variables, loaded for many variables at once.

use std::collections::HashMap;

use aditus_domain::dictionary::{Dependency, VariableRow};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::{VALUES_AT_ONCE, copy_rows};
use crate::error::DbResult;
use crate::schema::{dependencies, input_values, synonyms};

#[derive(Insertable)]
#[diesel(table_name = synonyms, treat_none_as_default_value = false)]
struct NewSynonym<'a> {
    variable_id: i64,
    synonym: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = input_values, treat_none_as_default_value = false)]
struct NewInputValue<'a> {
    variable_id: i64,
    value: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = dependencies, treat_none_as_default_value = false)]
struct NewDependency<'a> {
    variable_id: i64,
    tbl_key: &'a str,
    column_key: &'a str,
}

/// Id and text of a synonym or input value.
pub(super) type Text = (i64, String);

/// Details of several variables, by variable id.
#[derive(Default)]
pub(super) struct Details {
    synonyms: HashMap<i64, Vec<Text>>,
    input_values: HashMap<i64, Vec<Text>>,
    dependencies: HashMap<i64, Vec<Dependency>>,
}

impl Details {
    /// Loads the details of these variables with one query per kind.
    pub(super) fn load(connection: &mut AnyConnection, variables: &[i64]) -> DbResult<Self> {
        let mut details = Self::default();
        for ids in variables.chunks(VALUES_AT_ONCE) {
            let rows = synonyms::table
                .filter(synonyms::variable_id.eq_any(ids))
                .order(synonyms::id)
                .load::<(i64, i64, String)>(connection)?;
            for (id, variable, text) in rows {
                details.synonyms.entry(variable).or_default().push((id, text));
            }
            let rows = input_values::table
                .filter(input_values::variable_id.eq_any(ids))
                .order(input_values::id)
                .load::<(i64, i64, String)>(connection)?;
            for (id, variable, text) in rows {
                details.input_values.entry(variable).or_default().push((id, text));
            }
            let rows = dependencies::table
                .filter(dependencies::variable_id.eq_any(ids))
                .order(dependencies::id)
                .select((
                    dependencies::variable_id,
                    dependencies::tbl_key,
                    dependencies::column_key,
                ))
                .load::<(i64, String, String)>(connection)?;
            for (variable, tbl_name, ids_column_name) in rows {
                let names = Dependency {
                    tbl_name,
                    ids_column_name,
                };
                details.dependencies.entry(variable).or_default().push(names);
            }
        }
        Ok(details)
    }

    /// Takes the synonyms of a variable out; a second call returns none. The same holds for the
    /// other details.
    pub(super) fn synonyms(&mut self, variable: i64) -> Vec<Text> {
        self.synonyms.remove(&variable).unwrap_or_default()
    }

    pub(super) fn input_values(&mut self, variable: i64) -> Vec<Text> {
        self.input_values.remove(&variable).unwrap_or_default()
    }

    pub(super) fn dependencies(&mut self, variable: i64) -> Vec<Dependency> {
        self.dependencies.remove(&variable).unwrap_or_default()
    }
}

/// Inserts the details of new variables. Their dependencies still have to be resolved.
pub(super) fn add<'a>(
    connection: &mut AnyConnection,
    variables: impl Iterator<Item = (i64, &'a VariableRow)>,
) -> DbResult<()> {
    let mut new_synonyms = Vec::new();
    let mut new_values = Vec::new();
    let mut new_dependencies = Vec::new();
    for (variable_id, row) in variables {
        new_synonyms.extend(
            row.synonyms
                .iter()
                .map(|synonym| NewSynonym { variable_id, synonym }),
        );
        new_values.extend(
            row.input_values
                .iter()
                .map(|value| NewInputValue { variable_id, value }),
        );
        new_dependencies.extend(row.dependencies.iter().map(|dependency| NewDependency {
            variable_id,
            tbl_key: &dependency.tbl_name,
            column_key: &dependency.ids_column_name,
        }));
    }
    copy_rows!(connection, synonyms::table, &new_synonyms)?;
    copy_rows!(connection, input_values::table, &new_values)?;
    copy_rows!(connection, dependencies::table, &new_dependencies)?;
    Ok(())
}

pub(super) fn remove(connection: &mut AnyConnection, variable: i64) -> DbResult<()> {
    diesel::delete(synonyms::table.filter(synonyms::variable_id.eq(variable))).execute(connection)?;
    diesel::delete(input_values::table.filter(input_values::variable_id.eq(variable))).execute(connection)?;
    diesel::delete(dependencies::table.filter(dependencies::variable_id.eq(variable))).execute(connection)?;
    Ok(())
}
