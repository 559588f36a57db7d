//! The transitions of a chain. The public ones check first and change afterwards, so a refused one
//! changes nothing. The exception is [`Chain::bind_open_stages`].

use chrono::{DateTime, Utc};

use super::chain::Chain;
use super::decision::Decision;
use super::event::Event;
use super::four_eyes::DecisionConstraints;
use super::refusal::{DecideError, FeedbackRefused, NewRoundRefused, RecallRefused};
use super::remark::Remark;
use super::stage::{Answer, Attendant, ChainStage, NO_ANSWER, StageNumber};
use super::start::StartError;
use super::state::{Outcome, OverallStatus, StageState};
use crate::ids::{OrganisationRoleId, UserId};
use crate::procedures::StageType;
use crate::roles::Role;

impl Chain {
    /// Creates the chain of a request at submission and starts its first round. All stages must be
    /// Incoming.
    pub(super) fn first_round(
        stages: Vec<ChainStage>,
        links: Vec<(StageNumber, StageNumber)>,
        requester: Attendant,
        at: DateTime<Utc>,
    ) -> (Self, Vec<Event>) {
        let mut chain = Self {
            stages,
            links,
            round: 1,
            requester,
        };
        let mut events = vec![Event::RoundStarted {
            round: 1,
            by: requester,
            at,
        }];
        chain.advance(&requester, at, &mut events);
        (chain, events)
    }

    /// Approves or denies at a stage (2 §4; decisions C3, C4, C6, C9, C14). The caller has checked
    /// the one-time code.
    pub fn decide(
        &mut self,
        stage: StageNumber,
        decision: Decision,
        by: &Attendant,
        constraints: DecisionConstraints,
        at: DateTime<Utc>,
    ) -> Result<Vec<Event>, DecideError> {
        if let Some(reason) = self.why_no_decision(stage, by, constraints) {
            return Err(reason.into());
        }
        let outcome = decision.outcome();
        let (reason, recommendation) = match decision {
            Decision::Approve {
                reason,
                recommendation,
            } => (reason, recommendation),
            Decision::Deny {
                reason,
                recommendation,
            } => (Some(reason), Some(recommendation)),
        };
        let answer = Answer {
            outcome,
            by: *by,
            at,
            reason: reason.map(Remark::into_string),
            recommendation: recommendation.map(Remark::into_string),
        };
        Ok(self.apply_decision(stage, answer))
    }

    /// Applies a decision without checking it.
    pub(super) fn apply_decision(&mut self, stage: StageNumber, answer: Answer) -> Vec<Event> {
        let (round, at) = (self.round, answer.at);
        self.set(stage, answer.outcome.state(), Some(answer.clone()));
        let mut events = Vec::new();
        if answer.outcome == Outcome::Approved {
            events.push(Event::StageApproved { round, stage, answer });
            let requester = self.requester;
            self.advance(&requester, at, &mut events);
        } else {
            events.push(Event::StageDenied { round, stage, answer });
            self.halt(at, &mut events);
        }
        events
    }

    /// Recalls a pending request (decisions C4, C10). Allowed for its owner and for a Super User.
    /// `acting_as` is the role that the person has selected.
    pub fn recall(
        &mut self,
        by: &Attendant,
        acting_as: Role,
        at: DateTime<Utc>,
    ) -> Result<Vec<Event>, RecallRefused> {
        if let Some(refused) = self.why_no_recall(by, acting_as) {
            return Err(refused);
        }
        Ok(self.apply_recall(self.numbers_in(&[StageState::Unattended]), by, None, at))
    }

    /// Recalls the request for the system, because no answer to a comment came in time (decisions N4).
    /// The answers of its stages have [`NO_ANSWER`] as their reason and, like every answer, a person:
    /// the requester, who did not recall it.
    pub fn lapse(&mut self, at: DateTime<Utc>) -> Result<Vec<Event>, RecallRefused> {
        if let Some(refused) = self.why_no_lapse() {
            return Err(refused);
        }
        Ok(self.apply_lapse(self.numbers_in(&[StageState::Unattended]), at))
    }

    /// Returns the reason why the system may not recall the request now, or `None` if it may.
    pub(super) fn why_no_lapse(&self) -> Option<RecallRefused> {
        let status = self.status();
        (status != OverallStatus::Pending).then_some(RecallRefused::NotPending(status))
    }

    /// Applies a recall by the system, without checking it.
    pub(super) fn apply_lapse(&mut self, stages: Vec<StageNumber>, at: DateTime<Utc>) -> Vec<Event> {
        let requester = self.requester;
        self.apply_recall(stages, &requester, Some(NO_ANSWER), at)
    }

    /// Applies a recall at the given stages and halts the other open ones, without checking it.
    pub(super) fn apply_recall(
        &mut self,
        stages: Vec<StageNumber>,
        by: &Attendant,
        reason: Option<&str>,
        at: DateTime<Utc>,
    ) -> Vec<Event> {
        let round = self.round;
        let mut events = Vec::new();
        for stage in stages {
            let answer = Answer {
                outcome: Outcome::Recalled,
                by: *by,
                at,
                reason: reason.map(str::to_owned),
                recommendation: None,
            };
            self.set(stage, StageState::Recalled, Some(answer.clone()));
            events.push(Event::Recalled { round, stage, answer });
        }
        self.halt(at, &mut events);
        events
    }

    /// Returns the reason why this person may not recall the request now, or `None` if they may
    /// (decisions C10).
    pub fn why_no_recall(&self, by: &Attendant, acting_as: Role) -> Option<RecallRefused> {
        if !self.is_owner(by.user) && acting_as != Role::SuperUser {
            return Some(RecallRefused::NotAllowed);
        }
        self.why_no_lapse()
    }

    /// Records the requester's feedback, which approves the Terminal stage (2 §4 "Feedback";
    /// decisions C3).
    pub fn give_feedback(
        &mut self,
        by: &Attendant,
        at: DateTime<Utc>,
    ) -> Result<Vec<Event>, FeedbackRefused> {
        let stage = self.feedback_stage(by.user)?;
        Ok(self.apply_feedback(stage, by, at))
    }

    /// Applies feedback without checking it.
    pub(super) fn apply_feedback(
        &mut self,
        stage: StageNumber,
        by: &Attendant,
        at: DateTime<Utc>,
    ) -> Vec<Event> {
        let answer = approval(by, at);
        self.set(stage, StageState::Approved, Some(answer.clone()));
        vec![Event::FeedbackGiven {
            round: self.round,
            stage,
            answer,
        }]
    }

    /// Returns the reason why this person may not give feedback now, or `None` if they may (2 §4
    /// "Feedback").
    pub fn why_no_feedback(&self, by: UserId) -> Option<FeedbackRefused> {
        self.feedback_stage(by).err()
    }

    fn feedback_stage(&self, by: UserId) -> Result<StageNumber, FeedbackRefused> {
        let status = self.status();
        if !self.is_owner(by) {
            return Err(FeedbackRefused::NotOwner);
        }
        if status != OverallStatus::Approved {
            return Err(FeedbackRefused::NotApproved(status));
        }
        let Some(terminal) = self.terminal() else {
            return Err(FeedbackRefused::NotApproved(status));
        };
        match &terminal.answer {
            Some(given) => Err(FeedbackRefused::AlreadyGiven { at: given.at }),
            None => Ok(terminal.number),
        }
    }

    /// Resubmits the request (decisions C11). After a denial the new round starts at the stage that
    /// denied, and earlier approvals stand. After a recall it starts at the first staff stages, as
    /// at submission.
    pub fn new_round(&mut self, by: &Attendant, at: DateTime<Utc>) -> Result<Vec<Event>, NewRoundRefused> {
        if let Some(refused) = self.why_no_new_round(by.user) {
            return Err(refused);
        }
        Ok(self.begin_next_round(false, by, at))
    }

    /// Resubmits like [`Chain::new_round`], but always starts at the first staff stages. Needed if
    /// the data source changed, because approvals for another source do not stand (decisions V6).
    pub fn new_round_from_the_beginning(
        &mut self,
        by: &Attendant,
        at: DateTime<Utc>,
    ) -> Result<Vec<Event>, NewRoundRefused> {
        if let Some(refused) = self.why_no_new_round(by.user) {
            return Err(refused);
        }
        Ok(self.begin_next_round(true, by, at))
    }

    /// Applies a resubmission without checking it. After a denial, the stage that denied and the
    /// halted ones are reset. After a recall, or if `from_beginning` is true, all stages but the Initial one
    /// are.
    pub(super) fn begin_next_round(
        &mut self,
        from_beginning: bool,
        by: &Attendant,
        at: DateTime<Utc>,
    ) -> Vec<Event> {
        let reopened = if !from_beginning && self.status() == OverallStatus::Denied {
            self.numbers_in(&[StageState::Denied, StageState::Halted])
        } else {
            self.all_but_initial()
        };
        self.begin_round(reopened, by, at)
    }

    /// Returns the reason why this person may not start a new round now, or `None` if they may
    /// (decisions C11).
    pub fn why_no_new_round(&self, by: UserId) -> Option<NewRoundRefused> {
        if !self.is_owner(by) {
            return Some(NewRoundRefused::NotOwner);
        }
        match self.status() {
            OverallStatus::Denied | OverallStatus::Recalled => None,
            status => Some(NewRoundRefused::NotEnded(status)),
        }
    }

    /// Rebinds the staff stages that are not decided yet. `binding` returns the organisation role
    /// of each, which may be the current one. After an error the chain is inconsistent and must not
    /// be stored.
    pub fn bind_open_stages<E>(
        &mut self,
        mut binding: impl FnMut(&ChainStage) -> Result<Option<OrganisationRoleId>, E>,
    ) -> Result<(), E>
    where
        E: From<StartError>,
    {
        for number in self.numbers_in(&[StageState::Unattended, StageState::Incoming]) {
            let Some(stage) = self.stage(number).filter(|stage| !stage.is_requesters()) else {
                continue;
            };
            let Some(org_role) = binding(stage)? else {
                return Err(StartError::NoOrganisationRole {
                    activity: stage.activity.clone(),
                    role: stage.role,
                }
                .into());
            };
            self.bind(number, org_role);
        }
        Ok(())
    }

    fn all_but_initial(&self) -> Vec<StageNumber> {
        self.stages
            .iter()
            .filter(|stage| stage.stage_type != StageType::Initial)
            .map(|stage| stage.number)
            .collect()
    }

    fn begin_round(&mut self, reopened: Vec<StageNumber>, by: &Attendant, at: DateTime<Utc>) -> Vec<Event> {
        self.round = self.round.saturating_add(1);
        for stage in reopened {
            self.set(stage, StageState::Incoming, None);
        }
        let mut events = vec![Event::RoundStarted {
            round: self.round,
            by: *by,
            at,
        }];
        self.advance(by, at, &mut events);
        events
    }

    /// Makes every Incoming stage Unattended whose predecessors are all approved. The requester's
    /// own stages are approved on the way, so that their successors are reached too. The Terminal
    /// stage stays Incoming; reaching it completes the request. One pass is enough, because a stage
    /// has a higher number than its predecessors.
    fn advance(&mut self, requester: &Attendant, at: DateTime<Utc>, events: &mut Vec<Event>) {
        let round = self.round;
        for stage in self.numbers_in(&[StageState::Incoming]) {
            if !self.is_ready(stage) {
                continue;
            }
            match self.stage(stage) {
                Some(open) if open.is_terminal() => events.push(Event::Completed { round, at }),
                Some(open) if open.is_requesters() => {
                    let answer = approval(requester, at);
                    self.set(stage, StageState::Approved, Some(answer.clone()));
                    events.push(Event::StageApproved { round, stage, answer });
                }
                _ => {
                    self.set(stage, StageState::Unattended, None);
                    events.push(Event::TurnCame { round, stage, at });
                }
            }
        }
    }

    fn halt(&mut self, at: DateTime<Utc>, events: &mut Vec<Event>) {
        for stage in self.numbers_in(&[StageState::Unattended, StageState::Incoming]) {
            self.set(stage, StageState::Halted, None);
            events.push(Event::Halted {
                round: self.round,
                stage,
                at,
            });
        }
    }

    fn numbers_in(&self, states: &[StageState]) -> Vec<StageNumber> {
        self.stages
            .iter()
            .filter(|stage| states.contains(&stage.state))
            .map(|stage| stage.number)
            .collect()
    }
}

fn approval(by: &Attendant, at: DateTime<Utc>) -> Answer {
    Answer {
        outcome: Outcome::Approved,
        by: *by,
        at,
        reason: None,
        recommendation: None,
    }
}
