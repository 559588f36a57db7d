//! Plans and carries out the erasure of an account.

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use aditus_application::accounts::erasure::{erase, plan};
use aditus_domain::accounts::erasure::ERASED_PERSON;
use aditus_domain::ids::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::answer::{Done, Envelope};
use crate::api::Api;
use crate::body::Body;
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

/// The effects of erasing an account, and the reasons that prevent it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErasurePlanBody {
    pub user_id: i64,
    pub fname: String,
    pub sname: String,
    /// True if the erasure is confirmed with the account's email address; false if with its phone
    /// number.
    pub has_email: bool,
    /// The text that replaces the name after the erasure.
    #[schema(example = "Erased person")]
    pub becomes: String,
    /// The number of Data Requests that are kept without the name.
    pub requests: u64,
    /// The number of drafts that are deleted.
    pub drafts: u64,
    /// The matters to settle before the erasure; empty if the account can be erased.
    pub duties: Vec<String>,
}

/// The confirmation of an erasure.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EraseBody {
    /// The Super User's own password.
    #[serde(default)]
    #[validate(length(max = 1024, message = "This is too long for a password."))]
    pub password: String,
    /// The email address of the account, or its phone number if it has no address.
    #[serde(default)]
    #[validate(length(max = 254, message = "This is too long for an address or a number."))]
    pub confirmation: String,
    /// The origin and date of the request for erasure. The audit log keeps this text, so it must
    /// not name the person.
    #[serde(default)]
    #[validate(length(max = 500, message = "The reason must not be longer than 500 characters"))]
    pub reason: String,
}

impl From<plan::Answer> for ErasurePlanBody {
    fn from(answer: plan::Answer) -> Self {
        Self {
            user_id: answer.user.0,
            fname: answer.fname,
            sname: answer.sname,
            has_email: answer.has_email,
            becomes: ERASED_PERSON.to_owned(),
            requests: answer.requests,
            drafts: answer.drafts,
            duties: answer.duties.iter().map(ToString::to_string).collect(),
        }
    }
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(plan_erasure).service(erase_account);
}

/// Returns the effects of erasing an account and the matters to settle first.
///
/// Changes nothing.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("user_id" = i64, Path)), responses(
    (status = 200, body = Envelope<ErasurePlanBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User, or it is the caller's own account"),
    (status = 404, body = ProblemBody, description = "there is no such person"),
    (status = 409, body = ProblemBody, description = "the account was already erased"),
))]
#[get("/users/erase/{user_id}")]
pub(crate) async fn plan_erasure(
    api: web::Data<Api>,
    caller: SignedIn,
    user: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let user = UserId(user.into_inner());
    let answer = api.run(move |ports| plan::execute(ports, &caller, user)).await?;
    Ok(Envelope::read(ErasurePlanBody::from(answer)))
}

/// Permanently erases an account at its owner's request.
///
/// Name, contacts, identity documents, sessions, drafts and notifications are deleted; requests,
/// decisions and the audit log are kept. Requires the Super User's own password.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("user_id" = i64, Path)),
    request_body = EraseBody, responses(
    (status = 200, body = Done),
    (status = 401, body = ProblemBody, description = "not signed in, or the password is wrong"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User, or it is the caller's own account"),
    (status = 404, body = ProblemBody, description = "there is no such person"),
    (status = 409, body = ProblemBody, description = "something must be settled first, or the account was already erased"),
    (status = 429, body = ProblemBody, description = "too many wrong passwords"),
))]
#[post("/users/erase/{user_id}")]
pub(crate) async fn erase_account(
    api: web::Data<Api>,
    caller: SignedIn,
    request: HttpRequest,
    user: web::Path<i64>,
    body: Body<EraseBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let command = erase::Command {
        user: UserId(user.into_inner()),
        password: body.password,
        confirmation: body.confirmation,
        reason: body.reason,
        address: network_address(&request),
    };
    api.run_hashing_for(&caller.clone(), move |ports| {
        erase::execute(ports, &caller, &command)
    })
    .await?;
    Ok(Done::ok("The account was erased."))
}
