//! The tables of a source.

use std::collections::HashMap;

use aditus_application::dictionary::StoredTable;
use aditus_application::dictionary::records::tables::repository::TableOfSource;
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::TableDefinition;
use aditus_domain::dictionary::{TableRecords, TableRow};
use aditus_domain::ids::{DataSourceId, TableId};
use diesel::prelude::*;

use super::keys::{lookup_key, prefix_key, sort_key, table_text};
use super::source_lock;
use super::table_records::{self, RecordColumns};
use crate::connection::AnyConnection;
use crate::dialect::insert_rows_returning;
use crate::error::{DbError, DbResult, missing};
use crate::schema::{data_sources, dictionary_tables, table_types};

/// The columns selected by every query for tables.
#[derive(Queryable, Selectable)]
#[diesel(table_name = dictionary_tables)]
pub(super) struct StoredRow {
    pub(super) id: i64,
    pub(super) data_source_id: i64,
    pub(super) table_type_id: i64,
    pub(super) tbl_name: String,
    pub(super) tbl_description: String,
    pub(super) entity_name: String,
    pub(super) icon: String,
    pub(super) publish: bool,
    pub(super) variables_count: i32,
    pub(super) row_version: i64,
    #[diesel(embed)]
    records: RecordColumns,
}

impl StoredRow {
    pub(super) fn definition(self, table_type: String) -> DbResult<TableDefinition> {
        Ok(TableDefinition {
            records: self.records.records()?,
            tbl_name: self.tbl_name,
            table_type,
            tbl_description: self.tbl_description,
            entity_name: self.entity_name,
            icon: self.icon,
            publish: self.publish,
        })
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = dictionary_tables)]
struct TableColumns<'a> {
    table_type_id: i64,
    tbl_name: &'a str,
    tbl_key: String,
    sort_key: String,
    name_order: String,
    tbl_description: &'a str,
    description_sort_key: String,
    icon: &'a str,
    entity_name: &'a str,
    entity_sort_key: String,
    publish: bool,
    search_text: String,
}

#[derive(Insertable)]
#[diesel(table_name = dictionary_tables)]
struct NewTable<'a> {
    data_source_id: i64,
    #[diesel(embed)]
    columns: TableColumns<'a>,
}

/// Effect of a change of a table on its variables.
pub(super) struct Effect {
    pub(super) tbl_name: String,
    pub(super) renamed: bool,
    /// Table and source are both published.
    pub(super) published: bool,
}

fn columns(table: &TableRow, table_type_id: i64) -> TableColumns<'_> {
    TableColumns {
        table_type_id,
        tbl_name: &table.tbl_name,
        tbl_key: lookup_key(&table.tbl_name),
        sort_key: prefix_key(&table.tbl_name),
        name_order: sort_key(&table.tbl_name),
        tbl_description: &table.tbl_description,
        description_sort_key: sort_key(&table.tbl_description),
        icon: &table.icon,
        entity_name: &table.entity_name,
        entity_sort_key: sort_key(&table.entity_name),
        publish: table.publish,
        search_text: table_text(table),
    }
}

pub(super) fn add_type(connection: &mut AnyConnection, name: &str) -> DbResult<i64> {
    Ok(diesel::insert_into(table_types::table)
        .values((
            table_types::name.eq(name),
            table_types::sort_key.eq(sort_key(name)),
        ))
        .returning(table_types::id)
        .get_result(connection)?)
}

/// Returns the ids of the table types by name. Missing types are added.
fn types_of(connection: &mut AnyConnection, tables: &[TableRow]) -> DbResult<HashMap<String, i64>> {
    let mut types: HashMap<String, i64> = table_types::table
        .select((table_types::name, table_types::id))
        .load::<(String, i64)>(connection)?
        .into_iter()
        .collect();
    for table in tables {
        if !types.contains_key(&table.table_type) {
            let id = add_type(connection, &table.table_type)?;
            types.insert(table.table_type.clone(), id);
        }
    }
    Ok(types)
}

pub(super) fn of_source(connection: &mut AnyConnection, source: DataSourceId) -> DbResult<Vec<StoredTable>> {
    let rows = dictionary_tables::table
        .inner_join(table_types::table)
        .filter(dictionary_tables::data_source_id.eq(source.0))
        .order(dictionary_tables::id)
        .select((StoredRow::as_select(), table_types::name))
        .load::<(StoredRow, String)>(connection)?;
    rows.into_iter()
        .map(|(row, table_type)| {
            Ok(StoredTable {
                id: TableId(row.id),
                variables: u64::from(row.variables_count.unsigned_abs()),
                row: table_row(row, table_type)?,
            })
        })
        .collect()
}

fn table_row(row: StoredRow, table_type: String) -> DbResult<TableRow> {
    let table = row.definition(table_type)?;
    let records = (table.records != TableRecords::default()).then_some(table.records);
    Ok(TableRow {
        records,
        ..table.into()
    })
}

pub(super) fn load(connection: &mut AnyConnection, id: TableId) -> DbResult<Option<TableOfSource>> {
    let found = dictionary_tables::table
        .inner_join(table_types::table)
        .filter(dictionary_tables::id.eq(id.0))
        .select((StoredRow::as_select(), table_types::name))
        .first::<(StoredRow, String)>(connection)
        .optional()?;
    found
        .map(|(row, table_type)| {
            Ok(TableOfSource {
                data_source: DataSourceId(row.data_source_id),
                row: table_row(row, table_type)?,
            })
        })
        .transpose()
}

pub(super) fn add(
    connection: &mut AnyConnection,
    source: DataSourceId,
    tables: &[TableRow],
) -> DbResult<Vec<TableId>> {
    let types = types_of(connection, tables)?;
    let rows = tables
        .iter()
        .map(|table| {
            let table_type = *types.get(&table.table_type).ok_or_else(missing("table type"))?;
            Ok(NewTable {
                data_source_id: source.0,
                columns: columns(table, table_type),
            })
        })
        .collect::<DbResult<Vec<_>>>()?;
    let ids = insert_rows_returning!(connection, dictionary_tables::table, &rows, dictionary_tables::id)?;
    let ids: Vec<TableId> = ids.into_iter().map(TableId).collect();
    for (id, table) in ids.iter().zip(tables) {
        if let Some(known) = &table.records {
            table_records::set(connection, *id, known)?;
        }
    }
    Ok(ids)
}

/// Updates a table. Returns the effect on its variables, if any.
pub(super) fn update(
    connection: &mut AnyConnection,
    id: TableId,
    table: &TableRow,
) -> DbResult<Option<Effect>> {
    let source = dictionary_tables::table
        .find(id.0)
        .select(dictionary_tables::data_source_id)
        .first::<i64>(connection)
        .optional()?;
    if let Some(source) = source {
        source_lock::lock(connection, DataSourceId(source))?;
    }
    let before = dictionary_tables::table
        .inner_join(data_sources::table)
        .filter(dictionary_tables::id.eq(id.0))
        .select((
            dictionary_tables::tbl_name,
            dictionary_tables::publish,
            data_sources::publish,
        ))
        .first::<(String, bool, bool)>(connection)
        .optional()?;
    let Some((name, was_published, source_published)) = before else {
        return Err(DbError::Store(StoreError::Reference(
            "dictionary_tables: no such table".to_owned(),
        )));
    };
    let types = types_of(connection, std::slice::from_ref(table))?;
    let table_type = *types.get(&table.table_type).ok_or_else(missing("table type"))?;
    diesel::update(dictionary_tables::table.find(id.0))
        .set(columns(table, table_type))
        .execute(connection)?;
    if let Some(known) = &table.records {
        table_records::set(connection, id, known)?;
    }
    let renamed = name != table.tbl_name;
    let effect = Effect {
        tbl_name: table.tbl_name.clone(),
        renamed,
        published: table.publish && source_published,
    };
    Ok((renamed || was_published != table.publish).then_some(effect))
}
