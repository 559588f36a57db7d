//! Registration, signing in and out, the current user and the profile (1 §7.1).

mod administration;
mod body;
mod browser_cookie;
mod checks;
mod contact;
mod erasure;
mod host_cookie;
mod identities;
mod network;
mod passkey_sign_in;
mod passkeys;
mod person;
mod profile;
mod providers;
mod recovery;
mod registration;
mod second_factor;
mod sessions;
mod step_up;
mod visits;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, ResponseError, get, post, web};
use aditus_application::Reason;
use aditus_application::accounts::sign_in::Progress;
use aditus_application::accounts::{current_user, sign_in, sign_out};
use aditus_domain::ids::UserId;

use crate::answer::Envelope;
use crate::api::{AnonymousCaller, Api};
use crate::body::{Body, Query};
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};
use body::{PendingSignInBody, SignInBody, SignedOutBody, UserAnswer, UserBody, UserQuery};
pub(crate) use body::{RoleStatusBody, SelectedRoleBody};
pub(crate) use person::PersonBody;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(sign_in_call)
        .service(sign_out_call)
        .service(user_detail);
    registration::configure(routes);
    recovery::configure(routes);
    checks::configure(routes);
    profile::configure(routes);
    contact::configure(routes);
    sessions::configure(routes);
    step_up::configure(routes);
    second_factor::configure(routes);
    passkey_sign_in::configure(routes);
    passkeys::configure(routes);
    providers::configure(routes);
    identities::configure(routes);
    visits::configure(routes);
    administration::configure(routes);
    erasure::configure(routes);
}

/// Signs in.
///
/// An account with a second factor is not signed in yet: the answer has the status 202 and a token
/// of the pending sign-in.
#[utoipa::path(tag = "accounts", request_body = SignInBody, responses(
    (status = 200, body = UserAnswer),
    (status = 202, body = Envelope<PendingSignInBody>, description = "the password is right, and the second factor is pending"),
    (status = 401, body = ProblemBody, description = "wrong username or password, or the account is disabled, or its organisation signs in with a provider"),
    (status = 429, body = ProblemBody, description = "too many failures; the header Retry-After says how long to wait"),
))]
#[post("/users/signin")]
async fn sign_in_call(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<SignInBody>,
) -> Result<HttpResponse, Problem> {
    let command = sign_in::Command {
        username: body.0.username,
        password: body.0.password,
        address: network_address(&request),
        user_agent: network::user_agent(&request),
        browser: browser_cookie::read(&api, &request),
    };
    let identity_token = body.0.identity_token.unwrap_or_default();
    let (account, browser) = (command.username.clone(), command.browser.clone());
    let caller = AnonymousCaller {
        account: &account,
        address: command.address.clone(),
        browser: &browser,
    };
    let progress = api
        .run_hashing(caller, move |ports| {
            sign_in::execute_to_link(ports, &command, &identity_token)
        })
        .await;
    let success = match &progress {
        Ok(Progress::Pending(_)) => StatusCode::ACCEPTED,
        _ => StatusCode::OK,
    };
    count_sign_in(&api, &progress, success);
    match progress? {
        Progress::SignedIn(answer) => Ok(signed_in(&api, "You are signed in.", *answer)),
        Progress::Pending(pending) => Ok(PendingSignInBody::answer(pending)),
    }
}

/// Counts the outcome of a step of a sign-in, whose answer has the status `success` unless it failed.
/// A password that leaves the second factor pending is not counted; the step that follows is.
fn count_sign_in<T>(api: &Api, result: &Result<T, Problem>, success: StatusCode) {
    if let Some(watch) = api.watch() {
        watch.sign_in(counted_status(result, success).as_u16());
    }
}

fn counted_status<T>(result: &Result<T, Problem>, success: StatusCode) -> StatusCode {
    match result {
        Ok(_) => success,
        // The answer is 400, because the person may try again.
        Err(problem) if matches!(problem.reason(), Reason::CodeWrong | Reason::PasskeyInvalid) => {
            StatusCode::UNAUTHORIZED
        }
        Err(problem) => problem.status_code(),
    }
}

/// Returns the user with the session token, and marks the browser as known to the account.
fn signed_in(api: &Api, message: &str, answer: sign_in::Answer) -> HttpResponse {
    let user = UserBody::new(answer.user, answer.selected.map(|id| id.0), Some(answer.token));
    let mut response = UserAnswer::ok(message, user);
    browser_cookie::set(api, &mut response, &answer.browser);
    response
}

/// Ends the caller's session.
///
/// If the session began with a sign-in provider, the person is still signed in there: `sign_out_at`
/// says where to sign out.
#[utoipa::path(tag = "accounts", security(("token" = [])), responses(
    (status = 200, body = Envelope<SignedOutBody>),
))]
#[post("/users/signout")]
async fn sign_out_call(api: web::Data<Api>, caller: SignedIn) -> Result<HttpResponse, Problem> {
    let answer = api.run(move |ports| sign_out::execute(ports, &caller)).await?;
    Ok(Envelope::with(
        StatusCode::OK,
        "You are signed out.",
        SignedOutBody::from(answer),
    ))
}

/// Returns the current user with their roles.
///
/// A Super User may ask for any user.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(UserQuery), responses(
    (status = 200, body = UserAnswer),
    (status = 404, body = ProblemBody),
))]
#[get("/users/detailuser")]
async fn user_detail(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<UserQuery>,
) -> Result<HttpResponse, Problem> {
    let query = current_user::Query {
        user_id: query.0.user_id.map(UserId),
    };
    let answer = api
        .read(reader, move |ports, caller| {
            current_user::execute(ports, caller, query)
        })
        .await?;
    let user = UserBody::new(answer.user, answer.selected.map(|id| id.0), None);
    Ok(UserAnswer::ok("OK", user))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_code_and_an_invalid_passkey_count_as_refused() {
        let of =
            |status, reason| counted_status::<()>(&Err(Problem::new(status, reason, "")), StatusCode::OK);
        assert_eq!(
            counted_status(&Ok(()), StatusCode::ACCEPTED),
            StatusCode::ACCEPTED
        );
        for reason in [Reason::CodeWrong, Reason::PasskeyInvalid] {
            let wrong = of(StatusCode::BAD_REQUEST, reason);
            assert_eq!(wrong, StatusCode::UNAUTHORIZED, "{reason:?}");
        }
        let malformed = of(StatusCode::BAD_REQUEST, Reason::InvalidFields);
        assert_eq!(malformed, StatusCode::BAD_REQUEST);
    }
}
