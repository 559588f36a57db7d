//! Revisions of the dictionary: the content of tables and variables over time, and the changes
//! since a revision (decisions T1 to T3).
//!
//! A revision stores a whole table or variable, and is created whenever its content differs from
//! its last revision. A version of a data source refers to the revisions that it consists of. A
//! data request refers to the revisions that were requested.

mod changes;
mod version_change;

use chrono::NaiveDate;

use super::{TableRecords, TableRow, VariableRow};
use crate::ids::{TableId, VariableId};

pub use changes::{Fact, FieldChange};
pub use version_change::{VersionChange, VersionChangeKind};

/// The subject of a revision: a table or variable of the dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revised {
    /// A table.
    Table(TableId),
    /// A variable.
    Variable(VariableId),
}

/// The kind of change that a revision records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RevisionKind {
    /// It was added, or this is its first revision because revisions were introduced later.
    Added,
    /// It was changed.
    Changed,
    /// It was deleted. The revision contains its last content.
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

    /// Finds the kind with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The whole content of a table.
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

/// The whole content of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct VariableDefinition {
    /// The fields of an import, including the name of its table.
    pub row: VariableRow,
    pub value_count: Option<u64>,
    pub timeline_of_changes: Vec<TimelineEntry>,
    pub variable_metadata: Vec<MetadataEntry>,
}

/// Creates the definition of a variable without further details.
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

/// A documented change of a variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TimelineEntry {
    pub change_date: Option<NaiveDate>,
    pub comment: Option<String>,
}

/// A further property of a variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct MetadataEntry {
    pub key: String,
    pub val_type: String,
    pub value: String,
}

/// The whole content of a table or a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Definition {
    /// A table.
    Table(Box<TableDefinition>),
    /// A variable.
    Variable(Box<VariableDefinition>),
}

impl VariableDefinition {
    /// Sorts the lists. They are sets, so a different order of entry is not a change.
    #[must_use]
    pub fn ordered(mut self) -> Self {
        self.row.synonyms.sort();
        self.row.input_values.sort();
        self.row.dependencies.sort();
        self.timeline_of_changes.sort();
        self.variable_metadata.sort();
        self
    }

    /// Returns the fields that differ in a newer definition. Empty if both are equal.
    pub fn changes(&self, newer: &Self) -> Vec<FieldChange> {
        changes::changes_of_variable(self, newer)
    }
}

/// Creates the row of an import that contains this definition.
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
    /// Returns the fields that differ in a newer definition. Empty if both are equal.
    pub fn changes(&self, newer: &Self) -> Vec<FieldChange> {
        changes::changes_of_table(self, newer)
    }
}

impl Definition {
    /// The display name: the name of a table, or those of the table and the variable.
    pub fn label(&self) -> String {
        match self {
            Self::Table(table) => table.tbl_name.clone(),
            Self::Variable(variable) => format!("{}.{}", variable.row.tbl_name, variable.row.var_name),
        }
    }

    /// Returns all fields that have a value, in the order of the forms.
    pub fn facts(&self) -> Vec<Fact> {
        match self {
            Self::Table(table) => changes::facts_of_table(table),
            Self::Variable(variable) => changes::facts_of_variable(variable),
        }
    }

    /// Returns the fields that differ in a newer definition of the same table or variable.
    pub fn changes(&self, newer: &Self) -> Vec<FieldChange> {
        match (self, newer) {
            (Self::Table(older), Self::Table(newer)) => older.changes(newer),
            (Self::Variable(older), Self::Variable(newer)) => older.changes(newer),
            // A table never becomes a variable.
            (Self::Table(_), Self::Variable(_)) | (Self::Variable(_), Self::Table(_)) => Vec::new(),
        }
    }
}

/// The state of a requested variable in the current dictionary (decisions T2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedVariableState {
    /// True if it is still offered: its table and its source are published.
    pub is_offered: bool,
    /// The differences, if the dictionary has changed since the request.
    pub changed: Option<Box<DefinitionChange>>,
}

/// A requested variable whose definition has changed since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionChange {
    /// The definition at the time of the request.
    pub asked: VariableDefinition,
    /// The current definition.
    pub now: VariableDefinition,
    /// The differences, at least one.
    pub fields: Vec<FieldChange>,
}

impl RequestedVariableState {
    /// Compares the requested definition with the current one.
    pub fn compare(asked: VariableDefinition, now: VariableDefinition, is_offered: bool) -> Self {
        let fields = asked.changes(&now);
        let changed = (!fields.is_empty()).then(|| Box::new(DefinitionChange { asked, now, fields }));
        Self { is_offered, changed }
    }

    /// Creates the state of a variable that has not changed.
    pub const fn unchanged(is_offered: bool) -> Self {
        Self {
            is_offered,
            changed: None,
        }
    }

    /// The remark beside the variable; `None` if it is unchanged and still offered. "No longer
    /// offered" takes precedence, because the definition does not matter then.
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
