//! The ways in which a decision is confirmed: a one-time code or a passkey (decisions C7, O7).

use aditus_domain::accounts::passkey::ConfirmBy;
use aditus_domain::audit::ConfirmedDecision;
use aditus_domain::ids::StateId;
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::Outcome;
use thiserror::Error;

use super::stage_context::StageContext;
use crate::failure::failure;
use crate::ports::Ports;

/// The installation does not let decisions be confirmed in this way (`decisions.confirm_by`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WayNotAllowed {
    /// By a code that is mailed.
    #[error("Decisions are confirmed with a passkey here, not with an OTP.")]
    Code,
    /// By a passkey.
    #[error("Decisions are confirmed with an OTP here, not with a passkey.")]
    Passkey,
}

failure! {
    WayNotAllowed {
        Code => Conflict, reason: CodeNotAllowed;
        Passkey => Conflict, reason: PasskeyNotAllowed;
    }
}

/// Refuses mailed codes where only passkeys confirm decisions.
pub(super) fn allow_code(ports: &Ports) -> Result<(), WayNotAllowed> {
    if ports.settings.confirm_by.code {
        Ok(())
    } else {
        Err(WayNotAllowed::Code)
    }
}

/// Refuses passkeys where only mailed codes confirm decisions.
pub(super) fn allow_passkey(ports: &Ports) -> Result<(), WayNotAllowed> {
    if ports.settings.confirm_by.passkey {
        Ok(())
    } else {
        Err(WayNotAllowed::Passkey)
    }
}

/// Returns the ways that the installation offers. It has no passkeys at some addresses.
pub(crate) fn offered(ports: &Ports) -> ConfirmBy {
    let ConfirmBy { code, passkey } = ports.settings.confirm_by;
    ConfirmBy {
        code,
        passkey: passkey && ports.passkeys.is_some(),
    }
}

/// Returns the decision that a passkey confirms: that of one person at one stage with one outcome,
/// on the request as it is now.
pub(super) fn confirmed_decision(
    id: StateId,
    stage: &StageContext,
    outcome: Outcome,
    nonce: [u8; 32],
) -> ConfirmedDecision {
    ConfirmedDecision {
        user: stage.attendant.user,
        request: stage.request.id,
        state: id,
        round: stage.request.chain.round(),
        outcome,
        content: Sha256(stage.request.content_digest),
        nonce,
    }
}

/// Returns the challenge that the passkey signs.
pub(super) fn challenge(ports: &Ports, decision: &ConfirmedDecision) -> [u8; 32] {
    ports.encoding.sha256(decision.text().as_bytes()).0
}
