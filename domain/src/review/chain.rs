//! The approval chain of a request, and queries on it.

use chrono::{DateTime, Utc};

use super::event::{Event, HistoryEntry};
use super::four_eyes::{self, DecisionConstraints};
use super::refusal::DecisionRefused;
use super::stage::{Answer, Attendant, ChainStage, StageNumber};
use super::state::{Outcome, OverallStatus, StageState};
use crate::ids::{OrganisationRoleId, UserId};
use crate::procedures::StageType;
use crate::roles::Role;

/// The approval chain of one request: the stages as they were at submission, with their states
/// (decisions C3 to C11).
///
/// Invariants:
///
/// - The links form an acyclic graph from the one Initial stage to the one Terminal stage.
/// - A stage is Approved or Unattended only when all its predecessors are Approved.
/// - After a denial or a recall no stage is Unattended or Incoming.
/// - Approved, Denied and Recalled stages have an answer, the others have none.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    pub(super) stages: Vec<ChainStage>,
    pub(super) links: Vec<(StageNumber, StageNumber)>,
    pub(super) round: u32,
    pub(super) requester: Attendant,
}

impl Chain {
    /// The stages, sorted by number. Each comes after its predecessors.
    pub fn stages(&self) -> &[ChainStage] {
        &self.stages
    }

    /// The links, sorted.
    pub fn links(&self) -> &[(StageNumber, StageNumber)] {
        &self.links
    }

    /// The current round, from 1 (decisions C11).
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The owner of the request, in the role of the first submission.
    pub const fn requester(&self) -> &Attendant {
        &self.requester
    }

    /// Finds the stage with this number.
    pub fn stage(&self, number: StageNumber) -> Option<&ChainStage> {
        self.stages.get(usize::from(number.0))
    }

    /// Returns the direct predecessors of a stage.
    pub fn predecessors(&self, number: StageNumber) -> impl Iterator<Item = &ChainStage> {
        self.links
            .iter()
            .filter(move |(_, to)| *to == number)
            .filter_map(|(from, _)| self.stage(*from))
    }

    /// Returns the overall status: the first that applies of Approved, Denied, Recalled, Pending
    /// (decisions C4). A request is Approved when every stage before the terminal one is (decisions
    /// C2).
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

    /// Returns true if every stage before the terminal one is approved.
    pub fn all_approved_before_terminal(&self) -> bool {
        self.stages
            .iter()
            .filter(|stage| !stage.is_terminal())
            .all(|stage| stage.state == StageState::Approved)
    }

    /// Returns the stages whose turn it is (Unattended).
    pub fn waiting_for(&self) -> Vec<&ChainStage> {
        self.stages
            .iter()
            .filter(|stage| stage.state == StageState::Unattended)
            .collect()
    }

    /// Returns the stage at which this organisation role acts: the first Unattended one, else the
    /// first Incoming one, else the last one with an answer, else its first. The requester's own
    /// stages are excluded.
    pub fn own_stage(&self, org_role: OrganisationRoleId) -> Option<&ChainStage> {
        let own = || self.deciding_stages().filter(|stage| stage.org_role == org_role);
        let first = |state| own().find(|stage| stage.state == state);
        first(StageState::Unattended)
            .or_else(|| first(StageState::Incoming))
            .or_else(|| own().rev().find(|stage| stage.answer.is_some()))
            .or_else(|| own().next())
    }

    /// Returns the organisation roles that decide on the request, sorted and without duplicates.
    pub fn deciding_roles(&self) -> Vec<OrganisationRoleId> {
        let mut roles: Vec<_> = self.deciding_stages().map(|stage| stage.org_role).collect();
        roles.sort_unstable();
        roles.dedup();
        roles
    }

    /// Returns true if this organisation role has decided at one of its stages. A recall by the
    /// requester also answers stages, but is not a decision.
    pub fn has_decided(&self, org_role: OrganisationRoleId) -> bool {
        self.deciding_stages()
            .filter(|stage| stage.org_role == org_role)
            .filter_map(|stage| stage.answer.as_ref())
            .any(|answer| answer.outcome != Outcome::Recalled)
    }

    /// Returns the names of the roles whose turn it is, in the order of the stages and without
    /// duplicates.
    pub fn waiting_role_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for stage in self.waiting_for() {
            if names.iter().all(|known| known != stage.role.name()) {
                names.push(stage.role.name().to_owned());
            }
        }
        names
    }

    /// Returns the time when this stage became Unattended, or `None` if it is not Unattended. This
    /// is the time of the latest matching entry of `happened`, else `before`, else the time of the
    /// submission.
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

    /// Returns the first reason against a decision of this person at this stage, or `None` if they
    /// may decide (2 §4; decisions C6, C9, C14). With [`DecisionConstraints::default`] it checks whether the
    /// person may comment, because a block or four eyes do not prevent comments.
    pub fn why_no_decision(
        &self,
        number: StageNumber,
        by: &Attendant,
        constraints: DecisionConstraints,
    ) -> Option<DecisionRefused> {
        let Some(stage) = self.stage(number) else {
            return Some(DecisionRefused::UnknownStage);
        };
        if stage.is_requesters() {
            return Some(DecisionRefused::RequestersStage);
        }
        if self.is_owner(by.user) {
            return Some(DecisionRefused::OwnRequest);
        }
        if stage.org_role != by.org_role {
            return Some(DecisionRefused::NotOwnStage);
        }
        match stage.state {
            StageState::Unattended => {
                let elsewhere = constraints
                    .four_eyes
                    .then(|| self.decided_elsewhere(number, by.user));
                match elsewhere.flatten() {
                    Some(stage) => Some(DecisionRefused::DecidedElsewhere { role: stage.role }),
                    None => constraints.block.map(DecisionRefused::Blocked),
                }
            }
            not_open => Some(match &stage.answer {
                Some(answer) if answer.outcome != Outcome::Recalled => DecisionRefused::AlreadyAnswered {
                    role: stage.role,
                    outcome: answer.outcome,
                    by: answer.by.user,
                    at: answer.at,
                },
                _ => DecisionRefused::NotItsTurn { state: not_open },
            }),
        }
    }

    /// Returns another stage at which this person's decision stands, if there is one. With four
    /// eyes, a person decides at one stage of a request only (decisions C14). Decisions that a new
    /// round has reset do not count.
    pub fn decided_elsewhere(&self, number: StageNumber, user: UserId) -> Option<&ChainStage> {
        four_eyes::decided_elsewhere(&self.stages, number, user)
    }

    /// Returns true if this person may decide at this stage, provided that they hold its role.
    /// Owners cannot decide on their own request (decisions C6), and with four eyes a person cannot
    /// decide at a second stage (decisions C14).
    pub fn is_free_to_decide(&self, number: StageNumber, user: UserId, four_eyes: bool) -> bool {
        four_eyes::is_free_to_decide(&self.stages, self.requester.user, number, user, four_eyes)
    }

    /// Returns true if these events release the data: the last stage of a Data Officer was approved
    /// or, if there is no such stage, the last stage of all (decisions C13).
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

    /// Returns true if this person owns the request.
    pub fn is_owner(&self, user: UserId) -> bool {
        self.requester.user == user
    }

    /// Returns the time of the latest decision or recall. The requester's submission and feedback
    /// do not count. The status text refers to this time (2 §4).
    pub fn last_response(&self) -> Option<DateTime<Utc>> {
        self.stages
            .iter()
            .filter(|stage| !stage.is_requesters())
            .filter_map(|stage| stage.answer.as_ref())
            .map(|answer| answer.at)
            .max()
    }

    /// Returns the time of the final decision: the approval of the last stage, or the denial. None
    /// for a pending or recalled request.
    pub fn decided_on(&self) -> Option<DateTime<Utc>> {
        match self.status() {
            OverallStatus::Approved | OverallStatus::Denied => self.last_response(),
            OverallStatus::Recalled | OverallStatus::Pending => None,
        }
    }

    /// Returns true if the requester gave feedback, which is the answer of the terminal stage.
    pub fn has_feedback(&self) -> bool {
        self.terminal().is_some_and(|stage| stage.answer.is_some())
    }

    pub(super) fn deciding_stages(&self) -> impl DoubleEndedIterator<Item = &ChainStage> {
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
