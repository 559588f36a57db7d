//! The code of a decision is checked without being used up (decisions A3, "The calls": `otp/verify/`).

use aditus_domain::accounts::{OtpCode, OtpError, OtpFlow};
use aditus_domain::ids::StateId;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::decision_code::{Bond, CHANGED, has_changed, outcome};
use super::turn::{self, TurnError};
use crate::access::Caller;
use crate::accounts::codes::{self, EntryError};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// What was entered.
#[derive(Debug, Clone)]
pub struct Command {
    /// The stage.
    pub state: StateId,
    /// The outcome that is meant: `status`, true for an approval.
    pub approve: bool,
    /// The digits.
    pub otp: String,
}

/// The code would be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// What is shown.
    pub message: &'static str,
    /// From when on it is no longer taken.
    pub expires_at: DateTime<Utc>,
}

/// Why the code would not be taken.
#[derive(Debug, Error)]
pub enum Error {
    /// Nothing was entered, or not six digits.
    #[error(transparent)]
    Otp(#[from] OtpError),
    /// The caller may not decide at this stage now.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The code is wrong, expired, or there is none. A wrong entry is counted.
    #[error(transparent)]
    Code(EntryError),
    /// The request changed since the code was sent (decisions C7).
    #[error("{CHANGED}")]
    Changed,
    /// The database refused.
    #[error("Failed to verify OTP")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Turn, Code, Store;
        Otp(OtpError::Malformed(_)) => Invalid, reason: CodeMalformed, field: "otp", code: Some(605);
        Otp(OtpError::Missing(_)) => Invalid, reason: CodeMissing, field: "otp";
        Changed => Conflict, reason: RowChanged;
    }
}

/// Says whether [`super::decide`] would take the code.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let code = OtpCode::parse(&command.otp, OtpFlow::Decision)?;
    let bond = {
        let mut transaction = ports.database.begin()?;
        let turn = turn::of(transaction.as_mut(), caller, command.state)?;
        let terms = turn::terms(ports, transaction.as_mut(), turn.request.id, ports.clock.now())?;
        turn.may_act(terms)?;
        Bond::new(command.state, &turn, outcome(command.approve))
    };
    match codes::check(ports, &bond.entry(caller, &code)) {
        Ok(expires_at) => Ok(Answer {
            message: "The OTP is valid.",
            expires_at,
        }),
        Err(refused) if has_changed(&refused) => Err(Error::Changed),
        Err(EntryError::Store(error)) => Err(error.into()),
        Err(refused) => Err(Error::Code(refused)),
    }
}
