//! Tables, their types, and their assignments to topics, as Super Users edit them.

use aditus_application::dictionary::records::tables::repository::{DictionaryTables, TableOfSource};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::Revised;
use aditus_domain::dictionary::{TableReferences, TableRow, TableTopicDetails, TopicReferences};
use aditus_domain::ids::{DataSourceId, TableId, TableTopicId, TableTypeId, TopicId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::rows::changed;
use super::{dependencies, source_lock, tables, variables};
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{dictionary_tables, table_types, topic_tables, variables as rows};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = topic_tables)]
struct AssignmentColumns {
    topic_id: i64,
    table_id: i64,
    pos_x: f64,
    pos_y: f64,
}

fn assignment_columns(assignment: &TableTopicDetails) -> AssignmentColumns {
    AssignmentColumns {
        topic_id: assignment.topic.0,
        table_id: assignment.tbl.0,
        pos_x: assignment.pos_x,
        pos_y: assignment.pos_y,
    }
}

/// Updates a table and all copies of its columns. Returns the records that need a revision.
pub(super) fn update(
    connection: &mut AnyConnection,
    id: TableId,
    table: &TableRow,
) -> DbResult<Vec<Revised>> {
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

impl DictionaryTables for WriteTransaction {
    fn lock_exclusive(&mut self, source: DataSourceId) -> Result<(), StoreError> {
        self.run(|connection| source_lock::lock(connection, source))
    }

    fn table(&mut self, id: TableId) -> Result<Option<TableOfSource>, StoreError> {
        self.run(|connection| tables::load(connection, id))
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
            let topics = topic_tables::table
                .filter(topic_tables::table_id.eq(id.0))
                .count()
                .get_result::<i64>(connection)?;
            Ok(TableReferences {
                variables: variables.unsigned_abs(),
                topics: topics.unsigned_abs(),
            })
        })
    }

    fn remove_table(&mut self, id: TableId) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::delete(dictionary_tables::table.find(id.0)).execute(connection)?;
            changed(rows, "table")
        })?;
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
        self.run(|connection| {
            let tables = topic_tables::table
                .filter(topic_tables::topic_id.eq(id.0))
                .count()
                .get_result::<i64>(connection)?;
            Ok(TopicReferences {
                tables: tables.unsigned_abs(),
            })
        })
    }

    fn has_table_topic(&mut self, id: TableTopicId) -> Result<bool, StoreError> {
        self.run(|connection| {
            let found = topic_tables::table
                .find(id.0)
                .select(topic_tables::id)
                .first::<i64>(connection)
                .optional()?;
            Ok(found.is_some())
        })
    }

    fn add_table_topic(
        &mut self,
        assignment: &TableTopicDetails,
        assigned_on: DateTime<Utc>,
    ) -> Result<TableTopicId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(topic_tables::table)
                .values((
                    assignment_columns(assignment),
                    topic_tables::assigned_on.eq(Timestamp::from(assigned_on)),
                ))
                .returning(topic_tables::id)
                .get_result(connection)?;
            Ok(TableTopicId(id))
        })
    }

    fn update_table_topic(
        &mut self,
        id: TableTopicId,
        assignment: &TableTopicDetails,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::update(topic_tables::table.find(id.0))
                .set(assignment_columns(assignment))
                .execute(connection)?;
            changed(rows, "table topic")
        })
    }

    fn remove_table_topic(&mut self, id: TableTopicId) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(topic_tables::table.find(id.0)).execute(connection)?;
            Ok(())
        })
    }
}
