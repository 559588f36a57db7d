//! The dictionary in time: what a table or a variable was at a revision, and what has changed since (T1 to T3).
//!
//! A revision is made of the whole of a table or variable whenever that reads differently than its last revision says. A version
//! of a data source names the revisions that it consists of, and a data request those that were asked for.

mod changes;
mod version_change;

use chrono::NaiveDate;

use super::{TableRecords, TableRow, VariableRow};
use crate::ids::{TableId, VariableId};

pub use changes::{Fact, FieldChange};
pub use version_change::{VersionChange, VersionChangeKind};

/// What revisions are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revised {
    /// A table.
    Table(TableId),
    /// A variable.
    Variable(VariableId),
}

/// What a revision says of its table or variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RevisionKind {
    /// It was new, or revisions began to be kept.
    Added,
    /// It was changed.
    Changed,
    /// It was deleted; the revision holds what it was.
    Removed,
}

impl RevisionKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Added, Self::Changed, Self::Removed];

    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Removed => "removed",
        }
    }

    /// The kind of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A table as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TableDefinition {
    pub tbl_name: String,
    /// The name of its type.
    pub table_type: String,
    pub tbl_description: String,
    pub entity_name: String,
    pub icon: String,
    pub publish: bool,
    pub records: TableRecords,
}

/// A variable as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct VariableDefinition {
    /// The fields that an import brings, with the name of its table.
    pub row: VariableRow,
    pub value_count: Option<u64>,
    pub timeline_of_changes: Vec<TimelineEntry>,
    pub variable_metadata: Vec<MetadataEntry>,
}

/// A variable of which nothing else is told than its row says.
impl From<VariableRow> for VariableDefinition {
    fn from(row: VariableRow) -> Self {
        Self {
            row,
            value_count: None,
            timeline_of_changes: Vec::new(),
            variable_metadata: Vec::new(),
        }
    }
}

/// How a variable changed, as somebody noted it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TimelineEntry {
    pub change_date: Option<NaiveDate>,
    pub comment: Option<String>,
}

/// Something else that is known of a variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct MetadataEntry {
    pub key: String,
    pub val_type: String,
    pub value: String,
}

/// A table or a variable as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Definition {
    /// A table.
    Table(Box<TableDefinition>),
    /// A variable.
    Variable(Box<VariableDefinition>),
}

impl VariableDefinition {
    /// The same with its lists in order: they are sets, and in which order they were entered is no change.
    #[must_use]
    pub fn ordered(mut self) -> Self {
        self.row.synonyms.sort();
        self.row.input_values.sort();
        self.row.dependencies.sort();
        self.timeline_of_changes.sort();
        self.variable_metadata.sort();
        self
    }

    /// What a newer definition says differently, field by field; nothing where both are alike.
    pub fn changes(&self, newer: &Self) -> Vec<FieldChange> {
        changes::of_variable(self, newer)
    }
}

impl From<TableDefinition> for TableRow {
    fn from(table: TableDefinition) -> Self {
        Self {
            tbl_name: table.tbl_name,
            table_type: table.table_type,
            tbl_description: table.tbl_description,
            entity_name: table.entity_name,
            icon: table.icon,
            publish: table.publish,
            records: Some(table.records),
        }
    }
}

impl TableDefinition {
    /// What a newer definition says differently, field by field; nothing where both are alike.
    pub fn changes(&self, newer: &Self) -> Vec<FieldChange> {
        changes::of_table(self, newer)
    }
}

impl Definition {
    /// By what it is called: a table by its name, a variable by those of its table and of itself.
    pub fn label(&self) -> String {
        match self {
            Self::Table(table) => table.tbl_name.clone(),
            Self::Variable(variable) => format!("{}.{}", variable.row.tbl_name, variable.row.var_name),
        }
    }

    /// All that it says, field by field, in the order of the forms.
    pub fn facts(&self) -> Vec<Fact> {
        match self {
            Self::Table(table) => changes::facts_of_table(table),
            Self::Variable(variable) => changes::facts_of_variable(variable),
        }
    }

    /// What a newer definition of the same table or variable says differently.
    pub fn changes(&self, newer: &Self) -> Vec<FieldChange> {
        match (self, newer) {
            (Self::Table(older), Self::Table(newer)) => older.changes(newer),
            (Self::Variable(older), Self::Variable(newer)) => older.changes(newer),
            // No table becomes a variable.
            (Self::Table(_), Self::Variable(_)) | (Self::Variable(_), Self::Table(_)) => Vec::new(),
        }
    }
}

/// Where a variable that was asked for stands in the dictionary of today (T2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SinceAsked {
    /// Whether it is still offered: whether its table and its source are published.
    pub is_offered: bool,
    /// What was asked for, where the dictionary says something else by now.
    pub changed: Option<Box<ChangedSince>>,
}

/// Both definitions of a variable that was changed after it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedSince {
    /// As it was asked for.
    pub asked: VariableDefinition,
    /// As it is now.
    pub now: VariableDefinition,
    /// What differs, at least one thing.
    pub fields: Vec<FieldChange>,
}

impl SinceAsked {
    /// Compares what was asked for with what the dictionary says now.
    pub fn compare(asked: VariableDefinition, now: VariableDefinition, is_offered: bool) -> Self {
        let fields = asked.changes(&now);
        let changed = (!fields.is_empty()).then(|| Box::new(ChangedSince { asked, now, fields }));
        Self { is_offered, changed }
    }

    /// Of a variable that is as it was asked for.
    pub const fn unchanged(is_offered: bool) -> Self {
        Self {
            is_offered,
            changed: None,
        }
    }

    /// What is said beside the variable; nothing where the dictionary has not moved on. That it is no longer offered comes first,
    /// because no definition helps then.
    pub const fn remark(&self) -> Option<&'static str> {
        match (self.is_offered, &self.changed) {
            (false, _) => Some("no longer offered"),
            (true, Some(_)) => Some("changed since"),
            (true, None) => None,
        }
    }
}

#[cfg(test)]
mod tests;
