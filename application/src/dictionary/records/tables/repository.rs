//! The store of tables, and of their assignments to topics, for administration.

use aditus_domain::dictionary::{TableReferences, TableRow, TableTopicDetails, TopicReferences};
use aditus_domain::ids::{DataSourceId, TableId, TableTopicId, TableTypeId, TopicId};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A table with its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableOfSource {
    /// The source.
    pub data_source: DataSourceId,
    /// Stored fields of the table.
    pub row: TableRow,
}

/// The store of tables and their assignments to topics.
/// [`Dictionary`](super::super::super::Dictionary) adds tables. A change of a missing record MUST
/// return [`StoreError::Reference`]. Each change of a table MUST create a revision
/// ([`DictionaryRevisions`](crate::dictionary::revisions::repository::DictionaryRevisions)).
pub trait DictionaryTables {
    /// Takes the exclusive lock on tables and variables of this source until the transaction ends.
    /// It must be called before a table or variable is changed: locking a table first and its
    /// source afterwards can deadlock.
    fn lock_exclusive(&mut self, source: DataSourceId) -> Result<(), StoreError>;
    /// Returns the table with this id.
    fn table(&mut self, id: TableId) -> Result<Option<TableOfSource>, StoreError>;
    /// Updates a table and the values derived from it. If another table of the source has the name
    /// (ignoring case), this MUST return [`StoreError::Duplicate`].
    fn update_table(&mut self, id: TableId, table: &TableRow) -> Result<(), StoreError>;
    /// Counts the references to a table.
    fn table_references(&mut self, id: TableId) -> Result<TableReferences, StoreError>;
    /// Deletes a table. If it is still referenced, this MUST return [`StoreError::Reference`].
    fn remove_table(&mut self, id: TableId) -> Result<(), StoreError>;

    /// Returns the name of a table type.
    fn table_type(&mut self, id: TableTypeId) -> Result<Option<String>, StoreError>;
    /// Adds a table type. An existing name MUST return [`StoreError::Duplicate`].
    fn add_table_type(&mut self, name: &str) -> Result<TableTypeId, StoreError>;

    /// Counts the references to a topic.
    fn topic_references(&mut self, id: TopicId) -> Result<TopicReferences, StoreError>;
    /// Returns true if an assignment with this id exists.
    fn has_table_topic(&mut self, id: TableTopicId) -> Result<bool, StoreError>;
    /// Assigns a table to a topic. An existing assignment MUST return [`StoreError::Duplicate`].
    fn add_table_topic(
        &mut self,
        assignment: &TableTopicDetails,
        assigned_on: DateTime<Utc>,
    ) -> Result<TableTopicId, StoreError>;
    /// Updates table, topic and position. An existing assignment MUST return
    /// [`StoreError::Duplicate`].
    fn update_table_topic(
        &mut self,
        id: TableTopicId,
        assignment: &TableTopicDetails,
    ) -> Result<(), StoreError>;
    /// Removes a table from a topic.
    fn remove_table_topic(&mut self, id: TableTopicId) -> Result<(), StoreError>;
}
