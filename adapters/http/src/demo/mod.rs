//! Calls that only a demo offers: its mailbox and its accounts. Without `--demo` these calls return
//! 404.

mod calls;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use calls::configure;

/// The data of the demo.
pub trait Demo: Send + Sync {
    /// Returns the mails to this address, or to all addresses, newest first.
    fn mails(&self, to: Option<&str>) -> Vec<DemoMail>;

    /// Returns the demo accounts.
    fn accounts(&self) -> Vec<DemoAccount>;
}

/// A sent mail.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DemoMail {
    /// The recipient's address.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// The plain-text part.
    pub text: String,
    /// The time of sending.
    pub sent_at: DateTime<Utc>,
}

/// A demo account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DemoAccount {
    /// The username to sign in with: the email address, or the phone number if there is none.
    pub username: String,
    /// The name of the person.
    pub name: String,
    /// The role of the account, if any.
    pub role: Option<String>,
    /// The password of all demo accounts.
    pub password: String,
}
