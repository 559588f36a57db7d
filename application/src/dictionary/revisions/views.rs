//! Read models of revisions, of the contents of versions, and of their differences.

use aditus_domain::dictionary::revision::{
    Definition, FieldChange, Revised, RevisionKind, VersionChange, VersionChangeKind,
};
use aditus_domain::ids::{RevisionId, VariableId, VersionId, VersionVariableId};
use chrono::{DateTime, Utc};

use crate::paging::{ListQuery, Page, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// A variable of a version, in its state at that time (3 §2.11).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct VersionVariableRecord {
    pub version_variable_id: VersionVariableId,
    pub version: VersionId,
    pub variable: VariableId,
    pub tbl_name: String,
    pub ids_column_name: String,
    pub var_name: String,
    pub data_type: String,
    pub meaning: String,
    /// Number of the revision in the version.
    pub revision: u32,
    pub row_version: RowVersion,
}

/// Order of variables of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum VersionVariableSort {
    /// The order of the dictionary.
    #[default]
    Dictionary,
    VarName,
    ColumnName,
    DataType,
    Meaning,
}

/// A revision of a table or variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionRecord {
    /// Its id.
    pub revision_id: RevisionId,
    /// Number, counted from 1.
    pub number: u32,
    /// Kind of change.
    pub kind: RevisionKind,
    /// Author. None for a command on the server, and for rows older than the revisions.
    pub author: Option<String>,
    /// Time of the revision.
    pub created_on: DateTime<Utc>,
    /// Complete contents of the table or variable.
    pub definition: Definition,
    /// Changes since the previous revision. Empty for the first one and for a deletion.
    pub fields: Vec<FieldChange>,
}

/// Numbers of differences between two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ComparisonCounts {
    /// Only in the newer version.
    pub added: u64,
    /// Only in the older version.
    pub removed: u64,
    /// In both versions, with different contents.
    pub altered: u64,
}

impl ComparisonCounts {
    /// Returns the number for one kind.
    pub const fn count(self, kind: VersionChangeKind) -> u64 {
        match kind {
            VersionChangeKind::Added => self.added,
            VersionChangeKind::Removed => self.removed,
            VersionChangeKind::Altered => self.altered,
        }
    }

    /// Returns the total number.
    pub const fn all(self) -> u64 {
        self.added + self.removed + self.altered
    }
}

/// The start of a page of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparisonStart {
    /// After this number of changes.
    Offset(u64),
    /// After this table or variable. The cost does not depend on the number of changes before it.
    After(Revised),
}

/// Two versions to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionPair {
    /// Older version.
    pub older: VersionId,
    /// Newer version, whose changes are listed.
    pub newer: VersionId,
}

/// Read models of the history of the dictionary. Search texts are folded.
pub trait RevisionViews {
    /// Returns variables of this version, or of all versions, whose names, type or meaning contain
    /// the text.
    fn version_variables(
        &mut self,
        version: Option<VersionId>,
        query: &ListQuery<VersionVariableSort>,
    ) -> Result<Paged<VersionVariableRecord>, StoreError>;
    /// Returns a variable of a version.
    fn version_variable(
        &mut self,
        id: VersionVariableId,
    ) -> Result<Option<VersionVariableRecord>, StoreError>;
    /// Returns the revisions of a table or variable, newest first, also after its deletion.
    fn revisions(&mut self, of: Revised, page: Page) -> Result<Paged<RevisionRecord>, StoreError>;
    /// Returns the version of the same source created last before this one. Among versions of the
    /// same time, it is the one committed last.
    fn version_before(&mut self, id: VersionId) -> Result<Option<VersionId>, StoreError>;
    /// Counts the differences between two versions. Different revisions with the same contents are
    /// not a difference.
    fn comparison_counts(&mut self, versions: VersionPair) -> Result<ComparisonCounts, StoreError>;
    /// Returns up to `limit` changes of one kind from `start`: tables first, then by id. Comparing
    /// two versions of 100,000 variables MUST take less than a second.
    fn comparison(
        &mut self,
        versions: VersionPair,
        kind: VersionChangeKind,
        start: ComparisonStart,
        limit: u32,
    ) -> Result<Vec<VersionChange>, StoreError>;
}
