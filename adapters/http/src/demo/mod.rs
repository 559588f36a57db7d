//! What only a demonstration offers: the mails that were sent, and accounts to try. Without `--demo` these calls answer
//! 404, as if they did not exist.

mod calls;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use calls::configure;

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
