//! Resets a forgotten password (1 §5.4, §7.1; decisions A9).

use actix_web::{HttpRequest, HttpResponse, post, web};
use aditus_application::accounts::{forgot_password, reset_password};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::body::CodeSent;
use super::browser_cookie;
use crate::answer::Done;
use crate::api::{AnonymousCaller, Api};
use crate::body::Body;
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(forgot_password_call);
}

/// The username alone requests a code. With a code and a new password, the call replaces the
/// password.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForgotPasswordBody {
    /// The email address.
    #[serde(default)]
    #[validate(length(max = 320, message = "Email is invalid"))]
    pub username: String,
    #[serde(default)]
    #[validate(length(max = 1024, message = "Maximum 128 characters allowed"))]
    pub password: Option<String>,
    #[serde(default)]
    #[validate(length(max = 200, message = "Wrong OTP"))]
    pub otp: Option<String>,
}

/// Sends a code for a forgotten password (`data` is the time of sending), or replaces the password.
///
/// No response reveals if the account exists. A code is accepted only from the network that
/// requested it, or from the browser that requested it if the account knows that browser.
#[utoipa::path(tag = "accounts", request_body = ForgotPasswordBody, responses(
    (status = 200, body = CodeSent, description = "the code is sent, if there is such an account; or the password is replaced, and `data` is missing"),
    (status = 400, body = ProblemBody, description = "something is wrong with what was typed, or, with code 605, with the code"),
))]
#[post("/users/forgot-password")]
async fn forgot_password_call(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ForgotPasswordBody>,
) -> Result<HttpResponse, Problem> {
    let ForgotPasswordBody {
        username,
        password,
        otp,
    } = body.0;
    let origin = forgot_password::ResetOrigin {
        address: network_address(&request),
        browser: browser_cookie::read(&api, &request),
    };
    if password.is_none() && otp.is_none() {
        let command = forgot_password::Command { username, origin };
        let answer = api
            .run(move |ports| forgot_password::execute(ports, &command))
            .await?;
        let message = "If there is an account with this email address, an OTP was sent to it.";
        return Ok(CodeSent::answer(answer, message));
    }
    let command = reset_password::Command {
        username,
        password: password.unwrap_or_default(),
        otp: otp.unwrap_or_default(),
        origin,
    };
    let (account, browser) = (command.username.clone(), command.origin.browser.clone());
    let caller = AnonymousCaller {
        account: &account,
        address: network_address(&request),
        browser: &browser,
    };
    let browser = api
        .run_hashing(caller, move |ports| reset_password::execute(ports, &command))
        .await?;
    let mut response = Done::ok("Your password has been changed. Sign in with the new one.");
    browser_cookie::set(&api, &mut response, &browser);
    Ok(response)
}
