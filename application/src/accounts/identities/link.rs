//! Links a proven identity to the caller's account: `POST users/identities/`.

use aditus_domain::accounts::identity::MAX_IDENTITIES;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::providers::label_of;
use super::{ProofError, notice, proof};
use crate::access::{AccessError, Caller};
use crate::accounts::conflicts::{MayConflict, retry_conflicts};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError};

/// The proven identity. There is no `Debug`: the token must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// The token of the proven identity.
    pub identity_token: String,
}

/// The linked identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The label of its provider.
    pub label: String,
}

/// Errors of linking an identity.
#[derive(Debug, Error)]
pub enum Error {
    /// The password has to be confirmed first, or the account was erased.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The identity cannot be linked.
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// The account has as many identities as it may have.
    #[error(
        "You have linked {} sign-ins, which is the maximum. Unlink one first.",
        MAX_IDENTITIES
    )]
    Full,
    /// The caller made too many changes recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Proof, Limit, Post, Store;
        Full => Conflict, reason: ListFull, params: { most: MAX_IDENTITIES };
    }
}

impl MayConflict for Error {
    fn is_conflict(&self) -> bool {
        matches!(
            self,
            Self::Store(StoreError::Conflict) | Self::Proof(ProofError::Store(StoreError::Conflict))
        )
    }
}

/// Links the identity, and mails the owner. Needs the password within the last minutes, at sign-in
/// or as a confirmation, so that a stolen session cannot add another way in. Succeeds without a
/// change if the identity is linked to this account already.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    caller.require_recent_password(ports.clock.now())?;
    retry_conflicts(|| attempt(ports, caller, command))
}

fn attempt(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let user = caller.user;
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
    let account = transaction.accounts().by_id(user)?.ok_or(AccessError::Role)?;
    let of_user = transaction.identities().of_user(user)?;
    let proven = proof::take(ports, transaction.as_mut(), &command.identity_token)?;
    let label = label_of(ports, &proven.provider, proven.identity.issuer());
    if let Some(linked) = transaction.identities().by_identity(&proven.identity)? {
        if linked.user != user {
            return Err(ProofError::LinkedElsewhere.into());
        }
        // The entry was added when the identity was linked.
        transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
        return Ok(Answer { label });
    }
    if of_user.len() >= MAX_IDENTITIES {
        return Err(Error::Full);
    }
    let (_, act) = proof::link(ports, transaction.as_mut(), user, &proven)?;
    notice::queue_linked(ports, transaction.as_mut(), &account, &label, ports.clock.now())?;
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(Answer { label })
}
