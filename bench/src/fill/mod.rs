//! Fills a database that holds the demonstration with many more requests and variables, by SQL: the server is not
//! running meanwhile. Every row is a copy of one that the product itself has written, with another id, title, date and
//! text to search in, so that columns need not be known here and rows are what they would be.

mod counts;
pub(crate) mod people;
mod requests;
mod variables;
mod words;

use crate::Outcome;
use crate::database::Link;

pub(crate) use words::{COMMON_WORD, rare_word};

/// How many variables share one rare word.
pub(crate) const SHARERS: u32 = 10;

/// How many rows of values one INSERT has.
const ROWS_AT_ONCE: usize = 500;

/// What of the requests is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Everything, so that they can be decided.
    Whole,
    /// What lists, counts and searches read.
    Listed,
}

/// Adds this many requests of nine states each, and this many variables.
pub(crate) fn fill(link: &mut Link, size: u32, depth: Depth) -> Outcome<()> {
    // The copies are sound by their making; looking up every reference again would take most of the time.
    link.run(if link.is_postgres() {
        "SET session_replication_role = replica; SET synchronous_commit = off; BEGIN"
    } else {
        "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN"
    })?;
    variables::add(link, size, depth)?;
    requests::add(link, size, depth)?;
    counts::write(link)?;
    // What is measured is served as the product is.
    link.run("UPDATE installation SET demonstration = NULL")?;
    link.run("COMMIT")?;
    link.run(if link.is_postgres() {
        "VACUUM (ANALYZE)"
    } else {
        "PRAGMA wal_checkpoint(TRUNCATE)"
    })
}

/// Copies rows `s` of a table that `from` finds. The columns that are named get other values; an empty one is left out,
/// so that the database gives it one.
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

/// Inserts rows of values that are written out.
pub(crate) fn insert(link: &mut Link, table: &str, rows: &[String]) -> Outcome<()> {
    for rows in rows.chunks(ROWS_AT_ONCE) {
        link.run(&format!("INSERT INTO {table} VALUES {}", rows.join(", ")))?;
    }
    Ok(())
}

/// The highest id of a table.
pub(crate) fn highest(link: &mut Link, table: &str) -> Outcome<i64> {
    link.number(&format!("SELECT CAST(COALESCE(MAX(id), 0) AS TEXT) FROM {table}"))
}

/// Tells PostgreSQL which ids are taken. SQLite sees it by itself.
pub(crate) fn ids_are_taken(link: &mut Link, tables: &[&str]) -> Outcome<()> {
    if link.is_postgres() {
        for table in tables {
            link.run(&format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT MAX(id) FROM {table}))"
            ))?;
        }
    }
    Ok(())
}

/// A text as SQL writes it.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A line of a text to search in, as it is stored: two spaces before each word.
fn indexed(line: &str) -> String {
    line.split_whitespace().flat_map(|word| ["  ", word]).collect()
}
