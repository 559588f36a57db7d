//! Checks whether a phone number exists and whether an account has it: `POST users/phone/` and
//! `POST users/duplicate/` (1 §5.2, §5.5; decisions A6).

use aditus_domain::accounts::PhoneNumber;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::phone_claims;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// The number to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The number as typed.
    pub phone: String,
    /// The network address of the caller.
    pub address: String,
}

/// The result of the check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The result: whether the number exists, or whether it is registered.
    pub state: bool,
    /// The result as a sentence.
    pub result_message: &'static str,
}

/// Errors of checking a number.
#[derive(Debug, Error)]
pub enum Error {
    /// The number is empty.
    #[error("Phone is required")]
    Missing,
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
        Missing => Invalid, reason: InvalidFields, field: "phone";
    }
}

fn canonical(ports: &Ports, query: &Query) -> Result<Option<PhoneNumber>, Error> {
    if query.phone.trim().is_empty() {
        return Err(Error::Missing);
    }
    let phone = PhoneNumber::parse(&query.phone).ok();
    Ok(phone.and_then(|phone| ports.phones.canonical(&phone)))
}

/// Checks whether the number is valid for its country.
pub fn exists(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let state = canonical(ports, query)?.is_some();
    Ok(Answer {
        state,
        result_message: if state {
            "The Phone exists"
        } else {
            "The Phone does not exist"
        },
    })
}

/// Checks whether an account has the number. An invalid number counts as not registered. So does a
/// number that its holder must release because it was never verified.
pub fn is_registered(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let phone = canonical(ports, query)?;
    let counter = limits::caller_counter(ports, Limit::DuplicateCheck, None, &query.address);
    limits::spend(ports, &counter)?;
    let state = match phone {
        Some(phone) => {
            let mut views = ports.database.read()?;
            views.accounts().has_username(phone.as_str())?
                && !phone_claims::is_releasable(views.account_lookup(), &phone, ports.clock.now())?
        }
        None => false,
    };
    Ok(Answer {
        state,
        result_message: if state {
            "Phone number is already registered"
        } else {
            "Phone number is not registered"
        },
    })
}
