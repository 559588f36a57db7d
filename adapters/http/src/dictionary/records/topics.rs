//! Topics of the dictionary.

use actix_web::{HttpResponse, get, web};
use aditus_application::dictionary::records::topics::{TopicRecords, find, list};
use aditus_application::dictionary::records::views::{TopicRecord, TopicSort};
use aditus_domain::dictionary::RawTopic;
use aditus_domain::ids::TopicId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::body::Query;
use crate::problem::Problem;
use crate::records::{ListParameters, RecordsQuery, record_calls};
use crate::routes::Routes;
use crate::signed_in::MaybeSignedIn;
use crate::sort::{Columns, Sort};

/// Default page size of the table of topics (3 §9).
const PAGE_SIZE: u32 = 20;

impl Columns for TopicSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("topic", Self::Topic),
        ("description", Self::Description),
        ("date_added", Self::DateAdded),
        ("active", Self::Active),
    ];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TopicsQuery {
    /// If false, a Super User gets only the published topics. Other callers always get only those.
    pub all: Option<bool>,
    /// A text that the name or description contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the name.
    #[param(schema_with = Sort::<TopicSort>::schema)]
    pub sort: Option<Sort<TopicSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TopicQuery {
    /// If false, a Super User finds only published topics. Other callers always find only those.
    pub all: Option<bool>,
}

/// A topic.
#[derive(Serialize, ToSchema)]
pub(crate) struct TopicRecordBody {
    pub topic_id: i64,
    pub topic: String,
    pub description: String,
    /// 1 for an active topic, 0 for a deactivated one.
    pub active: i64,
    pub date_added: DateTime<Utc>,
    /// The number of its tables that the caller may see.
    pub tables_count: u64,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a topic (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TopicInputBody {
    pub topic: Option<String>,
    pub description: Option<String>,
    /// Deactivate (0) or Activate (1). Defaults to 1 for a new topic. In a change, a missing field
    /// keeps the value.
    pub active: Option<i64>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// The id of a topic.
#[derive(Serialize, ToSchema)]
pub(crate) struct TopicIdBody {
    pub topic_id: i64,
}

impl From<TopicRecord> for TopicRecordBody {
    fn from(record: TopicRecord) -> Self {
        Self {
            topic_id: record.topic_id.0,
            topic: record.topic,
            description: record.description,
            active: i64::from(record.active),
            date_added: record.date_added,
            tables_count: record.tables_count,
            row_version: record.row_version.0,
        }
    }
}

impl From<TopicInputBody> for RawTopic {
    fn from(body: TopicInputBody) -> Self {
        Self {
            topic: body.topic.unwrap_or_default(),
            description: body.description.unwrap_or_default(),
            active: body.active,
        }
    }
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(topics).service(topic).configure(calls::configure);
}

/// Lists topics, sorted by topic (the default), description, `date_added` or active.
///
/// Super Users get all topics. Other callers get the published ones, which are active and have
/// published tables of published data sources.
#[utoipa::path(tag = "dictionary", params(TopicsQuery), responses(
    (status = 200, body = Listing<TopicRecordBody>),
))]
#[get("/data_dictionary/topics")]
async fn topics(
    api: web::Data<Api>,
    caller: MaybeSignedIn,
    query: Query<TopicsQuery>,
) -> Result<HttpResponse, Problem> {
    let TopicsQuery {
        all,
        search,
        sort,
        page,
        page_size,
    } = query.0;
    let query = RecordsQuery {
        search,
        sort,
        page,
        page_size,
    }
    .read(PAGE_SIZE)?;
    let page = api
        .run(move |ports| list(ports, caller.0.as_ref(), all.unwrap_or(true), query))
        .await?;
    Ok(Listing::page(page, TopicRecordBody::from))
}

/// Returns a topic: any topic for a Super User, a published one for other callers.
#[utoipa::path(tag = "dictionary", params(("id" = i64, Path), TopicQuery), responses(
    (status = 200, body = Envelope<TopicRecordBody>),
))]
#[get("/data_dictionary/topics/{id}")]
async fn topic(
    api: web::Data<Api>,
    caller: MaybeSignedIn,
    id: web::Path<i64>,
    query: Query<TopicQuery>,
) -> Result<HttpResponse, Problem> {
    let (id, all) = (TopicId(id.into_inner()), query.0.all.unwrap_or(true));
    let found = api
        .run(move |ports| find(ports, caller.0.as_ref(), all, id))
        .await?;
    Ok(Envelope::read(TopicRecordBody::from(found)))
}

record_calls! {
    TopicRecords, TopicId as "id", tag "administration";

    /// Adds a topic.
    ///
    /// For Super Users.
    add add_topic at "/data_dictionary/topics/create": TopicInputBody
        -> 201 TopicRecordBody "Successfully created a topic",
        409 "another topic has this name";

    /// Changes a topic.
    ///
    /// For Super Users.
    change change_topic at "/data_dictionary/topics/update/{id}": TopicInputBody
        -> TopicIdBody { topic_id } "Successfully updated the topic",
        409 "another topic has this name";

    /// Deletes a topic.
    ///
    /// For Super Users.
    remove remove_topic at "/data_dictionary/topics/{id}", 409 "tables refer to it";
}
