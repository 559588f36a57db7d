//! Fills a demonstration database with many more requests and variables by SQL, while the server is
//! stopped. Every row is a copy of a row that the product wrote, with another id, title, date and
//! search text. So the columns need not be known here, and the rows are realistic.

mod counts;
pub(crate) mod people;
mod requests;
mod variables;
mod words;

use crate::Outcome;
use crate::database::Link;

pub(crate) use words::{COMMON_WORD, rare_word};

/// Number of variables that share a rare word.
pub(crate) const SHARERS: u32 = 10;

/// Number of rows per `INSERT`.
const ROWS_AT_ONCE: usize = 500;

/// The extent to which requests are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// All tables, so that the requests can be decided.
    Whole,
    /// Only the tables that lists, counts and searches read.
    Listed,
    /// All tables, of requests that wait for a decision, and few variables.
    Open,
}

/// Number of variables beside open requests, which do not read them.
const FEW_VARIABLES: u32 = 1_000;

/// Adds `size` requests of nine states each, and `size` variables.
pub(crate) fn fill(link: &mut Link, size: u32, depth: Depth) -> Outcome<()> {
    // The copies are consistent by construction, and checking all foreign keys would take most of
    // the time.
    link.run(if link.is_postgres() {
        "SET session_replication_role = replica; SET synchronous_commit = off; BEGIN"
    } else {
        "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN"
    })?;
    let variables = match depth {
        Depth::Whole | Depth::Listed => size,
        Depth::Open => size.min(FEW_VARIABLES),
    };
    variables::add(link, variables, depth)?;
    requests::add(link, size, depth)?;
    counts::write(link)?;
    // Without the demonstration mark, the server runs as in production.
    link.run("UPDATE installation SET demonstration = NULL")?;
    link.run("COMMIT")?;
    link.run(if link.is_postgres() {
        "VACUUM (ANALYZE)"
    } else {
        "PRAGMA wal_checkpoint(TRUNCATE)"
    })
}

/// Copies the rows `s` that `from` selects. `others` gives new values for columns. A column with an
/// empty value is left out, so that the database uses its default.
fn copy(link: &mut Link, table: &str, others: &[(&str, &str)], from: &str) -> Outcome<()> {
    let columns = link.texts(&if link.is_postgres() {
        format!(
            "SELECT CAST(column_name AS TEXT) FROM information_schema.columns \
             WHERE table_schema = 'public' AND table_name = '{table}' ORDER BY ordinal_position"
        )
    } else {
        format!("SELECT name FROM pragma_table_info('{table}')")
    })?;
    let mut names = Vec::new();
    let mut values = Vec::new();
    for name in columns.iter().flatten() {
        let other = others
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| (*value).to_owned());
        let value = other.unwrap_or_else(|| format!("s.\"{name}\""));
        if !value.is_empty() {
            names.push(format!("\"{name}\""));
            values.push(value);
        }
    }
    if let Some((missing, _)) = others
        .iter()
        .find(|(other, _)| !columns.iter().flatten().any(|name| name == other))
    {
        return Err(format!("{table} has no column {missing}").into());
    }
    link.run(&format!(
        "INSERT INTO {table} ({}) SELECT {} FROM {from}",
        names.join(", "),
        values.join(", ")
    ))
}

/// Inserts rows of literal values.
pub(crate) fn insert(link: &mut Link, table: &str, rows: &[String]) -> Outcome<()> {
    for rows in rows.chunks(ROWS_AT_ONCE) {
        link.run(&format!("INSERT INTO {table} VALUES {}", rows.join(", ")))?;
    }
    Ok(())
}

pub(crate) fn highest(link: &mut Link, table: &str) -> Outcome<i64> {
    link.number(&format!("SELECT CAST(COALESCE(MAX(id), 0) AS TEXT) FROM {table}"))
}

/// Advances the id sequences of PostgreSQL beyond the inserted ids. SQLite needs no such step.
pub(crate) fn advance_id_sequences(link: &mut Link, tables: &[&str]) -> Outcome<()> {
    if link.is_postgres() {
        for table in tables {
            link.run(&format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT MAX(id) FROM {table}))"
            ))?;
        }
    }
    Ok(())
}

/// Returns the text as an SQL literal.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Returns a line in the format of the stored search text: two spaces before each word.
fn indexed(line: &str) -> String {
    line.split_whitespace().flat_map(|word| ["  ", word]).collect()
}
