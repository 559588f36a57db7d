//! Erases an account at the person's request (decisions P1): the plan with its obstacles, and the
//! erasure itself.

mod duties;
pub mod erase;
pub mod plan;
pub mod repository;
mod requests;

use aditus_domain::accounts::erasure::Identity;
use aditus_domain::ids::UserId;
use thiserror::Error;

pub use repository::{Erasures, OwnRequest};

use super::Account;
use crate::access::{AccessError, Caller};
use crate::failure::failure;
use crate::ports::{StoreError, Transaction};

/// Errors that prevent the erasure of an account.
#[derive(Debug, Error)]
pub enum NotErasable {
    /// The caller is not a Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// It is the caller's own account.
    #[error("You can't erase your own account. Ask another Super User.")]
    Own,
    /// There is no such account.
    #[error("User not found.")]
    NotFound,
    /// The account was erased before.
    #[error("This account was already erased.")]
    Before,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    NotErasable {
        forwards Access, Store;
        Own => Forbidden, reason: OwnAccount;
        NotFound => NotFound, reason: UserNotFound;
        Before => Conflict, reason: AlreadyErased;
    }
}

/// Returns the text that the Super User types as a confirmation: the account's address, or its
/// number if it has no address.
fn confirmation_of(account: &Account) -> &str {
    account
        .org_email
        .as_ref()
        .map_or(account.phone.as_str(), |address| address.as_str())
}

/// Returns the account if it is not the caller's own and not erased yet.
fn erasable(
    transaction: &mut dyn Transaction,
    caller: &Caller,
    user: UserId,
) -> Result<Account, NotErasable> {
    if user == caller.user {
        return Err(NotErasable::Own);
    }
    if let Some(account) = transaction.accounts().by_id(user)? {
        return Ok(account);
    }
    if transaction.erasures().was_erased(user)? {
        Err(NotErasable::Before)
    } else {
        Err(NotErasable::NotFound)
    }
}

/// Returns every name and contact of the person that accounts and the audit log know.
fn identity(transaction: &mut dyn Transaction, account: &Account) -> Result<Identity, StoreError> {
    let mut person = Identity::default();
    person.add_name(account.fname.as_str(), account.sname.as_str());
    if let Some(middle) = &account.middle_name {
        person.add_name(&format!("{} {middle}", account.fname), account.sname.as_str());
    }
    person.add_contact(account.phone.as_str());
    if let Some(address) = &account.org_email {
        person.add_contact(address.as_str());
    }
    for contact in transaction.erasures().contacts_ever(account.id)? {
        person.add_contact(&contact);
    }
    Ok(person)
}
