//! Signing in and out, and the current user (1 §7.1).

mod administration;
mod body;
mod person;

use actix_web::http::header::USER_AGENT;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use aditus_application::accounts::{current_user, sign_in, sign_out};
use aditus_domain::ids::UserId;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::answer::Done;
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::{SignedIn, network_address};
pub(crate) use body::{RoleStatusBody, SelectedRoleBody};
use body::{SignInBody, SignedInBody, UserAnswer, UserBody, UserQuery};
pub(crate) use person::PersonBody;

pub(crate) fn configure(routes: &mut ServiceConfig<'_>) {
    routes
        .service(sign_in_call)
        .service(sign_out_call)
        .service(user_detail);
    administration::configure(routes);
}

/// Signs in.
#[utoipa::path(tag = "accounts", request_body = SignInBody, responses(
    (status = 200, body = SignedInBody),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody, description = "wrong username or password, or the account is disabled"),
    (status = 429, body = ProblemBody, description = "too many failures; the header Retry-After says how long to wait"),
))]
#[post("/users/signin")]
async fn sign_in_call(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<SignInBody>,
) -> Result<HttpResponse, Problem> {
    let user_agent = request
        .headers()
        .get(USER_AGENT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let command = sign_in::Command {
        username: body.0.username,
        password: body.0.password,
        address: network_address(&request),
        user_agent: user_agent.chars().take(300).collect(),
    };
    let answer = api.run(move |ports| sign_in::execute(ports, &command)).await?;
    Ok(HttpResponse::Ok().json(SignedInBody {
        code: 200,
        message: "You are signed in.".to_owned(),
        user: UserBody::of(answer.user, answer.selected.map(|id| id.0), Some(answer.token)),
    }))
}

/// Ends the session.
#[utoipa::path(tag = "accounts", security(("token" = [])), responses(
    (status = 200, body = Done),
    (status = 401, body = ProblemBody),
))]
#[post("/users/signout")]
async fn sign_out_call(api: web::Data<Api>, caller: SignedIn) -> Result<HttpResponse, Problem> {
    api.run(move |ports| sign_out::execute(ports, &caller)).await?;
    Ok(Done::ok("You are signed out."))
}

/// The current user with roles; for a Super User, any user.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(UserQuery), responses(
    (status = 200, body = UserAnswer),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 404, body = ProblemBody),
))]
#[get("/users/detailuser")]
async fn user_detail(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<UserQuery>,
) -> Result<HttpResponse, Problem> {
    let query = current_user::Query {
        user_id: query.0.user_id.map(UserId),
    };
    let answer = api
        .run(move |ports| current_user::execute(ports, &caller, query))
        .await?;
    Ok(HttpResponse::Ok().json(UserAnswer {
        code: 200,
        message: "OK".to_owned(),
        user: UserBody::of(answer.user, answer.selected.map(|id| id.0), None),
    }))
}
