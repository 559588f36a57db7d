//! Datasets of submitted requests and their variables.

use std::collections::BTreeSet;

use aditus_application::ports::StoreError;
use aditus_application::requests::edits::datasets::{RequestedDatasets, StoredDatasetVariable};
use aditus_application::requests::views::DatasetRow;
use aditus_domain::ids::{DataSourceId, DatasetId, DatasetVariableId, RequestId, VariableId};
use aditus_domain::requests::NewDataset;
use chrono::NaiveDate;
use diesel::dsl::{count_star, min};
use diesel::prelude::*;

use super::labels;
use super::rows::DatasetVariableRow;
use crate::connection::AnyConnection;
use crate::dialect::insert_rows_returning;
use crate::dictionary::revisions::pins::pin;
use crate::error::{DbResult, unreadable};
use crate::schema::{data_sources, dataset_variables, request_answers, requested_datasets};
use crate::transaction::WriteTransaction;

const IDS_AT_ONCE: usize = 10_000;

impl RequestedDatasets for WriteTransaction {
    fn dataset(&mut self, id: DatasetId) -> Result<Option<(RequestId, DataSourceId)>, StoreError> {
        self.run(|connection| {
            let found: Option<(i64, i64)> = requested_datasets::table
                .find(id.0)
                .select((requested_datasets::request_id, requested_datasets::data_source_id))
                .first(connection)
                .optional()?;
            Ok(found.map(|(request, source)| (RequestId(request), DataSourceId(source))))
        })
    }

    fn number_of_datasets(&mut self, request: RequestId) -> Result<usize, StoreError> {
        self.run(|connection| {
            let number: i64 = requested_datasets::table
                .filter(requested_datasets::request_id.eq(request.0))
                .select(count_star())
                .first(connection)?;
            usize::try_from(number).map_err(unreadable("number of datasets"))
        })
    }

    fn sources(&mut self, request: RequestId) -> Result<BTreeSet<DataSourceId>, StoreError> {
        self.run(|connection| {
            let sources: Vec<i64> = requested_datasets::table
                .filter(requested_datasets::request_id.eq(request.0))
                .select(requested_datasets::data_source_id)
                .load(connection)?;
            Ok(sources.into_iter().map(DataSourceId).collect())
        })
    }

    fn add_dataset(&mut self, request: RequestId, dataset: &NewDataset) -> Result<DatasetId, StoreError> {
        self.run(|connection| {
            let id: i64 = diesel::insert_into(requested_datasets::table)
                .values((
                    requested_datasets::request_id.eq(request.0),
                    requested_datasets::data_source_id.eq(dataset.source().0),
                    requested_datasets::dataset_description.eq(dataset.description()),
                ))
                .returning(requested_datasets::id)
                .get_result(connection)?;
            labels::of_datasets(connection, request)?;
            Ok(DatasetId(id))
        })
    }

    fn set_description(&mut self, dataset: DatasetId, description: &str) -> Result<(), StoreError> {
        self.run(|connection| {
            let request: i64 = requested_datasets::table
                .find(dataset.0)
                .select(requested_datasets::request_id)
                .first(connection)?;
            let first: Option<i64> = requested_datasets::table
                .filter(requested_datasets::request_id.eq(request))
                .select(min(requested_datasets::id))
                .first(connection)?;
            diesel::update(requested_datasets::table.find(dataset.0))
                .set(requested_datasets::dataset_description.eq(description))
                .execute(connection)?;
            // The answers of the request repeat the description of its first dataset.
            if first == Some(dataset.0) {
                diesel::update(request_answers::table.find(request))
                    .set(request_answers::dataset_description.eq(description))
                    .execute(connection)?;
            }
            Ok(())
        })
    }

    fn number_of_variables(&mut self, request: RequestId) -> Result<usize, StoreError> {
        self.run(|connection| {
            let number: i64 = dataset_variables::table
                .inner_join(requested_datasets::table)
                .filter(requested_datasets::request_id.eq(request.0))
                .select(count_star())
                .first(connection)?;
            usize::try_from(number).map_err(unreadable("number of variables"))
        })
    }

    fn present_among(
        &mut self,
        dataset: DatasetId,
        variables: &[VariableId],
    ) -> Result<BTreeSet<VariableId>, StoreError> {
        self.run(|connection| {
            let mut present = BTreeSet::new();
            for some in variables.chunks(IDS_AT_ONCE) {
                let found: Vec<i64> = dataset_variables::table
                    .filter(dataset_variables::dataset_id.eq(dataset.0))
                    .filter(dataset_variables::variable_id.eq_any(some.iter().map(|id| id.0)))
                    .select(dataset_variables::variable_id)
                    .load(connection)?;
                present.extend(found.into_iter().map(VariableId));
            }
            Ok(present)
        })
    }

    fn add_variables(
        &mut self,
        dataset: DatasetId,
        variables: &[VariableId],
        is_distinct: bool,
    ) -> Result<Vec<DatasetVariableId>, StoreError> {
        self.run(|connection| {
            let rows: Vec<_> = variables
                .iter()
                .map(|variable| DatasetVariableRow {
                    dataset_id: dataset.0,
                    variable_id: variable.0,
                    is_distinct,
                })
                .collect();
            let ids =
                insert_rows_returning!(connection, dataset_variables::table, rows, dataset_variables::id)?;
            pin(connection, dataset)?;
            Ok(ids.into_iter().map(DatasetVariableId).collect())
        })
    }

    fn variable(&mut self, id: DatasetVariableId) -> Result<Option<StoredDatasetVariable>, StoreError> {
        self.run(|connection| {
            let found: Option<(i64, i64, i64)> = dataset_variables::table
                .inner_join(requested_datasets::table)
                .filter(dataset_variables::id.eq(id.0))
                .select((
                    requested_datasets::request_id,
                    dataset_variables::dataset_id,
                    dataset_variables::variable_id,
                ))
                .first(connection)
                .optional()?;
            Ok(found.map(|(request, dataset, variable)| StoredDatasetVariable {
                request: RequestId(request),
                dataset: DatasetId(dataset),
                variable: VariableId(variable),
            }))
        })
    }

    fn has_all(&mut self, dataset: DatasetId, variables: &[DatasetVariableId]) -> Result<bool, StoreError> {
        self.run(|connection| {
            let mut found = 0;
            for some in variables.chunks(IDS_AT_ONCE) {
                found += dataset_variables::table
                    .filter(dataset_variables::dataset_id.eq(dataset.0))
                    .filter(dataset_variables::id.eq_any(some.iter().map(|id| id.0)))
                    .select(dataset_variables::id)
                    .load::<i64>(connection)?
                    .len();
            }
            Ok(found == variables.len())
        })
    }

    fn set_distinct(&mut self, id: DatasetVariableId, is_distinct: bool) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(dataset_variables::table.find(id.0))
                .set(dataset_variables::is_distinct.eq(is_distinct))
                .execute(connection)?;
            Ok(())
        })
    }

    fn remove_variables(&mut self, variables: &[DatasetVariableId]) -> Result<(), StoreError> {
        self.run(|connection| {
            for some in variables.chunks(IDS_AT_ONCE) {
                let ids: Vec<i64> = some.iter().map(|id| id.0).collect();
                diesel::delete(dataset_variables::table.filter(dataset_variables::id.eq_any(ids)))
                    .execute(connection)?;
            }
            Ok(())
        })
    }
}

pub(super) fn of_request(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<DatasetRow>> {
    let stored: Vec<(i64, String, i64, String, String, Option<NaiveDate>)> = requested_datasets::table
        .inner_join(data_sources::table)
        .filter(requested_datasets::request_id.eq(request.0))
        .order(requested_datasets::id)
        .select((
            requested_datasets::id,
            requested_datasets::dataset_description,
            data_sources::id,
            data_sources::source,
            data_sources::description,
            requested_datasets::release_date,
        ))
        .load(connection)?;
    let counted: Vec<(i64, i64)> = dataset_variables::table
        .inner_join(requested_datasets::table)
        .filter(requested_datasets::request_id.eq(request.0))
        .group_by(dataset_variables::dataset_id)
        .select((dataset_variables::dataset_id, count_star()))
        .load(connection)?;
    let row = |(id, dataset_description, source_id, source, source_description, release_date)| DatasetRow {
        rdataset_id: DatasetId(id),
        request,
        dataset_description,
        data_source_id: DataSourceId(source_id),
        source,
        source_description,
        release_date,
        variables_count: counted
            .iter()
            .find(|(dataset, _)| *dataset == id)
            .map_or(0, |(_, number)| number.unsigned_abs()),
    };
    Ok(stored.into_iter().map(row).collect())
}

pub(super) fn request_of(connection: &mut AnyConnection, dataset: DatasetId) -> DbResult<Option<RequestId>> {
    let request: Option<i64> = requested_datasets::table
        .find(dataset.0)
        .select(requested_datasets::request_id)
        .first(connection)
        .optional()?;
    Ok(request.map(RequestId))
}
