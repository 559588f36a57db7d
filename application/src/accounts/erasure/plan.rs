//! What the erasure of an account would do, and what is in the way: `GET users/erase/{user_id}/`. It changes nothing.

use aditus_domain::accounts::erasure::OpenDuty;
use aditus_domain::ids::UserId;
use aditus_domain::roles::Role;

pub use super::NotErasable as Error;
use super::{duties, erasable};
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// What would go, and what is in the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whose account it is.
    pub user: UserId,
    /// First name.
    pub fname: String,
    /// Surname.
    pub sname: String,
    /// Whether the account has an e-mail address, which the erasure is confirmed by; else it is confirmed by the phone number.
    pub has_email: bool,
    /// The Data Requests that stay, without the name.
    pub requests: u64,
    /// The drafts that go.
    pub drafts: u64,
    /// What has to be settled before.
    pub duties: Vec<OpenDuty>,
}

/// For Super Users.
pub fn execute(ports: &Ports, caller: &Caller, user: UserId) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    // It is dropped. What stands in the way is asked by the same rules as when the account is erased, which are those of a transaction.
    let mut transaction = ports.database.begin()?;
    authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
    let account = erasable(transaction.as_mut(), caller, user)?;
    let requests = transaction.erasures().own_requests(user)?;
    let duties = duties::of(transaction.as_mut(), user, &requests)?;
    let drafts = transaction.drafts().list(user)?;
    Ok(Answer {
        user,
        fname: account.fname.as_str().to_owned(),
        sname: account.sname.as_str().to_owned(),
        has_email: account.org_email.is_some(),
        requests: requests.len() as u64,
        drafts: drafts.len() as u64,
        duties,
    })
}
