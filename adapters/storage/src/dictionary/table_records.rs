//! Information about the records that tables contain.

use aditus_application::dictionary::views::TableRecordsView;
use aditus_domain::dictionary::{OriginRecords, TableRecords};
use aditus_domain::ids::{DataSourceId, TableId};
use chrono::NaiveDate;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{data_sources, dictionary_tables};

/// The columns with this information. All are written, so that removed values become NULL.
#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = dictionary_tables, treat_none_as_null = true)]
pub(super) struct RecordColumns {
    in_poc: bool,
    in_emc: bool,
    poc_earliest_record: Option<NaiveDate>,
    emc_earliest_record: Option<NaiveDate>,
    poc_latest_record: Option<NaiveDate>,
    emc_latest_record: Option<NaiveDate>,
    poc_total_records: Option<i64>,
    emc_total_records: Option<i64>,
    poc_valid_records: Option<i64>,
    emc_valid_records: Option<i64>,
}

impl RecordColumns {
    fn new(records: &TableRecords) -> DbResult<Self> {
        let TableRecords { poc, emc } = records;
        let count = |count: Option<u64>| {
            count
                .map(i64::try_from)
                .transpose()
                .map_err(unreadable("number of records"))
        };
        Ok(Self {
            in_poc: poc.included,
            in_emc: emc.included,
            poc_earliest_record: poc.earliest,
            emc_earliest_record: emc.earliest,
            poc_latest_record: poc.latest,
            emc_latest_record: emc.latest,
            poc_total_records: count(poc.total)?,
            emc_total_records: count(emc.total)?,
            poc_valid_records: count(poc.valid)?,
            emc_valid_records: count(emc.valid)?,
        })
    }

    pub(super) fn records(&self) -> DbResult<TableRecords> {
        let count = |stored: Option<i64>| {
            stored
                .map(u64::try_from)
                .transpose()
                .map_err(unreadable("number of records"))
        };
        Ok(TableRecords {
            poc: OriginRecords {
                included: self.in_poc,
                earliest: self.poc_earliest_record,
                latest: self.poc_latest_record,
                total: count(self.poc_total_records)?,
                valid: count(self.poc_valid_records)?,
            },
            emc: OriginRecords {
                included: self.in_emc,
                earliest: self.emc_earliest_record,
                latest: self.emc_latest_record,
                total: count(self.emc_total_records)?,
                valid: count(self.emc_valid_records)?,
            },
        })
    }
}

pub(super) fn set(connection: &mut AnyConnection, id: TableId, records: &TableRecords) -> DbResult<()> {
    diesel::update(dictionary_tables::table.find(id.0))
        .set(RecordColumns::new(records)?)
        .execute(connection)?;
    Ok(())
}

/// Returns the information for the published tables of a published source, by name.
pub(super) fn of_source(
    connection: &mut AnyConnection,
    data_source: DataSourceId,
    tables: Option<&[TableId]>,
) -> DbResult<Vec<TableRecordsView>> {
    let mut query = dictionary_tables::table
        .inner_join(data_sources::table)
        .filter(dictionary_tables::data_source_id.eq(data_source.0))
        .filter(dictionary_tables::publish.eq(true))
        .filter(data_sources::publish.eq(true))
        .into_boxed();
    if let Some(tables) = tables {
        query = query.filter(dictionary_tables::id.eq_any(tables.iter().map(|table| table.0)));
    }
    let rows: Vec<Row> = query
        .order((dictionary_tables::name_order, dictionary_tables::id))
        .select(Row::as_select())
        .load(connection)?;
    rows.into_iter().map(Row::view).collect()
}

/// Returns the information for the published tables of all published sources, by the id of the
/// source, then by name.
pub(super) fn of_all_sources(
    connection: &mut AnyConnection,
) -> DbResult<Vec<(DataSourceId, String, TableRecordsView)>> {
    let rows: Vec<(i64, String, Row)> = dictionary_tables::table
        .inner_join(data_sources::table)
        .filter(dictionary_tables::publish.eq(true))
        .filter(data_sources::publish.eq(true))
        .order((
            dictionary_tables::data_source_id,
            dictionary_tables::name_order,
            dictionary_tables::id,
        ))
        .select((data_sources::id, data_sources::source, Row::as_select()))
        .load(connection)?;
    rows.into_iter()
        .map(|(id, source, row)| Ok((DataSourceId(id), source, row.view()?)))
        .collect()
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = dictionary_tables)]
struct Row {
    id: i64,
    tbl_name: String,
    entity_name: String,
    #[diesel(embed)]
    records: RecordColumns,
}

impl Row {
    fn view(self) -> DbResult<TableRecordsView> {
        Ok(TableRecordsView {
            tbl_id: TableId(self.id),
            tbl_name: self.tbl_name,
            entity_name: self.entity_name,
            records: self.records.records()?,
        })
    }
}
