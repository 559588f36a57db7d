//! The progress of a request through its staff stages.

use super::state::StageState;

/// The number of approved staff stages of a request, and the state of the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The number of approved stages.
    pub done: u16,
    /// The number of all stages.
    pub total: u16,
    /// The state at which the request is: Denied or Recalled if a stage ended it, Unattended while
    /// it is the turn of a stage, Approved after the last stage.
    pub state: StageState,
}

impl Progress {
    /// Counts the states of the staff stages of one request, in any order. The requester's own
    /// stages need no decision and do not count.
    pub fn from_states(states: &[StageState]) -> Self {
        let number = |state| states.iter().filter(|known| **known == state).count();
        let approved = number(StageState::Approved);
        let current = [
            StageState::Denied,
            StageState::Recalled,
            StageState::Unattended,
            StageState::Halted,
            StageState::Incoming,
        ];
        Self {
            done: u16::try_from(approved).unwrap_or(u16::MAX),
            total: u16::try_from(states.len()).unwrap_or(u16::MAX),
            state: current
                .into_iter()
                .find(|state| number(*state) > 0)
                .unwrap_or(StageState::Approved),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::Chain;
    use crate::review::testing::{approve, decided, default_chain, deny};
    use crate::review::wording::approval_chain;

    fn progress(chain: &Chain) -> (u16, u16, StageState) {
        let states: Vec<_> = approval_chain(chain).iter().map(|stage| stage.state).collect();
        let Progress { done, total, state } = Progress::from_states(&states);
        (done, total, state)
    }

    #[test]
    fn progress_counts_the_approved_staff_stages() {
        let mut chain = default_chain();
        assert_eq!(progress(&chain), (0, 6, StageState::Unattended));
        for number in 2..5 {
            decided(&mut chain, number, approve(), 1);
        }
        assert_eq!(progress(&chain), (3, 6, StageState::Unattended));
        let mut denied = chain.clone();
        decided(&mut denied, 5, deny(), 2);
        assert_eq!(progress(&denied), (3, 6, StageState::Denied));
        for number in 5..8 {
            decided(&mut chain, number, approve(), 2);
        }
        assert_eq!(progress(&chain), (6, 6, StageState::Approved));
    }

    #[test]
    fn a_recalled_request_keeps_its_approvals() {
        let states = [StageState::Approved, StageState::Recalled, StageState::Halted];
        let Progress { done, total, state } = Progress::from_states(&states);
        assert_eq!((done, total, state), (1, 3, StageState::Recalled));
    }

    #[test]
    fn a_procedure_without_staff_stages_is_approved() {
        let Progress { done, total, state } = Progress::from_states(&[]);
        assert_eq!((done, total, state), (0, 0, StageState::Approved));
    }
}
