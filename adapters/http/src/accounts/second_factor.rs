//! Second factors: the calls of a pending sign-in, of the owner, and of a Super User who resets one.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use aditus_application::accounts::second_factor::confirm_owner::Confirmation;
use aditus_application::accounts::second_factor::enter_code::{self, Origin};
use aditus_application::accounts::second_factor::set_up_at_sign_in::Completed;
use aditus_application::accounts::second_factor::{
    AppSecret, new_recovery_codes, remove, reset, set_up, set_up_at_sign_in, status,
};
use aditus_domain::accounts::second_factor::Obligation;
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::body::{UserAnswer, UserBody};
use super::{browser_cookie, count_sign_in, network, signed_in};
use crate::answer::{Done, Envelope};
use crate::api::Api;
use crate::body::Body;
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(enter_sign_in_code)
        .service(set_up_at_sign_in_call)
        .service(confirm_at_sign_in_call)
        .service(own_second_factor)
        .service(set_up_second_factor)
        .service(confirm_second_factor)
        .service(remove_second_factor)
        .service(make_recovery_codes)
        .service(reset_second_factor);
}

/// A code for a pending sign-in.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignInCodeBody {
    /// The token of the pending sign-in.
    #[serde(default)]
    #[validate(length(max = 100, message = "This is no token of a sign-in."))]
    pub pending_token: String,
    /// Six digits of the authenticator app, or a recovery code.
    #[serde(default)]
    #[validate(length(max = 100, message = "This is too long for a code."))]
    pub code: String,
}

/// A pending sign-in.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PendingTokenBody {
    /// The token of the pending sign-in.
    #[serde(default)]
    #[validate(length(max = 100, message = "This is no token of a sign-in."))]
    pub pending_token: String,
}

/// The confirmation of a change of the second factor.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurrentCodeBody {
    /// A code of the present second factor. Not needed if the password was confirmed.
    #[serde(default)]
    #[validate(length(max = 100, message = "This is too long for a code."))]
    pub current_code: String,
}

/// The first code of a new authenticator app.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAppCodeBody {
    /// Six digits.
    #[serde(default)]
    #[validate(length(max = 100, message = "This is too long for a code."))]
    pub code: String,
}

/// The user whose second factor is reset.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResetSecondFactorBody {
    pub user_id: i64,
}

/// The secret of a new authenticator app. It is shown once.
#[derive(Serialize, ToSchema)]
pub(crate) struct AppSecretBody {
    /// The secret in groups of four letters, for typing it into the app.
    #[schema(example = "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")]
    pub secret: String,
    /// The `otpauth` address for a QR code.
    pub address: String,
    /// The time by which the app has to be confirmed.
    pub expires_on: DateTime<Utc>,
}

impl From<AppSecret> for AppSecretBody {
    fn from(secret: AppSecret) -> Self {
        Self {
            secret: secret.text,
            address: secret.address,
            expires_on: secret.expires_on,
        }
    }
}

/// Recovery codes, which are shown once.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodesBody {
    /// The codes; empty if the codes that the user has stay valid.
    pub recovery_codes: Vec<String>,
}

/// A completed sign-in with the recovery codes of the new second factor.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignedInWithCodesAnswer {
    #[serde(flatten)]
    pub answer: UserAnswer,
    /// The codes, which are shown once.
    pub recovery_codes: Vec<String>,
}

/// The caller's second factor.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactorBody {
    /// The time at which the authenticator app was set up; null if there is none.
    pub app_added_on: Option<DateTime<Utc>>,
    /// The time at which the app was last used; null if it was not used since it was set up.
    pub app_last_used_on: Option<DateTime<Utc>>,
    /// The passkeys, the oldest first.
    pub passkeys: Vec<OwnPasskeyBody>,
    /// True if passkeys can be used at the address of this installation.
    pub passkeys_available: bool,
    /// The number of unused recovery codes.
    pub recovery_codes_left: u64,
    /// The time at which the recovery codes were made; null if there are none.
    pub recovery_codes_made_on: Option<DateTime<Utc>>,
    /// True if the caller's role needs a second factor.
    pub required: bool,
    /// The time from which signing in needs a second factor; null if the role needs none, if that
    /// time has passed, or if it is counted from the next sign-in.
    pub required_from: Option<DateTime<Utc>>,
}

/// A passkey of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnPasskeyBody {
    pub passkey_id: i64,
    #[schema(example = "Work laptop")]
    pub name: String,
    pub added_on: DateTime<Utc>,
    /// The time at which it was last used; null if it was not used since it was added.
    pub last_used_on: Option<DateTime<Utc>>,
}

impl From<status::PasskeyView> for OwnPasskeyBody {
    fn from(passkey: status::PasskeyView) -> Self {
        Self {
            passkey_id: passkey.id.0,
            name: passkey.name,
            added_on: passkey.added_on,
            last_used_on: passkey.last_used_on,
        }
    }
}

impl From<status::Answer> for SecondFactorBody {
    fn from(answer: status::Answer) -> Self {
        Self {
            app_added_on: answer.app.map(|app| app.added_on),
            app_last_used_on: answer.app.and_then(|app| app.last_used_on),
            passkeys: answer.passkeys.into_iter().map(OwnPasskeyBody::from).collect(),
            passkeys_available: answer.passkeys_available,
            recovery_codes_left: answer.recovery_codes_left as u64,
            recovery_codes_made_on: answer.recovery_codes_made_on,
            required: answer.obligation != Obligation::Optional,
            required_from: match answer.obligation {
                Obligation::Grace(until) => until,
                Obligation::Optional | Obligation::Required => None,
            },
        }
    }
}

pub(super) fn origin(api: &Api, request: &HttpRequest, pending_token: String) -> Origin {
    Origin {
        token: pending_token,
        address: network_address(request),
        user_agent: network::user_agent(request),
        browser: browser_cookie::read(api, request),
    }
}

pub(super) fn confirmation(request: &HttpRequest, body: CurrentCodeBody) -> Confirmation {
    Confirmation {
        code: body.current_code,
        address: network_address(request),
    }
}

/// Completes a pending sign-in with a code of the authenticator app or a recovery code.
///
/// Each code is accepted once. Five wrong codes end the pending sign-in.
#[utoipa::path(tag = "accounts", request_body = SignInCodeBody, responses(
    (status = 200, body = UserAnswer),
    (status = 400, body = ProblemBody, description = "the code is wrong; `params` says how often it can be entered"),
    (status = 401, body = ProblemBody, description = "the pending sign-in has ended: enter the username and the password again"),
    (status = 409, body = ProblemBody, description = "the pending sign-in waits for another step"),
    (status = 429, body = ProblemBody, description = "too many wrong codes; the header Retry-After says how long to wait"),
))]
#[post("/users/signin/code")]
async fn enter_sign_in_code(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<SignInCodeBody>,
) -> Result<HttpResponse, Problem> {
    let command = enter_code::Command {
        code: body.0.code,
        origin: origin(&api, &request, body.0.pending_token),
    };
    let entered = api.run(move |ports| enter_code::execute(ports, &command)).await;
    count_sign_in(&api, &entered, StatusCode::OK);
    Ok(signed_in(&api, "You are signed in.", entered?))
}

/// Shows the secret of a new authenticator app during a pending sign-in that needs one.
#[utoipa::path(tag = "accounts", request_body = PendingTokenBody, responses(
    (status = 200, body = Envelope<AppSecretBody>),
    (status = 401, body = ProblemBody, description = "the pending sign-in has ended: enter the username and the password again"),
    (status = 409, body = ProblemBody, description = "the pending sign-in waits for another step"),
    (status = 429, body = ProblemBody, description = "too many wrong codes; the header Retry-After says how long to wait"),
))]
#[post("/users/signin/second-factor")]
async fn set_up_at_sign_in_call(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<PendingTokenBody>,
) -> Result<HttpResponse, Problem> {
    let origin = origin(&api, &request, body.0.pending_token);
    let secret = api
        .run(move |ports| set_up_at_sign_in::begin(ports, &origin))
        .await?;
    Ok(Envelope::read(AppSecretBody::from(secret)))
}

/// Confirms the new authenticator app with its first code, and completes the pending sign-in.
#[utoipa::path(tag = "accounts", request_body = SignInCodeBody, responses(
    (status = 200, body = SignedInWithCodesAnswer),
    (status = 400, body = ProblemBody, description = "the code is wrong; `params` says how often it can be entered"),
    (status = 401, body = ProblemBody, description = "the pending sign-in has ended: enter the username and the password again"),
    (status = 409, body = ProblemBody, description = "the setup has expired, or the pending sign-in waits for another step"),
    (status = 429, body = ProblemBody, description = "too many wrong codes; the header Retry-After says how long to wait"),
))]
#[post("/users/signin/second-factor/confirm")]
async fn confirm_at_sign_in_call(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<SignInCodeBody>,
) -> Result<HttpResponse, Problem> {
    let command = set_up_at_sign_in::Command {
        code: body.0.code,
        origin: origin(&api, &request, body.0.pending_token),
    };
    let confirmed = api
        .run(move |ports| set_up_at_sign_in::confirm(ports, &command))
        .await;
    count_sign_in(&api, &confirmed, StatusCode::OK);
    Ok(signed_in_with_codes(&api, confirmed?))
}

pub(super) fn signed_in_with_codes(api: &Api, completed: Completed) -> HttpResponse {
    let answer = completed.answer;
    let user = UserBody::new(answer.user, answer.selected.map(|id| id.0), Some(answer.token));
    let mut response = HttpResponse::Ok().json(SignedInWithCodesAnswer {
        answer: UserAnswer::new("You are signed in.", user),
        recovery_codes: completed.recovery_codes,
    });
    browser_cookie::set(api, &mut response, &answer.browser);
    response
}

/// Returns the caller's second factor, without its secrets.
#[utoipa::path(tag = "accounts", security(("token" = [])), responses(
    (status = 200, body = Envelope<SecondFactorBody>),
))]
#[get("/users/second-factor")]
async fn own_second_factor(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let answer = api.read(reader, status::execute).await?;
    Ok(Envelope::read(SecondFactorBody::from(answer)))
}

/// Shows the secret of a new authenticator app, which a code has to confirm.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = CurrentCodeBody, responses(
    (status = 200, body = Envelope<AppSecretBody>),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first, or send `current_code`"),
    (status = 429, body = ProblemBody, description = "too many wrong codes, or too many changes"),
))]
#[post("/users/second-factor")]
async fn set_up_second_factor(
    api: web::Data<Api>,
    caller: SignedIn,
    request: HttpRequest,
    body: Body<CurrentCodeBody>,
) -> Result<HttpResponse, Problem> {
    let confirmation = confirmation(&request, body.0);
    let secret = api
        .run(move |ports| set_up::begin(ports, &caller, &confirmation))
        .await?;
    Ok(Envelope::read(AppSecretBody::from(secret)))
}

/// Confirms the new authenticator app with its first code. It takes the place of an earlier app.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = NewAppCodeBody, responses(
    (status = 200, body = Envelope<RecoveryCodesBody>),
    (status = 409, body = ProblemBody, description = "the setup has expired"),
    (status = 429, body = ProblemBody, description = "too many changes"),
))]
#[post("/users/second-factor/confirm")]
async fn confirm_second_factor(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<NewAppCodeBody>,
) -> Result<HttpResponse, Problem> {
    let code = body.0.code;
    let recovery_codes = api
        .run(move |ports| set_up::confirm(ports, &caller, &code))
        .await?;
    Ok(Envelope::read(RecoveryCodesBody { recovery_codes }))
}

/// Removes the caller's authenticator app. The recovery codes stay while there is a passkey.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = CurrentCodeBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first, or send `current_code`"),
    (status = 409, body = ProblemBody, description = "the caller has no app, or the role needs a second factor and there is no passkey"),
    (status = 429, body = ProblemBody, description = "too many wrong codes, or too many changes"),
))]
#[post("/users/second-factor/remove")]
async fn remove_second_factor(
    api: web::Data<Api>,
    caller: SignedIn,
    request: HttpRequest,
    body: Body<CurrentCodeBody>,
) -> Result<HttpResponse, Problem> {
    let confirmation = confirmation(&request, body.0);
    api.run(move |ports| remove::execute(ports, &caller, &confirmation))
        .await?;
    Ok(Done::ok("Your authenticator app was removed."))
}

/// Makes new recovery codes for the caller. The earlier ones no longer work.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = CurrentCodeBody, responses(
    (status = 200, body = Envelope<RecoveryCodesBody>),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first, or send `current_code`"),
    (status = 409, body = ProblemBody, description = "the caller has no second factor"),
    (status = 429, body = ProblemBody, description = "too many wrong codes, or too many changes"),
))]
#[post("/users/second-factor/recovery-codes")]
async fn make_recovery_codes(
    api: web::Data<Api>,
    caller: SignedIn,
    request: HttpRequest,
    body: Body<CurrentCodeBody>,
) -> Result<HttpResponse, Problem> {
    let confirmation = confirmation(&request, body.0);
    let recovery_codes = api
        .run(move |ports| new_recovery_codes::execute(ports, &caller, &confirmation))
        .await?;
    Ok(Envelope::read(RecoveryCodesBody { recovery_codes }))
}

/// Resets the second factor of another user who lost it.
///
/// For Super Users. All sessions of that user end.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = ResetSecondFactorBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "the caller is no Super User, or asks for their own; with code 607: confirm the password first"),
    (status = 404, body = ProblemBody, description = "there is no such user"),
    (status = 409, body = ProblemBody, description = "the user has no second factor"),
))]
#[post("/users/second-factor/reset")]
async fn reset_second_factor(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<ResetSecondFactorBody>,
) -> Result<HttpResponse, Problem> {
    let user = UserId(body.0.user_id);
    api.run(move |ports| reset::execute(ports, &caller, user)).await?;
    Ok(Done::ok("The second factor was reset."))
}
