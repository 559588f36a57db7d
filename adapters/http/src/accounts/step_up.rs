//! Password confirmation, password change, and revocation of contact changes (decisions C15).

use actix_web::{HttpRequest, HttpResponse, post, put, web};
use aditus_application::accounts::{change_password, step_up, take_back};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::browser_cookie;
use crate::answer::{Done, Envelope};
use crate::api::{AnonymousCaller, Api};
use crate::body::Body;
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(confirm_password)
        .service(change_password_call)
        .service(take_back_call);
}

/// The account's current password.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmPasswordBody {
    #[serde(default)]
    #[validate(length(max = 1024, message = "This is too long for a password."))]
    pub password: String,
}

/// Confirms the caller's password.
///
/// For 5 minutes, this session may make the calls that otherwise return code 607: changing the
/// email address, phone number or password, linking and unlinking sign-ins with a provider, ending
/// other sessions, and the administrative calls that document it. `users/confirm-passkey` does the
/// same with a passkey.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = ConfirmPasswordBody, responses(
    (status = 200, body = Done),
    (status = 401, body = ProblemBody, description = "not signed in, or the password is wrong"),
    (status = 429, body = ProblemBody, description = "too many wrong passwords"),
))]
#[post("/users/confirm-password")]
async fn confirm_password(
    api: web::Data<Api>,
    caller: SignedIn,
    request: HttpRequest,
    body: Body<ConfirmPasswordBody>,
) -> Result<HttpResponse, Problem> {
    let command = step_up::Command {
        password: body.0.password,
        address: network_address(&request),
    };
    let SignedIn(caller) = caller;
    let person = caller.clone();
    api.run_hashing_for(&person, move |ports| step_up::execute(ports, &caller, &command))
        .await?;
    Ok(Done::ok("Your password is confirmed."))
}

/// A new password.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangePasswordBody {
    #[validate(length(max = 1024, message = "Maximum 128 characters allowed"))]
    pub password: String,
}

/// Replaces the caller's password.
///
/// All other sessions end, and the owner is notified by email.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = ChangePasswordBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the current password first"),
    (status = 409, body = ProblemBody, description = "the password has changed in the meantime"),
    (status = 429, body = ProblemBody, description = "many passwords are being hashed; the header Retry-After says how long to wait"),
))]
#[put("/users/password")]
async fn change_password_call(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<ChangePasswordBody>,
) -> Result<HttpResponse, Problem> {
    let command = change_password::Command {
        password: body.0.password,
    };
    let SignedIn(caller) = caller;
    let person = caller.clone();
    api.run_hashing_for(&person, move |ports| {
        change_password::execute(ports, &caller, &command)
    })
    .await?;
    Ok(Done::ok("Your password is changed."))
}

/// The token after the `#` in the link of a notice.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TakeBackBody {
    #[validate(length(
        max = 100,
        message = "This link has expired or was already used. It works once, within 7 days."
    ))]
    pub token: String,
}

/// The contact that was restored.
#[derive(Serialize, ToSchema)]
pub(crate) struct TakenBackBody {
    /// True if the email address was restored; false if the phone number was.
    pub email: bool,
    /// True if a new password must be set with `users/forgot-password`.
    pub needs_password: bool,
}

/// Revokes a change of email address or phone number, with the link that was sent to the old one,
/// within 7 days.
///
/// Restores the old contact and ends all sessions.
#[utoipa::path(tag = "accounts", request_body = TakeBackBody, responses(
    (status = 200, body = Envelope<TakenBackBody>),
    (status = 404, body = ProblemBody, description = "the link was used, is older than 7 days, or is none"),
    (status = 409, body = ProblemBody, description = "another account uses the address or number now"),
    (status = 429, body = ProblemBody, description = "many passwords are being hashed; the header Retry-After says how long to wait"),
))]
#[post("/users/take-back")]
async fn take_back_call(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<TakeBackBody>,
) -> Result<HttpResponse, Problem> {
    let command = take_back::Command { token: body.0.token };
    let caller = AnonymousCaller {
        account: "",
        address: network_address(&request),
        browser: &browser_cookie::read(&api, &request),
    };
    let answer = api
        .run_hashing(caller, move |ports| take_back::execute(ports, &command))
        .await?;
    Ok(Envelope::read(TakenBackBody {
        email: answer.email,
        needs_password: answer.needs_password,
    }))
}
