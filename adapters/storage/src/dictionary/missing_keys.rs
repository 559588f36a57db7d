//! What variables are found by, for rows that a migration left without it.

use aditus_domain::dictionary::search::SearchableVariable;
use diesel::connection::Connection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::keys::{SearchColumns, lookup_key, sort_key};
use crate::connection::AnyConnection;
use crate::schema::{data_sources, dictionary_tables, synonyms, variables};

/// The rows of one transaction, so that others who write wait no longer than for these.
const ROWS_AT_ONCE: i64 = 500;

/// Writes it. Every variable has some gram, at least of its data type: it is done once.
pub(crate) fn write_missing(connection: &mut AnyConnection) -> QueryResult<()> {
    let sources = data_sources::table
        .filter(data_sources::name_key.eq(""))
        .select((data_sources::id, data_sources::source))
        .load::<(i64, String)>(connection)?;
    for (id, source) in sources {
        diesel::update(data_sources::table.find(id))
            .set((
                data_sources::name_key.eq(lookup_key(&source)),
                data_sources::source_key.eq(sort_key(&source)),
            ))
            .execute(connection)?;
    }
    while connection.transaction(write_some)? > 0 {}
    Ok(())
}

fn write_some(connection: &mut AnyConnection) -> QueryResult<usize> {
    // The condition is that of an index, which neither database recognises behind a bound value.
    let rows = variables::table
        .inner_join(dictionary_tables::table)
        .filter(sql::<Bool>("variables.search_grams = ''"))
        .limit(ROWS_AT_ONCE)
        .select((
            variables::id,
            dictionary_tables::tbl_name,
            variables::var_name,
            variables::data_type,
            variables::meaning,
            variables::derived,
        ))
        .load::<(i64, String, String, String, String, bool)>(connection)?;
    for (id, tbl_name, var_name, data_type, meaning, derived) in &rows {
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
            .set(columns)
            .execute(connection)?;
    }
    Ok(rows.len())
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
            variables::table
                .select((
                    variables::search_text,
                    variables::search_name,
                    variables::search_grams,
                    variables::meaning_sort_key,
                ))
                .load::<(String, String, String, String)>(connection)
                .unwrap()
        };
        let written = stored(&mut connection);
        connection
            .batch_execute("UPDATE variables SET search_text = 'x', search_name = '', search_grams = '', meaning_sort_key = ''")
            .unwrap();
        assert_ne!(stored(&mut connection), written);
        write_missing(&mut connection).unwrap();
        assert_eq!(stored(&mut connection), written);
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
