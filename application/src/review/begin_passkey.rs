//! Asks for a passkey that confirms a decision (decisions O7).

use aditus_domain::accounts::passkey::CeremonyPurpose;
use aditus_domain::ids::StateId;
use thiserror::Error;

use super::confirm_by::{self, WayNotAllowed};
use super::decision_code::outcome;
use super::stage_context::{self, StageError};
use crate::access::Caller;
use crate::accounts::passkeys::Options;
use crate::accounts::passkeys::ceremony::{self, Challenge};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The intended decision.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// The stage.
    pub state: StateId,
    /// The intended outcome: `status`, true for an approval.
    pub approve: bool,
}

/// No passkey is asked for.
#[derive(Debug, Error)]
pub enum Error {
    /// Passkeys do not confirm decisions in this installation.
    #[error(transparent)]
    Way(#[from] WayNotAllowed),
    /// The caller may not decide at this stage now.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The caller has no passkey, or began too often.
    #[error(transparent)]
    Passkey(#[from] ceremony::Error),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Way, Stage, Passkey, Store;
    }
}

/// Returns the options with which the browser asks for one of the caller's passkeys. The challenge
/// covers person, stage, outcome and content, so the signature confirms nothing else. The caller
/// must be allowed to decide at this stage now.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Options, Error> {
    let mut transaction = ports.database.begin()?;
    let context = stage_context::load(transaction.as_mut(), caller, command.state)?;
    let constraints =
        stage_context::constraints(ports, transaction.as_mut(), context.request.id, ports.clock.now())?;
    context.may_act(constraints)?;
    confirm_by::allow_passkey(ports)?;
    ceremony::spend(ports, transaction.as_mut(), caller).map_err(ceremony::Error::from)?;
    let nonce = ceremony::random(ports);
    let decision = confirm_by::confirmed_decision(command.state, &context, outcome(command.approve), nonce);
    let challenge = Challenge::of_decision(confirm_by::challenge(ports, &decision), nonce);
    let options = ceremony::ask_own(
        ports,
        transaction.as_mut(),
        caller.user,
        CeremonyPurpose::Decision,
        &challenge,
    )?;
    // The decision has an audit entry.
    transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
    Ok(options)
}
