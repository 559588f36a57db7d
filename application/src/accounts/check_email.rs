//! Checks whether an account has an email address: `POST users/duplicate-email/` (1 §5.5, §7.1).

use aditus_domain::accounts::{EmailAddress, EmailError};
use aditus_domain::limits::Limit;
use thiserror::Error;

use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// The address to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The address as typed.
    pub org_email: String,
    /// The network address of the caller.
    pub address: String,
}

/// The result of the check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// True if an account has this address.
    pub state: bool,
    /// The result as a sentence.
    pub result_message: String,
}

/// Errors of checking an address.
#[derive(Debug, Error)]
pub enum Error {
    /// The address is invalid.
    #[error(transparent)]
    Email(#[from] EmailError),
    /// Too many checks from this network.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        Email(_) => Invalid, reason: InvalidFields, field: "org_email";
    }
}

/// Checks whether an account has the address, ignoring case.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let address = EmailAddress::parse(&query.org_email)?;
    let counter = limits::caller_counter(ports, Limit::DuplicateCheck, None, &query.address);
    limits::spend(ports, &counter)?;
    let state = ports
        .database
        .read()?
        .accounts()
        .has_username(&address.folded())?;
    Ok(Answer {
        state,
        result_message: if state {
            format!(
                "The Email Address is already register on {}",
                ports.settings.product_name
            )
        } else {
            "The Email Address is not registered".to_owned()
        },
    })
}
