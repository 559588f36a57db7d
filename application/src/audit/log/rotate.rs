//! Rotates the signing key of the log: `aditus audit keys --rotate`.

use aditus_domain::audit::Actor;
use thiserror::Error;

use super::macs::{all_pending, mac};
use super::origin::origin_from_settings;
use super::repository::{AuditLog, Checkpoint};
use super::sequence::AT_ONCE;
use super::signing;
use crate::ports::{Keys, LogError, Ports, SignedHead, StoreError};

/// Errors of rotating the key.
#[derive(Debug, Error)]
pub enum Error {
    /// The sequencer is running.
    #[error("The log is being continued right now. Try again.")]
    Busy,
    /// The key could not be created.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The secret could not be sealed.
    #[error("The new key cannot be sealed with the secrets of this installation.")]
    Sealed,
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<signing::KeyError> for Error {
    fn from(error: signing::KeyError) -> Self {
        match error {
            signing::KeyError::Log(error) => Self::Log(error),
            signing::KeyError::Sealed(_) => Self::Sealed,
            signing::KeyError::Store(error) => Self::Store(error),
        }
    }
}

/// Creates a new signing key and deletes the secret of the former one. Returns the public key.
///
/// The newest checkpoint is signed again with both keys, so that a verifier who trusts the former
/// key learns the new one. If the former key can no longer be opened, the secrets of the
/// installation have changed: the new key signs alone, and waiting entries are accepted as they
/// are.
pub fn execute(ports: &Ports) -> Result<String, Error> {
    let mut transaction = ports.database.begin()?;
    if !transaction.audit_log().try_lock()? {
        return Err(Error::Busy);
    }
    let former = transaction.audit_log().signing_key()?;
    let origin = match &former {
        Some(key) => key.origin.clone(),
        None => origin_from_settings(&ports.settings),
    };
    let is_sealed = former.is_some();
    let former = former.and_then(|key| signing::open(ports.keys.as_ref(), key).ok());
    if is_sealed && former.is_none() {
        reauthenticate_pending(ports.keys.as_ref(), transaction.audit_log())?;
    }
    let (made, recorded) = signing::make(ports, transaction.as_mut(), &origin, Actor::System)?;
    if let Some(newest) = transaction.audit_log().newest()? {
        let signed = SignedHead {
            origin,
            head: newest.head,
        };
        let secrets: Vec<&[u8]> = former
            .iter()
            .chain([&made])
            .map(|key| key.secret.as_slice())
            .collect();
        transaction.audit_log().add_checkpoint(&Checkpoint {
            head: newest.head,
            signed_at: ports.clock.now(),
            note: ports.log.sign(&signed, &secrets)?,
        })?;
    }
    transaction.commit(recorded)?;
    Ok(made.key.verifier_key)
}

/// Gives entries that were written with other secrets a MAC of this installation, so that the log
/// accepts them.
fn reauthenticate_pending(keys: &dyn Keys, log: &mut dyn AuditLog) -> Result<(), StoreError> {
    let macs = all_pending(|after, most| log.pending(after, most))
        .map(|entry| entry.map(|entry| (entry.id, mac(keys, &entry.canonical))))
        .collect::<Result<Vec<_>, _>>()?;
    macs.chunks(AT_ONCE as usize)
        .try_for_each(|macs| log.set_macs(macs))
}
