//! Calls of the demo.

use actix_web::{HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;
use validator::Validate;

use super::{DemoAccount, DemoMail};
use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Query;
use crate::problem::Problem;
use crate::routes::Routes;

/// The recipient of the mails.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct MailboxQuery {
    /// The recipient's address. Without it, the mails of all recipients are returned.
    #[validate(length(max = 320, message = "This is not an address."))]
    pub to: Option<String>,
}

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes.service(demo_mailbox).service(demo_accounts);
}

/// Returns the mails that were sent, newest first.
///
/// Only available in a demo.
#[utoipa::path(tag = "demo", params(MailboxQuery), responses(
    (status = 200, body = Envelope<Vec<DemoMail>>),
    (status = 404, body = crate::problem::ProblemBody, description = "this is not a demonstration"),
))]
#[get("/demo/mailbox")]
pub(crate) async fn demo_mailbox(
    api: web::Data<Api>,
    query: Query<MailboxQuery>,
) -> Result<HttpResponse, Problem> {
    let demo = api.demo().ok_or_else(Problem::not_found)?;
    Ok(Envelope::read(demo.mails(query.0.to.as_deref())))
}

/// Returns the accounts of the demo.
///
/// Only available in a demo.
#[utoipa::path(tag = "demo", responses(
    (status = 200, body = Envelope<Vec<DemoAccount>>),
    (status = 404, body = crate::problem::ProblemBody, description = "this is not a demonstration"),
))]
#[get("/demo/accounts")]
pub(crate) async fn demo_accounts(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let demo = api.demo().ok_or_else(Problem::not_found)?;
    Ok(Envelope::read(demo.accounts()))
}
