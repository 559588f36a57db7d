//! The store of revisions and of the contents of versions.

use aditus_domain::ids::{DataSourceId, UserId, VariableId, VersionId, VersionVariableId};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// Author and time of the revisions of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevisionAuthor {
    /// Author. None for a command on the server.
    pub user: Option<UserId>,
    /// Time of the revisions.
    pub at: DateTime<Utc>,
}

/// The store of revisions.
///
/// A commit MUST create a revision of each table and variable that the transaction changed,
/// directly or indirectly: by an import, by a change of the table that a variable names, or of its
/// details. If the contents equal those of the last revision, it MUST NOT create one. A deleted
/// table or variable gets a last revision that records the deletion. Revisions MUST be numbered
/// from 1 for each table and variable, and never be altered or removed.
pub trait DictionaryRevisions {
    /// Sets the author of the revisions of this transaction. Without this call, they MUST have no
    /// author and the time of the commit.
    fn set_author(&mut self, author: RevisionAuthor);

    /// Returns the source of a version.
    fn version_source(&mut self, id: VersionId) -> Result<Option<DataSourceId>, StoreError>;
    /// Counts the variables of a version.
    fn count_variables(&mut self, id: VersionId) -> Result<u64, StoreError>;
    /// Adds the current revisions of all variables of a source, or of the chosen ones, and of their
    /// tables to a version. Returns the number of variables in it. Chosen variables of another
    /// source MUST be skipped. 100,000 variables MUST take seconds.
    fn freeze(
        &mut self,
        version: VersionId,
        source: DataSourceId,
        chosen: Option<&[VariableId]>,
    ) -> Result<u64, StoreError>;

    /// Returns the version of this entry.
    fn version_of(&mut self, id: VersionVariableId) -> Result<Option<VersionId>, StoreError>;
    /// Adds the current revision of a variable, and of its table, to a version. If the version has
    /// the variable already, this MUST return [`StoreError::Duplicate`].
    fn add_variable(&mut self, version: VersionId, variable: VariableId) -> Result<VersionVariableId, StoreError>;
    /// Replaces a variable of a version with another one. If the version has that variable already,
    /// this MUST return [`StoreError::Duplicate`].
    fn replace_variable(&mut self, id: VersionVariableId, variable: VariableId) -> Result<(), StoreError>;
    /// Removes a variable from a version. The revision stays.
    fn remove_variable(&mut self, id: VersionVariableId) -> Result<(), StoreError>;
}
