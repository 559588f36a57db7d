//! Measures the disk space of the audit log.

use crate::Outcome;
use crate::database::Link;

const ENTRIES: &str = "audit_entries";

/// The tables beside the entries, including their indexes.
const TABLES: [(&str, &str); 4] = [
    ("its leaf", "audit_leaves"),
    ("its share of the tree", "audit_tree"),
    ("texts beside it", "audit_values"),
    ("checkpoints", "audit_checkpoints"),
];

/// Number of parts that the aim refers to: an entry with its leaf and its share of the tree.
const WITH_TREE: usize = 3;

/// Disk space in bytes.
pub(super) struct Weight {
    pub(super) entries: i64,
    pub(super) checkpoints: i64,
    pub(super) parts: Vec<(&'static str, i64)>,
}

impl Weight {
    /// Returns the space of a part per entry.
    pub(super) fn of_entry(&self, bytes: i64) -> i64 {
        bytes / self.entries.max(1)
    }

    /// Returns the space of an entry with its leaf and its share of the tree.
    pub(super) fn of_entry_with_tree(&self) -> i64 {
        self.of_entry(self.parts.iter().take(WITH_TREE).map(|(_, bytes)| bytes).sum())
    }

    /// Returns the space of an entry with all parts, including indexes and texts.
    pub(super) fn of_entry_in_all(&self) -> i64 {
        self.of_entry(self.parts.iter().map(|(_, bytes)| bytes).sum())
    }

    pub(super) fn of_checkpoint(&self) -> i64 {
        let bytes = self.parts.iter().find(|(name, _)| *name == "checkpoints");
        bytes.map_or(0, |(_, bytes)| bytes / self.checkpoints.max(1))
    }
}

pub(super) fn measure(link: &mut Link) -> Outcome<Weight> {
    let all_of_entries = bytes(link, ENTRIES)?;
    let indexes = indexes(link)?;
    let mut parts = vec![("the entry", all_of_entries - indexes)];
    for (name, table) in TABLES {
        parts.push((name, bytes(link, table)?));
    }
    parts.push(("the indexes that find it", indexes));
    Ok(Weight {
        entries: count(link, ENTRIES)?,
        checkpoints: count(link, "audit_checkpoints")?,
        parts,
    })
}

/// Returns the space of a table with its indexes.
fn bytes(link: &mut Link, table: &str) -> Outcome<i64> {
    let query = if link.is_postgres() {
        format!("SELECT CAST(pg_total_relation_size('{table}') AS TEXT)")
    } else {
        format!(
            "SELECT CAST(SUM(pgsize) AS TEXT) FROM dbstat WHERE aggregate = TRUE \
             AND name IN (SELECT name FROM sqlite_schema WHERE tbl_name = '{table}')"
        )
    };
    link.number(&query)
}

/// Returns the space of the indexes by which the lists find entries: all except the primary key.
fn indexes(link: &mut Link) -> Outcome<i64> {
    let query = if link.is_postgres() {
        format!(
            "SELECT CAST(SUM(pg_relation_size(indexrelid)) AS TEXT) FROM pg_index \
             WHERE indrelid = '{ENTRIES}'::regclass AND NOT indisprimary"
        )
    } else {
        format!(
            "SELECT CAST(SUM(pgsize) AS TEXT) FROM dbstat WHERE aggregate = TRUE \
             AND name IN (SELECT name FROM sqlite_schema WHERE tbl_name = '{ENTRIES}' AND type = 'index')"
        )
    };
    link.number(&query)
}

fn count(link: &mut Link, table: &str) -> Outcome<i64> {
    link.number(&format!("SELECT CAST(COUNT(*) AS TEXT) FROM {table}"))
}
