//! Topics.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put, web};
use aditus_application::dictionary::records::topics::{find, list, remove, save};
use aditus_application::dictionary::records::views::{TopicRecord, TopicSort};
use aditus_application::row_versions::RowVersion;
use aditus_domain::dictionary::RawTopic;
use aditus_domain::ids::TopicId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use validator::Validate;

use super::RecordsQuery;
use crate::answer::{Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::{MaybeSignedIn, SignedIn};
use crate::sort::Columns;

/// The rows of the table of topics (3 §9).
const PAGE_SIZE: u32 = 20;

type TopicsQuery = RecordsQuery<TopicSort>;

impl Columns for TopicSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("topic", Self::Topic),
        ("description", Self::Description),
        ("date_added", Self::DateAdded),
        ("active", Self::Active),
    ];
}

/// A topic as a Super User sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct TopicRecordBody {
    pub topic_id: i64,
    pub topic: String,
    pub description: String,
    /// 1, or 0 for one that is deactivated.
    pub active: i64,
    pub date_added: DateTime<Utc>,
    /// The version of this state, which a change names.
    pub row_version: i64,
}

/// What is typed of a topic (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TopicInputBody {
    pub topic: Option<String>,
    pub description: Option<String>,
    /// Deactivate (0) or Activate (1). Without it a new topic is active, and another one stays as it is.
    pub active: Option<i64>,
    /// The version that was read, which a change names; somebody else has saved a newer one: 409. Without it nobody asks.
    #[validate(range(min = 1, message = "A version is a number from 1 on."))]
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
            row_version: record.row_version.0,
        }
    }
}

impl TopicInputBody {
    fn command(self, id: Option<TopicId>) -> save::Command {
        save::Command {
            id,
            seen: self.row_version.map(RowVersion),
            topic: RawTopic {
                topic: self.topic.unwrap_or_default(),
                description: self.description.unwrap_or_default(),
                active: self.active,
            },
        }
    }
}

pub(super) fn configure(routes: &mut ServiceConfig<'_>) {
    routes
        .service(topics)
        .service(topic)
        .service(add_topic)
        .service(change_topic)
        .service(remove_topic);
}

/// Topics: all of them for a Super User, the active ones for everybody else. Sorted by topic (the default), description,
/// `date_added` or active.
#[utoipa::path(tag = "dictionary", params(TopicsQuery), responses(
    (status = 200, body = Listing<TopicRecordBody>),
))]
#[get("/data_dictionary/topics")]
async fn topics(
    api: web::Data<Api>,
    caller: MaybeSignedIn,
    query: Query<TopicsQuery>,
) -> Result<HttpResponse, Problem> {
    let wanted = query.0.read(PAGE_SIZE)?;
    let page = api
        .run(move |ports| list::execute(ports, caller.0.as_ref(), wanted))
        .await?;
    Ok(Listing::of(page, TopicRecordBody::from))
}

/// One topic, active or not. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<TopicRecordBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[get("/data_dictionary/topics/{id}")]
async fn topic(api: web::Data<Api>, caller: SignedIn, id: web::Path<i64>) -> Result<HttpResponse, Problem> {
    let id = TopicId(id.into_inner());
    let found = api.run(move |ports| find::execute(ports, &caller, id)).await?;
    Ok(Envelope::read(TopicRecordBody::from(found)))
}

/// Adds a topic. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = TopicInputBody, responses(
    (status = 201, body = Envelope<TopicIdBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 409, body = ProblemBody, description = "another topic has this name"),
))]
#[post("/data_dictionary/topics/create")]
async fn add_topic(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<TopicInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = body.0.command(None);
    let id = api
        .run(move |ports| save::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Successfully created a topic",
        TopicIdBody { topic_id: id.0 },
    ))
}

/// Changes a topic. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)),
    request_body = TopicInputBody, responses(
    (status = 200, body = Envelope<TopicIdBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "another topic has this name"),
))]
#[put("/data_dictionary/topics/update/{id}")]
async fn change_topic(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<TopicInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = body.0.command(Some(TopicId(id.into_inner())));
    let id = api
        .run(move |ports| save::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::with(
        StatusCode::OK,
        "Successfully updated the topic",
        TopicIdBody { topic_id: id.0 },
    ))
}

/// Deletes a topic. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[delete("/data_dictionary/topics/{id}")]
async fn remove_topic(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = TopicId(id.into_inner());
    api.run(move |ports| remove::execute(ports, &caller, id)).await?;
    Ok(deleted())
}
