//! Tables of data sources, published or not.

use actix_web::{HttpResponse, get, web};
use aditus_application::dictionary::records::tables::list;
use aditus_application::dictionary::records::views::{TableRecord, TableSort};
use aditus_domain::ids::DataSourceId;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;
use validator::Validate;

use super::PAGE_SIZE;
use crate::answer::Listing;
use crate::api::Api;
use crate::body::Query;
use crate::problem::{Problem, ProblemBody};
use crate::records::{RecordsQuery, WantedRecords};
use crate::signed_in::SignedIn;
use crate::sort::{Columns, Sort};

impl Columns for TableSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("tbl_name", Self::Name),
        ("table_type_name", Self::Type),
        ("entity_name", Self::Entity),
        ("publish", Self::Publish),
        ("variables_count", Self::Variables),
    ];
}

/// Which tables are wanted.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TableRecordsQuery {
    /// Those of one data source, published or not; of all, when it is left out.
    pub data_source: Option<i64>,
    /// Text in name or description.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// By name where nothing is said.
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
    /// Its variables, published or not.
    pub variables_count: u64,
}

impl From<TableRecord> for TableRecordBody {
    fn from(table: TableRecord) -> Self {
        let (poc, emc) = (table.records.poc, table.records.emc);
        Self {
            tbl_id: table.tbl_id.0,
            data_source: table.data_source.0,
            table_type: table.table_type,
            table_type_name: table.table_type_name,
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
            variables_count: table.variables_count,
        }
    }
}

pub(super) fn configure(routes: &mut ServiceConfig<'_>) {
    routes.service(table_records);
}

/// Tables, published or not. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(TableRecordsQuery), responses(
    (status = 200, body = Listing<TableRecordBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/data_dictionary/table_dd")]
async fn table_records(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<TableRecordsQuery>,
) -> Result<HttpResponse, Problem> {
    let TableRecordsQuery {
        data_source,
        search,
        sort,
        page,
        page_size,
    } = query.0;
    let source = data_source.map(DataSourceId);
    let list = RecordsQuery {
        search,
        sort,
        page,
        page_size,
    };
    let wanted = list.read(PAGE_SIZE)?;
    let tables = api
        .run(move |ports| list::execute(ports, &caller, source, wanted))
        .await?;
    Ok(Listing::of(tables, TableRecordBody::from))
}
