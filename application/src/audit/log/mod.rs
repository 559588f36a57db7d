//! The transparency log of the record (design P2, P3): the sequencer appends committed entries to a tree and signs its head, and whoever
//! asks gets checkpoints and hashes. No act waits for it.

pub mod checkpoint;
mod generations;
pub mod kept;
pub mod macs;
pub mod publish;
pub mod repository;
mod retired;
pub mod rotate;
pub mod sequence;
mod signing;
pub mod standing;
pub mod state;
#[cfg(test)]
mod tests;
pub mod tile;
pub mod views;
pub mod witness;

pub(super) use generations::Generations;
pub use repository::{Appended, AuditLog, Checkpoint, PendingEntry, SigningKey, Turn};
pub(super) use retired::retired_size;

use crate::ports::{Ports, StoreError, Views};

/// Who the log is: what its first key was made for. Before there is a key, what the first one will be made for.
pub(super) fn origin(ports: &Ports, views: &mut dyn Views) -> Result<String, StoreError> {
    let newest = views.audit_log().keys()?.into_iter().next();
    Ok(newest.map_or_else(|| signing::origin(&ports.settings.public_url), |key| key.origin))
}
