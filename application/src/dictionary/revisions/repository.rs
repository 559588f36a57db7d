//! The store of revisions, and of what versions hold.

use aditus_domain::ids::{DataSourceId, UserId, VariableId, VersionId, VersionVariableId};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// Who makes the revisions of a transaction, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reviser {
    /// The person; none for whoever runs commands on the server.
    pub user: Option<UserId>,
    /// When.
    pub at: DateTime<Utc>,
}

/// The store of revisions.
///
/// An adapter MUST see to it that a commit makes a revision of each table and variable that the transaction changed, however it did:
/// by an import, by a change of the table that a variable names, or of what it has several of. Where it reads as its last revision
/// says, there MUST be none. A table or variable that was deleted gets a last revision that says so. Revisions MUST be numbered from 1
/// for each table and variable, and never be altered or removed.
pub trait DictionaryRevisions {
    /// Says who makes the revisions of this transaction. Where nobody said, they MUST bear nobody's name and the time of the commit.
    fn made_by(&mut self, reviser: Reviser);

    /// The source of a version.
    fn version_source(&mut self, id: VersionId) -> Result<Option<DataSourceId>, StoreError>;
    /// How many variables a version holds.
    fn held(&mut self, id: VersionId) -> Result<u64, StoreError>;
    /// Has a version hold the present revisions of all variables of a source, or of those that are chosen, and of their tables; answers
    /// how many variables it holds now. Chosen variables of another source MUST be left out. A number of 100,000 MUST take seconds.
    fn freeze(
        &mut self,
        version: VersionId,
        source: DataSourceId,
        chosen: Option<&[VariableId]>,
    ) -> Result<u64, StoreError>;

    /// The version that holds this variable.
    fn version_of(&mut self, id: VersionVariableId) -> Result<Option<VersionId>, StoreError>;
    /// Has a version hold the present revision of one more variable, and of its table. One that it holds already MUST be
    /// [`StoreError::Duplicate`].
    fn hold(&mut self, version: VersionId, variable: VariableId) -> Result<VersionVariableId, StoreError>;
    /// Has a version hold another variable instead of this one; the same as above.
    fn hold_instead(&mut self, id: VersionVariableId, variable: VariableId) -> Result<(), StoreError>;
    /// Has a version hold this variable no longer. The revision stays.
    fn let_go(&mut self, id: VersionVariableId) -> Result<(), StoreError>;
}
