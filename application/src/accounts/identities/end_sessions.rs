//! Ends the sessions that a provider ended: `POST users/providers/{provider}/logout/` (OpenID
//! Connect Back-Channel Logout 1.0).

use aditus_domain::audit::{Act, Actor, Personal};
use thiserror::Error;

use super::providers::{self, NotOffered};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{Ports, ProviderError, StoreError};

/// Errors of a logout token.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such provider.
    #[error(transparent)]
    NotOffered(#[from] NotOffered),
    /// The token is not valid, or could not be verified.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards NotOffered, Provider, Store;
    }
}

/// Verifies the logout token and ends the sessions and pending sign-ins that it names. Sessions that began after the
/// token was issued stay, so a token that is sent again ends nothing more.
pub fn execute(ports: &Ports, provider: &str, logout_token: &str) -> Result<(), Error> {
    let provider = providers::find(ports, provider)?;
    let logout = provider
        .adapter
        .verify_logout(logout_token, ports.clock.now())
        .inspect_err(|error| {
            tracing::warn!(provider = %provider.id, error = error as &dyn std::error::Error, "a logout token of a provider was refused");
        })?;
    if logout.subject.is_none() && logout.sid.is_none() {
        let cause = "the logout token names neither a subject nor a session";
        return Err(ProviderError::Invalid(cause.into()).into());
    }
    let mut transaction = ports.database.begin()?;
    let ended = transaction.sessions().end_of_provider(&logout)?;
    if ended.is_empty() {
        // Pending sign-ins that ended have an entry of their beginning.
        transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
        return Ok(());
    }
    let acts = ended
        .into_iter()
        .map(|(user, session)| Act::ProviderEndedSessions {
            provider: Personal::new(provider.id.as_str()),
            user,
            session,
        });
    let recorded = audit::record_all(ports, transaction.as_mut(), Actor::System, acts)?;
    transaction.commit(recorded)?;
    Ok(())
}
