//! Tables as a Super User keeps them, and the types that they are of.

use aditus_application::dictionary::records::tables::repository::{DictionaryTables, TableOfSource};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::Revised;
use aditus_domain::dictionary::{TableReferences, TableRow, TableTopicDetails, TopicReferences};
use aditus_domain::ids::{DataSourceId, TableId, TableTopicId, TableTypeId, TopicId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::rows::changed;
use super::{dependencies, source_lock, tables, topic_tables, variables};
use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::{dictionary_tables, table_types, topic_tables as places, variables as rows};
use crate::transaction::UnitOfWork;

/// Replaces what is stored of a table, and has all follow that repeats it; answers what is to be revised.
pub(super) fn update(connection: &mut AnyConnection, id: TableId, table: &TableRow) -> Outcome<Vec<Revised>> {
    let mut revised = vec![Revised::Table(id)];
    if let Some(effect) = tables::update(connection, id, table)? {
        let renamed = variables::follow_table(connection, id, &effect)?;
        if !renamed.is_empty() {
            let source: i64 = dictionary_tables::table
                .find(id.0)
                .select(dictionary_tables::data_source_id)
                .first(connection)?;
            let dependent = dependencies::follow_names(connection, DataSourceId(source), &renamed)?;
            revised.extend(renamed.into_iter().chain(dependent).map(Revised::Variable));
        }
    }
    Ok(revised)
}

fn remove(connection: &mut AnyConnection, id: TableId) -> Outcome<()> {
    let rows = diesel::delete(dictionary_tables::table.find(id.0)).execute(connection)?;
    changed(rows, "table")
}

/// All types, by name.
pub(super) fn types(connection: &mut AnyConnection) -> Outcome<Vec<(TableTypeId, String)>> {
    let found: Vec<(i64, String)> = table_types::table
        .order((table_types::sort_key, table_types::id))
        .select((table_types::id, table_types::name))
        .load(connection)?;
    Ok(found
        .into_iter()
        .map(|(id, name)| (TableTypeId(id), name))
        .collect())
}

impl DictionaryTables for UnitOfWork {
    fn take_turns(&mut self, source: DataSourceId) -> Result<(), StoreError> {
        self.run(|connection| source_lock::lock(connection, source))
    }

    fn table(&mut self, id: TableId) -> Result<Option<TableOfSource>, StoreError> {
        self.run(|connection| tables::whole(connection, id))
    }

    fn update_table(&mut self, id: TableId, table: &TableRow) -> Result<(), StoreError> {
        let revised = self.run(|connection| update(connection, id, table))?;
        self.will_revise(revised);
        Ok(())
    }

    fn table_references(&mut self, id: TableId) -> Result<TableReferences, StoreError> {
        self.run(|connection| {
            let variables = rows::table
                .filter(rows::table_id.eq(id.0))
                .count()
                .get_result::<i64>(connection)?;
            let topics = places::table
                .filter(places::table_id.eq(id.0))
                .count()
                .get_result::<i64>(connection)?;
            Ok(TableReferences {
                variables: variables.unsigned_abs(),
                topics: topics.unsigned_abs(),
            })
        })
    }

    fn remove_table(&mut self, id: TableId) -> Result<(), StoreError> {
        self.run(|connection| remove(connection, id))?;
        self.will_revise([Revised::Table(id)]);
        Ok(())
    }

    fn table_type(&mut self, id: TableTypeId) -> Result<Option<String>, StoreError> {
        self.run(|connection| {
            Ok(table_types::table
                .find(id.0)
                .select(table_types::name)
                .first(connection)
                .optional()?)
        })
    }

    fn add_table_type(&mut self, name: &str) -> Result<TableTypeId, StoreError> {
        self.run(|connection| tables::add_type(connection, name).map(TableTypeId))
    }

    fn topic_references(&mut self, id: TopicId) -> Result<TopicReferences, StoreError> {
        self.run(|connection| topic_tables::references(connection, id))
    }

    fn has_table_topic(&mut self, id: TableTopicId) -> Result<bool, StoreError> {
        self.run(|connection| topic_tables::is_there(connection, id))
    }

    fn add_table_topic(
        &mut self,
        place: &TableTopicDetails,
        assigned_on: DateTime<Utc>,
    ) -> Result<TableTopicId, StoreError> {
        self.run(|connection| topic_tables::add(connection, place, assigned_on))
    }

    fn update_table_topic(&mut self, id: TableTopicId, place: &TableTopicDetails) -> Result<(), StoreError> {
        self.run(|connection| topic_tables::update(connection, id, place))
    }

    fn remove_table_topic(&mut self, id: TableTopicId) -> Result<(), StoreError> {
        self.run(|connection| topic_tables::remove(connection, id))
    }
}
