//! The states of a stage, the outcomes of an answer and the overall status of a request (2 §4).

use thiserror::Error;

/// The state of one stage of one request (2 §4; decisions C3, C4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StageState {
    /// It is the turn of the stage: its role has to decide.
    Unattended,
    /// Not reached yet.
    Incoming,
    /// Decided in favour. For the requester's own stages: reached, or feedback given.
    Approved,
    /// Decided against.
    Denied,
    /// Unattended or Incoming when the request was denied, or Incoming when it was recalled.
    Halted,
    /// Unattended when the request was recalled.
    Recalled,
}

/// The outcome of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Decided in favour.
    Approved,
    /// Decided against.
    Denied,
    /// No decision: the request was recalled while it was the turn of this stage.
    Recalled,
}

/// The status of a whole request (2 §4; decisions C4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OverallStatus {
    /// Every stage before the terminal one is approved.
    Approved,
    /// A stage was denied.
    Denied,
    /// It was recalled.
    Recalled,
    /// None of the above.
    Pending,
}

/// The error for a name that is not a state, outcome, status or tab.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such state.")]
pub struct UnknownState;

macro_rules! named {
    ($kind:ident: $($name:ident),+) => {
        impl $kind {
            /// Every value.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The name on screens, in the API and in the database.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name)),+
                }
            }

            /// Finds the value with this name.
            pub fn parse(name: &str) -> Result<Self, UnknownState> {
                match name {
                    $(stringify!($name) => Ok(Self::$name),)+
                    _ => Err(UnknownState),
                }
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(super) use named;

named!(StageState: Unattended, Incoming, Approved, Denied, Halted, Recalled);
named!(Outcome: Approved, Denied, Recalled);
named!(OverallStatus: Approved, Denied, Recalled, Pending);

impl Outcome {
    /// Returns the state of a stage with this outcome.
    pub const fn state(self) -> StageState {
        match self {
            Self::Approved => StageState::Approved,
            Self::Denied => StageState::Denied,
            Self::Recalled => StageState::Recalled,
        }
    }
}

impl OverallStatus {
    /// The severity of its tag on screens: success, danger, info or warning (2 §4).
    pub const fn severity(self) -> &'static str {
        match self {
            Self::Approved => "success",
            Self::Denied => "danger",
            Self::Recalled => "info",
            Self::Pending => "warning",
        }
    }
}
