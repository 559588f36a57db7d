//! Whether an account has an e-mail address: `POST users/duplicate-email/` (1 §5.5, §7.1).

use aditus_domain::accounts::{EmailAddress, EmailError};
use aditus_domain::limits::Limit;
use thiserror::Error;

use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// The address in question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// As it was typed.
    pub org_email: String,
    /// The network address of the caller.
    pub address: String,
}

/// What is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whether an account has it.
    pub state: bool,
    /// The same in words.
    pub result_message: String,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Error {
    /// This is no address.
    #[error(transparent)]
    Email(#[from] EmailError),
    /// It was asked too often.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        Email(_) => Invalid, field: "org_email";
    }
}

/// Whether an account has the address, in whatever case it is written.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let address = EmailAddress::parse(&query.org_email)?;
    let counter = limits::of_caller(ports, Limit::DuplicateCheck, None, &query.address);
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
