//! The progress of an import (decisions T4).

/// The state of an import.
///
/// The dictionary does not change before `Storing`. From then on an import is always brought to an
/// end, by another process if its own dies, so that none stays half done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImportState {
    /// The files are parsed and compared with the stored data.
    Comparing,
    /// New and changed rows are written.
    Storing,
    /// All rows are written.
    Done,
    /// Cancelled by a user before rows were written.
    Cancelled,
    /// It failed; its message states the reason.
    Failed,
    /// The process died while comparing. No rows were written.
    Interrupted,
}

impl ImportState {
    /// Every state.
    pub const ALL: [Self; 6] = [
        Self::Comparing,
        Self::Storing,
        Self::Done,
        Self::Cancelled,
        Self::Failed,
        Self::Interrupted,
    ];

    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comparing => "comparing",
            Self::Storing => "storing",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::Interrupted => "broken_off",
        }
    }

    /// Finds the state with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Returns true while the import runs. A source has at most one running import.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Comparing | Self::Storing)
    }

    /// Returns true while the import can be cancelled. Once it starts to write rows, it writes all
    /// of them.
    pub const fn may_be_cancelled(self) -> bool {
        matches!(self, Self::Comparing)
    }

    /// Returns true if `next` is an allowed next state.
    pub const fn may_become(self, next: Self) -> bool {
        match self {
            Self::Comparing => !matches!(next, Self::Comparing | Self::Done),
            Self::Storing => matches!(next, Self::Done | Self::Failed),
            Self::Done | Self::Cancelled | Self::Failed | Self::Interrupted => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_state_names_parse_back() {
        for state in ImportState::ALL {
            assert_eq!(ImportState::parse(state.name()), Some(state));
        }
        assert_eq!(ImportState::parse("running"), None);
    }

    #[test]
    fn only_running_imports_have_a_next_state() {
        for state in ImportState::ALL {
            let next: Vec<_> = ImportState::ALL
                .into_iter()
                .filter(|next| state.may_become(*next))
                .collect();
            assert_eq!(state.is_open(), !next.is_empty(), "{state:?}");
        }
    }

    #[test]
    fn an_import_is_stored_before_it_is_done_and_cannot_be_cancelled_while_storing() {
        assert!(!ImportState::Comparing.may_become(ImportState::Done));
        assert!(!ImportState::Storing.may_become(ImportState::Cancelled));
        assert!(!ImportState::Storing.may_become(ImportState::Interrupted));
        for state in ImportState::ALL {
            assert_eq!(state.may_be_cancelled(), state.may_become(ImportState::Cancelled));
        }
    }
}
