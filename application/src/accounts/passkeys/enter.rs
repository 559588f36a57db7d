//! Completes a pending sign-in with a passkey of the account: `POST
//! users/signin/passkey/second-factor/options/` and `POST users/signin/passkey/second-factor/`
//! (decisions O6).

use aditus_domain::accounts::passkey::CeremonyPurpose;
use aditus_domain::accounts::second_factor::{CodeCheck, PendingError, PendingStep};
use aditus_domain::audit::Actor;
use aditus_domain::limits::Limit;

use super::Options;
use super::ceremony::{self, Challenge};
use crate::accounts::conflicts::retry_conflicts;
use crate::accounts::second_factor::pending::{self, Attempt};
pub use crate::accounts::second_factor::pending::{Error, Origin};
use crate::accounts::sign_in_progress::{self, Answer};
use crate::audit::{self, Unrecorded};
use crate::limits;
use crate::ports::{PasskeyError, Ports};

/// The response of the passkey, and the pending sign-in. There is no `Debug`: the response must not
/// reach a log.
#[derive(Clone)]
pub struct Command {
    /// `AuthenticationResponseJSON`.
    pub credential: String,
    /// The pending sign-in.
    pub origin: Origin,
}

/// Returns the options that ask for a passkey of the account.
pub fn begin(ports: &Ports, origin: &Origin) -> Result<Options, Error> {
    ceremony::adapter(ports)?;
    let counter = limits::caller_counter(ports, Limit::PasskeySignIn, None, &origin.address);
    limits::spend(ports, &counter)?;
    retry_conflicts(|| {
        let (mut transaction, attempt) = Attempt::begin(ports, origin, PendingStep::EnterCode)?;
        let options = ceremony::ask_own(
            ports,
            transaction.as_mut(),
            attempt.account.id,
            CeremonyPurpose::SecondFactor,
            &Challenge::random(ports),
        )?;
        // The response has an audit entry.
        transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
        Ok(options)
    })
}

/// Signs the person in if the response is valid. Another response counts as a wrong entry, unless
/// the challenge has expired or the passkey may have been copied.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let origin = &command.origin;
    let user = pending::owner(ports, origin)?;
    let by = Actor::person(user);
    let purpose = CeremonyPurpose::SecondFactor;
    let verified = match ceremony::verify_own(ports, by, user, purpose, &command.credential) {
        Ok(verified) => Some(verified),
        Err(ceremony::Error::Passkey(PasskeyError::Invalid(_)) | ceremony::Error::NotOwn) => None,
        Err(error) => return Err(error.into()),
    };
    retry_conflicts(|| {
        let (mut transaction, attempt) = Attempt::begin(ports, origin, PendingStep::EnterCode)?;
        let check = match &verified {
            Some(verified) => {
                verified.save(transaction.as_mut())?;
                CodeCheck::Right
            }
            None => CodeCheck::PasskeyRefused,
        };
        if attempt.account.id != user {
            return Err(PendingError::Ended.into());
        }
        let transaction = attempt.enter(ports, transaction, check)?;
        let sign_in = attempt.into_sign_in();
        let factor = Some("passkey");
        Ok(sign_in_progress::complete(
            ports,
            transaction,
            sign_in,
            factor,
            Vec::new(),
        )?)
    })
}
