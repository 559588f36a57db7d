//! Lists of requests, the counts on their badges, and single requests (2 §2, §7; decisions C12).

use actix_web::{HttpResponse, get, web};
use aditus_application::paging::{Page, Paged};
use aditus_application::requests::listing::RequestListQuery;
use aditus_application::requests::views::{DueFilter, RequestFilter, RequestRow, RequestSort};
use aditus_application::requests::{
    all, approved, counts, detail, figures, filter_choices, history, list, own_tasks,
};
use aditus_domain::ids::{DataSourceId, OrganisationId, OrganisationRoleId, RequestId};
use aditus_domain::review::Party;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::detail::RequestBody;
use super::rows::{CountsBody, FiguresBody, FilterChoicesBody, OwnTaskBody, RequestRowBody};
use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::body::{Query, parse_list};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::Reader;
use crate::sort::{Columns, Sort, sorted_by};

/// Default page size of a staff list (2 §9).
const PAGE_SIZE: u32 = 10;

/// Sorting of requests, by date of creation only, which is also the order of their ids.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ByDate;

impl Columns for ByDate {
    const COLUMNS: &'static [(&'static str, Self)] = &[("date_created", Self), ("request_id", Self)];
}

impl From<ByDate> for RequestSort {
    fn from(_: ByDate) -> Self {
        Self::Created
    }
}

/// Sorting of the lists of staff.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ByColumn(RequestSort);

impl Columns for ByColumn {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("date_created", Self(RequestSort::Created)),
        ("request_id", Self(RequestSort::Created)),
        ("waiting_since", Self(RequestSort::WaitingSince)),
        ("title", Self(RequestSort::Title)),
        ("due_on", Self(RequestSort::DueOn)),
    ];
}

impl From<ByColumn> for RequestSort {
    fn from(ByColumn(sort): ByColumn) -> Self {
        sort
    }
}

/// The party that a pending request waits for.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WaitsForBody {
    Me,
    Requester,
    Others,
}

/// The state of a due date.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(crate) enum DueFilterBody {
    #[serde(rename = "Due soon")]
    DueSoon,
    Overdue,
}

/// Filters of a list of requests, or the id of a single one.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RequestsQuery {
    /// The id of a single request. With it, only `variables` and `org_role_id` apply; the latter is
    /// the role in which the caller views the request.
    pub request_id: Option<i64>,
    /// With `request_id`: false omits the variables, of which there may be thousands. The
    /// `variables_count` of each dataset contains their number.
    pub variables: Option<bool>,
    /// An organisation role of the caller; a Super User may send any.
    pub org_role_id: Option<i64>,
    /// States as a JSON list or separated by commas. Incoming and Unattended refer to the caller's
    /// stage; Pending, Approved, Denied and Recalled to the request.
    #[validate(length(max = 200, message = "Too many states."))]
    pub status: Option<String>,
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// The id of the data source of one of the datasets.
    pub data_source_id: Option<i64>,
    /// The id of the requester's organisation.
    pub org_id: Option<i64>,
    /// Only pending requests that wait for the stage of this organisation role, for the requester
    /// because comments block all decisions, or for other stages.
    #[param(inline)]
    pub waits_for: Option<WaitsForBody>,
    /// The minimum age in full days since the submission, at most a hundred years.
    #[validate(range(max = 36_500, message = "`older_than_days` must be 36500 or less."))]
    #[param(maximum = 36_500)]
    pub older_than_days: Option<u32>,
    /// Only requests whose due date is in this state.
    #[param(inline)]
    pub due: Option<DueFilterBody>,
    /// `date_created` and `request_id` have the same order. Defaults to the oldest first.
    #[param(schema_with = Sort::<ByColumn>::schema)]
    pub sort: Option<Sort<ByColumn>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Both columns have the same order. Defaults to the oldest first.
    #[param(schema_with = Sort::<ByDate>::schema)]
    pub sort: Option<Sort<ByDate>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct HistoriesQuery {
    pub org_role_id: Option<i64>,
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// The id of the data source of one of the datasets.
    pub data_source_id: Option<i64>,
    /// The id of the requester's organisation.
    pub org_id: Option<i64>,
    /// Only pending requests that wait for the stage of this organisation role, for the requester
    /// because comments block all decisions, or for other stages.
    #[param(inline)]
    pub waits_for: Option<WaitsForBody>,
    /// The minimum age in full days since the submission, at most a hundred years.
    #[validate(range(max = 36_500, message = "`older_than_days` must be 36500 or less."))]
    #[param(maximum = 36_500)]
    pub older_than_days: Option<u32>,
    /// Only requests whose due date is in this state.
    #[param(inline)]
    pub due: Option<DueFilterBody>,
    /// `date_created` and `request_id` have the same order. Defaults to the oldest first.
    #[param(schema_with = Sort::<ByColumn>::schema)]
    pub sort: Option<Sort<ByColumn>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CountsQuery {
    pub org_role_id: Option<i64>,
}

/// A list of requests, or one request.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    clippy::large_enum_variant,
    reason = "only names the two answers for the OpenAPI document"
)]
pub(crate) enum RequestsAnswer {
    List(Listing<RequestRowBody>),
    One(Envelope<RequestBody>),
}

/// Lists requests by organisation role and states; with `request_id`, returns a single request.
#[utoipa::path(tag = "requests", security(("token" = [])), params(RequestsQuery), responses(
    (status = 200, body = RequestsAnswer),
    (status = 403, body = ProblemBody, description = "the caller does not have this organisation role"),
    (status = 404, body = ProblemBody, description = "there is no such request, or it is not the caller's to see"),
))]
#[get("/data_requests")]
pub(crate) async fn requests_or_one(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<RequestsQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    if let Some(id) = query.request_id {
        let query = detail::Query {
            with_variables: query.variables.unwrap_or(true),
            request: RequestId(id),
            org_role: query.org_role_id.map(OrganisationRoleId),
        };
        let (request, caller_view) = api
            .read(reader, move |ports, caller| detail::execute(ports, caller, query))
            .await?;
        return Ok(Envelope::read(RequestBody::new(request, caller_view)));
    }
    let filter = filter(
        query.data_source_id,
        query.org_id,
        query.waits_for,
        query.older_than_days,
        query.due,
    );
    let query =
        list_query(query.search, filter, query.sort, query.page, query.page_size).map(|list| list::Query {
            org_role: query.org_role_id.map(OrganisationRoleId),
            statuses: parse_list(query.status.as_deref()),
            list,
        });
    let rows = api.read_with(reader, query, list::execute).await?;
    Ok(rows_as_of_now(&api, rows))
}

/// Lists all requests that the caller may see in the selected role; for a Super User, all requests.
#[utoipa::path(tag = "requests", security(("token" = [])), params(ListQuery), responses(
    (status = 200, body = Listing<RequestRowBody>),
))]
#[get("/data_requests/all")]
pub(crate) async fn all_requests(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<ListQuery>,
) -> Result<HttpResponse, Problem> {
    all_of(&api, reader, query.0).await
}

/// Lists the same requests as `data_requests/all/`.
#[utoipa::path(tag = "requests", security(("token" = [])), params(ListQuery), responses(
    (status = 200, body = Listing<RequestRowBody>),
))]
#[get("/data_requests/allrequest")]
pub(crate) async fn all_requests_too(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<ListQuery>,
) -> Result<HttpResponse, Problem> {
    all_of(&api, reader, query.0).await
}

async fn all_of(api: &Api, reader: Reader, query: ListQuery) -> Result<HttpResponse, Problem> {
    let rows = api.read_with(reader, query.list_query(), all::execute).await?;
    Ok(rows_as_of_now(api, rows))
}

/// Lists the approved requests that the caller may see in the selected role.
#[utoipa::path(tag = "requests", security(("token" = [])), params(ListQuery), responses(
    (status = 200, body = Listing<RequestRowBody>),
))]
#[get("/data_requests/approved")]
pub(crate) async fn approved_requests(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<ListQuery>,
) -> Result<HttpResponse, Problem> {
    let rows = api
        .read_with(reader, query.0.list_query(), approved::execute)
        .await?;
    Ok(rows_as_of_now(&api, rows))
}

/// Lists the requests that this organisation role has answered at its stage (decisions C12).
#[utoipa::path(tag = "requests", security(("token" = [])), params(HistoriesQuery), responses(
    (status = 200, body = Listing<RequestRowBody>),
    (status = 403, body = ProblemBody, description = "the caller does not have this organisation role"),
))]
#[get("/data_requests/history")]
pub(crate) async fn request_histories(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<HistoriesQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let filter = filter(
        query.data_source_id,
        query.org_id,
        query.waits_for,
        query.older_than_days,
        query.due,
    );
    let query = list_query(query.search, filter, query.sort, query.page, query.page_size).map(|list| {
        history::Query {
            org_role: query.org_role_id.map(OrganisationRoleId),
            list,
        }
    });
    let rows = api.read_with(reader, query, history::execute).await?;
    Ok(rows_as_of_now(&api, rows))
}

/// Returns the counts on the badges of the tabs.
#[utoipa::path(tag = "requests", security(("token" = [])), params(CountsQuery), responses(
    (status = 200, body = Envelope<CountsBody>),
    (status = 403, body = ProblemBody, description = "the caller does not have this organisation role"),
))]
#[get("/data_requests/counts")]
pub(crate) async fn request_counts(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<CountsQuery>,
) -> Result<HttpResponse, Problem> {
    let query = counts::Query {
        org_role: query.0.org_role_id.map(OrganisationRoleId),
    };
    let counts = api
        .read(reader, move |ports, caller| counts::execute(ports, caller, query))
        .await?;
    Ok(Envelope::read(CountsBody::from(counts)))
}

/// Returns figures about all requests and the published data sources, for Super Users.
#[utoipa::path(tag = "requests", security(("token" = [])), responses(
    (status = 200, body = Envelope<FiguresBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/data_requests/figures")]
pub(crate) async fn request_figures(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let figures = api.read(reader, figures::execute).await?;
    Ok(Envelope::read(FiguresBody::from(figures)))
}

/// Returns the data sources and organisations that occur in a list, as choices of its filters.
#[utoipa::path(tag = "requests", security(("token" = [])), params(CountsQuery), responses(
    (status = 200, body = Envelope<FilterChoicesBody>),
    (status = 403, body = ProblemBody, description = "the caller does not have this organisation role"),
))]
#[get("/data_requests/filter_choices")]
pub(crate) async fn request_filter_choices(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<CountsQuery>,
) -> Result<HttpResponse, Problem> {
    let query = counts::Query {
        org_role: query.0.org_role_id.map(OrganisationRoleId),
    };
    let choices = api
        .read(reader, move |ports, caller| {
            filter_choices::execute(ports, caller, query)
        })
        .await?;
    Ok(Envelope::read(FilterChoicesBody::from(choices)))
}

/// Lists the caller's own requests that wait for the caller: those with comments that require action
/// first, then the newest approved ones without feedback.
#[utoipa::path(tag = "requests", security(("token" = [])), responses(
    (status = 200, body = Envelope<Vec<OwnTaskBody>>),
))]
#[get("/data_requests/own_tasks")]
pub(crate) async fn own_tasks_of_caller(
    api: web::Data<Api>,
    reader: Reader,
) -> Result<HttpResponse, Problem> {
    let tasks = api.read(reader, own_tasks::execute).await?;
    let now = api.ports().clock.now();
    let bodies: Vec<_> = tasks
        .into_iter()
        .map(|task| OwnTaskBody::from_task(task, now))
        .collect();
    Ok(Envelope::read(bodies))
}

/// Returns a page of rows, with texts relative to the current time.
fn rows_as_of_now(api: &Api, rows: Paged<RequestRow>) -> HttpResponse {
    let now = api.ports().clock.now();
    Listing::page(rows, |row| RequestRowBody::from_row(row, now))
}

impl ListQuery {
    fn list_query(self) -> Result<RequestListQuery, Problem> {
        list_query(
            self.search,
            RequestFilter::default(),
            self.sort,
            self.page,
            self.page_size,
        )
    }
}

fn filter(
    data_source: Option<i64>,
    organisation: Option<i64>,
    waits_for: Option<WaitsForBody>,
    older_than_days: Option<u32>,
    due: Option<DueFilterBody>,
) -> RequestFilter {
    RequestFilter {
        data_source: data_source.map(DataSourceId),
        organisation: organisation.map(OrganisationId),
        waits_for: waits_for.map(|party| match party {
            WaitsForBody::Me => Party::OwnStage,
            WaitsForBody::Requester => Party::Requester,
            WaitsForBody::Others => Party::Others,
        }),
        older_than_days,
        due: due.map(|state| match state {
            DueFilterBody::DueSoon => DueFilter::DueSoon,
            DueFilterBody::Overdue => DueFilter::Overdue,
        }),
    }
}

fn list_query<C: Columns + Into<RequestSort>>(
    search: Option<String>,
    filter: RequestFilter,
    sort: Option<Sort<C>>,
    number: Option<u32>,
    size: Option<u32>,
) -> Result<RequestListQuery, Problem> {
    let (sort, direction) = sorted_by(sort)?;
    Ok(RequestListQuery {
        search,
        filter,
        sort: sort.into(),
        direction,
        page: Page::new(number.unwrap_or(1), size.unwrap_or(PAGE_SIZE)),
    })
}
