//! Read models of revisions, of what versions hold, and of what differs between two.

use aditus_domain::dictionary::revision::{
    Definition, FieldChange, Revised, RevisionKind, VersionChange, VersionChangeKind,
};
use aditus_domain::ids::{RevisionId, VariableId, VersionId, VersionVariableId};
use chrono::{DateTime, Utc};

use crate::paging::{ListQuery, Page, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// A variable that a version holds, as it was (3 §2.11).
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
    /// The number of the revision that the version holds.
    pub revision: u32,
    pub row_version: RowVersion,
}

/// What variables of a version are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum VersionVariableSort {
    /// The order of the dictionary itself.
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
    /// Counted from 1.
    pub number: u32,
    /// What became of the table or variable.
    pub kind: RevisionKind,
    /// Who made it; none for a command on the server, and for what was there before revisions were kept.
    pub author: Option<String>,
    /// When it was made.
    pub created_on: DateTime<Utc>,
    /// The table or variable as a whole.
    pub definition: Definition,
    /// What the revision before said differently; nothing of the first and of the one that tells of a deletion.
    pub fields: Vec<FieldChange>,
}

/// How many tables and variables two versions do not have alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ComparisonCounts {
    /// Only the newer one has them.
    pub added: u64,
    /// Only the older one has them.
    pub removed: u64,
    /// Both have them, and they read differently.
    pub altered: u64,
}

impl ComparisonCounts {
    /// Those of one kind.
    pub const fn of(self, kind: VersionChangeKind) -> u64 {
        match kind {
            VersionChangeKind::Added => self.added,
            VersionChangeKind::Removed => self.removed,
            VersionChangeKind::Altered => self.altered,
        }
    }

    /// All of them.
    pub const fn all(self) -> u64 {
        self.added + self.removed + self.altered
    }
}

/// Where a part of a comparison begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// After so many.
    Offset(u64),
    /// After this table or variable, which costs the same however many there are before it.
    After(Revised),
}

/// Two versions to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    /// The one that is compared with.
    pub older: VersionId,
    /// The one whose changes are told.
    pub newer: VersionId,
}

/// Read models of the dictionary in time. What is searched for is folded.
pub trait RevisionViews {
    /// The variables that a version holds, or any of them where none is named, and in whose names, type or meaning the text is.
    fn version_variables(
        &mut self,
        version: Option<VersionId>,
        query: &ListQuery<VersionVariableSort>,
    ) -> Result<Paged<VersionVariableRecord>, StoreError>;
    /// One variable of a version.
    fn version_variable(
        &mut self,
        id: VersionVariableId,
    ) -> Result<Option<VersionVariableRecord>, StoreError>;
    /// The revisions of a table or variable, the newest first, also of one that was deleted.
    fn revisions(&mut self, of: Revised, page: Page) -> Result<Paged<RevisionRecord>, StoreError>;
    /// The version of the same source that was created last before this one; of those of one time, the one that was committed last.
    fn version_before(&mut self, id: VersionId) -> Result<Option<VersionId>, StoreError>;
    /// How much two versions do not have alike. What differs by its revision and reads the same is alike.
    fn comparison_counts(&mut self, versions: Versions) -> Result<ComparisonCounts, StoreError>;
    /// What became of tables and variables from one version to another, of one kind: tables first, then by id. What stands before the
    /// start is left out, and no more than `limit` answered. Two versions of 100,000 MUST be compared within a second.
    fn comparison(
        &mut self,
        versions: Versions,
        kind: VersionChangeKind,
        start: Start,
        limit: u32,
    ) -> Result<Vec<VersionChange>, StoreError>;
}
