//! Restores a chain from its stored parts.

use std::collections::HashSet;

use thiserror::Error;

use super::chain::Chain;
use super::stage::{Answer, Attendant, ChainStage, StageNumber};
use super::state::{OverallStatus, StageState};
use crate::procedures::StageType;
use crate::procedures::graph::Graph;

/// The stored parts do not form a valid chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what each one is")]
pub enum BrokenChain {
    #[error("the stages are not numbered from 0 without gaps")]
    Numbering,
    #[error("a chain has exactly one Initial and one Terminal stage")]
    Ends,
    #[error("the link from {0} to {1} names a stage that is not there, or does not lead to a higher number")]
    Link(StageNumber, StageNumber),
    #[error("the link from {0} to {1} is there twice")]
    DoubledLink(StageNumber, StageNumber),
    #[error("the stage {0} is not on a way from the Initial to the Terminal stage")]
    Detached(StageNumber),
    #[error("the state of stage {0} and its answer contradict each other")]
    Answer(StageNumber),
    #[error("the state of stage {0} contradicts the states of the others")]
    State(StageNumber),
    #[error("the first round is round 1")]
    Round,
}

impl Chain {
    /// Restores a chain from its stored parts, in any order. The result satisfies the invariants of
    /// [`Chain`].
    pub fn restore(
        mut stages: Vec<ChainStage>,
        mut links: Vec<(StageNumber, StageNumber)>,
        round: u32,
    ) -> Result<Self, BrokenChain> {
        if round == 0 {
            return Err(BrokenChain::Round);
        }
        check_structure(&mut stages, &mut links)?;
        let requester = requester(&stages)?;
        let chain = Self {
            stages,
            links,
            round,
            requester,
        };
        chain.check_states()?;
        Ok(chain)
    }

    fn check_states(&self) -> Result<(), BrokenChain> {
        let ended = matches!(self.status(), OverallStatus::Denied | OverallStatus::Recalled);
        let denied = self
            .stages
            .iter()
            .filter(|stage| stage.state == StageState::Denied)
            .count();
        for stage in &self.stages {
            if stage.answer.as_ref().map(|answer| answer.outcome.state())
                != Some(stage.state).filter(|state| is_answer(*state))
            {
                return Err(BrokenChain::Answer(stage.number));
            }
            let ready = self.is_ready(stage.number);
            let staff = !stage.is_requesters();
            let sound = match stage.state {
                StageState::Approved => ready,
                StageState::Unattended => ready && staff && !ended,
                StageState::Incoming => (!ready || stage.is_terminal()) && !ended,
                StageState::Halted => ended,
                StageState::Denied => ready && staff && denied == 1,
                StageState::Recalled => ready && staff && denied == 0,
            };
            if !sound {
                return Err(BrokenChain::State(stage.number));
            }
        }
        Ok(())
    }
}

/// Sorts stages and links, and checks the structure of the chain regardless of its states.
pub(super) fn check_structure(
    stages: &mut [ChainStage],
    links: &mut [(StageNumber, StageNumber)],
) -> Result<(), BrokenChain> {
    stages.sort_by_key(|stage| stage.number);
    links.sort_unstable();
    check_numbers(stages)?;
    check_links(stages, links)
}

const fn is_answer(state: StageState) -> bool {
    matches!(
        state,
        StageState::Approved | StageState::Denied | StageState::Recalled
    )
}

fn check_numbers(stages: &[ChainStage]) -> Result<(), BrokenChain> {
    let numbered = stages
        .iter()
        .enumerate()
        .all(|(index, stage)| usize::from(stage.number.0) == index);
    if !numbered {
        return Err(BrokenChain::Numbering);
    }
    let count = |stage_type| {
        stages
            .iter()
            .filter(|stage| stage.stage_type == stage_type)
            .count()
    };
    if count(StageType::Initial) != 1 || count(StageType::Terminal) != 1 {
        return Err(BrokenChain::Ends);
    }
    Ok(())
}

fn check_links(stages: &[ChainStage], links: &[(StageNumber, StageNumber)]) -> Result<(), BrokenChain> {
    let mut seen = HashSet::new();
    for (from, to) in links {
        // Links to higher numbers only cannot form a cycle.
        if from >= to || usize::from(to.0) >= stages.len() {
            return Err(BrokenChain::Link(*from, *to));
        }
        if !seen.insert((*from, *to)) {
            return Err(BrokenChain::DoubledLink(*from, *to));
        }
    }
    let graph = Graph::new(
        stages.len(),
        links
            .iter()
            .map(|(from, to)| (usize::from(from.0), usize::from(to.0))),
    );
    let of_type = |stage_type| {
        stages
            .iter()
            .filter(|stage| stage.stage_type == stage_type)
            .map(|stage| usize::from(stage.number.0))
            .collect::<Vec<_>>()
    };
    let reached = graph.reachable_from(&of_type(StageType::Initial));
    let leading = graph.leading_to(&of_type(StageType::Terminal));
    let attached = reached
        .into_iter()
        .zip(leading)
        .map(|(reached, leading)| reached && leading);
    match stages.iter().zip(attached).find(|(_, attached)| !attached) {
        Some((stage, _)) => Err(BrokenChain::Detached(stage.number)),
        None => Ok(()),
    }
}

fn requester(stages: &[ChainStage]) -> Result<Attendant, BrokenChain> {
    let initial = stages
        .iter()
        .find(|stage| stage.stage_type == StageType::Initial)
        .ok_or(BrokenChain::Ends)?;
    match &initial.answer {
        Some(Answer { by, .. }) if initial.state == StageState::Approved => Ok(*by),
        _ => Err(BrokenChain::State(initial.number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::Outcome;
    use crate::review::testing::{OWNER, approve, branched, day, decided, deny, started};

    type Parts = (Vec<ChainStage>, Vec<(StageNumber, StageNumber)>, u32);

    fn parts(chain: &Chain) -> Parts {
        (chain.stages().to_vec(), chain.links().to_vec(), chain.round())
    }

    fn broken(damage: impl Fn(&mut Parts)) -> BrokenChain {
        let mut parts = parts(&started(&branched()).0);
        damage(&mut parts);
        let (stages, links, round) = parts;
        Chain::restore(stages, links, round).unwrap_err()
    }

    fn link(from: u16, to: u16) -> (StageNumber, StageNumber) {
        (StageNumber(from), StageNumber(to))
    }

    #[test]
    fn stages_and_links_may_come_in_any_order() {
        let (mut chain, _) = started(&branched());
        decided(&mut chain, 1, approve(), 1);
        decided(&mut chain, 2, deny(), 2);
        chain.new_round(&OWNER, day(3)).unwrap();
        let (mut stages, mut links, round) = parts(&chain);
        stages.reverse();
        links.reverse();
        assert_eq!(Chain::restore(stages, links, round), Ok(chain));
    }

    #[test]
    fn a_damaged_graph_is_rejected() {
        assert_eq!(broken(|(_, _, round)| *round = 0), BrokenChain::Round);
        assert_eq!(
            broken(|(stages, _, _)| stages[4].number = StageNumber(5)),
            BrokenChain::Numbering
        );
        assert_eq!(
            broken(|(stages, _, _)| stages[4].number = StageNumber(3)),
            BrokenChain::Numbering
        );
        assert_eq!(broken(|(stages, _, _)| stages.clear()), BrokenChain::Ends);
        assert_eq!(
            broken(|(stages, _, _)| stages[4].stage_type = StageType::Initial),
            BrokenChain::Ends
        );
        for (from, to) in [(3, 2), (2, 2), (4, 9)] {
            let expected = BrokenChain::Link(StageNumber(from), StageNumber(to));
            assert_eq!(broken(|(_, links, _)| links.push(link(from, to))), expected);
        }
        assert_eq!(
            broken(|(_, links, _)| links.push(link(0, 1))),
            BrokenChain::DoubledLink(StageNumber(0), StageNumber(1))
        );
        assert_eq!(
            broken(|(_, links, _)| links.retain(|l| *l != link(0, 1))),
            BrokenChain::Detached(StageNumber(1))
        );
    }

    #[test]
    fn contradictory_states_are_rejected() {
        let state = |number: u16, state| broken(|(stages, _, _)| stages[usize::from(number)].state = state);
        let contradiction = |number| BrokenChain::State(StageNumber(number));
        assert_eq!(state(0, StageState::Incoming), contradiction(0));
        assert_eq!(state(1, StageState::Incoming), contradiction(1));
        assert_eq!(state(1, StageState::Halted), contradiction(1));
        assert_eq!(state(3, StageState::Unattended), contradiction(3));
        assert_eq!(state(4, StageState::Unattended), contradiction(4));
        assert_eq!(
            state(1, StageState::Approved),
            BrokenChain::Answer(StageNumber(1))
        );
        let answered = broken(|(stages, _, _)| stages[1].answer = stages[0].answer.clone());
        assert_eq!(answered, BrokenChain::Answer(StageNumber(1)));
    }

    #[test]
    fn a_second_denial_and_a_recall_after_a_denial_are_rejected() {
        let (mut chain, _) = started(&branched());
        decided(&mut chain, 1, deny(), 1);
        let (mut stages, links, round) = parts(&chain);
        stages[2].state = StageState::Denied;
        stages[2].answer = stages[1].answer.clone();
        assert_eq!(
            Chain::restore(stages.clone(), links.clone(), round),
            Err(BrokenChain::State(StageNumber(1)))
        );
        stages[2].state = StageState::Recalled;
        stages[2].answer.as_mut().unwrap().outcome = Outcome::Recalled;
        assert_eq!(
            Chain::restore(stages, links, round),
            Err(BrokenChain::State(StageNumber(2)))
        );
    }
}
