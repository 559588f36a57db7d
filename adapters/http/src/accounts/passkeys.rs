//! The caller's passkeys, and confirming acts with them (decisions C15, O6).

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, post, put, web};
use aditus_application::accounts::passkeys::{add, confirm, remove, rename};
use aditus_domain::ids::PasskeyId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::passkey_sign_in::PasskeyBody;
use super::second_factor::{CurrentCodeBody, confirmation};
use crate::answer::{Done, Envelope};
use crate::api::Api;
use crate::body::{Body, NoFields};
use crate::passkey::{Credential, PasskeyOptionsBody};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(begin_passkey)
        .service(add_passkey)
        .service(rename_passkey)
        .service(remove_passkey)
        .service(begin_confirm_passkey)
        .service(confirm_passkey);
}

/// A new passkey.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPasskeyBody {
    /// A name by which the person knows the passkey.
    #[validate(length(max = 1000, message = "The name is too long."))]
    #[schema(example = "Work laptop")]
    pub name: String,
    /// `RegistrationResponseJSON`, at most 16 kB.
    #[schema(value_type = Object)]
    #[validate(custom(function = "Credential::check_length"))]
    pub credential: Credential,
}

/// The passkey that was added.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyAddedBody {
    pub passkey_id: i64,
    /// The recovery codes, which are shown once; empty if the codes that the user has stay valid.
    pub recovery_codes: Vec<String>,
}

/// Another name for a passkey.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasskeyNameBody {
    #[validate(length(max = 1000, message = "The name is too long."))]
    #[schema(example = "Work laptop")]
    pub name: String,
}

/// Begins to add a passkey to the caller's account.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = CurrentCodeBody, responses(
    (status = 200, body = Envelope<PasskeyOptionsBody>),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password or a passkey first, or send `current_code`"),
    (status = 409, body = ProblemBody, description = "the caller has too many passkeys, or passkeys can't be used at this address"),
    (status = 429, body = ProblemBody, description = "too many wrong codes, or too many changes"),
))]
#[post("/users/passkeys/options")]
async fn begin_passkey(
    api: web::Data<Api>,
    caller: SignedIn,
    request: HttpRequest,
    body: Body<CurrentCodeBody>,
) -> Result<HttpResponse, Problem> {
    let confirmation = confirmation(&request, body.0);
    let options = api
        .run(move |ports| add::begin(ports, &caller, &confirmation))
        .await?;
    PasskeyOptionsBody::answer(options)
}

/// Adds a passkey to the caller's account. The owner is notified by email.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = NewPasskeyBody, responses(
    (status = 200, body = Envelope<PasskeyAddedBody>),
    (status = 400, body = ProblemBody, description = "the name is missing or too long, or the response is not valid"),
    (status = 409, body = ProblemBody, description = "the challenge has expired or was used, or an account has this passkey, or the caller has too many"),
    (status = 429, body = ProblemBody, description = "too many changes"),
))]
#[post("/users/passkeys")]
async fn add_passkey(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<NewPasskeyBody>,
) -> Result<HttpResponse, Problem> {
    let command = add::Command {
        name: body.0.name,
        credential: body.0.credential.into_text(),
    };
    let answer = api
        .run(move |ports| add::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::with(
        StatusCode::OK,
        "Your passkey was added.",
        PasskeyAddedBody {
            passkey_id: answer.passkey.0,
            recovery_codes: answer.recovery_codes,
        },
    ))
}

/// Renames a passkey of the caller.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("passkey_id" = i64, Path)),
    request_body = PasskeyNameBody, responses(
    (status = 200, body = Done),
    (status = 404, body = ProblemBody, description = "the caller has no such passkey"),
    (status = 429, body = ProblemBody, description = "too many changes"),
))]
#[put("/users/passkeys/{passkey_id}")]
async fn rename_passkey(
    api: web::Data<Api>,
    caller: SignedIn,
    passkey_id: web::Path<i64>,
    body: Body<PasskeyNameBody>,
) -> Result<HttpResponse, Problem> {
    let passkey = PasskeyId(passkey_id.into_inner());
    let name = body.0.name;
    api.run(move |ports| rename::execute(ports, &caller, passkey, &name))
        .await?;
    Ok(Done::ok("Your passkey was renamed."))
}

/// Removes a passkey of the caller. The owner is notified by email.
///
/// The recovery codes are removed with the last factor.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("passkey_id" = i64, Path)),
    request_body = CurrentCodeBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password or a passkey first, or send `current_code`"),
    (status = 404, body = ProblemBody, description = "the caller has no such passkey"),
    (status = 409, body = ProblemBody, description = "it is the last factor, and the role needs one"),
    (status = 429, body = ProblemBody, description = "too many wrong codes, or too many changes"),
))]
#[post("/users/passkeys/{passkey_id}/remove")]
async fn remove_passkey(
    api: web::Data<Api>,
    caller: SignedIn,
    request: HttpRequest,
    passkey_id: web::Path<i64>,
    body: Body<CurrentCodeBody>,
) -> Result<HttpResponse, Problem> {
    let passkey = PasskeyId(passkey_id.into_inner());
    let confirmation = confirmation(&request, body.0);
    api.run(move |ports| remove::execute(ports, &caller, passkey, &confirmation))
        .await?;
    Ok(Done::ok("Your passkey was removed."))
}

/// Asks for a passkey of the caller, which confirms the next acts.
#[utoipa::path(tag = "accounts", security(("token" = [])), responses(
    (status = 200, body = Envelope<PasskeyOptionsBody>),
    (status = 409, body = ProblemBody, description = "the caller has no passkey, or passkeys can't be used at this address"),
    (status = 429, body = ProblemBody, description = "too many wrong entries"),
))]
#[post("/users/confirm-passkey/options")]
async fn begin_confirm_passkey(
    api: web::Data<Api>,
    caller: SignedIn,
    _body: NoFields,
) -> Result<HttpResponse, Problem> {
    let options = api.run(move |ports| confirm::begin(ports, &caller)).await?;
    PasskeyOptionsBody::answer(options)
}

/// Confirms the caller by a passkey, as `users/confirm-password` does by the password.
///
/// For 5 minutes, this session may make the calls that otherwise return code 607.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = PasskeyBody, responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody, description = "the response is not valid"),
    (status = 401, body = ProblemBody, description = "not signed in, or the passkey may have been copied"),
    (status = 409, body = ProblemBody, description = "the challenge has expired or was used, or the caller has no such passkey"),
    (status = 429, body = ProblemBody, description = "too many wrong entries"),
))]
#[post("/users/confirm-passkey")]
async fn confirm_passkey(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<PasskeyBody>,
) -> Result<HttpResponse, Problem> {
    let credential = body.0.credential.into_text();
    api.run(move |ports| confirm::execute(ports, &caller, &credential))
        .await?;
    Ok(Done::ok("Your passkey is confirmed."))
}
