//! Shows what the erasure of an account would delete, and what prevents it:
//! `GET users/erase/{user_id}/`. It changes nothing.

use aditus_domain::accounts::erasure::OpenDuty;
use aditus_domain::ids::UserId;
use aditus_domain::roles::Role;

pub use super::NotErasable as Error;
use super::{duties, erasable};
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// The effects of the erasure, and its obstacles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The account.
    pub user: UserId,
    /// First name.
    pub fname: String,
    /// Surname.
    pub sname: String,
    /// True if the account has an email address to confirm the erasure with; otherwise the phone
    /// number is used.
    pub has_email: bool,
    /// The Data Requests that are kept, without the name.
    pub requests: u64,
    /// The drafts that would be deleted.
    pub drafts: u64,
    /// The duties to settle first.
    pub duties: Vec<OpenDuty>,
}

/// Returns the plan. Only Super Users may read it.
pub fn execute(ports: &Ports, caller: &Caller, user: UserId) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    // This transaction is rolled back. The duties are found by the same code as in the erasure,
    // which needs a transaction.
    let mut transaction = ports.database.begin()?;
    authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
    let account = erasable(transaction.as_mut(), caller, user)?;
    let requests = transaction.erasures().own_requests(user)?;
    let duties = duties::list_open(transaction.as_mut(), user, &requests)?;
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
