//! Begins a sign-in with a passkey alone: `POST users/signin/passkey/options/` (decisions O6).

use aditus_domain::accounts::passkey::CeremonyPurpose;
use aditus_domain::limits::Limit;

use super::Options;
pub use super::ceremony::Error;
use super::ceremony::{Challenge, adapter};
use crate::accounts::conflicts::retry_conflicts;
use crate::audit::{self, Unrecorded};
use crate::limits;
use crate::ports::Ports;

/// Returns options that name no account: the person chooses among the passkeys of this installation
/// on the device. `address` is the network address of the caller.
pub fn execute(ports: &Ports, address: &str) -> Result<Options, Error> {
    let adapter = adapter(ports)?;
    let counter = limits::caller_counter(ports, Limit::PasskeySignIn, None, address);
    limits::spend(ports, &counter)?;
    retry_conflicts(|| {
        let challenge = Challenge::random(ports);
        let options = adapter.request_options(challenge.bytes(), &[])?;
        let mut transaction = ports.database.begin()?;
        let expires_on = challenge.store(ports, transaction.as_mut(), CeremonyPurpose::SignIn, None)?;
        // The response has an audit entry.
        transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
        Ok(Options { options, expires_on })
    })
}
