//! Compares two versions of a data source.
//!
//! The query walks `version_revisions` of one version in key order and looks up each key in the
//! other version. Texts are compared only if the revisions differ.

use aditus_application::dictionary::revisions::views::{ComparisonStart, VersionPair};
use aditus_domain::dictionary::revision::{VersionChange, VersionChangeKind};
use diesel::deserialize::QueryableByName;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::content;
use super::record::{read, subject_columns};
use crate::connection::AnyConnection;
use crate::dialect::per_backend;
use crate::error::DbResult;

// SQLite treats `$1` as a name and numbers names in order of appearance. The values of each
// statement therefore appear in numeric order.

/// Records that only the first of two versions contains.
const ONLY_IN_FIRST: &str = "
    WHERE b.version_id = $1 AND NOT EXISTS (
        SELECT 1 FROM version_revisions a
        WHERE a.version_id = $2 AND a.record = b.record AND a.record_id = b.record_id)";

/// Records that both versions contain with different texts.
const IN_BOTH: &str = "
    JOIN version_revisions a ON b.version_id = $1
        AND a.version_id = $2 AND a.record = b.record AND a.record_id = b.record_id
    JOIN dictionary_revisions ra ON ra.id = a.revision_id
    WHERE a.revision_id <> b.revision_id AND ra.content <> rb.content";

const FROM_VERSION: &str = "FROM version_revisions b";
const FROM_VERSION_WITH_TEXTS: &str =
    "FROM version_revisions b JOIN dictionary_revisions rb ON rb.id = b.revision_id";

/// Returns the clauses that select the changes, and the two versions in the order of their
/// parameters.
const fn changes_filter(versions: VersionPair, kind: VersionChangeKind) -> (&'static str, i64, i64) {
    let (older, newer) = (versions.older.0, versions.newer.0);
    match kind {
        VersionChangeKind::Added => (ONLY_IN_FIRST, newer, older),
        VersionChangeKind::Removed => (ONLY_IN_FIRST, older, newer),
        VersionChangeKind::Altered => (IN_BOTH, newer, older),
    }
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    record: String,
    #[diesel(sql_type = BigInt)]
    record_id: i64,
    /// Text in the version that the query walks along.
    #[diesel(sql_type = Text)]
    content: String,
    /// Text in the other version.
    #[diesel(sql_type = Nullable<Text>)]
    other: Option<String>,
}

pub(super) fn count(
    connection: &mut AnyConnection,
    versions: VersionPair,
    kind: VersionChangeKind,
) -> DbResult<u64> {
    let (rest, first, second) = changes_filter(versions, kind);
    let from = match kind {
        VersionChangeKind::Altered => FROM_VERSION_WITH_TEXTS,
        VersionChangeKind::Added | VersionChangeKind::Removed => FROM_VERSION,
    };
    let statement = format!("SELECT count(*) AS number {from} {rest}");
    let found: Number = per_backend!(connection, c => {
        diesel::RunQueryDsl::get_result(
            diesel::sql_query(&statement)
                .bind::<BigInt, _>(first)
                .bind::<BigInt, _>(second),
            c,
        )
    })?;
    Ok(found.number.unsigned_abs())
}

pub(super) fn changes(
    connection: &mut AnyConnection,
    versions: VersionPair,
    kind: VersionChangeKind,
    start: ComparisonStart,
    limit: u32,
) -> DbResult<Vec<VersionChange>> {
    let (rest, first, second) = changes_filter(versions, kind);
    let other = match kind {
        VersionChangeKind::Altered => "ra.content",
        VersionChangeKind::Added | VersionChangeKind::Removed => "NULL",
    };
    let (after, offset) = match start {
        ComparisonStart::Offset(offset) => (String::new(), i64::try_from(offset).unwrap_or(i64::MAX)),
        // Contains only a constant and a number, no user input.
        ComparisonStart::After(of) => {
            let (record, id) = subject_columns(of);
            (format!("AND (b.record, b.record_id) > ('{record}', {id})"), 0)
        }
    };
    let statement = format!(
        "SELECT b.record AS record, b.record_id AS record_id, rb.content AS content, {other} AS other {FROM_VERSION_WITH_TEXTS} {rest} {after}
         ORDER BY b.record, b.record_id LIMIT $3 OFFSET $4"
    );
    let lines: Vec<Line> = per_backend!(connection, c => {
        diesel::RunQueryDsl::load(
            diesel::sql_query(&statement)
                .bind::<BigInt, _>(first)
                .bind::<BigInt, _>(second)
                .bind::<BigInt, _>(i64::from(limit))
                .bind::<BigInt, _>(offset),
            c,
        )
    })?;
    let mut changes = Vec::with_capacity(lines.len());
    for line in lines {
        let of = read(&line.record, line.record_id)?;
        let here = Some(content::read(&line.record, &line.content)?);
        let there = line
            .other
            .map(|text| content::read(&line.record, &text))
            .transpose()?;
        let (older, newer) = match kind {
            VersionChangeKind::Removed => (here, there),
            VersionChangeKind::Added | VersionChangeKind::Altered => (there, here),
        };
        changes.extend(VersionChange::between(of, older, newer));
    }
    Ok(changes)
}
