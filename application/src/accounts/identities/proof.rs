//! Proven identities and their tokens: an inner service of the use cases that link one to an
//! account.

use aditus_domain::accounts::identity::{ProofExpired, ProvenIdentity, ProviderId};
use aditus_domain::audit::{Act, Personal};
use aditus_domain::ids::{IdentityId, UserId};
use thiserror::Error;

use super::{NewIdentity, StoredProvenIdentity};
use crate::accounts::token;
use crate::failure::failure;
use crate::ports::{KeyPurpose, Ports, StoreError, Transaction};

/// The reason a proven identity cannot be linked.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The token is unknown, was used before, or has expired.
    #[error(transparent)]
    Expired(#[from] ProofExpired),
    /// Another account has the identity.
    #[error("This sign-in is linked to another account. Sign in with it, and unlink it there first.")]
    LinkedElsewhere,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    ProofError {
        forwards Store;
        Expired(_) => Conflict, reason: IdentityProofExpired;
        LinkedElsewhere => Conflict, reason: IdentityLinked;
    }
}

/// Stores a proven identity. Returns its token, which is not stored.
pub(super) fn add(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    proven: &ProvenIdentity,
) -> Result<String, StoreError> {
    let token = token::draw(ports.entropy.as_ref());
    transaction.proven_identities().add(&StoredProvenIdentity {
        token_hash: token::hash(ports.keys.as_ref(), KeyPurpose::ProvenIdentity, &token),
        proven: proven.clone(),
    })?;
    Ok(token)
}

/// Uses up the token of a proven identity.
pub(in crate::accounts) fn take(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    token: &str,
) -> Result<ProvenIdentity, ProofError> {
    let stored = take_stored(ports, transaction, token)?.ok_or(ProofExpired)?;
    stored.proven.require_live(ports.clock.now())?;
    Ok(stored.proven)
}

/// Returns true if the token is that of an identity of this provider. The token remains valid.
pub(super) fn is_of(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    token: &str,
    provider: &ProviderId,
) -> Result<bool, StoreError> {
    let Some(stored) = take_stored(ports, transaction, token)? else {
        return Ok(false);
    };
    transaction.proven_identities().add(&stored)?;
    let is_live = stored.proven.require_live(ports.clock.now()).is_ok();
    Ok(is_live && stored.proven.provider == *provider)
}

fn take_stored(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    token: &str,
) -> Result<Option<StoredProvenIdentity>, StoreError> {
    for hash in token::hashes(ports.keys.as_ref(), KeyPurpose::ProvenIdentity, token) {
        if let Some(stored) = transaction.proven_identities().take(&hash)? {
            return Ok(Some(stored));
        }
    }
    Ok(None)
}

/// Links a proven identity to the account. Returns its id with the act for the audit log. If another
/// call links the identity at the same time, this is a conflict, and the transaction has to begin
/// anew.
pub(in crate::accounts) fn link(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    proven: &ProvenIdentity,
) -> Result<(IdentityId, Act), StoreError> {
    let new = NewIdentity {
        user,
        provider: proven.provider.clone(),
        identity: proven.identity.clone(),
        linked_on: ports.clock.now(),
    };
    let identity = transaction.identities().add(&new).map_err(|error| match error {
        StoreError::Duplicate(_) => StoreError::Conflict,
        other => other,
    })?;
    let act = Act::IdentityLinked {
        user,
        identity,
        provider: Personal::new(proven.provider.as_str()),
    };
    Ok((identity, act))
}
