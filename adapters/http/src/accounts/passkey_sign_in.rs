//! Signing in with passkeys: with a passkey alone, and as the second factor (decisions O6).

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, post, web};
use aditus_application::accounts::passkeys::{add_at_sign_in, begin_sign_in, enter, sign_in};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::body::UserAnswer;
use super::second_factor::{PendingTokenBody, SignedInWithCodesAnswer, origin, signed_in_with_codes};
use super::{browser_cookie, count_sign_in, network, signed_in};
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::{Body, NoFields};
use crate::caller_address::network_address;
use crate::passkey::{Credential, PasskeyOptionsBody};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(begin_passkey_sign_in)
        .service(sign_in_with_passkey)
        .service(begin_passkey_at_sign_in)
        .service(enter_passkey_at_sign_in)
        .service(begin_new_passkey_at_sign_in)
        .service(add_passkey_at_sign_in);
}

/// The response of a passkey.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasskeyBody {
    /// `AuthenticationResponseJSON`, at most 16 kB.
    #[schema(value_type = Object)]
    #[validate(custom(function = "Credential::check_length"))]
    pub credential: Credential,
}

/// The response of a passkey for a pending sign-in.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignInPasskeyBody {
    /// The token of the pending sign-in.
    #[serde(default)]
    #[validate(length(max = 100, message = "This is no token of a sign-in."))]
    pub pending_token: String,
    /// `AuthenticationResponseJSON`, at most 16 kB.
    #[schema(value_type = Object)]
    #[validate(custom(function = "Credential::check_length"))]
    pub credential: Credential,
}

/// A new passkey for a pending sign-in.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSignInPasskeyBody {
    /// The token of the pending sign-in.
    #[serde(default)]
    #[validate(length(max = 100, message = "This is no token of a sign-in."))]
    pub pending_token: String,
    /// A name by which the person knows the passkey.
    #[validate(length(max = 1000, message = "The name is too long."))]
    #[schema(example = "Work laptop")]
    pub name: String,
    /// `RegistrationResponseJSON`, at most 16 kB.
    #[schema(value_type = Object)]
    #[validate(custom(function = "Credential::check_length"))]
    pub credential: Credential,
}

/// Begins a sign-in with a passkey alone.
///
/// The options name no account: the person chooses among the passkeys of this installation on the
/// device.
#[utoipa::path(tag = "accounts", responses(
    (status = 200, body = Envelope<PasskeyOptionsBody>),
    (status = 409, body = ProblemBody, description = "passkeys can't be used at this address"),
    (status = 429, body = ProblemBody, description = "too many sign-ins; the header Retry-After says how long to wait"),
))]
#[post("/users/signin/passkey/options")]
async fn begin_passkey_sign_in(
    api: web::Data<Api>,
    request: HttpRequest,
    _body: NoFields,
) -> Result<HttpResponse, Problem> {
    let address = network_address(&request);
    let options = api
        .run(move |ports| begin_sign_in::execute(ports, &address))
        .await?;
    PasskeyOptionsBody::answer(options)
}

/// Signs in with a passkey alone.
///
/// The passkey counts as both factors, because its authenticator verified the person.
#[utoipa::path(tag = "accounts", request_body = PasskeyBody, responses(
    (status = 200, body = UserAnswer),
    (status = 400, body = ProblemBody, description = "the response is not valid"),
    (status = 401, body = ProblemBody, description = "the passkey is unknown or may have been copied, or the account is disabled, or its organisation signs in with a provider"),
    (status = 409, body = ProblemBody, description = "the challenge has expired or was used, or passkeys can't be used at this address"),
))]
#[post("/users/signin/passkey")]
async fn sign_in_with_passkey(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<PasskeyBody>,
) -> Result<HttpResponse, Problem> {
    let command = sign_in::Command {
        credential: body.0.credential.into_text(),
        address: network_address(&request),
        user_agent: network::user_agent(&request),
        browser: browser_cookie::read(&api, &request),
    };
    let answer = api.run(move |ports| sign_in::execute(ports, &command)).await;
    count_sign_in(&api, &answer, StatusCode::OK);
    Ok(signed_in(&api, "You are signed in.", answer?))
}

/// Asks for a passkey of the account during a pending sign-in.
#[utoipa::path(tag = "accounts", request_body = PendingTokenBody, responses(
    (status = 200, body = Envelope<PasskeyOptionsBody>),
    (status = 401, body = ProblemBody, description = "the pending sign-in has ended: enter the username and the password again"),
    (status = 409, body = ProblemBody, description = "the account has no passkey, or the pending sign-in waits for another step"),
    (status = 429, body = ProblemBody, description = "too many wrong entries; the header Retry-After says how long to wait"),
))]
#[post("/users/signin/passkey/second-factor/options")]
async fn begin_passkey_at_sign_in(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<PendingTokenBody>,
) -> Result<HttpResponse, Problem> {
    let origin = origin(&api, &request, body.0.pending_token);
    let options = api.run(move |ports| enter::begin(ports, &origin)).await?;
    PasskeyOptionsBody::answer(options)
}

/// Completes a pending sign-in with a passkey of the account.
///
/// A response that is not valid counts as a wrong code. Five end the pending sign-in.
#[utoipa::path(tag = "accounts", request_body = SignInPasskeyBody, responses(
    (status = 200, body = UserAnswer),
    (status = 400, body = ProblemBody, description = "the response is not valid; `params` says how often to try again"),
    (status = 401, body = ProblemBody, description = "the pending sign-in has ended: enter the username and the password again; or the passkey may have been copied"),
    (status = 409, body = ProblemBody, description = "the challenge has expired or was used, or the pending sign-in waits for another step"),
    (status = 429, body = ProblemBody, description = "too many wrong entries; the header Retry-After says how long to wait"),
))]
#[post("/users/signin/passkey/second-factor")]
async fn enter_passkey_at_sign_in(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<SignInPasskeyBody>,
) -> Result<HttpResponse, Problem> {
    let command = enter::Command {
        credential: body.0.credential.into_text(),
        origin: origin(&api, &request, body.0.pending_token),
    };
    let entered = api.run(move |ports| enter::execute(ports, &command)).await;
    count_sign_in(&api, &entered, StatusCode::OK);
    Ok(signed_in(&api, "You are signed in.", entered?))
}

/// Begins to add a passkey during a pending sign-in that needs a second factor.
#[utoipa::path(tag = "accounts", request_body = PendingTokenBody, responses(
    (status = 200, body = Envelope<PasskeyOptionsBody>),
    (status = 401, body = ProblemBody, description = "the pending sign-in has ended: enter the username and the password again"),
    (status = 409, body = ProblemBody, description = "passkeys can't be used at this address, or the pending sign-in waits for another step"),
    (status = 429, body = ProblemBody, description = "too many wrong entries; the header Retry-After says how long to wait"),
))]
#[post("/users/signin/second-factor/passkey/options")]
async fn begin_new_passkey_at_sign_in(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<PendingTokenBody>,
) -> Result<HttpResponse, Problem> {
    let origin = origin(&api, &request, body.0.pending_token);
    let options = api
        .run(move |ports| add_at_sign_in::begin(ports, &origin))
        .await?;
    PasskeyOptionsBody::answer(options)
}

/// Adds the new passkey, and completes the pending sign-in.
#[utoipa::path(tag = "accounts", request_body = NewSignInPasskeyBody, responses(
    (status = 200, body = SignedInWithCodesAnswer),
    (status = 400, body = ProblemBody, description = "the name is missing or too long, or the response is not valid"),
    (status = 401, body = ProblemBody, description = "the pending sign-in has ended: enter the username and the password again"),
    (status = 409, body = ProblemBody, description = "the challenge has expired or was used, or an account has this passkey, or the pending sign-in waits for another step"),
    (status = 429, body = ProblemBody, description = "too many wrong entries; the header Retry-After says how long to wait"),
))]
#[post("/users/signin/second-factor/passkey")]
async fn add_passkey_at_sign_in(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<NewSignInPasskeyBody>,
) -> Result<HttpResponse, Problem> {
    let command = add_at_sign_in::Command {
        name: body.0.name,
        credential: body.0.credential.into_text(),
        origin: origin(&api, &request, body.0.pending_token),
    };
    let added = api
        .run(move |ports| add_at_sign_in::execute(ports, &command))
        .await;
    count_sign_in(&api, &added, StatusCode::OK);
    Ok(signed_in_with_codes(&api, added?))
}
