//! Checks the code of a decision without redeeming it (decisions A3, "The calls": `otp/verify/`).

use aditus_domain::accounts::{OtpCode, OtpError, OtpFlow};
use aditus_domain::ids::StateId;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::confirm_by::{self, WayNotAllowed};
use super::decision_code::{CHANGED, CodeBinding, has_changed, outcome};
use super::stage_context::{self, StageError};
use crate::access::Caller;
use crate::accounts::codes::{self, EntryError};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The code to check.
#[derive(Debug, Clone)]
pub struct Command {
    /// The stage.
    pub state: StateId,
    /// The intended outcome: `status`, true for an approval.
    pub approve: bool,
    /// Digits of the code.
    pub otp: String,
}

/// The code is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Message for the user.
    pub message: &'static str,
    /// Time at which the code expires.
    pub expires_at: DateTime<Utc>,
}

/// The code is not valid, or could not be checked.
#[derive(Debug, Error)]
pub enum Error {
    /// Codes do not confirm decisions in this installation.
    #[error(transparent)]
    Way(#[from] WayNotAllowed),
    /// The code is missing, or does not have six digits.
    #[error(transparent)]
    Otp(#[from] OtpError),
    /// The caller may not decide at this stage now.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The code is wrong or expired, or there is none. A wrong entry is counted.
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
        forwards Way, Stage, Code, Store;
        Otp(OtpError::Malformed(_)) => Invalid, reason: CodeMalformed, field: "otp", code: Some(605);
        Otp(OtpError::Missing(_)) => Invalid, reason: CodeMissing, field: "otp";
        Changed => Conflict, reason: RowChanged;
    }
}

/// Checks that [`super::decide`] would accept the code.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    confirm_by::allow_code(ports)?;
    let code = OtpCode::parse(&command.otp, OtpFlow::Decision)?;
    let binding = {
        let mut transaction = ports.database.begin()?;
        let context = stage_context::load(transaction.as_mut(), caller, command.state)?;
        let constraints =
            stage_context::constraints(ports, transaction.as_mut(), context.request.id, ports.clock.now())?;
        context.may_act(constraints)?;
        CodeBinding::new(command.state, &context, outcome(command.approve))
    };
    match codes::check(ports, &binding.entry(caller, &code)) {
        Ok(expires_at) => Ok(Answer {
            message: "The OTP is valid.",
            expires_at,
        }),
        Err(refused) if has_changed(&refused) => Err(Error::Changed),
        Err(EntryError::Store(error)) => Err(error.into()),
        Err(refused) => Err(Error::Code(refused)),
    }
}
