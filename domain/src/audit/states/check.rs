//! Replays the recorded acts of a request and compares the result with the stored rows.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::entry::{RequestAct, RequestEntry};
use super::fault::Fault;
use super::stored::{StoredRequest, StoredStage};
use super::texts::RecordedDecision;
use super::{comments, comparison, contents, documents, extensions, rounds, texts};
use crate::ids::{AssignedRoleId, AuditEntryId, OrganisationRoleId};
use crate::review::{
    Answer, Attendant, Chain, ChainStage, Event, HistoryEntry, OverallStatus, Replay, ReplayedAct,
    StageNumber,
};

/// Checks a request against its audit entries and returns all faults. Expects the oldest entry
/// first.
pub fn check(stored: &StoredRequest, entries: &[RequestEntry]) -> Vec<Fault> {
    let begins = |entry: &RequestEntry| matches!(entry.act, RequestAct::Submitted(_));
    let Some(first) = entries.iter().position(begins) else {
        return vec![Fault::NotSubmitted];
    };
    let (before, rest) = entries.split_at(first);
    let Some((beginning, acts)) = rest.split_first() else {
        return vec![Fault::NotSubmitted];
    };
    let mut faults: Vec<Fault> = before
        .iter()
        .map(|entry| Fault::BeforeSubmission(entry.id))
        .collect();
    match ReplayCheck::begin(stored, beginning, &mut faults) {
        Ok(mut check) => {
            for entry in acts {
                check.replay_act(entry);
            }
            comparison::compare_with_replay(check);
        }
        Err(fault) => faults.push(fault),
    }
    contents::check_versions(stored, entries, &mut faults);
    documents::check_documents(stored, entries, &mut faults);
    texts::check_erasures(entries, &mut faults);
    rounds::check_rounds(stored, entries, &mut faults);
    extensions::check_extensions(stored, entries, &mut faults);
    comments::check_comments(stored, entries, &mut faults);
    faults
}

/// The expected state of the letter of approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpectedLetter {
    /// No letter is expected.
    None,
    /// The request was approved, and the entry of the letter must follow.
    Due,
    /// The letter was issued.
    Issued,
}

/// The state of the replay after the acts so far.
pub(super) struct ReplayCheck<'a> {
    pub(super) stored: &'a StoredRequest,
    pub(super) faults: &'a mut Vec<Fault>,
    replay: Replay,
    /// The expected lines of the request's history.
    pub(super) expected_lines: Vec<(HistoryEntry, Option<RecordedDecision<'a>>)>,
    /// The last recorded decision of each stage.
    decisions: BTreeMap<StageNumber, &'a RequestEntry>,
    /// The decision that released the data, until the entry of the release is found.
    pub(super) pending_release: Option<AuditEntryId>,
    /// The days on which data was released.
    pub(super) released_on: Vec<NaiveDate>,
    /// True if data was released after the last edit of the content.
    pub(super) is_released: bool,
    pub(super) letter: ExpectedLetter,
    pub(super) has_feedback: bool,
}

impl<'a> ReplayCheck<'a> {
    fn begin(
        stored: &'a StoredRequest,
        beginning: &RequestEntry,
        faults: &'a mut Vec<Fault>,
    ) -> Result<Self, Fault> {
        let stages: Vec<_> = stored.stages.iter().map(StoredStage::to_chain_stage).collect();
        let requester = attendant(beginning, requester_org_role(&stages))?;
        if requester.user != stored.owner || requester.assigned_role != stored.requester_role {
            faults.push(Fault::Owner(beginning.id));
        }
        if beginning.at != stored.submitted_on {
            faults.push(Fault::SubmittedOn(beginning.id));
        }
        let begun = Replay::submitted(stages, stored.links.clone(), requester, beginning.at);
        let (replay, events) = begun.map_err(Fault::Chain)?;
        Ok(Self {
            stored,
            faults,
            replay,
            expected_lines: events
                .iter()
                .filter_map(Event::history_entry)
                .map(|line| (line, None))
                .collect(),
            decisions: BTreeMap::new(),
            pending_release: None,
            released_on: Vec::new(),
            is_released: false,
            letter: ExpectedLetter::None,
            has_feedback: false,
        })
    }

    pub(super) const fn chain(&self) -> &Chain {
        self.replay.chain()
    }

    fn replay_act(&mut self, entry: &'a RequestEntry) {
        if entry.act.is_about_a_comment() {
            return;
        }
        if entry.act != RequestAct::Released {
            self.report_missing_release();
        }
        match &entry.act {
            RequestAct::Submitted(_) => self.faults.push(Fault::SubmittedTwice(entry.id)),
            RequestAct::Edited { .. } => self.is_released = false,
            RequestAct::Decided { .. } => self.replay_decision(entry),
            RequestAct::Released => self.replay_release(entry),
            RequestAct::LetterIssued(_) => {
                if matches!(self.letter, ExpectedLetter::None | ExpectedLetter::Issued) {
                    self.faults.push(Fault::LetterUnfounded(entry.id));
                }
                self.letter = ExpectedLetter::Issued;
            }
            RequestAct::Recalled {
                round,
                stages,
                status,
                texts,
            } => {
                let played = if texts.reason.is_some() && entry.user.is_none() {
                    self.decisions.extend(stages.iter().map(|stage| (*stage, entry)));
                    self.replay.lapse(stages, entry.at)
                } else {
                    let Some(by) = self.actor(entry, None) else { return };
                    self.replay.recall(stages, &by, entry.at)
                };
                self.check_round(entry.id, *round);
                let recalled = |event: &Event| match event {
                    Event::Recalled { stage, .. } => Some(*stage),
                    _ => None,
                };
                let those: Vec<StageNumber> = played.events.iter().filter_map(recalled).collect();
                if those != *stages {
                    self.faults.push(Fault::WrongStages(entry.id));
                }
                self.add_result(entry, played);
                self.check_status(entry.id, *status);
            }
            RequestAct::Resubmitted { round, anew, .. } => {
                let Some(by) = self.actor(entry, None) else { return };
                let played = self.replay.resubmit(*anew, &by, entry.at);
                self.add_result(entry, played);
                self.check_round(entry.id, *round);
            }
            RequestAct::FeedbackGiven { stage, round } => {
                let Some(by) = self.actor(entry, None) else { return };
                self.check_round(entry.id, *round);
                let mut played = self.replay.give_feedback(&by, entry.at);
                let is_there = |event: &Event| matches!(event, Event::FeedbackGiven { stage: given, .. } if given == stage);
                if !played.events.iter().any(is_there) {
                    let why = "It approves another stage.".to_owned();
                    played.refused.get_or_insert(why);
                }
                self.add_result(entry, played);
                self.has_feedback = true;
            }
            RequestAct::TermExtended(extension) => self.check_round(entry.id, extension.round),
            RequestAct::FeedbackRemoved => self.has_feedback = false,
            RequestAct::Removed => self.faults.push(Fault::Removed(entry.id)),
            RequestAct::Commented(_)
            | RequestAct::Replied(_)
            | RequestAct::CommentResolved { .. }
            | RequestAct::CommentReopened { .. }
            | RequestAct::DocumentsRemoved { .. }
            | RequestAct::OwnerErased { .. } => {}
        }
    }

    fn replay_decision(&mut self, entry: &'a RequestEntry) {
        let RequestAct::Decided {
            state,
            stage,
            round,
            outcome,
            status,
            ..
        } = &entry.act
        else {
            return;
        };
        let bound = self
            .stored
            .stage(*stage)
            .map(|stored| (stored.id, stored.org_role));
        if bound.map(|(id, _)| id) != Some(*state) {
            self.faults.push(Fault::WrongState {
                entry: entry.id,
                state: *state,
                stage: *stage,
            });
        }
        let Some(by) = self.actor(entry, bound.map(|(_, org_role)| org_role)) else {
            return;
        };
        self.check_round(entry.id, *round);
        self.decisions.insert(*stage, entry);
        let played = self.replay.decide(*stage, *outcome, &by, entry.at);
        if self.chain().is_released_by(&played.events) {
            self.pending_release = Some(entry.id);
        }
        if played
            .events
            .iter()
            .any(|event| matches!(event, Event::Completed { .. }))
        {
            self.letter = ExpectedLetter::Due;
        }
        self.add_result(entry, played);
        self.check_status(entry.id, *status);
    }

    fn replay_release(&mut self, entry: &RequestEntry) {
        if self.pending_release.take().is_none() {
            self.faults.push(Fault::ReleaseUnfounded(entry.id));
        }
        self.released_on.push(entry.at.date_naive());
        self.is_released = true;
    }

    /// Reports a missing release: its entry must directly follow that of the decision.
    pub(super) fn report_missing_release(&mut self) {
        if let Some(decision) = self.pending_release.take() {
            self.faults.push(Fault::ReleaseUnrecorded(decision));
        }
    }

    fn add_result(&mut self, entry: &'a RequestEntry, played: ReplayedAct) {
        if let Some(why) = played.refused {
            let entry = entry.id;
            self.faults.push(Fault::Refused { entry, why });
        }
        let lines = played.events.iter().filter_map(Event::history_entry);
        self.expected_lines.extend(lines.map(|line| {
            let recorded = RecordedDecision::from_entry(entry, line.stage);
            (line, recorded)
        }));
    }

    /// Returns the recorded texts of this answer of a stage.
    pub(super) fn recorded_decision(
        &self,
        stage: StageNumber,
        answer: &Answer,
    ) -> Option<RecordedDecision<'a>> {
        let entry = self.decisions.get(&stage)?;
        let is_by = entry.user.is_none_or(|user| user == answer.by.user);
        let is_it = entry.at == answer.at && is_by;
        RecordedDecision::from_entry(entry, stage).filter(|_| is_it)
    }

    fn check_status(&mut self, entry: AuditEntryId, recorded: OverallStatus) {
        let expected = self.chain().status();
        if recorded != expected {
            self.faults.push(Fault::WrongStatus {
                entry,
                recorded,
                expected,
            });
        }
    }

    fn check_round(&mut self, entry: AuditEntryId, recorded: u32) {
        let expected = self.chain().round();
        if recorded != expected {
            self.faults.push(Fault::WrongRound {
                entry,
                recorded,
                expected,
            });
        }
    }

    /// Returns the actor of an entry for the given organisation role, or that of the requester by
    /// default.
    fn actor(&mut self, entry: &RequestEntry, org_role: Option<OrganisationRoleId>) -> Option<Attendant> {
        let org_role = org_role.unwrap_or(self.chain().requester().org_role);
        match attendant(entry, org_role) {
            Ok(by) => Some(by),
            Err(fault) => {
                self.faults.push(fault);
                None
            }
        }
    }
}

fn attendant(entry: &RequestEntry, org_role: OrganisationRoleId) -> Result<Attendant, Fault> {
    let user = entry.user.ok_or(Fault::NoActor(entry.id))?;
    let assigned_role: AssignedRoleId = entry.role.ok_or(Fault::NoActor(entry.id))?;
    Ok(Attendant {
        user,
        assigned_role,
        org_role,
    })
}

// The first stage is bound to the organisation role of the requester.
fn requester_org_role(stages: &[ChainStage]) -> OrganisationRoleId {
    let first = stages.iter().find(|stage| stage.number == StageNumber(0));
    first.map_or(OrganisationRoleId(0), |stage| stage.org_role)
}
