//! Calendar feeds: the calls of the owner, and the feed itself (decisions N7).

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, DispositionType};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use aditus_application::deadlines::feed::{make, read, status, switch_off};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::{Envelope, deleted};
use crate::api::Api;
use crate::attachment::disposition;
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};

/// The media type of a calendar.
const CALENDAR: &str = "text/calendar; charset=utf-8";

/// The path of a feed, before its token.
const FEEDS: &str = "/api/v1/calendar/feed/";

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(own_calendar_feed)
        .service(make_calendar_feed)
        .service(switch_calendar_feed_off)
        .service(calendar_feed);
}

/// The caller's calendar feed.
#[derive(Serialize, ToSchema)]
struct CalendarFeedBody {
    /// The time at which its address was made; null if there is no feed. The address itself is shown
    /// once.
    made_on: Option<DateTime<Utc>>,
}

/// A new calendar feed.
#[derive(Serialize, ToSchema)]
struct NewCalendarFeedBody {
    /// The address for calendar programs. It is shown once, and is all that they need.
    #[schema(example = "https://aditus.example/api/v1/calendar/feed/5f1c…0b7e.ics")]
    address: String,
    made_on: DateTime<Utc>,
}

impl NewCalendarFeedBody {
    fn new(public_url: &str, answer: &make::Answer) -> Self {
        Self {
            address: format!("{public_url}{FEEDS}{}.ics", answer.token),
            made_on: answer.made_on,
        }
    }
}

/// Returns if the caller has a calendar feed.
#[utoipa::path(tag = "accounts", security(("token" = [])), responses(
    (status = 200, body = Envelope<CalendarFeedBody>),
))]
#[get("/users/calendar-feed")]
async fn own_calendar_feed(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let made_on = api.read(reader, status::execute).await?;
    Ok(Envelope::read(CalendarFeedBody { made_on }))
}

/// Creates the caller's calendar feed, or renews its address: the earlier one no longer works.
#[utoipa::path(tag = "accounts", security(("token" = [])), responses(
    (status = 201, body = Envelope<NewCalendarFeedBody>),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first"),
    (status = 429, body = ProblemBody, description = "too many changes"),
))]
#[post("/users/calendar-feed")]
async fn make_calendar_feed(api: web::Data<Api>, caller: SignedIn) -> Result<HttpResponse, Problem> {
    let answer = api.run(move |ports| make::execute(ports, &caller)).await?;
    let body = NewCalendarFeedBody::new(&api.ports().settings.public_url, &answer);
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Your calendar feed is on.",
        body,
    ))
}

/// Switches the caller's calendar feed off. Its address no longer works.
#[utoipa::path(tag = "accounts", security(("token" = [])), responses((status = 204)))]
#[delete("/users/calendar-feed")]
async fn switch_calendar_feed_off(api: web::Data<Api>, caller: SignedIn) -> Result<HttpResponse, Problem> {
    api.run(move |ports| switch_off::execute(ports, &caller)).await?;
    Ok(deleted())
}

/// Returns the calendar of a person's own due dates, for calendar programs.
///
/// It needs no session: the token in the address is the secret. Each event lasts the whole day, and
/// names the Data Request by its reference, the stage and its state. A paused stage has no event.
#[utoipa::path(tag = "accounts", params(("token" = String, Path)), responses(
    (status = 200, content_type = "text/calendar", body = String),
    (status = 404, body = ProblemBody, description = "the address was renewed or switched off, or never existed"),
    (status = 429, body = ProblemBody, description = "the feed was read too often, or too many unknown addresses were tried; the header Retry-After says how long to wait"),
))]
#[get("/calendar/feed/{token}.ics")]
async fn calendar_feed(
    api: web::Data<Api>,
    request: HttpRequest,
    token: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let query = read::Query {
        token: token.into_inner(),
        address: network_address(&request),
    };
    let text = api.run(move |ports| read::execute(ports, &query)).await?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, CALENDAR))
        .insert_header(disposition(
            DispositionType::Attachment,
            "due-dates.ics".to_owned(),
        ))
        .body(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_the_public_server() {
        let answer = make::Answer {
            token: "0a".repeat(32),
            made_on: DateTime::UNIX_EPOCH,
        };
        let body = NewCalendarFeedBody::new("https://aditus.example", &answer);
        let expected = format!("https://aditus.example/api/v1/calendar/feed/{}.ics", answer.token);
        assert_eq!(body.address, expected);
    }
}
