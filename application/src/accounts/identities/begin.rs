//! Begins a sign-in with a provider: `POST users/signin/provider/`.

use aditus_domain::accounts::identity::ProviderSignIn;
use aditus_domain::hex;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::StoredProviderSignIn;
use super::providers::{self, NotOffered};
use crate::accounts::token;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{KeyPurpose, Keys, Ports, ProviderError, SignInSecrets, StoreError};

/// The chosen provider, and the origin of the call. There is no `Debug`: the cookie must not reach
/// a log.
#[derive(Clone)]
pub struct Command {
    /// The name of the provider.
    pub provider: String,
    /// The network address of the caller.
    pub address: String,
    /// The provider cookie as sent; empty if there was none.
    pub browser: String,
}

/// The way to the provider. There is no `Debug`: the address contains the state, and the cookie must
/// not reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// The address to which the browser goes.
    pub address: String,
    /// The provider cookie to set. It binds the sign-in to this browser.
    pub browser: String,
}

/// Errors of beginning a sign-in.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such provider.
    #[error(transparent)]
    NotOffered(#[from] NotOffered),
    /// Too many sign-ins began in this network.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The provider cannot be used right now.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards NotOffered, Limit, Provider, Store;
    }
}

/// Returns the address of the provider, and stores hashes of the new state and of the cookie. The
/// cookie of an earlier sign-in is kept, so that sign-ins in two tabs can both be completed.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let provider = providers::find(ports, &command.provider)?;
    let counter = limits::caller_counter(ports, Limit::ProviderSignIn, None, &command.address);
    limits::spend(ports, &counter)?;
    let keys = ports.keys.as_ref();
    let state = token::draw(ports.entropy.as_ref());
    let state_hash = token::hash(keys, KeyPurpose::ProviderState, &state);
    let browser = if token::is_well_formed(&command.browser) {
        command.browser.clone()
    } else {
        token::draw(ports.entropy.as_ref())
    };
    // The provider comes before the database: one that does not answer leaves nothing behind.
    let address = provider
        .adapter
        .authorization_address(&secrets(keys, state, 0))
        .inspect_err(|error| {
            tracing::warn!(provider = %provider.id, error = error as &dyn std::error::Error, "cannot begin a sign-in with a provider");
        })?;
    let mut transaction = ports.database.begin()?;
    transaction.provider_sign_ins().add(&StoredProviderSignIn {
        state_hash,
        browser_hash: token::hash(keys, KeyPurpose::ProviderBrowser, &browser),
        sign_in: ProviderSignIn {
            provider: provider.id.clone(),
            begun_on: ports.clock.now(),
        },
    })?;
    // Coming back from the provider has an audit entry.
    transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
    Ok(Answer { address, browser })
}

/// Derives the secrets of a sign-in from its state, with the secret of the installation at this
/// place among the [`Keys::hashes`]: the first for a new sign-in, and later the one with which its
/// state was found.
pub(super) fn secrets(keys: &dyn Keys, state: String, place: usize) -> SignInSecrets {
    let derived = |purpose| {
        let hashes = keys.hashes(purpose, state.as_bytes());
        let hash = hashes.get(place).copied();
        hex::encode(&hash.unwrap_or_else(|| keys.hash(purpose, state.as_bytes())))
    };
    SignInSecrets {
        nonce: derived(KeyPurpose::ProviderNonce),
        pkce_verifier: derived(KeyPurpose::PkceVerifier),
        state,
    }
}
