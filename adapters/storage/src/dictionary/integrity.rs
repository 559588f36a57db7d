//! Integrity scan of the dictionary: sort keys, search texts, numbers of variables, and current
//! revisions.

use std::collections::HashMap;

use aditus_application::integrity::{Difference, ScanBatch};
use aditus_domain::dictionary::search::{SearchableVariable, fold};
use diesel::dsl::count_star;
use diesel::prelude::*;

use super::details::Details;
use super::keys::{SearchColumns, lookup_key, named_text, prefix_key, sort_key};
use super::revisions::create::differing_from_present;
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::scan::{Scan, compare_columns, describe_mismatch, irreparable, repairable, selected_rows};
use crate::schema::{data_sources, dictionary_tables, variables};
use crate::search::indexed;

pub(crate) fn versions(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, data_source_versions, (message: String) => {
        message_key: sort_key(&message),
        search_text: indexed(&fold(&message)),
    })
}

pub(crate) fn topics(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, topics, (topic: String, description: String) => {
        topic_key: lookup_key(&topic),
        sort_key: sort_key(&topic),
        description_key: sort_key(&description),
        search_text: named_text(&topic, &description),
    })
}

pub(crate) fn table_types(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, table_types, (name: String) => {
        sort_key: sort_key(&name),
    })
}

pub(crate) fn tables(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    let mut batch: ScanBatch = compare_names_of_tables(connection, scan)?;
    let rows = dictionary_tables::table
        .order(dictionary_tables::id.asc())
        .select((dictionary_tables::id, dictionary_tables::variables_count))
        .into_boxed();
    let rows = selected_rows!(rows, dictionary_tables, scan).load::<(i64, i32)>(connection)?;
    let ids: Vec<i64> = rows.iter().map(|row| row.0).collect();
    let counted: HashMap<i64, i64> = variables::table
        .filter(variables::table_id.eq_any(&ids))
        .group_by(variables::table_id)
        .select((variables::table_id, count_star()))
        .load::<(i64, i64)>(connection)?
        .into_iter()
        .collect();
    for (id, stored) in rows {
        let number = counted.get(&id).copied().unwrap_or_default();
        if i64::from(stored) == number {
            continue;
        }
        if scan.repairs {
            let number = i32::try_from(number).unwrap_or(i32::MAX);
            diesel::update(dictionary_tables::table.find(id))
                .set(dictionary_tables::variables_count.eq(number))
                .execute(connection)?;
        }
        let what = format!("variables_count says {stored} instead of {number}");
        batch.differences.push(repairable(id, what));
    }
    report_differing_revisions(
        differing_from_present(connection, true, &ids)?,
        &mut batch.differences,
    );
    Ok(batch)
}

fn compare_names_of_tables(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    compare_columns!(connection, scan, dictionary_tables, (
        tbl_name: String,
        tbl_description: String,
        entity_name: String,
    ) => {
        tbl_key: lookup_key(&tbl_name),
        sort_key: prefix_key(&tbl_name),
        name_order: sort_key(&tbl_name),
        description_sort_key: sort_key(&tbl_description),
        entity_sort_key: sort_key(&entity_name),
        search_text: named_text(&tbl_name, &tbl_description),
    })
}

/// A variable, the table columns copied into it, and the `publish` flag of its source.
type Columns = (VariableRow, (i64, String, bool), bool);

#[derive(Queryable, Selectable)]
#[diesel(table_name = variables)]
struct VariableRow {
    id: i64,
    data_source_id: i64,
    published: bool,
    ids_column_name: String,
    column_key: String,
    column_order: String,
    var_name: String,
    data_type: String,
    meaning: String,
    derived: bool,
    table_sort_key: String,
    table_order: String,
    name_sort_key: String,
    name_order: String,
    meaning_sort_key: String,
    search_text: String,
    search_name: String,
    search_grams: String,
}

pub(crate) fn variables(connection: &mut AnyConnection, scan: Scan<'_>) -> DbResult<ScanBatch> {
    let rows = variables::table
        .inner_join(
            dictionary_tables::table
                .inner_join(data_sources::table.on(data_sources::id.eq(dictionary_tables::data_source_id)))
                .on(dictionary_tables::id.eq(variables::table_id)),
        )
        .order(variables::id.asc())
        .select((
            VariableRow::as_select(),
            (
                dictionary_tables::data_source_id,
                dictionary_tables::tbl_name,
                dictionary_tables::publish,
            ),
            data_sources::publish,
        ))
        .into_boxed();
    let rows: Vec<Columns> = selected_rows!(rows, variables, scan).load(connection)?;
    let ids: Vec<i64> = rows.iter().map(|row| row.0.id).collect();
    let mut details = Details::load(connection, &ids)?;
    let mut batch = scan.batch_of(ids.iter().copied());
    for (row, (source, tbl_name, table_is_published), source_is_published) in rows {
        let synonyms: Vec<String> = details
            .synonyms(row.id)
            .into_iter()
            .map(|(_, text)| text)
            .collect();
        let made = SearchColumns::new(&SearchableVariable {
            tbl_name: &tbl_name,
            var_name: &row.var_name,
            data_type: &row.data_type,
            meaning: &row.meaning,
            derived: row.derived,
            synonyms: &synonyms,
        });
        let published = table_is_published && source_is_published;
        let keys = [
            ("column_key", &row.column_key, lookup_key(&row.ids_column_name)),
            ("column_order", &row.column_order, sort_key(&row.ids_column_name)),
            ("table_sort_key", &row.table_sort_key, prefix_key(&tbl_name)),
            ("table_order", &row.table_order, sort_key(&tbl_name)),
            ("name_sort_key", &row.name_sort_key, prefix_key(&row.var_name)),
            ("name_order", &row.name_order, sort_key(&row.var_name)),
        ];
        let searched = [
            ("meaning_sort_key", row.meaning_sort_key == made.meaning_sort_key),
            ("search_text", row.search_text == made.search_text),
            ("search_name", row.search_name == made.search_name),
            ("search_grams", row.search_grams == made.search_grams),
            ("data_source_id", row.data_source_id == source),
            ("published", row.published == published),
        ];
        let of_keys = keys.iter().map(|(name, stored, made)| (*name, *stored == made));
        let Some(what) = describe_mismatch("variables", of_keys.chain(searched)) else {
            continue;
        };
        if scan.repairs {
            let [column, column_order, table, table_order, name, name_order] = keys.map(|(_, _, made)| made);
            diesel::update(variables::table.find(row.id))
                .set((
                    variables::column_key.eq(column),
                    variables::column_order.eq(column_order),
                    variables::table_sort_key.eq(table),
                    variables::table_order.eq(table_order),
                    variables::name_sort_key.eq(name),
                    variables::name_order.eq(name_order),
                    variables::data_source_id.eq(source),
                    variables::published.eq(published),
                    made,
                ))
                .execute(connection)?;
        }
        batch.differences.push(repairable(row.id, what));
    }
    report_differing_revisions(
        differing_from_present(connection, false, &ids)?,
        &mut batch.differences,
    );
    Ok(batch)
}

fn report_differing_revisions(ids: Vec<i64>, differences: &mut Vec<Difference>) {
    let what = "its present revision does not say what it is";
    differences.extend(ids.into_iter().map(|id| irreparable(id, what)));
}
