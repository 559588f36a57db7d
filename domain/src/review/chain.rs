//! The approval chain of one request, and what can be asked of it.

use chrono::{DateTime, Utc};

use super::event::{Event, HistoryEntry};
use super::four_eyes::{self, Terms};
use super::refusal::WhyNot;
use super::stage::{Answer, Attendant, ChainStage, StageNumber};
use super::state::{Outcome, OverallStatus, StageState};
use crate::ids::{OrganisationRoleId, UserId};
use crate::procedures::StageType;
use crate::roles::Role;

/// The approval chain of one request: the stages as they were at submission, with their states (decisions C3 to C11).
///
/// What always holds: the links are without a circle from the one Initial to the one Terminal stage; a stage is Approved or
/// Unattended only when all its predecessors are Approved; after a denial or a recall nothing is Unattended or Incoming;
/// Approved, Denied and Recalled stages have an answer, the others none.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    pub(super) stages: Vec<ChainStage>,
    pub(super) links: Vec<(StageNumber, StageNumber)>,
    pub(super) round: u32,
    pub(super) requester: Attendant,
}

impl Chain {
    /// The stages by number; each stands after its predecessors.
    pub fn stages(&self) -> &[ChainStage] {
        &self.stages
    }

    /// The links, sorted.
    pub fn links(&self) -> &[(StageNumber, StageNumber)] {
        &self.links
    }

    /// The present round, from 1 (decisions C11).
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The owner of the request, in the role in which it was submitted first.
    pub const fn requester(&self) -> &Attendant {
        &self.requester
    }

    /// The stage with this number.
    pub fn stage(&self, number: StageNumber) -> Option<&ChainStage> {
        self.stages.get(usize::from(number.0))
    }

    /// The stages that directly precede this one.
    pub fn predecessors(&self, number: StageNumber) -> impl Iterator<Item = &ChainStage> {
        self.links
            .iter()
            .filter(move |(_, to)| *to == number)
            .filter_map(|(from, _)| self.stage(*from))
    }

    /// The overall status, first that holds: Approved, Denied, Recalled, Pending (decisions C4). Approved is when every
    /// non-terminal stage is (C2).
    pub fn status(&self) -> OverallStatus {
        let any = |state| self.stages.iter().any(|stage| stage.state == state);
        if self.all_approved_before_terminal() {
            OverallStatus::Approved
        } else if any(StageState::Denied) {
            OverallStatus::Denied
        } else if any(StageState::Recalled) {
            OverallStatus::Recalled
        } else {
            OverallStatus::Pending
        }
    }

    /// Whether every stage before the terminal one is approved.
    pub fn all_approved_before_terminal(&self) -> bool {
        self.stages
            .iter()
            .filter(|stage| !stage.is_terminal())
            .all(|stage| stage.state == StageState::Approved)
    }

    /// The stages whose turn has come.
    pub fn waiting_for(&self) -> Vec<&ChainStage> {
        self.stages
            .iter()
            .filter(|stage| stage.state == StageState::Unattended)
            .collect()
    }

    /// The organisation roles that are asked to decide now, each once.
    pub fn who_may_act(&self) -> Vec<OrganisationRoleId> {
        let mut roles: Vec<_> = self
            .waiting_for()
            .into_iter()
            .map(|stage| stage.org_role)
            .collect();
        roles.sort_unstable();
        roles.dedup();
        roles
    }

    /// The stage at which this organisation role acts: the one whose turn has come, else the next one to come, else the one
    /// that was reached last. The requester's own stages are nobody's to act at.
    pub fn own_stage(&self, org_role: OrganisationRoleId) -> Option<&ChainStage> {
        let own = || self.deciding_stages().filter(|stage| stage.org_role == org_role);
        let first = |state| own().find(|stage| stage.state == state);
        first(StageState::Unattended)
            .or_else(|| first(StageState::Incoming))
            .or_else(|| own().rev().find(|stage| stage.answer.is_some()))
            .or_else(|| own().next())
    }

    /// The organisation roles that decide on the request, each once, sorted.
    pub fn deciding_roles(&self) -> Vec<OrganisationRoleId> {
        let mut roles: Vec<_> = self.deciding_stages().map(|stage| stage.org_role).collect();
        roles.sort_unstable();
        roles.dedup();
        roles
    }

    /// Whether this organisation role has decided at a stage of its own. The requester's recall also answers stages, but is no
    /// decision.
    pub fn has_decided(&self, org_role: OrganisationRoleId) -> bool {
        self.deciding_stages()
            .filter(|stage| stage.org_role == org_role)
            .filter_map(|stage| stage.answer.as_ref())
            .any(|answer| answer.outcome != Outcome::Recalled)
    }

    /// The names of the roles whose turn it is, each once, in the order of the stages.
    pub fn names_waited_for(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for stage in self.waiting_for() {
            if names.iter().all(|known| known != stage.role.name()) {
                names.push(stage.role.name().to_owned());
            }
        }
        names
    }

    /// Returns since when it is the turn of this stage, if it is: the time of the latest of these entries, else the time
    /// `before` them, else that of the submission.
    pub fn unattended_since(
        &self,
        number: StageNumber,
        happened: &[HistoryEntry],
        before: Option<DateTime<Utc>>,
    ) -> Option<DateTime<Utc>> {
        let stage = self.stage(number)?;
        if stage.state != StageState::Unattended {
            return None;
        }
        happened
            .iter()
            .rev()
            .find(|entry| entry.stage == number && entry.state == StageState::Unattended)
            .map(|entry| entry.at)
            .or(before)
            .or(Some(stage.created_on))
    }

    /// Why this person may not decide at this stage now, the first reason that holds; `None` when they may (2 §4; decisions
    /// C6, C9, C14). With [`Terms::default`] it answers whether the person may comment, which neither a block nor four eyes
    /// prevent.
    pub fn why_not(&self, number: StageNumber, by: &Attendant, terms: Terms) -> Option<WhyNot> {
        let Some(stage) = self.stage(number) else {
            return Some(WhyNot::UnknownStage);
        };
        if stage.is_requesters() {
            return Some(WhyNot::RequestersStage);
        }
        if self.is_owner(by.user) {
            return Some(WhyNot::OwnRequest);
        }
        if stage.org_role != by.org_role {
            return Some(WhyNot::NotOwnStage);
        }
        match stage.state {
            StageState::Unattended => {
                let elsewhere = terms.four_eyes.then(|| self.decided_elsewhere(number, by.user));
                match elsewhere.flatten() {
                    Some(stage) => Some(WhyNot::DecidedElsewhere { role: stage.role }),
                    None => terms.block.map(WhyNot::Blocked),
                }
            }
            not_open => Some(match &stage.answer {
                Some(answer) if answer.outcome != Outcome::Recalled => WhyNot::AlreadyAnswered {
                    role: stage.role,
                    outcome: answer.outcome,
                    by: answer.by.user,
                    at: answer.at,
                },
                _ => WhyNot::NotItsTurn { state: not_open },
            }),
        }
    }

    /// The other stage at which this person's decision stands, if there is one: nobody decides at two stages of one request
    /// (decisions C14). What a new round sets back does not count.
    pub fn decided_elsewhere(&self, number: StageNumber, user: UserId) -> Option<&ChainStage> {
        four_eyes::decided_elsewhere(&self.stages, number, user)
    }

    /// Whether this person is free to decide at this stage, should they hold its role: a request of one's own is decided by
    /// others (decisions C6), and so is a second stage of one request (C14).
    pub fn is_free_to_decide(&self, number: StageNumber, user: UserId, four_eyes: bool) -> bool {
        four_eyes::is_free_to_decide(&self.stages, self.requester.user, number, user, four_eyes)
    }

    /// Whether these events release the data: the last stage of a Data Officer was approved or, where there is none, the last
    /// stage of all (decisions C13).
    pub fn is_released_by(&self, events: &[Event]) -> bool {
        let officers = || {
            self.stages
                .iter()
                .filter(|stage| stage.role == Role::DataOfficer && !stage.is_requesters())
        };
        if officers().next().is_none() {
            return events
                .iter()
                .any(|event| matches!(event, Event::Completed { .. }));
        }
        let of_officer = |event: &Event| match event {
            Event::StageApproved { stage, .. } => officers().any(|officer| officer.number == *stage),
            _ => false,
        };
        events.iter().any(of_officer) && officers().all(|stage| stage.state == StageState::Approved)
    }

    /// Whether this person owns the request.
    pub fn is_owner(&self, user: UserId) -> bool {
        self.requester.user == user
    }

    /// When the chain was last answered by anyone but a requester who submitted or gave feedback: the latest decision or
    /// recall. The status text counts to it (2 §4).
    pub fn last_response(&self) -> Option<DateTime<Utc>> {
        self.stages
            .iter()
            .filter(|stage| !stage.is_requesters())
            .filter_map(|stage| stage.answer.as_ref())
            .map(|answer| answer.at)
            .max()
    }

    /// Returns whether the requester gave feedback, which is the answer of the terminal stage.
    pub fn has_feedback(&self) -> bool {
        self.terminal().is_some_and(|stage| stage.answer.is_some())
    }

    /// The stages at which a role decides: all but the requester's own.
    fn deciding_stages(&self) -> impl DoubleEndedIterator<Item = &ChainStage> {
        self.stages.iter().filter(|stage| !stage.is_requesters())
    }

    pub(super) fn terminal(&self) -> Option<&ChainStage> {
        self.stages
            .iter()
            .find(|stage| stage.stage_type == StageType::Terminal)
    }

    pub(super) fn is_ready(&self, number: StageNumber) -> bool {
        self.predecessors(number)
            .all(|stage| stage.state == StageState::Approved)
    }

    pub(super) fn bind(&mut self, number: StageNumber, org_role: OrganisationRoleId) {
        if let Some(stage) = self.stages.get_mut(usize::from(number.0)) {
            stage.org_role = org_role;
        }
    }

    pub(super) fn set(&mut self, number: StageNumber, state: StageState, answer: Option<Answer>) {
        if let Some(stage) = self.stages.get_mut(usize::from(number.0)) {
            stage.state = state;
            stage.answer = answer;
        }
    }
}
