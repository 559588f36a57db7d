//! How far an import has come (T4).

/// How far an import has come.
///
/// Nothing of the dictionary is changed before `Storing`. From there on an import is always brought to its end, by another process if
/// its own dies, so that none stays half done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImportState {
    /// The files are read and compared with what is stored.
    Comparing,
    /// What is new or differs is written.
    Storing,
    /// Everything is written.
    Done,
    /// Somebody cancelled it before anything was written.
    Cancelled,
    /// It could not be carried out; its message says why.
    Failed,
    /// The process that compared died. Nothing was written.
    BrokenOff,
}

impl ImportState {
    /// Every state.
    pub const ALL: [Self; 6] = [
        Self::Comparing,
        Self::Storing,
        Self::Done,
        Self::Cancelled,
        Self::Failed,
        Self::BrokenOff,
    ];

    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comparing => "comparing",
            Self::Storing => "storing",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::BrokenOff => "broken_off",
        }
    }

    /// The state of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether it still runs. One source has one such import at a time.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Comparing | Self::Storing)
    }

    /// Whether it can still be cancelled: once rows are written, all of them will be.
    pub const fn may_be_cancelled(self) -> bool {
        matches!(self, Self::Comparing)
    }

    /// Whether it may come to this state next.
    pub const fn may_become(self, next: Self) -> bool {
        match self {
            Self::Comparing => !matches!(next, Self::Comparing | Self::Done),
            Self::Storing => matches!(next, Self::Done | Self::Failed),
            Self::Done | Self::Cancelled | Self::Failed | Self::BrokenOff => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for state in ImportState::ALL {
            assert_eq!(ImportState::parse(state.name()), Some(state));
        }
        assert_eq!(ImportState::parse("running"), None);
    }

    #[test]
    fn what_has_ended_stays_as_it_is_and_what_runs_can_end() {
        for state in ImportState::ALL {
            let next: Vec<_> = ImportState::ALL
                .into_iter()
                .filter(|next| state.may_become(*next))
                .collect();
            assert_eq!(state.is_open(), !next.is_empty(), "{state:?}");
        }
    }

    #[test]
    fn nothing_is_written_without_comparing_and_nothing_written_is_cancelled() {
        assert!(!ImportState::Comparing.may_become(ImportState::Done));
        assert!(!ImportState::Storing.may_become(ImportState::Cancelled));
        assert!(!ImportState::Storing.may_become(ImportState::BrokenOff));
        for state in ImportState::ALL {
            assert_eq!(state.may_be_cancelled(), state.may_become(ImportState::Cancelled));
        }
    }
}
