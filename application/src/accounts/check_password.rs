//! Checks the strength of a password while it is being chosen: `POST users/password-strength/`
//! (decisions A10). The calls that set a password check it again, with what the account says about
//! its owner.

use aditus_domain::accounts::Password;
use aditus_domain::limits::Limit;

use super::strength::{self, PersonalDetails};
use crate::limits;
pub use crate::limits::LimitError as Error;
use crate::ports::Ports;

/// The password, and the personal details typed so far. There is no `Debug`: the password must not
/// reach a log.
#[derive(Clone, Default)]
pub struct Query {
    /// The password.
    pub password: String,
    /// First name, middle name, surname.
    pub names: [String; 3],
    /// The email address.
    pub org_email: String,
    /// The organisation's name.
    pub organisation: String,
    /// The network address of the caller.
    pub address: String,
}

/// The result of the check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// True if the password is acceptable.
    pub state: bool,
    /// The missing properties, or advice for a better password.
    pub result_message: String,
}

/// Checks a password against the rules of the form and against the details typed so far.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let counter = limits::caller_counter(ports, Limit::PasswordCheck, None, &query.address);
    limits::spend(ports, &counter)?;
    let [fname, middle_name, sname] = &query.names;
    let details = PersonalDetails {
        names: [fname, middle_name, sname],
        email: &query.org_email,
        organisation: &query.organisation,
    };
    let refused = match Password::parse(&query.password) {
        Err(faults) => Some(faults.to_string()),
        Ok(password) => strength::require(ports, &password, &details)
            .err()
            .map(|weakness| weakness.to_string()),
    };
    Ok(Answer {
        state: refused.is_none(),
        result_message: refused.unwrap_or_else(|| "This password is hard to guess.".to_owned()),
    })
}
