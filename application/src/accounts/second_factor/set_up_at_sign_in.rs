//! Sets up an authenticator app during a pending sign-in, for a person whose roles need a second
//! factor and whose period of grace is over: `POST users/signin/second-factor/` and `POST
//! users/signin/second-factor/confirm/`.

use aditus_domain::accounts::second_factor::{CodeCheck, FactorCode, PendingError, PendingStep, TotpError};
use aditus_domain::audit::Act;

use super::notice;
use super::pending::Attempt;
pub use super::pending::{Error, Origin};
use super::set_up_steps::{self, AppSecret, BeginError, ConfirmError};
use crate::accounts::conflicts::retry_conflicts;
use crate::accounts::sign_in_progress::{self, Answer};
use crate::audit::{self, Unrecorded};
use crate::ports::Ports;

/// The code of the new app, and the pending sign-in. There is no `Debug`: the code must not reach a
/// log.
#[derive(Clone)]
pub struct Command {
    /// Six digits of the new app.
    pub code: String,
    /// The pending sign-in.
    pub origin: Origin,
}

/// A completed sign-in with the recovery codes of the new app, which are shown once.
#[derive(Clone, PartialEq, Eq)]
pub struct Completed {
    /// The sign-in.
    pub answer: Answer,
    /// The recovery codes.
    pub recovery_codes: Vec<String>,
}

impl From<BeginError> for Error {
    fn from(error: BeginError) -> Self {
        match error {
            BeginError::Seal(error) => error.into(),
            BeginError::Store(error) => error.into(),
        }
    }
}

/// Returns a new secret for the authenticator app.
pub fn begin(ports: &Ports, origin: &Origin) -> Result<AppSecret, Error> {
    retry_conflicts(|| {
        let (mut transaction, attempt) = Attempt::begin(ports, origin, PendingStep::SetUp)?;
        let secret = set_up_steps::begin(ports, transaction.as_mut(), &attempt.account)?;
        // Confirming the app has an audit entry.
        transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
        Ok(secret)
    })
}

/// Confirms the app with its first code, and signs the person in.
pub fn confirm(ports: &Ports, command: &Command) -> Result<Completed, Error> {
    let code = FactorCode::parse_digits(&command.code)?;
    retry_conflicts(|| {
        let (mut transaction, attempt) = Attempt::begin(ports, &command.origin, PendingStep::SetUp)?;
        let (user, now) = (attempt.account.id, attempt.now);
        let mut stored = transaction.second_factors().of_user(user)?;
        if stored.factor.is_active() {
            // The account got a second factor elsewhere, and signing in needs a code of that one.
            return Err(PendingError::Ended.into());
        }
        let confirmed = match set_up_steps::confirm(ports, &mut stored, code, now) {
            Ok(confirmed) => confirmed,
            Err(ConfirmError::Code(refused)) => {
                let check = match refused {
                    TotpError::Wrong => CodeCheck::Wrong,
                    TotpError::Used => CodeCheck::Used,
                };
                attempt.enter(ports, transaction, check)?;
                return Err(PendingError::Ended.into());
            }
            Err(ConfirmError::NotBegun(error)) => return Err(error.into()),
            Err(ConfirmError::Seal(error)) => return Err(error.into()),
        };
        let mut transaction = attempt.enter(ports, transaction, CodeCheck::Right)?;
        transaction.second_factors().save(&stored)?;
        notice::queue_added(ports, transaction.as_mut(), &attempt.account, false, now)?;
        let added = Act::SecondFactorAdded {
            user,
            replaced: false,
        };
        let sign_in = attempt.into_sign_in();
        let factor = Some("authenticator app");
        let answer = sign_in_progress::complete(ports, transaction, sign_in, factor, vec![added])?;
        Ok(Completed {
            answer,
            recovery_codes: confirmed.recovery_codes,
        })
    })
}
