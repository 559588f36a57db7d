//! The keys of the log.

use aditus_domain::audit::{Act, Actor};

use super::repository::SigningKey;
use crate::audit::{Recorded, record};
use crate::ports::{Keys, LogError, Ports, SealError, SealedPlace, Transaction};

pub(super) struct OpenedKey {
    pub(super) key: SigningKey,
    pub(super) secret: Vec<u8>,
}

/// Creates a signing key for the log of this origin, stores it as the current one, and adds the
/// audit entry.
pub(super) fn make(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    origin: &str,
    by: Actor,
) -> Result<(OpenedKey, Recorded), KeyError> {
    let made = ports.log.make_key(origin, ports.entropy.as_ref())?;
    let place = SealedPlace::LogKey(made.verifier_key.clone());
    let key = SigningKey {
        origin: origin.to_owned(),
        verifier_key: made.verifier_key,
        sealed: ports.keys.seal(&place, &made.secret)?,
    };
    transaction.audit_log().set_signing_key(&key, ports.clock.now())?;
    let digest = ports.encoding.sha256(key.verifier_key.as_bytes());
    let recorded = record(ports, transaction, by, Act::LogKeyMade { key: digest })?;
    let secret = made.secret;
    Ok((OpenedKey { key, secret }, recorded))
}

pub(super) fn open(keys: &dyn Keys, key: SigningKey) -> Result<OpenedKey, KeyError> {
    let secret = keys.open(&SealedPlace::LogKey(key.verifier_key.clone()), &key.sealed)?;
    Ok(OpenedKey { key, secret })
}

#[derive(Debug, thiserror::Error)]
pub(super) enum KeyError {
    #[error(transparent)]
    Log(#[from] LogError),
    #[error("the key of the log cannot be opened with the secrets of this installation")]
    Sealed(#[from] SealError),
    #[error(transparent)]
    Store(#[from] crate::ports::StoreError),
}
