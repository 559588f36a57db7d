//! Cosignatures of third parties (decisions P3). A witness signs a checkpoint only if it extends
//! the last one that the witness signed.

mod cosigned;
pub mod send;
#[cfg(test)]
mod tests;

use std::time::Duration;

use chrono::{DateTime, Utc};

pub use cosigned::{checkpoint_for_leaf, with_cosignatures};

/// A checkpoint that a witness has cosigned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CosignedCheckpoint {
    /// The number of leaves of the tree.
    pub size: u64,
    /// The checkpoint with the signatures of the log, followed by those of the witness.
    pub note: String,
    /// The time of the cosignature.
    pub at: DateTime<Utc>,
}

/// The kinds of failure of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TroubleKind {
    /// The witness does not answer, or has an error.
    Unreachable,
    /// The witness does not accept checkpoints of this log.
    Refuses,
    /// The witness has signed a different history, which is an alarm.
    Disagrees,
}

impl TroubleKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Unreachable, Self::Refuses, Self::Disagrees];

    /// Returns the machine-readable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Refuses => "refuses",
            Self::Disagrees => "disagrees",
        }
    }

    /// Returns the kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The failure of a witness to sign when it was last asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The kind of failure.
    pub kind: TroubleKind,
    /// The failure in words.
    pub message: String,
    /// The time since which it has lasted.
    pub since: DateTime<Utc>,
}

/// The state of a witness.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WitnessState {
    /// The last cosigned checkpoint.
    pub agreed: Option<CosignedCheckpoint>,
    /// The failure since then, if any.
    pub trouble: Option<Trouble>,
    /// The number of consecutive failures.
    pub failures: u32,
    /// The earliest time of the next attempt.
    pub next: DateTime<Utc>,
}

/// The name of a witness, and its state.
pub type NamedWitness = (String, WitnessState);

/// The longest backoff between two attempts.
const LONGEST: Duration = Duration::from_hours(1);

/// Returns the backoff after this number of consecutive failures, for a witness with the regular
/// interval `every`.
fn back_off(every: Duration, failures: u32) -> Duration {
    let doubled = every.saturating_mul(1 << failures.saturating_sub(1).min(16));
    doubled.min(LONGEST).max(every)
}
