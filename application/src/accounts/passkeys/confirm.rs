//! Confirms the caller with a passkey in an open session: `POST users/confirm-passkey/options/` and
//! `POST users/confirm-passkey/` (decisions C15, O6). For the next minutes the session may make
//! sensitive changes, as after the password; see [`Caller::require_password`].

use aditus_domain::accounts::passkey::CeremonyPurpose;
use aditus_domain::audit::Act;

use super::Options;
pub use super::ceremony::Error;
use super::ceremony::{self, Challenge};
use crate::access::Caller;
use crate::accounts::conflicts::retry_conflicts;
use crate::audit::{self, Unrecorded};
use crate::ports::Ports;

/// Returns the options that ask for a passkey of the caller.
pub fn begin(ports: &Ports, caller: &Caller) -> Result<Options, Error> {
    ceremony::adapter(ports)?;
    retry_conflicts(|| {
        let mut transaction = ports.database.begin()?;
        ceremony::spend(ports, transaction.as_mut(), caller)?;
        let options = ceremony::ask_own(
            ports,
            transaction.as_mut(),
            caller.user,
            CeremonyPurpose::Confirmation,
            &Challenge::random(ports),
        )?;
        // The response has an audit entry.
        transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
        Ok(options)
    })
}

/// Stores the confirmation in the session of this call only, as the password does.
pub fn execute(ports: &Ports, caller: &Caller, credential: &str) -> Result<(), Error> {
    let user = caller.user;
    let verified = ceremony::verify_own(ports, caller, user, CeremonyPurpose::Confirmation, credential)?;
    retry_conflicts(|| {
        let mut transaction = ports.database.begin()?;
        verified.save(transaction.as_mut())?;
        transaction
            .sessions()
            .record_password_confirmation(caller.session, ports.clock.now())?;
        let passkey = verified.passkey.id;
        let act = Act::PasskeyConfirmed { user, passkey };
        let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
        transaction.commit(recorded)?;
        Ok(())
    })
}
