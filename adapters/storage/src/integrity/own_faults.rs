//! Damage that a database detects in itself.

use diesel::deserialize::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use crate::connection::AnyConnection;
use crate::error::DbResult;

#[derive(QueryableByName)]
struct Message {
    #[diesel(sql_type = Text)]
    message: String,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// The tables whose search index has one entry per row, with the index. The index of grams stores
/// no sizes and cannot be counted that way.
const INDEXED: [(&str, &str); 11] = [
    ("data_sources", "data_sources_fts"),
    ("dictionary_tables", "dictionary_tables_fts"),
    ("variables", "variables_fts"),
    ("data_requests", "data_requests_fts"),
    ("data_requests", "data_request_references_fts"),
    ("users", "users_fts"),
    ("organisations", "organisations_fts"),
    ("organisations", "organisations_keywords_fts"),
    ("data_source_versions", "data_source_versions_fts"),
    ("topics", "topics_fts"),
    ("facilities", "facilities_fts"),
];

/// Maximum number of reported faults per check.
const MAX_MESSAGES: u32 = 20;

/// Returns the damage found. SQLite reads every page, index and search index, and checks foreign
/// keys. PostgreSQL checks its pages whenever it reads them and reports to its own log; only its
/// table of search texts is compared here.
pub(super) fn run_checks(connection: &mut AnyConnection) -> DbResult<Vec<String>> {
    let c = match connection {
        AnyConnection::Sqlite(c) => c,
        AnyConnection::Postgres(c) => return check_search_texts(c),
    };
    let mut faults: Vec<String> = diesel::sql_query(format!(
        "SELECT integrity_check AS message FROM pragma_integrity_check LIMIT {MAX_MESSAGES}"
    ))
    .load::<Message>(c)?
    .into_iter()
    .map(|found| found.message)
    .filter(|message| message != "ok")
    .collect();
    let broken = diesel::sql_query(format!(
        "SELECT \"table\" || ' row ' || COALESCE(rowid, 0) || ' refers to a row of ' || parent || ' that is not there' AS message \
         FROM pragma_foreign_key_check LIMIT {MAX_MESSAGES}"
    ));
    faults.extend(broken.load::<Message>(c)?.into_iter().map(|found| found.message));
    for (table, index) in INDEXED {
        let Number { number } = diesel::sql_query(format!(
            "SELECT (SELECT COUNT(*) FROM {table} WHERE id NOT IN (SELECT id FROM {index}_docsize)) \
             + (SELECT COUNT(*) FROM {index}_docsize WHERE id NOT IN (SELECT id FROM {table})) AS number"
        ))
        .get_result(c)?;
        faults.extend(differing(table, index, number));
    }
    Ok(faults)
}

fn check_search_texts(connection: &mut PgConnection) -> DbResult<Vec<String>> {
    let Number { number } = diesel::sql_query(
        "SELECT COUNT(*) AS number FROM data_requests r FULL JOIN data_requests_fts s ON s.request_id = r.id \
         WHERE r.search_text IS DISTINCT FROM s.search_text",
    )
    .get_result(connection)?;
    Ok(differing("data_requests", "data_requests_fts", number)
        .into_iter()
        .collect())
}

fn differing(table: &str, index: &str, rows: i64) -> Option<String> {
    let rows = match rows {
        0 => return None,
        1 => "1 row".to_owned(),
        _ => format!("{rows} rows"),
    };
    Some(format!(
        "the search index {index} and the table {table} differ in {rows}"
    ))
}
