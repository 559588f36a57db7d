//! Records visitors' clicks if the deployer has enabled click tracking (1 §3, §7.1; decisions A11).

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use aditus_application::accounts::{track, visitor};
use aditus_domain::accounts::RawClick;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::{Validate, ValidationErrors, ValidationErrorsKind};

use crate::answer::Done;
use crate::api::Api;
use crate::body::Body;
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(generate_uuid).service(track_clicks);
}

/// An id for a visitor.
#[derive(Serialize, ToSchema)]
pub(crate) struct VisitorBody {
    pub uuid: String,
    /// True if this installation stores clicks. Otherwise the browser needs neither the cookie nor
    /// the visitor's consent.
    pub tracking: bool,
}

/// The id, both in `data` and at the top level.
#[derive(Serialize, ToSchema)]
pub(crate) struct VisitorAnswer {
    pub code: u16,
    pub message: String,
    pub data: VisitorBody,
    pub uuid: String,
}

/// Returns a random visitor id.
///
/// It is not stored.
#[utoipa::path(tag = "accounts", responses((status = 200, body = VisitorAnswer)))]
#[get("/users/generate-uuid")]
async fn generate_uuid(api: web::Data<Api>) -> HttpResponse {
    let visitor::Answer { uuid, tracking } = visitor::execute(api.ports());
    HttpResponse::Ok().json(VisitorAnswer {
        code: 200,
        message: "OK".to_owned(),
        uuid: uuid.clone(),
        data: VisitorBody { uuid, tracking },
    })
}

/// A click (1 §3).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClickBody {
    /// Ignored: the truncated address of the call is stored instead.
    #[serde(default)]
    #[validate(length(max = 64, message = "This is not an address."))]
    pub ip_address: Option<String>,
    /// The id of the visitor.
    pub cookie_id: String,
    pub done_at: DateTime<Utc>,
    pub action: String,
    pub page: String,
    #[serde(default)]
    pub object: String,
}

/// A batch of clicks that a browser has collected.
#[derive(Deserialize, ToSchema)]
#[serde(transparent)]
pub(crate) struct ClicksBody(Vec<ClickBody>);

impl Validate for ClicksBody {
    /// Validates only the ignored fields; the domain validates the rest.
    fn validate(&self) -> Result<(), ValidationErrors> {
        let faults: BTreeMap<usize, Box<ValidationErrors>> = self
            .0
            .iter()
            .enumerate()
            .filter_map(|(place, click)| Some((place, Box::new(click.validate().err()?))))
            .collect();
        if faults.is_empty() {
            return Ok(());
        }
        let mut errors = ValidationErrors::new();
        // The body itself is the list, so the list has no name.
        let list = ValidationErrorsKind::List(faults);
        errors.errors_mut().insert("".into(), list);
        Err(errors)
    }
}

/// Stores the clicks of a visitor who has consented.
///
/// The call exists only if the deployer enabled click tracking.
#[utoipa::path(tag = "accounts", request_body = ClicksBody, responses(
    (status = 200, body = Done),
    (status = 404, body = ProblemBody, description = "clicks are not kept here"),
))]
#[post("/users/track")]
async fn track_clicks(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ClicksBody>,
) -> Result<HttpResponse, Problem> {
    let ClicksBody(clicks) = body.0;
    let command = track::Command {
        clicks: clicks
            .into_iter()
            .map(|click| RawClick {
                cookie_id: click.cookie_id,
                done_at: click.done_at,
                action: click.action,
                page: click.page,
                object: click.object,
            })
            .collect(),
        address: network_address(&request),
    };
    api.run(move |ports| track::execute(ports, &command)).await?;
    Ok(Done::ok("OK"))
}
