//! What visitors click on, where the deployer keeps count of it (1 §3, §7.1; decisions A11).

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
    /// Whether this installation keeps clicks. Without it the browser has no cookie to set and no consent to ask for.
    pub tracking: bool,
}

/// The id, under both ways to find it.
#[derive(Serialize, ToSchema)]
pub(crate) struct VisitorAnswer {
    pub code: u16,
    pub message: String,
    pub data: VisitorBody,
    pub uuid: String,
}

/// An id for a visitor, drawn at random. It is not stored.
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
    /// Not believed: the address of the call is kept, truncated.
    #[serde(default)]
    #[validate(length(max = 64, message = "This is no address."))]
    pub ip_address: Option<String>,
    /// The id of the visitor.
    pub cookie_id: String,
    pub done_at: DateTime<Utc>,
    pub action: String,
    pub page: String,
    #[serde(default)]
    pub object: String,
}

/// The clicks that a browser has gathered.
#[derive(Deserialize, ToSchema)]
#[serde(transparent)]
pub(crate) struct ClicksBody(Vec<ClickBody>);

impl Validate for ClicksBody {
    /// All but what is not kept is the domain's to check.
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
        // The list is the body itself, and has no name.
        let list = ValidationErrorsKind::List(faults);
        errors.errors_mut().insert("".into(), list);
        Err(errors)
    }
}

/// Keeps the clicks of a visitor who agreed. Where the deployer did not switch it on, this does not exist.
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
