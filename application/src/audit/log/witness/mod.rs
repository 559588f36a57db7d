//! What somebody else signs of the log (design P3): a witness signs a checkpoint only where it goes on from the one that it signed before.

mod cosigned;
pub mod send;
#[cfg(test)]
mod tests;

use std::time::Duration;

use chrono::{DateTime, Utc};

pub use cosigned::{best_for, with_cosignatures};

/// A checkpoint that a witness has signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreed {
    /// The leaves of the tree.
    pub size: u64,
    /// The checkpoint, with the signatures of the log and those of the witness behind them.
    pub note: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// Why a witness does not sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TroubleKind {
    /// It does not answer, or cannot work.
    Unreachable,
    /// It takes no checkpoints of this log.
    Refuses,
    /// It has signed another history: an alarm.
    Disagrees,
}

impl TroubleKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Unreachable, Self::Refuses, Self::Disagrees];

    /// What it is called where programs read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Refuses => "refuses",
            Self::Disagrees => "disagrees",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// That a witness has not signed when it was last asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Why.
    pub kind: TroubleKind,
    /// In words.
    pub told: String,
    /// Since when that is so.
    pub since: DateTime<Utc>,
}

/// How it stands with a witness.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WitnessState {
    /// What it has signed last.
    pub agreed: Option<Agreed>,
    /// Why it has not signed since.
    pub trouble: Option<Trouble>,
    /// How often in a row it has not.
    pub failures: u32,
    /// Before that it is not asked again.
    pub next: DateTime<Utc>,
}

/// A witness by its name, and how it stands with it.
pub type NamedWitness = (String, WitnessState);

/// The longest time between two tries.
const LONGEST: Duration = Duration::from_hours(1);

/// How long to wait after so many failures in a row, where otherwise a witness is asked so often.
fn back_off(every: Duration, failures: u32) -> Duration {
    let doubled = every.saturating_mul(1 << failures.saturating_sub(1).min(16));
    doubled.min(LONGEST).max(every)
}
