//! The store of tables, and of their places under topics, as a Super User keeps them.

use aditus_domain::dictionary::{TableReferences, TableRow, TableTopicDetails, TopicReferences};
use aditus_domain::ids::{DataSourceId, TableId, TableTopicId, TableTypeId, TopicId};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A table and the source that it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableOfSource {
    /// The source.
    pub data_source: DataSourceId,
    /// What is stored of the table.
    pub row: TableRow,
}

/// The store of tables and their places under topics. Tables are added by [`Dictionary`](super::super::super::Dictionary). A
/// change of a record that is not there MUST be [`StoreError::Reference`]. Each change of a table MUST become a revision
/// ([`DictionaryRevisions`](crate::dictionary::revisions::repository::DictionaryRevisions)).
pub trait DictionaryTables {
    /// Waits until nobody else changes tables or variables of this source, until the transaction ends. Whoever is about to change one
    /// calls this first: who held a table and waited for its source could be waited for in turn.
    fn take_turns(&mut self, source: DataSourceId) -> Result<(), StoreError>;
    /// The table with this id.
    fn table(&mut self, id: TableId) -> Result<Option<TableOfSource>, StoreError>;
    /// Replaces what is stored of a table; what repeats it MUST follow. A name that another table of the source has, whatever its
    /// case, MUST be [`StoreError::Duplicate`].
    fn update_table(&mut self, id: TableId, table: &TableRow) -> Result<(), StoreError>;
    /// How much refers to a table.
    fn table_references(&mut self, id: TableId) -> Result<TableReferences, StoreError>;
    /// Deletes a table to which nothing refers; otherwise it MUST be [`StoreError::Reference`].
    fn remove_table(&mut self, id: TableId) -> Result<(), StoreError>;

    /// The name of a type of tables.
    fn table_type(&mut self, id: TableTypeId) -> Result<Option<String>, StoreError>;
    /// Adds a type of tables; a name that exists MUST be [`StoreError::Duplicate`].
    fn add_table_type(&mut self, name: &str) -> Result<TableTypeId, StoreError>;

    /// How much refers to a topic.
    fn topic_references(&mut self, id: TopicId) -> Result<TopicReferences, StoreError>;
    /// Whether there is a table under a topic with this id.
    fn has_table_topic(&mut self, id: TableTopicId) -> Result<bool, StoreError>;
    /// Puts a table under a topic; where it stands there already MUST be [`StoreError::Duplicate`].
    fn add_table_topic(
        &mut self,
        place: &TableTopicDetails,
        assigned_on: DateTime<Utc>,
    ) -> Result<TableTopicId, StoreError>;
    /// Replaces table, topic and position; the same as above.
    fn update_table_topic(&mut self, id: TableTopicId, place: &TableTopicDetails) -> Result<(), StoreError>;
    /// Takes a table from under a topic.
    fn remove_table_topic(&mut self, id: TableTopicId) -> Result<(), StoreError>;
}
