//! What only a demonstration offers: the mails that were sent, and accounts to try. Without `--demo` these calls answer
//! 404, as if they did not exist.

use actix_web::{HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::answer::Envelope;
use crate::api::Api;
use crate::body::Query;
use crate::problem::Problem;
use crate::routes::Routes;

/// The demonstration's own data.
pub trait Demo: Send + Sync {
    /// The mails that were sent to this address, or to anyone, newest first.
    fn mails(&self, to: Option<&str>) -> Vec<DemoMail>;

    /// The accounts to try.
    fn accounts(&self) -> Vec<DemoAccount>;
}

/// A mail that was sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DemoMail {
    /// The address it went to.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// Its plain part.
    pub text: String,
    /// When it left.
    pub sent_at: DateTime<Utc>,
}

/// An account to try.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DemoAccount {
    /// What to sign in with: the e-mail address, or the phone number of who has none.
    pub username: String,
    /// The person's name.
    pub name: String,
    /// The role that the account holds, if any.
    pub role: Option<String>,
    /// The password of all demo accounts.
    pub password: String,
}

/// Whose mails are wanted.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct MailboxQuery {
    /// Everybody's when it is left out.
    #[validate(length(max = 320, message = "This is no address."))]
    pub to: Option<String>,
}

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes.service(demo_mailbox).service(demo_accounts);
}

/// The mails that were sent, newest first. Only in a demonstration.
#[utoipa::path(tag = "demo", params(MailboxQuery), responses(
    (status = 200, body = Envelope<Vec<DemoMail>>),
    (status = 404, body = crate::problem::ProblemBody, description = "this is no demonstration"),
))]
#[get("/demo/mailbox")]
pub(crate) async fn demo_mailbox(
    api: web::Data<Api>,
    query: Query<MailboxQuery>,
) -> Result<HttpResponse, Problem> {
    let demo = api.demo().ok_or_else(Problem::not_found)?;
    Ok(Envelope::read(demo.mails(query.0.to.as_deref())))
}

/// The accounts to try. Only in a demonstration.
#[utoipa::path(tag = "demo", responses(
    (status = 200, body = Envelope<Vec<DemoAccount>>),
    (status = 404, body = crate::problem::ProblemBody, description = "this is no demonstration"),
))]
#[get("/demo/accounts")]
pub(crate) async fn demo_accounts(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let demo = api.demo().ok_or_else(Problem::not_found)?;
    Ok(Envelope::read(demo.accounts()))
}
