//! Tables of data sources, published or not.

use aditus_application::dictionary::records::tables::{TableForm, TableRecordQuery, TableRecords};
use aditus_application::dictionary::records::views::{TableRecord, TableSort};
use aditus_domain::dictionary::{RawOriginRecords, RawTable};
use aditus_domain::ids::{DataSourceId, TableId, TableTypeId};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::PAGE_SIZE;
use crate::optional_fields::double_option;
use crate::problem::Problem;
use crate::records::{ListParameters, RecordsQuery, record_calls};
use crate::sort::{Columns, Sort};

pub(super) use calls::configure;

impl Columns for TableSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("tbl_name", Self::Name),
        ("table_type_name", Self::Type),
        ("entity_name", Self::Entity),
        ("publish", Self::Publish),
        ("variables_count", Self::Variables),
    ];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TableRecordsQuery {
    /// Only tables of this data source, published or not.
    pub data_source: Option<i64>,
    /// A text that the name or description contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the name.
    #[param(schema_with = Sort::<TableSort>::schema)]
    pub sort: Option<Sort<TableSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// A table as a Super User sees it (3 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct TableRecordBody {
    pub tbl_id: i64,
    /// The id of the data source.
    pub data_source: i64,
    /// The id of the table type.
    pub table_type: i64,
    pub table_type_name: String,
    pub tbl_name: String,
    pub tbl_description: String,
    pub icon: String,
    pub entity_name: String,
    #[serde(rename = "in_PoC")]
    pub in_poc: bool,
    #[serde(rename = "in_eMC")]
    pub in_emc: bool,
    pub poc_earliest_record: Option<NaiveDate>,
    pub emc_earliest_record: Option<NaiveDate>,
    pub poc_latest_record: Option<NaiveDate>,
    pub emc_latest_record: Option<NaiveDate>,
    pub poc_total_records: Option<u64>,
    pub emc_total_records: Option<u64>,
    pub poc_valid_records: Option<u64>,
    pub emc_valid_records: Option<u64>,
    pub publish: bool,
    /// The number of its variables, published or not.
    pub variables_count: u64,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a table (3 §3, §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::option_option,
    reason = "a field that is left out stays as it is, and null takes away what is there"
)]
pub(crate) struct TableInputBody {
    /// The id of the data source. It cannot be changed.
    pub data_source: Option<i64>,
    /// The id of the table type.
    pub table_type: Option<i64>,
    pub tbl_name: Option<String>,
    pub tbl_description: Option<String>,
    pub icon: Option<String>,
    pub entity_name: Option<String>,
    #[serde(rename = "in_PoC")]
    pub in_poc: Option<bool>,
    #[serde(rename = "in_eMC")]
    pub in_emc: Option<bool>,
    // In a change, a missing date or number keeps its value, and null removes it.
    #[serde(default, deserialize_with = "double_option")]
    #[schema(value_type = Option<NaiveDate>)]
    pub poc_earliest_record: Option<Option<NaiveDate>>,
    #[serde(default, deserialize_with = "double_option")]
    #[schema(value_type = Option<NaiveDate>)]
    pub poc_latest_record: Option<Option<NaiveDate>>,
    #[serde(default, deserialize_with = "double_option")]
    #[schema(value_type = Option<i64>)]
    pub poc_total_records: Option<Option<i64>>,
    #[serde(default, deserialize_with = "double_option")]
    #[schema(value_type = Option<i64>)]
    pub poc_valid_records: Option<Option<i64>>,
    #[serde(default, deserialize_with = "double_option")]
    #[schema(value_type = Option<NaiveDate>)]
    pub emc_earliest_record: Option<Option<NaiveDate>>,
    #[serde(default, deserialize_with = "double_option")]
    #[schema(value_type = Option<NaiveDate>)]
    pub emc_latest_record: Option<Option<NaiveDate>>,
    #[serde(default, deserialize_with = "double_option")]
    #[schema(value_type = Option<i64>)]
    pub emc_total_records: Option<Option<i64>>,
    #[serde(default, deserialize_with = "double_option")]
    #[schema(value_type = Option<i64>)]
    pub emc_valid_records: Option<Option<i64>>,
    /// Defaults to false for a new table. In a change, a missing field keeps the value.
    pub publish: Option<bool>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// The id of a table.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableIdBody {
    pub tbl_id: i64,
}

impl ListParameters for TableRecordsQuery {
    type Query = TableRecordQuery;

    fn read(self, page_size: u32) -> Result<TableRecordQuery, Problem> {
        let list = RecordsQuery {
            search: self.search,
            sort: self.sort,
            page: self.page,
            page_size: self.page_size,
        };
        Ok(TableRecordQuery {
            data_source: self.data_source.map(DataSourceId),
            list: list.read(page_size)?,
        })
    }
}

impl From<TableRecord> for TableRecordBody {
    fn from(record: TableRecord) -> Self {
        let table = record.definition;
        let (poc, emc) = (table.records.poc, table.records.emc);
        Self {
            tbl_id: record.tbl_id.0,
            data_source: record.data_source.0,
            table_type: record.table_type,
            table_type_name: table.table_type,
            tbl_name: table.tbl_name,
            tbl_description: table.tbl_description,
            icon: table.icon,
            entity_name: table.entity_name,
            in_poc: poc.included,
            in_emc: emc.included,
            poc_earliest_record: poc.earliest,
            emc_earliest_record: emc.earliest,
            poc_latest_record: poc.latest,
            emc_latest_record: emc.latest,
            poc_total_records: poc.total,
            emc_total_records: emc.total,
            poc_valid_records: poc.valid,
            emc_valid_records: emc.valid,
            publish: table.publish,
            variables_count: record.variables_count,
            row_version: record.row_version.0,
        }
    }
}

impl From<TableInputBody> for TableForm {
    fn from(body: TableInputBody) -> Self {
        Self {
            data_source: body.data_source.map(DataSourceId),
            table: RawTable {
                table_type: body.table_type.map(TableTypeId),
                tbl_name: body.tbl_name.unwrap_or_default(),
                tbl_description: body.tbl_description.unwrap_or_default(),
                entity_name: body.entity_name.unwrap_or_default(),
                icon: body.icon.unwrap_or_default(),
                publish: body.publish,
                poc: RawOriginRecords {
                    included: body.in_poc,
                    earliest: body.poc_earliest_record,
                    latest: body.poc_latest_record,
                    total: body.poc_total_records,
                    valid: body.poc_valid_records,
                },
                emc: RawOriginRecords {
                    included: body.in_emc,
                    earliest: body.emc_earliest_record,
                    latest: body.emc_latest_record,
                    total: body.emc_total_records,
                    valid: body.emc_valid_records,
                },
            },
        }
    }
}

record_calls! {
    TableRecords, TableId as "id", tag "administration";

    /// Lists tables, published or not.
    ///
    /// For Super Users.
    list tables at "/data_dictionary/table_dd": TableRecordsQuery by PAGE_SIZE -> TableRecordBody;

    /// Returns a table, published or not.
    ///
    /// For Super Users.
    one table at "/data_dictionary/table_dd/{id}" -> TableRecordBody;

    /// Adds a table to a data source.
    ///
    /// For Super Users.
    add add_table at "/data_dictionary/table_dd": TableInputBody
        -> 201 TableRecordBody "Successfully created a table",
        409 "another table of the data source has this name";

    /// Changes a table.
    ///
    /// The published dictionary shows the change immediately. For Super Users.
    change change_table at "/data_dictionary/table_dd/{id}": TableInputBody
        -> TableIdBody { tbl_id } "Successfully updated the table",
        409 "another table of the data source has this name";

    /// Deletes a table that has no references.
    ///
    /// For Super Users.
    remove remove_table at "/data_dictionary/table_dd/{id}",
        409 "variables or topics refer to it";
}
