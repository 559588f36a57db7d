//! Reads the audit log (decisions P6): Super Users read all of it, readers of a request its
//! entries, and every user their own.

mod body;
mod evidence;
pub(crate) mod log;

use actix_web::{HttpResponse, get, web};
use aditus_application::audit::views::{EntryCursor, EntryFilter};
use aditus_application::audit::{export, list, person_entries, request_entries};
use aditus_application::paging::Page;
use aditus_domain::audit::Kind;
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use validator::Validate;

use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::attachment::{CSV, attachment};
use crate::body::Query;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::short_list::{ShortQuery, fields};
use crate::signed_in::{Reader, SignedIn};
use body::{ActEntriesBody, ActKindBody, RecordOfActsBody, reference_format};

const PAGE_SIZE: u32 = 20;

fields!(ActKindField: "kind", "words");

type ActKindsQuery = ShortQuery<ActKindField>;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(entries)
        .service(entries_as_csv)
        .service(kinds_of_acts)
        .service(record_of_request)
        .service(own_activity)
        .configure(evidence::configure)
        .configure(log::configure);
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EntriesQuery {
    /// A `user_id`: only entries of acts by this person, or about them.
    pub person: Option<i64>,
    /// Only entries of this kind.
    #[param(schema_with = kinds)]
    pub kind: Option<String>,
    /// Only decisions and changes: no sign-ins, codes, readings, exports and starts of the server.
    /// Ignored if `kind` is present.
    pub changes: Option<bool>,
    /// Only entries about this Data Request.
    pub request_id: Option<i64>,
    /// Only entries at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Only entries before this time.
    pub until: Option<DateTime<Utc>>,
    /// Only entries older than this entry.
    pub before: Option<i64>,
    /// Only entries newer than this entry, starting with the nearest; if they do not fill a page,
    /// the newest entries. Ignored if `before` is present.
    pub after: Option<i64>,
    /// Number of entries per page, at most 100.
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EntriesExportQuery {
    /// A `user_id`: only entries of acts by this person, or about them.
    pub person: Option<i64>,
    /// Only entries of this kind.
    #[param(schema_with = kinds)]
    pub kind: Option<String>,
    /// Only decisions and changes: no sign-ins, codes, readings, exports and starts of the server.
    /// Ignored if `kind` is present.
    pub changes: Option<bool>,
    /// Only entries about this Data Request.
    pub request_id: Option<i64>,
    /// Only entries at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Only entries before this time.
    pub until: Option<DateTime<Utc>>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RequestRecordQuery {
    /// Only submissions, decisions and releases, for which there is evidence.
    pub provable: Option<bool>,
    /// Only entries older than this entry.
    pub before: Option<i64>,
    /// Only entries newer than this entry, starting with the nearest; if they do not fill a page,
    /// the newest entries. Ignored if `before` is present.
    pub after: Option<i64>,
    /// Number of entries per page, at most 100.
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordQuery {
    /// Only entries older than this entry.
    pub before: Option<i64>,
    /// Only entries newer than this entry, starting with the nearest; if they do not fill a page,
    /// the newest entries. Ignored if `before` is present.
    pub after: Option<i64>,
    /// Number of entries per page, at most 100.
    pub page_size: Option<u32>,
}

/// The names of the kinds, as the enum of the OpenAPI document.
fn kinds() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Kind::ALL.iter().map(|kind| kind.name())))
        .into()
}

fn cursor(before: Option<i64>, after: Option<i64>) -> EntryCursor {
    match (before, after) {
        (Some(id), _) => EntryCursor::Before(AuditEntryId(id)),
        (None, Some(id)) => EntryCursor::After(AuditEntryId(id)),
        (None, None) => EntryCursor::Newest,
    }
}

/// Applies the page-size limit of all lists.
fn page_size_or_default(page_size: Option<u32>) -> u32 {
    Page::new(1, page_size.unwrap_or(PAGE_SIZE)).size()
}

impl EntriesExportQuery {
    fn filter(&self) -> Result<EntryFilter, Problem> {
        let kind = self.kind.as_deref().map(Kind::parse).transpose();
        let kinds: Vec<Kind> = kind
            .map_err(|unknown| Problem::field("kind", unknown.to_string()))?
            .into_iter()
            .collect();
        let without = match self.changes {
            Some(true) if kinds.is_empty() => Kind::WITHOUT_CHANGE.to_vec(),
            _ => Vec::new(),
        };
        Ok(EntryFilter {
            person: self.person.map(UserId),
            kinds,
            without,
            request: self.request_id.map(RequestId),
            from: self.from,
            until: self.until,
        })
    }
}

impl EntriesQuery {
    fn list_query(self) -> Result<list::Query, Problem> {
        let (cursor, page_size) = (
            cursor(self.before, self.after),
            page_size_or_default(self.page_size),
        );
        let filters = EntriesExportQuery {
            person: self.person,
            kind: self.kind,
            changes: self.changes,
            request_id: self.request_id,
            from: self.from,
            until: self.until,
        };
        Ok(list::Query {
            filter: filters.filter()?,
            cursor,
            page_size,
        })
    }
}

/// Lists the audit log, newest first.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(EntriesQuery), responses(
    (status = 200, body = Envelope<RecordOfActsBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/audit/entries")]
async fn entries(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<EntriesQuery>,
) -> Result<HttpResponse, Problem> {
    let answer = api
        .read_with(reader, query.0.list_query(), |ports, caller, query| {
            list::execute(ports, caller, &query)
        })
        .await?;
    Ok(Envelope::read(RecordOfActsBody::from_answer(answer)?))
}

/// Exports the audit log as CSV, newest first.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(EntriesExportQuery), responses(
    (status = 200, content_type = "text/csv", body = Vec<u8>),
    (status = 400, body = ProblemBody, description = "there are too many entries for one document"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 429, body = ProblemBody, description = "too many documents at once or in a while; the header Retry-After says how long to wait"),
))]
#[get("/audit/entries/csv")]
async fn entries_as_csv(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<EntriesExportQuery>,
) -> Result<HttpResponse, Problem> {
    let filter = query.0.filter()?;
    let answer = api
        .run_heavy(&caller.clone(), move |ports| {
            export::execute(ports, &caller, &filter)
        })
        .await?;
    if let Some(watch) = api.watch() {
        watch.audit_exported();
    }
    Ok(attachment(CSV, answer))
}

/// Lists the kinds of acts in the audit log.
///
/// Public, because verifiers of evidence need the names of the kinds.
#[utoipa::path(tag = "administration", params(ActKindsQuery), responses(
    (status = 200, body = Listing<ActKindBody>),
))]
#[get("/audit/kinds")]
async fn kinds_of_acts(query: Query<ActKindsQuery>) -> Result<HttpResponse, Problem> {
    query
        .0
        .answer(Kind::ALL.iter().map(|kind| ActKindBody::from(*kind)))
}

/// Lists the audit entries about a Data Request, newest first, for readers of the request.
#[utoipa::path(tag = "requests", security(("token" = [])), params(("request_id" = i64, Path), RequestRecordQuery), responses(
    (status = 200, body = Envelope<ActEntriesBody>),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests/{request_id}/record")]
async fn record_of_request(
    api: web::Data<Api>,
    reader: Reader,
    request_id: web::Path<i64>,
    query: Query<RequestRecordQuery>,
) -> Result<HttpResponse, Problem> {
    let query = request_entries::Query {
        request: RequestId(request_id.into_inner()),
        provable: query.0.provable.unwrap_or(false),
        cursor: cursor(query.0.before, query.0.after),
        page_size: page_size_or_default(query.0.page_size),
    };
    let page = api
        .read(reader, move |ports, caller| {
            let page = request_entries::execute(ports, caller, query)?;
            Ok::<_, request_entries::Error>((page, reference_format(caller)))
        })
        .await?;
    Ok(Envelope::read(ActEntriesBody::from_page(page)?))
}

/// Lists the audit entries of acts by the caller and about the caller, newest first.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(RecordQuery), responses(
    (status = 200, body = Envelope<ActEntriesBody>),
))]
#[get("/users/activity")]
async fn own_activity(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<RecordQuery>,
) -> Result<HttpResponse, Problem> {
    let query = person_entries::Query {
        cursor: cursor(query.0.before, query.0.after),
        page_size: page_size_or_default(query.0.page_size),
    };
    let page = api
        .read(reader, move |ports, caller| {
            let page = person_entries::execute(ports, caller, query)?;
            Ok::<_, person_entries::Error>((page, reference_format(caller)))
        })
        .await?;
    Ok(Envelope::read(ActEntriesBody::from_page(page)?))
}
