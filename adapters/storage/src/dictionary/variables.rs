//! The variables of a source.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aditus_application::dictionary::StoredVariable;
use aditus_domain::dictionary::{DataType, Usage, VariableRow};
use aditus_domain::ids::{DataSourceId, TableId, VariableId};
use aditus_domain::requests::OfferedVariable;
use chrono::NaiveDate;
use diesel::prelude::*;

use super::details::{self, Details};
use super::keys::{SearchColumns, lookup_key, prefix_key, sort_key};
use super::new_dependencies::{self, Named};
use super::revisions::new_variable::NewVariableDefinition;
use super::rows::no_such;
use super::tables::Effect;
use super::variable_columns::{NewVariable, Place, columns};
use super::{dependencies, source_lock};
use crate::connection::AnyConnection;
use crate::dialect::{VALUES_AT_ONCE, copy_rows, defer_gin_merge, merge_gin_indexes, new_ids};
use crate::error::{DbResult, unreadable};
use crate::schema::{data_sources, dictionary_tables, variables};

/// The columns of a variable's own table.
#[derive(Queryable, Selectable)]
#[diesel(table_name = variables)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question that the specification answers with Yes or No"
)]
pub(super) struct StoredRow {
    pub(super) id: i64,
    pub(super) table_id: i64,
    pub(super) ids_column_name: String,
    pub(super) var_name: String,
    pub(super) data_type: String,
    pub(super) meaning: String,
    pub(super) date_introduced: Option<NaiveDate>,
    pub(super) range: Option<String>,
    pub(super) old_var_name: Option<String>,
    pub(super) reference: Option<String>,
    pub(super) derived: bool,
    pub(super) usage: String,
    pub(super) is_primary: bool,
    pub(super) is_foreign: bool,
    pub(super) is_identifiable: bool,
    pub(super) is_analytical: bool,
    pub(super) enumerated: bool,
}

/// The columns of its table and source that a variable copies.
struct Home {
    source: i64,
    name: String,
    published: bool,
}

pub(super) fn stored(row: StoredRow, tbl_name: String, details: &mut Details) -> DbResult<StoredVariable> {
    let texts = |texts: Vec<details::Text>| texts.into_iter().map(|(_, text)| text).collect();
    Ok(StoredVariable {
        id: VariableId(row.id),
        table: TableId(row.table_id),
        row: VariableRow {
            tbl_name,
            ids_column_name: row.ids_column_name,
            var_name: row.var_name,
            data_type: DataType::parse(&row.data_type).map_err(unreadable("data type"))?,
            meaning: row.meaning,
            date_introduced: row.date_introduced,
            range: row.range,
            old_var_name: row.old_var_name,
            reference: row.reference,
            derived: row.derived,
            usage: Usage::parse(&row.usage).map_err(unreadable("usage"))?,
            is_primary: row.is_primary,
            is_foreign: row.is_foreign,
            is_identifiable: row.is_identifiable,
            is_analytical: row.is_analytical,
            enumerated: row.enumerated,
            synonyms: texts(details.synonyms(row.id)),
            input_values: texts(details.input_values(row.id)),
            dependencies: details.dependencies(row.id),
        },
    })
}

/// Returns table and column name of every variable of a source.
pub(super) fn names_of(
    connection: &mut AnyConnection,
    source: DataSourceId,
) -> DbResult<Vec<(String, String)>> {
    Ok(variables::table
        .inner_join(dictionary_tables::table)
        .filter(variables::data_source_id.eq(source.0))
        .select((dictionary_tables::tbl_name, variables::ids_column_name))
        .load(connection)?)
}

/// Returns the variables of these tables with all details, by table and id.
pub(super) fn of_tables(connection: &mut AnyConnection, tables: &[TableId]) -> DbResult<Vec<StoredVariable>> {
    let mut found = Vec::new();
    for some in tables.chunks(VALUES_AT_ONCE) {
        let rows = variables::table
            .inner_join(dictionary_tables::table)
            .filter(variables::table_id.eq_any(some.iter().map(|table| table.0)))
            .order((variables::table_id, variables::id))
            .select((StoredRow::as_select(), dictionary_tables::tbl_name))
            .load::<(StoredRow, String)>(connection)?;
        let ids: Vec<i64> = rows.iter().map(|(row, _)| row.id).collect();
        let mut details = Details::load(connection, &ids)?;
        for (row, tbl_name) in rows {
            found.push(stored(row, tbl_name, &mut details)?);
        }
    }
    Ok(found)
}

fn homes(connection: &mut AnyConnection, tables: &BTreeSet<TableId>) -> DbResult<HashMap<TableId, Home>> {
    let mut homes = HashMap::new();
    for id in tables {
        let found = dictionary_tables::table
            .inner_join(data_sources::table)
            .filter(dictionary_tables::id.eq(id.0))
            .select((
                dictionary_tables::data_source_id,
                dictionary_tables::tbl_name,
                dictionary_tables::publish,
                data_sources::publish,
            ))
            .first::<(i64, String, bool, bool)>(connection)
            .optional()?;
        if let Some((source, name, table_published, source_published)) = found {
            homes.insert(
                *id,
                Home {
                    source,
                    name,
                    published: table_published && source_published,
                },
            );
        }
    }
    Ok(homes)
}

/// Locks the sources of these tables, so that their `publish` column stays the same until the
/// transaction ends.
fn lock_sources(connection: &mut AnyConnection, tables: &BTreeSet<TableId>) -> DbResult<()> {
    let mut found = BTreeSet::new();
    for id in tables {
        let source = dictionary_tables::table
            .find(id.0)
            .select(dictionary_tables::data_source_id)
            .first::<i64>(connection)
            .optional()?;
        found.extend(source);
    }
    for source in found {
        source_lock::lock(connection, DataSourceId(source))?;
    }
    Ok(())
}

/// From this number of new variables on, PostgreSQL merges them into its search indexes in one
/// step.
const MANY: usize = 100;

const SEARCH_INDEXES: [&str; 2] = ["variables_by_search_text", "variables_by_search_grams"];

/// Inserts variables. Returns the definitions for their first revisions.
pub(super) fn add(
    connection: &mut AnyConnection,
    added: &[(TableId, VariableRow)],
) -> DbResult<Vec<NewVariableDefinition>> {
    let tables: BTreeSet<TableId> = added.iter().map(|(table, _)| *table).collect();
    lock_sources(connection, &tables)?;
    let homes = homes(connection, &tables)?;
    let ids = new_ids(connection, "variables", added.len())?;
    let rows = ids
        .iter()
        .zip(added)
        .map(|(id, (table, row))| {
            let home = homes.get(table).ok_or_else(|| no_such("table"))?;
            let place = Place {
                id: *id,
                table_id: table.0,
                data_source_id: home.source,
                published: home.published,
                table_sort_key: prefix_key(&home.name),
                table_order: sort_key(&home.name),
            };
            Ok(NewVariable::new(place, columns(&home.name, row, None)))
        })
        .collect::<DbResult<Vec<_>>>()?;
    if rows.len() < MANY {
        copy_rows!(connection, variables::table, &rows)?;
    } else {
        defer_gin_merge(connection)?;
        copy_rows!(connection, variables::table, &rows)?;
        merge_gin_indexes(connection, &SEARCH_INDEXES)?;
    }
    drop(rows);
    details::add(
        connection,
        ids.iter().copied().zip(added.iter().map(|(_, row)| row)),
    )?;

    let mut more: BTreeMap<TableId, i32> = BTreeMap::new();
    for (table, _) in added {
        *more.entry(*table).or_default() += 1;
    }
    for (table, number) in more {
        diesel::update(dictionary_tables::table.find(table.0))
            .set(dictionary_tables::variables_count.eq(dictionary_tables::variables_count + number))
            .execute(connection)?;
    }
    let mut new: BTreeMap<i64, Vec<Named>> = BTreeMap::new();
    let mut definitions = Vec::with_capacity(ids.len());
    for (id, (table, row)) in ids.into_iter().zip(added) {
        let home = homes.get(table).ok_or_else(|| no_such("table"))?;
        new.entry(home.source).or_default().push(Named {
            id,
            tbl_key: lookup_key(&home.name),
            column_key: lookup_key(&row.ids_column_name),
        });
        definitions.push(NewVariableDefinition::new(
            VariableId(id),
            *table,
            &home.name,
            row,
        ));
    }
    for (source, new) in new {
        new_dependencies::resolve(connection, DataSourceId(source), &new)?;
    }
    Ok(definitions)
}

pub(super) fn update(connection: &mut AnyConnection, id: VariableId, row: &VariableRow) -> DbResult<()> {
    let home = variables::table
        .inner_join(dictionary_tables::table)
        .filter(variables::id.eq(id.0))
        .select((
            variables::data_source_id,
            dictionary_tables::tbl_name,
            variables::date_introduced,
        ))
        .first::<(i64, String, Option<NaiveDate>)>(connection)
        .optional()?;
    let Some((source, tbl_name, introduced)) = home else {
        return Err(no_such("variable"));
    };
    source_lock::lock(connection, DataSourceId(source))?;
    // A variable keeps its date of introduction unless the change contains another.
    diesel::update(variables::table.find(id.0))
        .set(columns(&tbl_name, row, introduced))
        .execute(connection)?;
    details::remove(connection, id.0)?;
    details::add(connection, std::iter::once((id.0, row)))?;
    dependencies::resolve(connection, DataSourceId(source), Some(id))
}

/// Updates the `published` column of the variables after the `publish` column of their source
/// changed.
pub(super) fn follow_source(
    connection: &mut AnyConnection,
    source: DataSourceId,
    publish: bool,
) -> DbResult<()> {
    let tables = dictionary_tables::table
        .filter(dictionary_tables::data_source_id.eq(source.0))
        .filter(dictionary_tables::publish.eq(true))
        .select(dictionary_tables::id)
        .load::<i64>(connection)?;
    for tables in tables.chunks(VALUES_AT_ONCE) {
        diesel::update(variables::table.filter(variables::table_id.eq_any(tables)))
            .set((
                variables::published.eq(publish),
                variables::withdrawn.eq(variables::withdrawn.or(variables::published)),
            ))
            .execute(connection)?;
    }
    Ok(())
}

/// Updates the columns that the variables of a table copy from it. Returns the variables if the
/// table was renamed, because dependencies name them by it.
pub(super) fn follow_table(
    connection: &mut AnyConnection,
    table: TableId,
    effect: &Effect,
) -> DbResult<Vec<VariableId>> {
    let of_table = variables::table.filter(variables::table_id.eq(table.0));
    diesel::update(of_table)
        .set((
            variables::published.eq(effect.published),
            variables::withdrawn.eq(variables::withdrawn.or(variables::published)),
            variables::table_sort_key.eq(prefix_key(&effect.tbl_name)),
            variables::table_order.eq(sort_key(&effect.tbl_name)),
        ))
        .execute(connection)?;
    let mut renamed = Vec::new();
    if effect.renamed {
        for variable in of_tables(connection, &[table])? {
            diesel::update(variables::table.find(variable.id.0))
                .set(SearchColumns::from_row(&effect.tbl_name, &variable.row))
                .execute(connection)?;
            renamed.push(variable.id);
        }
    }
    Ok(renamed)
}

/// Returns those of these variables that are published and belong to the source.
pub(super) fn published_among(
    connection: &mut AnyConnection,
    source: DataSourceId,
    variables: &[VariableId],
) -> DbResult<Vec<VariableId>> {
    let mut found = Vec::new();
    for ids in variables.chunks(10_000) {
        let ids = variables::table
            .filter(variables::id.eq_any(ids.iter().map(|id| id.0)))
            .filter(variables::data_source_id.eq(source.0))
            .filter(variables::published.eq(true))
            .select(variables::id)
            .load::<i64>(connection)?;
        found.extend(ids.into_iter().map(VariableId));
    }
    Ok(found)
}

/// Returns the published ones of these variables, with source and name.
pub(super) fn offered(
    connection: &mut AnyConnection,
    variables: &[VariableId],
) -> DbResult<Vec<OfferedVariable>> {
    let mut found = Vec::new();
    for ids in variables.chunks(10_000) {
        let rows: Vec<(i64, i64, String, String)> = variables::table
            .inner_join(dictionary_tables::table)
            .filter(variables::id.eq_any(ids.iter().map(|id| id.0)))
            .filter(variables::published.eq(true))
            .select((
                variables::id,
                variables::data_source_id,
                dictionary_tables::tbl_name,
                variables::var_name,
            ))
            .load(connection)?;
        let offered = |(id, source, table, name): (i64, i64, String, String)| OfferedVariable {
            id: VariableId(id),
            source: DataSourceId(source),
            name: format!("{table}.{name}"),
        };
        found.extend(rows.into_iter().map(offered));
    }
    Ok(found)
}

#[cfg(test)]
mod bulk;
