//! Replays recorded acts on a chain, to compare the result with the stored chain (decisions P5).

use chrono::{DateTime, Utc};

use super::chain::Chain;
use super::event::Event;
use super::four_eyes::DecisionConstraints;
use super::refusal::RecallRefused;
use super::restore::{BrokenChain, check_structure};
use super::stage::{Answer, Attendant, ChainStage, StageNumber};
use super::state::{Outcome, StageState};
use crate::roles::Role;

/// A chain on which acts are replayed. An act that was not allowed is reported and applied
/// nevertheless. So a missing act shows up at its place in the chain only, and not in everything
/// that follows.
#[derive(Debug, Clone)]
pub struct Replay(Chain);

/// The result of a replayed act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayedAct {
    /// The events of the act.
    pub events: Vec<Event>,
    /// The reason why the act was not allowed; `None` if it was.
    pub refused: Option<String>,
}

impl Replay {
    /// Creates the chain as it was at the submission of the request, from stages in any state.
    pub fn submitted(
        mut stages: Vec<ChainStage>,
        mut links: Vec<(StageNumber, StageNumber)>,
        requester: Attendant,
        at: DateTime<Utc>,
    ) -> Result<(Self, Vec<Event>), BrokenChain> {
        check_structure(&mut stages, &mut links)?;
        for stage in &mut stages {
            stage.state = StageState::Incoming;
            stage.answer = None;
        }
        let (chain, events) = Chain::first_round(stages, links, requester, at);
        Ok((Self(chain), events))
    }

    /// The chain after the replayed acts.
    pub const fn chain(&self) -> &Chain {
        &self.0
    }

    /// Replays a decision at a stage. Blocks by comments and the four-eyes rule are not checked.
    pub fn decide(
        &mut self,
        stage: StageNumber,
        outcome: Outcome,
        by: &Attendant,
        at: DateTime<Utc>,
    ) -> ReplayedAct {
        let refused = if outcome == Outcome::Recalled {
            Some("A recall is no decision.".to_owned())
        } else {
            let reason = self.0.why_no_decision(stage, by, DecisionConstraints::default());
            reason.map(|reason| reason.to_string())
        };
        let answer = answer(outcome, by, at);
        ReplayedAct {
            events: self.0.apply_decision(stage, answer),
            refused,
        }
    }

    /// Replays a recall at the stages whose turn it is. `stages` are the ones on record; they are
    /// recalled instead if the recall was not allowed.
    pub fn recall(&mut self, stages: &[StageNumber], by: &Attendant, at: DateTime<Utc>) -> ReplayedAct {
        // A person who is not the owner acted as a Super User. Otherwise the recall would have been
        // refused.
        let refused = self.0.why_no_recall(by, Role::SuperUser);
        let recalled = self.recalled(stages, refused);
        ReplayedAct {
            events: self.0.apply_recall(recalled, by, None, at),
            refused: refused.map(|refused| refused.to_string()),
        }
    }

    /// Replays a recall by the system, like [`Self::recall`].
    pub fn lapse(&mut self, stages: &[StageNumber], at: DateTime<Utc>) -> ReplayedAct {
        let refused = self.0.why_no_lapse();
        let recalled = self.recalled(stages, refused);
        ReplayedAct {
            events: self.0.apply_lapse(recalled, at),
            refused: refused.map(|refused| refused.to_string()),
        }
    }

    fn recalled(&self, on_record: &[StageNumber], refused: Option<RecallRefused>) -> Vec<StageNumber> {
        if refused.is_some() {
            on_record.to_vec()
        } else {
            self.0.waiting_for().iter().map(|stage| stage.number).collect()
        }
    }

    /// Replays a resubmission. `from_beginning` resets the approvals of the previous round.
    pub fn resubmit(&mut self, from_beginning: bool, by: &Attendant, at: DateTime<Utc>) -> ReplayedAct {
        let refused = self.0.why_no_new_round(by.user);
        ReplayedAct {
            events: self.0.begin_next_round(from_beginning, by, at),
            refused: refused.map(|refused| refused.to_string()),
        }
    }

    /// Replays feedback.
    pub fn give_feedback(&mut self, by: &Attendant, at: DateTime<Utc>) -> ReplayedAct {
        let refused = self.0.why_no_feedback(by.user);
        let terminal = self.0.terminal().map(|stage| stage.number);
        let events = terminal.map(|stage| self.0.apply_feedback(stage, by, at));
        ReplayedAct {
            events: events.unwrap_or_default(),
            refused: refused.map(|refused| refused.to_string()),
        }
    }
}

const fn answer(outcome: Outcome, by: &Attendant, at: DateTime<Utc>) -> Answer {
    Answer {
        outcome,
        by: *by,
        at,
        reason: None,
        recommendation: None,
    }
}
