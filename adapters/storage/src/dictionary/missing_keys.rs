//! Keys of the dictionary's records, for rows that a migration left without them.

use aditus_domain::dictionary::search::{SearchableVariable, fold};
use diesel::connection::Connection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::keys::{SearchColumns, lookup_key, named_text, prefix_key, sort_key};
use crate::connection::AnyConnection;
use crate::schema::{
    data_source_versions, data_sources, dictionary_imports, dictionary_tables, synonyms, table_types, topics,
    variables,
};
use crate::search::indexed;

/// The rows of one transaction, so that others who write wait no longer than for these.
const ROWS_AT_ONCE: i64 = 500;

/// The conditions of variables without keys. They are those of indexes, which neither database recognises behind a bound value.
const WITHOUT: [&str; 2] = ["variables.search_grams = ''", "variables.column_order = ''"];

/// Writes the keys of sources, imports, versions, topics, tables, their types, and variables.
pub(crate) fn write_missing(connection: &mut AnyConnection) -> QueryResult<()> {
    write_names(connection)?;
    for without in WITHOUT {
        let mut after = i64::MIN;
        while let Some(last) = connection.transaction(|connection| write_some(connection, without, after))? {
            after = last;
        }
    }
    Ok(())
}

/// Writes the keys of everything but variables, of which there are few.
fn write_names(connection: &mut AnyConnection) -> QueryResult<()> {
    let sources = data_sources::table
        .filter(
            data_sources::name_key
                .eq("")
                .or(data_sources::dbms_sort_key.eq("")),
        )
        .select((
            data_sources::id,
            data_sources::source,
            data_sources::description,
            data_sources::dbms,
        ))
        .load::<(i64, String, String, String)>(connection)?;
    for (id, source, description, dbms) in sources {
        diesel::update(data_sources::table.find(id))
            .set((
                data_sources::name_key.eq(lookup_key(&source)),
                data_sources::source_key.eq(sort_key(&source)),
                data_sources::dbms_sort_key.eq(sort_key(&dbms)),
                data_sources::search_text.eq(named_text(&source, &description)),
            ))
            .execute(connection)?;
    }
    let imports = dictionary_imports::table
        .filter(dictionary_imports::source_sort_key.eq(""))
        .select((dictionary_imports::id, dictionary_imports::source))
        .load::<(i64, String)>(connection)?;
    for (id, source) in imports {
        diesel::update(dictionary_imports::table.find(id))
            .set(dictionary_imports::source_sort_key.eq(sort_key(&source)))
            .execute(connection)?;
    }
    let versions = data_source_versions::table
        .filter(data_source_versions::message_key.eq(""))
        .select((data_source_versions::id, data_source_versions::message))
        .load::<(i64, String)>(connection)?;
    for (id, message) in versions {
        diesel::update(data_source_versions::table.find(id))
            .set((
                data_source_versions::message_key.eq(sort_key(&message)),
                data_source_versions::search_text.eq(indexed(&fold(&message))),
            ))
            .execute(connection)?;
    }
    let unsorted = topics::table
        .filter(topics::sort_key.eq(""))
        .select((topics::id, topics::topic, topics::description))
        .load::<(i64, String, String)>(connection)?;
    for (id, topic, description) in unsorted {
        diesel::update(topics::table.find(id))
            .set((
                topics::sort_key.eq(sort_key(&topic)),
                topics::description_key.eq(sort_key(&description)),
                topics::search_text.eq(named_text(&topic, &description)),
            ))
            .execute(connection)?;
    }
    let types = table_types::table
        .filter(table_types::sort_key.eq(""))
        .select((table_types::id, table_types::name))
        .load::<(i64, String)>(connection)?;
    for (id, name) in types {
        diesel::update(table_types::table.find(id))
            .set(table_types::sort_key.eq(sort_key(&name)))
            .execute(connection)?;
    }
    let tables = dictionary_tables::table
        .filter(
            dictionary_tables::name_order
                .eq("")
                .or(dictionary_tables::entity_sort_key.eq("")),
        )
        .select((
            dictionary_tables::id,
            dictionary_tables::tbl_name,
            dictionary_tables::tbl_description,
            dictionary_tables::entity_name,
        ))
        .load::<(i64, String, String, String)>(connection)?;
    for (id, name, description, entity) in tables {
        diesel::update(dictionary_tables::table.find(id))
            .set((
                dictionary_tables::sort_key.eq(prefix_key(&name)),
                dictionary_tables::name_order.eq(sort_key(&name)),
                dictionary_tables::description_sort_key.eq(sort_key(&description)),
                dictionary_tables::entity_sort_key.eq(sort_key(&entity)),
                dictionary_tables::search_text.eq(named_text(&name, &description)),
            ))
            .execute(connection)?;
    }
    Ok(())
}

/// Writes the keys of the next variables of this condition; returns the id of the last.
fn write_some(connection: &mut AnyConnection, without: &str, after: i64) -> QueryResult<Option<i64>> {
    let rows = variables::table
        .inner_join(dictionary_tables::table)
        .filter(sql::<Bool>(without))
        .filter(variables::id.gt(after))
        .order(variables::id)
        .limit(ROWS_AT_ONCE)
        .select((
            variables::id,
            dictionary_tables::tbl_name,
            variables::ids_column_name,
            variables::var_name,
            variables::data_type,
            variables::meaning,
            variables::derived,
        ))
        .load::<(i64, String, String, String, String, String, bool)>(connection)?;
    for (id, tbl_name, column, var_name, data_type, meaning, derived) in &rows {
        let synonyms = synonyms::table
            .filter(synonyms::variable_id.eq(id))
            .order(synonyms::id)
            .select(synonyms::synonym)
            .load::<String>(connection)?;
        let columns = SearchColumns::of(&SearchableVariable {
            tbl_name,
            var_name,
            data_type,
            meaning,
            derived: *derived,
            synonyms: &synonyms,
        });
        diesel::update(variables::table.find(id))
            .set((
                variables::table_sort_key.eq(prefix_key(tbl_name)),
                variables::table_order.eq(sort_key(tbl_name)),
                variables::column_order.eq(sort_key(column)),
                variables::name_sort_key.eq(prefix_key(var_name)),
                variables::name_order.eq(sort_key(var_name)),
                variables::data_type_sort_key.eq(sort_key(data_type)),
                columns,
            ))
            .execute(connection)?;
    }
    Ok(rows.last().map(|row| row.0))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use aditus_application::contract::seed::{source, table, table_row, variable_row, variables as add};
    use diesel::connection::SimpleConnection;

    use super::*;
    use crate::testing::TestDatabase;

    fn rows_that_were_there_before_are_found(database: &TestDatabase) {
        let store = database.store();
        let source = source(&*store, "National HMIS", true);
        let table = table(&*store, source, &table_row("births"));
        let mut row = variable_row("births", "ratio");
        "Caf&eacute;".clone_into(&mut row.meaning);
        row.synonyms = vec!["Quotient".to_owned()];
        add(&*store, table, &[row]);
        let mut connection = database.connection();
        let stored = |connection: &mut AnyConnection| {
            let found = variables::table
                .select((
                    variables::search_text,
                    variables::search_name,
                    variables::search_grams,
                    variables::meaning_sort_key,
                    variables::table_order,
                    variables::name_order,
                    variables::column_order,
                ))
                .load::<(String, String, String, String, String, String, String)>(connection)
                .unwrap();
            let orders = dictionary_tables::table
                .inner_join(table_types::table)
                .select((
                    dictionary_tables::name_order,
                    dictionary_tables::entity_sort_key,
                    table_types::sort_key,
                ))
                .load::<(String, String, String)>(connection)
                .unwrap();
            (found, orders)
        };
        let written = stored(&mut connection);
        for lost in [
            "UPDATE variables SET search_text = 'x', search_name = '', search_grams = '', meaning_sort_key = ''",
            "UPDATE variables SET table_order = '', name_order = '', column_order = '', meaning_sort_key = 'folded'; \
             UPDATE dictionary_tables SET name_order = ''",
            "UPDATE variables SET column_order = ''; UPDATE table_types SET sort_key = ''; \
             UPDATE dictionary_tables SET entity_sort_key = '', description_sort_key = ''",
        ] {
            connection.batch_execute(lost).unwrap();
            assert_ne!(stored(&mut connection), written);
            write_missing(&mut connection).unwrap();
            assert_eq!(stored(&mut connection), written, "{lost}");
        }
    }

    #[test]
    fn rows_that_were_there_before_are_found_on_sqlite() {
        rows_that_were_there_before_are_found(&TestDatabase::sqlite());
    }

    #[test]
    fn rows_that_were_there_before_are_found_on_postgres() {
        rows_that_were_there_before_are_found(&TestDatabase::postgres());
    }
}
