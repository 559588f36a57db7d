//! Variables, as Super Users edit them.

mod details;
mod list;

use aditus_application::dictionary::records::variables::repository::{DictionaryVariables, VariableOfTable};
use aditus_application::dictionary::records::views::{
    DetailRecord, DictionaryVariableViews, TableTopicRecord, TableTopicSort, VariableRecord,
    VariableRecordQuery, WholeVariable,
};
use aditus_application::paging::{ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::Revised;
use aditus_domain::dictionary::{DataType, Detail, DetailTab, Usage, VariableDetails, VariableReferences};
use aditus_domain::ids::{DataSourceId, DetailId, TableId, TableTopicId, TopicId, VariableId};
use diesel::dsl::count;
use diesel::prelude::*;

use super::keys::lookup_key;
use super::rows::no_such;
use super::variable_columns::{columns, counted, number_of_values};
use super::variables::StoredRow;
use super::{dependencies, topic_tables, variables as all};
use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::read_session::ReadSession;
use crate::schema::{
    dataset_variables, dependencies as dependency_rows, dictionary_tables, requested_datasets, synonyms,
    timeline_of_changes, variable_metadata, variables,
};
use crate::transaction::WriteTransaction;

fn details_of(row: StoredRow, value_count: Option<i64>) -> DbResult<VariableDetails> {
    Ok(VariableDetails {
        ids_column_name: row.ids_column_name,
        var_name: row.var_name,
        data_type: DataType::parse(&row.data_type).map_err(unreadable("data type"))?,
        meaning: row.meaning,
        date_introduced: row.date_introduced,
        range: row.range,
        old_var_name: row.old_var_name,
        reference: row.reference,
        derived: row.derived,
        usage: Usage::parse(&row.usage).map_err(unreadable("usage"))?,
        is_primary: row.is_primary,
        is_foreign: row.is_foreign,
        value_count: number_of_values(value_count)?,
        is_identifiable: row.is_identifiable,
        is_analytical: row.is_analytical,
        enumerated: row.enumerated,
    })
}

fn one(connection: &mut AnyConnection, id: VariableId) -> DbResult<Option<VariableOfTable>> {
    let found = variables::table
        .find(id.0)
        .select((
            StoredRow::as_select(),
            variables::value_count,
            variables::data_source_id,
        ))
        .first::<(StoredRow, Option<i64>, i64)>(connection)
        .optional()?;
    found
        .map(|(row, value_count, source)| {
            Ok(VariableOfTable {
                table: TableId(row.table_id),
                data_source: DataSourceId(source),
                details: details_of(row, value_count)?,
            })
        })
        .transpose()
}

fn set_value_count(connection: &mut AnyConnection, id: VariableId, count: Option<u64>) -> DbResult<()> {
    diesel::update(variables::table.find(id.0))
        .set(variables::value_count.eq(counted(count)?))
        .execute(connection)?;
    Ok(())
}

/// Returns the table name and the synonyms, which are part of a variable's search text.
fn table_name_and_synonyms(
    connection: &mut AnyConnection,
    id: VariableId,
) -> DbResult<Option<(String, Vec<String>)>> {
    let tbl_name = variables::table
        .inner_join(dictionary_tables::table)
        .filter(variables::id.eq(id.0))
        .select(dictionary_tables::tbl_name)
        .first::<String>(connection)
        .optional()?;
    let Some(tbl_name) = tbl_name else {
        return Ok(None);
    };
    let synonyms = synonyms::table
        .filter(synonyms::variable_id.eq(id.0))
        .order(synonyms::id)
        .select(synonyms::synonym)
        .load(connection)?;
    Ok(Some((tbl_name, synonyms)))
}

impl DictionaryVariables for WriteTransaction {
    fn variable(&mut self, id: VariableId) -> Result<Option<VariableOfTable>, StoreError> {
        self.run(|connection| one(connection, id))
    }

    fn add_variable(&mut self, table: TableId, variable: &VariableDetails) -> Result<VariableId, StoreError> {
        let id = self.run(|connection| {
            let row = variable.row("", Vec::new(), Vec::new(), Vec::new());
            let added = all::add(connection, &[(table, row)])?;
            let id = added.first().ok_or_else(|| no_such("variable"))?.id();
            set_value_count(connection, id, variable.value_count)?;
            Ok(id)
        })?;
        self.will_revise([Revised::Variable(id)]);
        Ok(id)
    }

    fn update_variable(&mut self, id: VariableId, variable: &VariableDetails) -> Result<(), StoreError> {
        let dependent = self.run(|connection| {
            let before = one(connection, id)?.ok_or_else(|| no_such("variable"))?;
            let (tbl_name, synonyms) =
                table_name_and_synonyms(connection, id)?.ok_or_else(|| no_such("variable"))?;
            let row = variable.row(&tbl_name, synonyms, Vec::new(), Vec::new());
            diesel::update(variables::table.find(id.0))
                .set(columns(&tbl_name, &row, None))
                .execute(connection)?;
            set_value_count(connection, id, variable.value_count)?;
            // Dependencies of other variables show the column name, so a new one changes them.
            if lookup_key(&before.details.ids_column_name) == lookup_key(&variable.ids_column_name) {
                return Ok(Vec::new());
            }
            dependencies::follow_names(connection, before.data_source, &[id])
        })?;
        self.will_revise(dependent.into_iter().chain([id]).map(Revised::Variable));
        Ok(())
    }

    fn variable_references(&mut self, id: VariableId) -> Result<VariableReferences, StoreError> {
        self.run(|connection| {
            let requests = dataset_variables::table
                .inner_join(requested_datasets::table)
                .filter(dataset_variables::variable_id.eq(id.0))
                .select(count(requested_datasets::request_id).aggregate_distinct())
                .first::<i64>(connection)?;
            let dependencies = dependency_rows::table
                .filter(dependency_rows::depend_on.eq(id.0))
                .filter(dependency_rows::variable_id.ne(id.0))
                .count()
                .get_result::<i64>(connection)?;
            Ok(VariableReferences {
                requests: requests.unsigned_abs(),
                dependencies: dependencies.unsigned_abs(),
            })
        })
    }

    fn remove_variable(&mut self, id: VariableId) -> Result<(), StoreError> {
        self.run(|connection| {
            let known = one(connection, id)?.ok_or_else(|| no_such("variable"))?;
            super::details::remove(connection, id.0)?;
            diesel::delete(timeline_of_changes::table.filter(timeline_of_changes::variable_id.eq(id.0)))
                .execute(connection)?;
            diesel::delete(variable_metadata::table.filter(variable_metadata::variable_id.eq(id.0)))
                .execute(connection)?;
            diesel::delete(variables::table.find(id.0)).execute(connection)?;
            diesel::update(dictionary_tables::table.find(known.table.0))
                .set(dictionary_tables::variables_count.eq(dictionary_tables::variables_count - 1))
                .execute(connection)?;
            Ok(())
        })?;
        self.will_revise([Revised::Variable(id)]);
        Ok(())
    }

    fn add_detail(&mut self, variable: VariableId, detail: &Detail) -> Result<DetailId, StoreError> {
        let id = self.run(|connection| details::add(connection, variable, detail))?;
        self.will_revise([Revised::Variable(variable)]);
        Ok(id)
    }

    fn variable_of_detail(&mut self, tab: DetailTab, id: DetailId) -> Result<Option<VariableId>, StoreError> {
        self.run(|connection| details::variable_of(connection, tab, id))
    }

    fn remove_detail(&mut self, tab: DetailTab, id: DetailId) -> Result<(), StoreError> {
        let variable = self.run(|connection| details::remove(connection, tab, id))?;
        self.will_revise(variable.map(Revised::Variable));
        Ok(())
    }
}

impl DictionaryVariableViews for ReadSession {
    fn variable_records(&mut self, query: &VariableRecordQuery) -> Result<Paged<VariableRecord>, StoreError> {
        self.run(|connection| list::page(connection, query))
    }

    fn whole_variable(&mut self, id: VariableId) -> Result<Option<WholeVariable>, StoreError> {
        self.run(|connection| list::load(connection, id))
    }

    fn detail(&mut self, tab: DetailTab, id: DetailId) -> Result<Option<DetailRecord>, StoreError> {
        self.run(|connection| details::one(connection, tab, id))
    }

    fn table_topic_records(
        &mut self,
        topic: Option<TopicId>,
        published_only: bool,
        query: &ListQuery<TableTopicSort>,
    ) -> Result<Paged<TableTopicRecord>, StoreError> {
        self.run(|connection| topic_tables::page(connection, topic, published_only, query))
    }

    fn table_topic_record(&mut self, id: TableTopicId) -> Result<Option<TableTopicRecord>, StoreError> {
        self.run(|connection| topic_tables::one(connection, id))
    }
}
