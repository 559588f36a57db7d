//! The transparency log of the audit log (decisions P2, P3). The sequencer appends committed
//! entries to a tree and signs its head; checkpoints and hashes are public. No use case waits for
//! it.

pub mod checkpoint;
pub mod continuity;
mod generations;
pub mod kept;
pub mod macs;
pub mod origin;
pub mod publish;
pub mod repository;
mod retired;
pub mod rotate;
pub mod sequence;
mod signing;
pub mod state;
pub mod tile;
pub mod views;
pub mod witness;

use crate::ports::{Ports, StoreError};

/// Returns true if the secrets of this server open the key of the log, or if there is no key yet.
pub fn can_open_signing_key(ports: &Ports) -> Result<bool, StoreError> {
    let key = ports.database.begin()?.audit_log().signing_key()?;
    Ok(key.is_none_or(|key| signing::open(ports.keys.as_ref(), key).is_ok()))
}

pub(super) use generations::KeyGenerations;
pub use repository::{AuditLog, Checkpoint, NewLeaves, PendingEntry, SigningKey, WitnessLease};
pub(super) use retired::retired_size;
