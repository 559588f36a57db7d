//! Whether a password would be taken, while it is being chosen: `POST users/password-strength/` (decisions A10). The calls that
//! set a password judge again, and know more of the person where there is an account.

use aditus_domain::accounts::Password;
use aditus_domain::limits::Limit;

use super::strength::{self, Known};
use crate::limits;
pub use crate::limits::LimitError as Error;
use crate::ports::Ports;

/// The password, and what was typed of the person so far. There is no `Debug`: the password must not reach a log.
#[derive(Clone, Default)]
pub struct Query {
    /// The password.
    pub password: String,
    /// First name, middle name, surname.
    pub names: [String; 3],
    /// The e-mail address.
    pub org_email: String,
    /// The organisation's name.
    pub organisation: String,
    /// The network address of the caller.
    pub address: String,
}

/// The verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// It would be taken.
    pub state: bool,
    /// What it lacks, or how to choose a better one.
    pub result_message: String,
}

/// Judges a password as the form and its words judge it.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let counter = limits::of_caller(ports, Limit::PasswordCheck, None, &query.address);
    limits::spend(ports, &counter)?;
    let [fname, middle_name, sname] = &query.names;
    let known = Known {
        names: [fname, middle_name, sname],
        email: &query.org_email,
        organisation: &query.organisation,
    };
    let refused = match Password::parse(&query.password) {
        Err(faults) => Some(faults.to_string()),
        Ok(password) => strength::require(ports, &password, &known)
            .err()
            .map(|weakness| weakness.to_string()),
    };
    Ok(Answer {
        state: refused.is_none(),
        result_message: refused.unwrap_or_else(|| "This password is hard to guess.".to_owned()),
    })
}
