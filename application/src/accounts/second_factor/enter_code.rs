//! Completes a pending sign-in with a code of the authenticator app or a recovery code: `POST
//! users/signin/code/` (decisions A12).

use aditus_domain::accounts::second_factor::{CodeCheck, FactorCode, PendingError, PendingStep};
use aditus_domain::audit::Act;

use super::notice;
use super::pending::Attempt;
pub use super::pending::{Error, Origin};
use super::redeem::redeem;
use crate::accounts::conflicts::retry_conflicts;
use crate::accounts::sign_in_progress::{self, Answer};
use crate::ports::Ports;

/// The code, and the pending sign-in. There is no `Debug`: the code must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// Six digits of the app, or a recovery code.
    pub code: String,
    /// The pending sign-in.
    pub origin: Origin,
}

/// Signs the person in if the code is right. Each code is accepted once.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let code = FactorCode::parse(&command.code)?;
    retry_conflicts(|| attempt(ports, &command.origin, &code))
}

fn attempt(ports: &Ports, origin: &Origin, code: &FactorCode) -> Result<Answer, Error> {
    let (mut transaction, attempt) = Attempt::begin(ports, origin, PendingStep::EnterCode)?;
    let (user, now) = (attempt.account.id, attempt.now);
    let mut stored = transaction.second_factors().of_user(user)?;
    if !stored.factor.is_active() {
        return Err(PendingError::Ended.into());
    }
    let check = redeem(ports, user, &mut stored.factor, code, now)?;
    let mut transaction = attempt.enter(ports, transaction, check)?;
    debug_assert_eq!(
        check,
        CodeCheck::Right,
        "only a right code returns the transaction"
    );
    transaction.second_factors().save(&stored)?;
    let (factor, acts) = match code {
        FactorCode::Totp(_) => ("authenticator app", vec![]),
        FactorCode::Recovery(_) => {
            let left = stored.factor.recovery_codes_left();
            notice::queue_recovery_code_used(ports, transaction.as_mut(), &attempt.account, left, now)?;
            let left = i64::try_from(left).unwrap_or(i64::MAX);
            ("recovery code", vec![Act::RecoveryCodeUsed { user, left }])
        }
    };
    let sign_in = attempt.into_sign_in();
    Ok(sign_in_progress::complete(
        ports,
        transaction,
        sign_in,
        Some(factor),
        acts,
    )?)
}
