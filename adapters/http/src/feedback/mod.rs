//! Feedback on approved requests (2 §7).

mod body;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, post, put, web};
use aditus_application::feedback::views::FeedbackSort;
use aditus_application::feedback::{Answers, distribution, give, list, read, summary, update};
use aditus_application::paging::{Direction, Page};
use aditus_domain::ids::RequestId;

use crate::answer::{Done, Envelope, Listing};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};
use crate::sort::sorted_or;
use body::{
    FeedbackBody, FeedbackDistributionBody, FeedbackGivenBody, FeedbackInputBody, FeedbackQuery,
    FeedbackSummaryBody,
};

/// Default page size of the feedback table (3 §9).
const PAGE_SIZE: u32 = 5;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(list_feedback)
        .service(give_feedback)
        .service(feedback_summary)
        .service(feedback_distribution)
        .service(read_feedback)
        .service(update_feedback);
}

/// Lists the feedback on requests that the caller may see, newest first.
#[utoipa::path(tag = "feedback", security(("token" = [])), params(FeedbackQuery), responses(
    (status = 200, body = Listing<FeedbackBody>),
    (status = 403, body = ProblemBody, description = "the dashboard is for staff and Super Users"),
))]
#[get("/data_requests/data_request_feedback")]
async fn list_feedback(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<FeedbackQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query =
        sorted_or(query.sort, (FeedbackSort::DateCreated, Direction::Descending)).map(|(sort, direction)| {
            list::Query {
                search: query.search,
                sort,
                direction,
                page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(PAGE_SIZE)),
            }
        });
    let page = api
        .read_with(reader, query, |ports, caller, query| {
            list::execute(ports, caller, query)
        })
        .await?;
    Ok(Listing::page(page, FeedbackBody::from))
}

/// Gives feedback on an approved request of the caller.
#[utoipa::path(tag = "feedback", security(("token" = [])), request_body = FeedbackInputBody, responses(
    (status = 201, body = Envelope<FeedbackGivenBody>),
    (status = 403, body = ProblemBody, description = "the request is not the caller's own"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "not approved yet, or given already"),
))]
#[post("/data_requests/data_request_feedback")]
async fn give_feedback(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<FeedbackInputBody>,
) -> Result<HttpResponse, Problem> {
    let request = body.0.data_request_feedback_id.or(body.0.request);
    let answers = Answers::from(body.0);
    let request = request.ok_or_else(|| {
        let missing = (
            "data_request_feedback_id".to_owned(),
            "Please say which request this is about.".to_owned(),
        );
        Problem::fields(std::iter::once(missing).chain(answers.faults()))
    })?;
    let command = give::Command {
        request: RequestId(request),
        answers,
    };
    let answer = api
        .run(move |ports| give::execute(ports, &caller, &command))
        .await?;
    let given = FeedbackGivenBody {
        data_request_feedback_id: answer.request_id.0,
    };
    Ok(Envelope::with(StatusCode::CREATED, answer.message, given))
}

/// Returns the figures of the dashboard (3 §2.14).
#[utoipa::path(tag = "feedback", security(("token" = [])), responses(
    (status = 200, body = Envelope<FeedbackSummaryBody>),
    (status = 403, body = ProblemBody, description = "the dashboard is for staff and Super Users"),
))]
#[get("/data_requests/data_request_feedback/summary")]
async fn feedback_summary(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let answer = api
        .read(reader, move |ports, caller| {
            summary::execute(ports, caller, summary::Query)
        })
        .await?;
    Ok(Envelope::read(FeedbackSummaryBody {
        total: answer.total,
        excellent: answer.excellent,
        poor: answer.poor,
        would_return: answer.would_return,
    }))
}

/// Returns the answers by question, and the rating of the process by quarter.
#[utoipa::path(tag = "feedback", security(("token" = [])), responses(
    (status = 200, body = Envelope<FeedbackDistributionBody>),
    (status = 403, body = ProblemBody, description = "the dashboard is for staff and Super Users"),
))]
#[get("/data_requests/data_request_feedback/distribution")]
async fn feedback_distribution(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let answer = api.read(reader, distribution::execute).await?;
    Ok(Envelope::read(FeedbackDistributionBody::from(answer)))
}

/// Returns the feedback on a request.
#[utoipa::path(tag = "feedback", security(("token" = [])), params(("id" = i64, Path, description = "the request's id")), responses(
    (status = 200, body = Envelope<FeedbackBody>),
))]
#[get("/data_requests/data_request_feedback/{id}")]
async fn read_feedback(
    api: web::Data<Api>,
    reader: Reader,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let query = read::Query {
        request: RequestId(id.into_inner()),
    };
    let view = api
        .read(reader, move |ports, caller| read::execute(ports, caller, query))
        .await?;
    Ok(Envelope::read(FeedbackBody::from(view)))
}

/// Replaces the caller's feedback.
#[utoipa::path(tag = "feedback", security(("token" = [])), params(("id" = i64, Path, description = "the request's id")),
    request_body = FeedbackInputBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "the request is not the caller's own"),
))]
#[put("/data_requests/data_request_feedback/{id}")]
async fn update_feedback(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<FeedbackInputBody>,
) -> Result<HttpResponse, Problem> {
    let id = id.into_inner();
    if body
        .0
        .data_request_feedback_id
        .or(body.0.request)
        .is_some_and(|named| named != id)
    {
        let message = "The request in the body is not the one in the address.";
        return Err(Problem::field("data_request_feedback_id", message));
    }
    let command = update::Command {
        request: RequestId(id),
        answers: Answers::from(body.0),
    };
    let answer = api
        .run(move |ports| update::execute(ports, &caller, &command))
        .await?;
    Ok(Done::ok(answer.message))
}
