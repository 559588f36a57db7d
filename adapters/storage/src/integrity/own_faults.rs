//! What a database finds wrong with itself.

use diesel::deserialize::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use crate::connection::AnyConnection;
use crate::error::Outcome;

#[derive(QueryableByName)]
struct Told {
    #[diesel(sql_type = Text)]
    told: String,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// The tables whose search index keeps one entry for each row, with the index. The two others keep none by which they could be counted.
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

/// As many faults of pages and indexes as are told.
const MOST: u32 = 20;

/// SQLite reads every page, index and search index; PostgreSQL checks its pages by itself when it reads them, and tells its log.
pub(super) fn of(connection: &mut AnyConnection) -> Outcome<Vec<String>> {
    let AnyConnection::Sqlite(c) = connection else {
        return Ok(Vec::new());
    };
    let mut faults: Vec<String> = diesel::sql_query(format!(
        "SELECT integrity_check AS told FROM pragma_integrity_check LIMIT {MOST}"
    ))
    .load::<Told>(c)?
    .into_iter()
    .map(|found| found.told)
    .filter(|told| told != "ok")
    .collect();
    let broken = diesel::sql_query(format!(
        "SELECT \"table\" || ' row ' || COALESCE(rowid, 0) || ' refers to a row of ' || parent || ' that is not there' AS told \
         FROM pragma_foreign_key_check LIMIT {MOST}"
    ));
    faults.extend(broken.load::<Told>(c)?.into_iter().map(|found| found.told));
    for (table, index) in INDEXED {
        let Number { number } = diesel::sql_query(format!(
            "SELECT (SELECT COUNT(*) FROM {table} WHERE id NOT IN (SELECT id FROM {index}_docsize)) \
             + (SELECT COUNT(*) FROM {index}_docsize WHERE id NOT IN (SELECT id FROM {table})) AS number"
        ))
        .get_result(c)?;
        if number > 0 {
            faults.push(format!(
                "the search index {index} and the table {table} differ in {number} rows"
            ));
        }
    }
    Ok(faults)
}
