//! Fixture: a request whose acts are recorded in the same way as by the use cases.

use chrono::{DateTime, Utc};

use super::*;
use crate::audit::states::stored::StoredStage;
use crate::ids::{AuditEntryId, CommentId, DatasetId, DocumentId, ReplyId, StateId};
use crate::procedures::{LetterNumber, LetterText, Procedure};
use crate::requests::content::{Personal, Sha256};
use crate::requests::{DocumentKind, RemovalReason, VersionNumber};
use crate::review::testing::{OWNER, SUPER_USER, day, holder, started};
use crate::review::{
    Attendant, Chain, Decision, DecisionConstraints, Event, NO_ANSWER, OverallStatus, Section, StageNumber,
};
use crate::roles::Role;

#[derive(Clone)]
pub struct Recorded {
    pub chain: Chain,
    pub stored: StoredRequest,
    pub entries: Vec<RequestEntry>,
    now: i64,
}

fn digest(version: u32) -> Sha256 {
    Sha256([u8::try_from(version).unwrap(); 32])
}

fn stored_version(version: u32, section: Option<Section>) -> StoredVersion {
    StoredVersion {
        number: VersionNumber(version),
        digest: digest(version),
        author: OWNER.user,
        section,
    }
}

/// Returns a letter of the given day.
pub fn letter(at: DateTime<Utc>) -> StoredLetter {
    StoredLetter {
        number: LetterNumber(12),
        made_on: at,
        text: LetterText {
            heading: "Approval of AL-000012".to_owned(),
            body: "To Imani Karrow.\n\nApproved.".to_owned(),
        },
    }
}

impl Recorded {
    /// Submits a request under this procedure.
    pub fn submitted(procedure: &Procedure) -> Self {
        let (chain, events) = started(procedure);
        let stored = StoredRequest {
            owner: OWNER.user,
            requester_role: OWNER.assigned_role,
            submitted_on: day(0),
            status: OverallStatus::Pending,
            round: 1,
            stages: Vec::new(),
            links: chain.links().to_vec(),
            history: Vec::new(),
            versions: vec![stored_version(1, None)],
            newest: (VersionNumber(1), digest(1)),
            datasets: vec![(DatasetId(5), None)],
            letter: None,
            has_feedback: false,
            removed_documents: Vec::new(),
            rounds: vec![StoredRound {
                round: 1,
                by: OWNER.user,
                at: day(0),
                note: None,
            }],
            extensions: Vec::new(),
            comments: Vec::new(),
            replies: Vec::new(),
        };
        let mut recorded = Self {
            chain,
            stored,
            entries: Vec::new(),
            now: 0,
        };
        let content = recorded.content();
        recorded.store(&events);
        recorded.add_entry(&OWNER, RequestAct::Submitted(content));
        recorded
    }

    pub fn faults(&self) -> Vec<Fault> {
        check(&self.stored, &self.entries)
    }

    fn content(&self) -> RecordedVersion {
        RecordedVersion {
            version: self.stored.newest.0,
            digest: self.stored.newest.1,
        }
    }

    fn at(&self) -> DateTime<Utc> {
        day(self.now)
    }

    fn add_entry(&mut self, by: &Attendant, act: RequestAct) {
        self.entries.push(RequestEntry {
            id: AuditEntryId(i64::try_from(self.entries.len()).unwrap() + 1),
            at: self.at(),
            user: Some(by.user),
            role: Some(by.assigned_role),
            act,
        });
    }

    /// Stores the result of the events.
    fn store(&mut self, events: &[Event]) {
        self.stored.status = self.chain.status();
        self.stored.round = self.chain.round();
        let stages = self.chain.stages().iter().map(|stage| {
            let answer = stage.answer.as_ref();
            StoredStage {
                id: StateId(i64::from(stage.number.0) + 70),
                number: stage.number,
                stage_type: stage.stage_type,
                role: stage.role,
                org_role: stage.org_role,
                state: stage.state,
                answer: StoredAnswer {
                    user: answer.map(|answer| answer.by.user),
                    role: answer.map(|answer| answer.by.assigned_role),
                    org_role: answer.map(|answer| answer.by.org_role),
                    at: answer.map(|answer| answer.at),
                },
                texts: StoredTexts {
                    reason: answer.and_then(|answer| answer.reason.clone()),
                    recommendation: answer.and_then(|answer| answer.recommendation.clone()),
                },
            }
        });
        self.stored.stages = stages.collect();
        let lines = events.iter().filter_map(Event::history_entry);
        self.stored.history.extend(lines.map(|line| StoredLine {
            round: line.round,
            stage: line.stage,
            state: line.state,
            user: line.by.map(|by| by.user),
            role: line.by.map(|by| by.assigned_role),
            at: line.at,
            texts: StoredTexts {
                reason: line.reason,
                recommendation: line.recommendation,
            },
        }));
    }

    /// Decides at a waiting stage as its holder.
    pub fn decided(&mut self, number: u16, decision: Decision) {
        self.now += 1;
        let outcome = decision.outcome();
        let number = StageNumber(number);
        let by = holder(self.chain.stage(number).unwrap());
        let at = self.at();
        let events = self
            .chain
            .decide(number, decision, &by, DecisionConstraints::default(), at)
            .unwrap();
        self.store(&events);
        let answer = self.chain.stage(number).unwrap().answer.clone().unwrap();
        let decided = RequestAct::Decided {
            state: StateId(i64::from(number.0) + 70),
            stage: number,
            round: self.chain.round(),
            outcome,
            content: self.content(),
            texts: RecordedTexts {
                reason: answer.reason.map(Personal::from),
                recommendation: answer.recommendation.map(Personal::from),
            },
            status: self.chain.status(),
        };
        self.add_entry(&by, decided);
        if self.chain.is_released_by(&events) {
            for (_, date) in &mut self.stored.datasets {
                date.get_or_insert(at.date_naive());
            }
            self.add_entry(&by, RequestAct::Released);
        }
        if events
            .iter()
            .any(|event| matches!(event, Event::Completed { .. }))
        {
            let letter = letter(at);
            let recorded = RecordedLetter {
                number: letter.number,
                made_on: at,
                heading: letter.text.heading.clone().into(),
                body: letter.text.body.clone().into(),
            };
            self.stored.letter = Some(letter);
            self.add_entry(&by, RequestAct::LetterIssued(recorded));
        }
    }

    pub fn recalled(&mut self, by: &Attendant) {
        self.now += 1;
        let role = if *by == SUPER_USER {
            Role::SuperUser
        } else {
            Role::DataRequester
        };
        let events = self.chain.recall(by, role, self.at()).unwrap();
        self.store(&events);
        let stages = events.iter().filter_map(|event| match event {
            Event::Recalled { stage, .. } => Some(*stage),
            _ => None,
        });
        let recalled = RequestAct::Recalled {
            round: self.chain.round(),
            stages: stages.collect(),
            status: self.chain.status(),
            texts: RecordedTexts::default(),
        };
        self.add_entry(by, recalled);
    }

    /// Is recalled by the system.
    pub fn lapsed(&mut self) {
        self.now += 1;
        let events = self.chain.lapse(self.at()).unwrap();
        self.store(&events);
        let stages = events.iter().filter_map(|event| match event {
            Event::Recalled { stage, .. } => Some(*stage),
            _ => None,
        });
        let recalled = RequestAct::Recalled {
            round: self.chain.round(),
            stages: stages.collect(),
            status: self.chain.status(),
            texts: RecordedTexts {
                reason: Some(NO_ANSWER.into()),
                recommendation: None,
            },
        };
        self.add_entry(&OWNER, recalled);
        if let Some(entry) = self.entries.last_mut() {
            (entry.user, entry.role) = (None, None);
        }
    }

    pub fn resubmitted(&mut self, anew: bool, with_another_day: bool) {
        self.now += 1;
        let at = self.at();
        let events = if anew {
            self.chain.new_round_from_the_beginning(&OWNER, at).unwrap()
        } else {
            self.chain.new_round(&OWNER, at).unwrap()
        };
        if with_another_day {
            self.store_version(None);
        }
        self.store(&events);
        // Covers resubmissions with and without a note.
        let note = with_another_day.then(|| "The day is another one".to_owned());
        self.stored.rounds.push(StoredRound {
            round: self.chain.round(),
            by: OWNER.user,
            at,
            note: note.clone(),
        });
        let resubmitted = RequestAct::Resubmitted {
            round: self.chain.round(),
            anew,
            content: self.content(),
            note: note.map(Personal::from),
        };
        self.add_entry(&OWNER, resubmitted);
    }

    pub fn extended_term(&mut self) {
        self.now += 1;
        let (round, count, unit) = (self.chain.round(), 2, "months".to_owned());
        let reason = "The committee meets in June".to_owned();
        let recorded = RecordedExtension {
            round,
            count,
            unit: unit.clone(),
            reason: Personal::from(reason.clone()),
        };
        self.stored.extensions.push(StoredExtension {
            round,
            count,
            unit,
            reason,
        });
        self.add_entry(&OWNER, RequestAct::TermExtended(recorded));
    }

    pub fn given_feedback(&mut self) {
        self.now += 1;
        let events = self.chain.give_feedback(&OWNER, self.at()).unwrap();
        self.store(&events);
        self.stored.has_feedback = true;
        let Some(Event::FeedbackGiven { stage, round, .. }) = events.first() else {
            panic!("{events:?}")
        };
        let given = RequestAct::FeedbackGiven {
            stage: *stage,
            round: *round,
        };
        self.add_entry(&OWNER, given);
    }

    /// Removes the feedback at the end of its retention period.
    pub fn removed_feedback(&mut self) {
        self.now += 1;
        self.stored.has_feedback = false;
        self.add_entry(&SUPER_USER, RequestAct::FeedbackRemoved);
    }

    /// Records the removal of the request at the end of its retention period.
    pub fn ended(&mut self) {
        self.now += 1;
        self.add_entry(&SUPER_USER, RequestAct::Removed);
    }

    /// Removes identity documents for the given reason.
    pub fn removed(&mut self, why: RemovalReason, documents: &[i64]) {
        self.now += 1;
        let documents: Vec<DocumentId> = documents.iter().copied().map(DocumentId).collect();
        self.stored
            .removed_documents
            .extend(documents.iter().map(|id| RemovedDocument {
                id: *id,
                kind: DocumentKind::StaffIdentification,
                why,
                on: day(self.now),
            }));
        let act = match why {
            RemovalReason::Retention => RequestAct::DocumentsRemoved { documents },
            RemovalReason::Erased => RequestAct::OwnerErased { documents },
        };
        self.add_entry(&SUPER_USER, act);
    }

    /// Edits a section, and resolves the newest comment if it is open.
    pub fn edited(&mut self) {
        self.now += 1;
        let section = Some(Section::ALL[0]);
        self.store_version(section);
        let edited = RequestAct::Edited {
            content: self.content(),
            section,
            resolved: self.resolve_newest(),
        };
        self.add_entry(&OWNER, edited);
    }

    /// Comments as the holder of this stage.
    pub fn commented(&mut self, number: u16) {
        self.now += 1;
        let stage = self.chain.stage(StageNumber(number)).unwrap();
        let by = holder(stage);
        let kept = StoredComment {
            id: CommentId(i64::try_from(self.stored.comments.len()).unwrap() + 30),
            state: StateId(i64::from(number) + 70),
            author: by.user,
            role: by.assigned_role,
            section: Section::ALL[0],
            action_required: true,
            text: "The form is not signed".to_owned(),
            at: self.at(),
            resolved_by: None,
            resolved_on: None,
        };
        let recorded = RecordedComment {
            comment: kept.id,
            state: kept.state,
            section: kept.section,
            action_required: kept.action_required,
            text: kept.text.clone().into(),
        };
        self.stored.comments.push(kept);
        self.add_entry(&by, RequestAct::Commented(recorded));
    }

    /// Replies to the newest comment as the owner.
    pub fn replied(&mut self) {
        self.now += 1;
        let kept = StoredReply {
            id: ReplyId(i64::try_from(self.stored.replies.len()).unwrap() + 50),
            comment: self.stored.comments.last().unwrap().id,
            author: OWNER.user,
            role: OWNER.assigned_role,
            text: "It is signed now".to_owned(),
            at: self.at(),
        };
        let recorded = RecordedReply {
            reply: kept.id,
            comment: kept.comment,
            text: kept.text.clone().into(),
        };
        self.stored.replies.push(kept);
        self.add_entry(&OWNER, RequestAct::Replied(recorded));
    }

    /// Resolves the newest comment as the owner, if it is open.
    pub fn resolved(&mut self) {
        self.now += 1;
        if let Some(comment) = self.resolve_newest() {
            self.add_entry(&OWNER, RequestAct::CommentResolved { comment });
        }
    }

    /// Reopens the newest comment as the owner, if it is resolved.
    pub fn reopened(&mut self) {
        self.now += 1;
        let newest = self.stored.comments.last_mut();
        if let Some(comment) = newest.filter(|comment| comment.resolved_on.is_some()) {
            (comment.resolved_by, comment.resolved_on) = (None, None);
            let comment = comment.id;
            self.add_entry(&OWNER, RequestAct::CommentReopened { comment });
        }
    }

    fn resolve_newest(&mut self) -> Option<CommentId> {
        let at = self.at();
        let mut comments = self.stored.comments.iter_mut();
        let comment = comments
            .next_back()
            .filter(|comment| comment.resolved_on.is_none())?;
        (comment.resolved_by, comment.resolved_on) = (Some(OWNER.user), Some(at));
        Some(comment.id)
    }

    fn store_version(&mut self, section: Option<Section>) {
        let next = self.stored.newest.0.next().0;
        self.stored.versions.push(stored_version(next, section));
        self.stored.newest = (VersionNumber(next), digest(next));
    }
}
