//! Assignments of tables to topics, with their positions on the map.

use actix_web::{HttpResponse, get, web};
use aditus_application::dictionary::records::table_topics::{TableTopicRecords, list};
use aditus_application::dictionary::records::views::{TableTopicRecord, TableTopicSort};
use aditus_application::paging::ListQuery;
use aditus_domain::dictionary::RawTableTopic;
use aditus_domain::ids::{TableId, TableTopicId, TopicId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::answer::Listing;
use crate::api::Api;
use crate::body::Query;
use crate::problem::Problem;
use crate::records::{ListParameters, RecordsQuery, record_calls};
use crate::routes::Routes;
use crate::signed_in::MaybeSignedIn;
use crate::sort::{Columns, Sort};

/// Default page size (3 §9).
const PAGE_SIZE: u32 = 20;

impl Columns for TableTopicSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("entity_name", Self::EntityName),
        ("tbl_description", Self::TblDescription),
        ("pos_x", Self::PosX),
        ("pos_y", Self::PosY),
    ];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TableTopicsQuery {
    /// Only tables under this topic.
    pub topic: Option<i64>,
    /// If false, a Super User gets only the published tables. Other callers always get only those.
    pub all: Option<bool>,
    /// A text that the name or description of the table contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the entity name.
    #[param(schema_with = Sort::<TableTopicSort>::schema)]
    pub sort: Option<Sort<TableTopicSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// A table under a topic (3 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct TableTopicBody {
    pub tt_id: i64,
    /// The id of the topic.
    pub topic: i64,
    pub topic_name: String,
    /// The id of the table.
    pub tbl: i64,
    pub tbl_name: String,
    pub entity_name: String,
    pub tbl_description: String,
    pub icon: String,
    /// The id of the table type.
    pub table_type: i64,
    pub table_type_name: String,
    pub variables_count: u64,
    /// The id of the data source.
    pub data_source: i64,
    /// The name of the data source.
    pub source: String,
    pub assigned_on: DateTime<Utc>,
    /// The distance from the left edge of the map, as a fraction of its width.
    pub pos_x: String,
    /// The distance from the upper edge of the map, as a fraction of its height.
    pub pos_y: String,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a table under a topic (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableTopicInputBody {
    /// The id of the topic.
    pub topic: Option<i64>,
    /// The id of the table.
    pub tbl: Option<i64>,
    /// Ignored, and accepted for older clients: the server records the time of the assignment.
    #[expect(dead_code, reason = "the server's clock says it")]
    pub assigned_on: Option<DateTime<Utc>>,
    /// A decimal above 0 and at most 1. 0 counts as not entered.
    #[validate(length(max = 32, message = "A position must be greater than 0 and at most 1."))]
    pub pos_x: Option<String>,
    /// A decimal above 0 and at most 1. 0 counts as not entered.
    #[validate(length(max = 32, message = "A position must be greater than 0 and at most 1."))]
    pub pos_y: Option<String>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// The id of a table under a topic.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableTopicIdBody {
    pub tt_id: i64,
}

impl TableTopicsQuery {
    fn read(self) -> Result<(Option<TopicId>, ListQuery<TableTopicSort>), Problem> {
        let list = RecordsQuery {
            search: self.search,
            sort: self.sort,
            page: self.page,
            page_size: self.page_size,
        };
        Ok((self.topic.map(TopicId), list.read(PAGE_SIZE)?))
    }
}

impl From<TableTopicRecord> for TableTopicBody {
    fn from(row: TableTopicRecord) -> Self {
        Self {
            tt_id: row.tt_id.0,
            topic: row.topic.0,
            topic_name: row.topic_name,
            tbl: row.tbl.0,
            tbl_name: row.tbl_name,
            entity_name: row.entity_name,
            tbl_description: row.tbl_description,
            icon: row.icon,
            table_type: row.table_type.0,
            table_type_name: row.table_type_name,
            variables_count: row.variables_count,
            data_source: row.data_source.0,
            source: row.source,
            assigned_on: row.assigned_on,
            pos_x: row.pos_x.to_string(),
            pos_y: row.pos_y.to_string(),
            row_version: row.row_version.0,
        }
    }
}

impl From<TableTopicInputBody> for RawTableTopic {
    fn from(body: TableTopicInputBody) -> Self {
        Self {
            tbl: body.tbl.map(TableId),
            topic: body.topic.map(TopicId),
            pos_x: body.pos_x.unwrap_or_default(),
            pos_y: body.pos_y.unwrap_or_default(),
        }
    }
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(topic_tables)
        .service(topic_tables_by_create)
        .configure(calls::configure);
}

async fn answer(api: &Api, caller: MaybeSignedIn, query: TableTopicsQuery) -> Result<HttpResponse, Problem> {
    let all = query.all.unwrap_or(true);
    let (topic, query) = query.read()?;
    let page = api
        .run(move |ports| list(ports, caller.0.as_ref(), all, topic, query))
        .await?;
    Ok(Listing::page(page, TableTopicBody::from))
}

/// Lists the tables under topics: all of them for a Super User; for other callers the published
/// tables of published data sources under active topics.
#[utoipa::path(tag = "dictionary", params(TableTopicsQuery), responses(
    (status = 200, body = Listing<TableTopicBody>),
))]
#[get("/data_dictionary/topic_tables")]
async fn topic_tables(
    api: web::Data<Api>,
    caller: MaybeSignedIn,
    query: Query<TableTopicsQuery>,
) -> Result<HttpResponse, Problem> {
    answer(&api, caller, query.0).await
}

/// Lists the same tables under the path that adds one.
#[utoipa::path(tag = "dictionary", params(TableTopicsQuery), responses(
    (status = 200, body = Listing<TableTopicBody>),
))]
#[get("/data_dictionary/topic_tables/create")]
async fn topic_tables_by_create(
    api: web::Data<Api>,
    caller: MaybeSignedIn,
    query: Query<TableTopicsQuery>,
) -> Result<HttpResponse, Problem> {
    answer(&api, caller, query.0).await
}

record_calls! {
    TableTopicRecords, TableTopicId as "id", tag "administration";

    /// Returns a table under a topic.
    ///
    /// For Super Users.
    one topic_table at "/data_dictionary/topic_tables/{id}" -> TableTopicBody;

    /// Assigns a table to a topic.
    ///
    /// For Super Users.
    add add_topic_table at "/data_dictionary/topic_tables/create": TableTopicInputBody
        -> 201 TableTopicBody "Successfully created a table topic",
        409 "the table is already under the topic";

    /// Moves a table on the map of its topic, or replaces it with another table.
    ///
    /// For Super Users.
    change change_topic_table at "/data_dictionary/topic_tables/update/{id}": TableTopicInputBody
        -> TableTopicIdBody { tt_id } "Successfully updated the table topic",
        409 "the table is already under the topic";

    /// Removes a table from a topic.
    ///
    /// For Super Users.
    remove remove_topic_table at "/data_dictionary/topic_tables/{id}";
}
