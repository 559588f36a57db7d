//! What the record takes of the disk.

use crate::Outcome;
use crate::database::Link;

/// The tables of the record, each with its indexes.
const TABLES: [(&str, &str); 5] = [
    ("entries", "audit_entries"),
    ("texts beside them", "audit_values"),
    ("leaves", "audit_leaves"),
    ("tree", "audit_tree"),
    ("checkpoints", "audit_checkpoints"),
];

/// Bytes on the disk.
pub(super) struct Weight {
    pub(super) entries: i64,
    pub(super) checkpoints: i64,
    /// Of each table.
    pub(super) parts: Vec<(&'static str, i64)>,
}

impl Weight {
    /// What one entry takes of a part.
    pub(super) fn of_entry(&self, bytes: i64) -> i64 {
        bytes / self.entries.max(1)
    }

    /// What one takes in all.
    pub(super) fn of_entry_in_all(&self) -> i64 {
        self.of_entry(self.parts.iter().map(|(_, bytes)| bytes).sum())
    }

    /// What a checkpoint takes.
    pub(super) fn of_checkpoint(&self) -> i64 {
        let bytes = self.parts.iter().find(|(name, _)| *name == "checkpoints");
        bytes.map_or(0, |(_, bytes)| bytes / self.checkpoints.max(1))
    }
}

pub(super) fn measure(link: &mut Link) -> Outcome<Weight> {
    let parts = TABLES
        .into_iter()
        .map(|(name, table)| Ok((name, bytes(link, table)?)))
        .collect::<Outcome<_>>()?;
    Ok(Weight {
        entries: count(link, "audit_entries")?,
        checkpoints: count(link, "audit_checkpoints")?,
        parts,
    })
}

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

fn count(link: &mut Link, table: &str) -> Outcome<i64> {
    link.number(&format!("SELECT CAST(COUNT(*) AS TEXT) FROM {table}"))
}
