//! Checks comments and replies against their audit entries.

use std::collections::{BTreeMap, BTreeSet};

use super::documents::{TIME_TOLERANCE, is_erased};
use super::entry::{RecordedComment, RecordedReply, RequestAct, RequestEntry};
use super::fault::{Fault, Part};
use super::stored::{StoredComment, StoredReply, StoredRequest};
use super::texts::is_other;
use crate::ids::{CommentId, ReplyId};
use crate::requests::content::Personal;

/// Compares all comments and replies with the entries that added, resolved and reopened them.
pub(super) fn check_comments<'a>(
    stored: &'a StoredRequest,
    entries: &'a [RequestEntry],
    faults: &'a mut Vec<Fault>,
) {
    let mut comparison = Comparison {
        stored,
        comments: stored.comments.iter().map(|kept| (kept.id, kept)).collect(),
        replies: stored.replies.iter().map(|kept| (kept.id, kept)).collect(),
        is_erased: is_erased(entries),
        made: BTreeSet::new(),
        lost: BTreeSet::new(),
        replied: BTreeSet::new(),
        resolved: BTreeMap::new(),
        faults,
    };
    for entry in entries {
        match &entry.act {
            RequestAct::Commented(recorded) => comparison.compare_comment(entry, recorded),
            RequestAct::Replied(recorded) => comparison.compare_reply(entry, recorded),
            RequestAct::CommentResolved { comment }
            | RequestAct::Edited {
                resolved: Some(comment),
                ..
            } => comparison.note_resolution(entry, *comment),
            RequestAct::CommentReopened { comment } => comparison.note_reopening(entry, *comment),
            _ => {}
        }
    }
    comparison.compare_resolutions();
    comparison.report_unrecorded();
}

struct Comparison<'a> {
    stored: &'a StoredRequest,
    comments: BTreeMap<CommentId, &'a StoredComment>,
    replies: BTreeMap<ReplyId, &'a StoredReply>,
    is_erased: bool,
    /// Comments that an entry added.
    made: BTreeSet<CommentId>,
    /// Missing comments that entries refer to. Each is reported once.
    lost: BTreeSet<CommentId>,
    replied: BTreeSet<ReplyId>,
    /// The last entry that resolved each comment, unless a later entry reopened it.
    resolved: BTreeMap<CommentId, &'a RequestEntry>,
    faults: &'a mut Vec<Fault>,
}

impl<'a> Comparison<'a> {
    fn compare_comment(&mut self, entry: &RequestEntry, recorded: &RecordedComment) {
        let comment = recorded.comment;
        self.made.insert(comment);
        let Some(kept) = self.comments.get(&comment).copied() else {
            self.report_missing(entry, comment);
            return;
        };
        let mut stages = self.stored.stages.iter();
        let stage = stages
            .find(|stage| stage.id == recorded.state)
            .map(|stage| stage.number);
        let parts = [
            (Part::Author, Some(kept.author) != entry.user),
            (Part::Role, Some(kept.role) != entry.role),
            (Part::State, kept.state != recorded.state),
            (Part::Section, kept.section != recorded.section),
            (Part::Demand, kept.action_required != recorded.action_required),
            (Part::Time, (kept.at - entry.at).abs() > TIME_TOLERANCE),
            (Part::Text, is_other(Some(&kept.text), Some(&recorded.text))),
        ];
        let others = parts.into_iter().filter(|(_, is_other)| *is_other);
        self.faults.extend(others.map(|(part, _)| Fault::Comment {
            comment,
            stage,
            part,
            entry: entry.id,
        }));
        if self.is_unproved(&recorded.text) {
            self.faults.push(Fault::CommentUnproved {
                comment,
                entry: entry.id,
            });
        }
    }

    fn compare_reply(&mut self, entry: &RequestEntry, recorded: &RecordedReply) {
        let (reply, comment) = (recorded.reply, recorded.comment);
        self.replied.insert(reply);
        let Some(kept) = self.replies.get(&reply).copied() else {
            self.faults.push(Fault::NoReply {
                reply,
                comment,
                entry: entry.id,
            });
            return;
        };
        let parts = [
            (Part::Author, Some(kept.author) != entry.user),
            (Part::Role, Some(kept.role) != entry.role),
            (Part::Comment, kept.comment != comment),
            (Part::Time, (kept.at - entry.at).abs() > TIME_TOLERANCE),
            (Part::Text, is_other(Some(&kept.text), Some(&recorded.text))),
        ];
        let others = parts.into_iter().filter(|(_, is_other)| *is_other);
        self.faults.extend(others.map(|(part, _)| Fault::Reply {
            reply,
            comment,
            part,
            entry: entry.id,
        }));
        if self.is_unproved(&recorded.text) {
            self.faults.push(Fault::ReplyUnproved {
                reply,
                entry: entry.id,
            });
        }
    }

    fn note_resolution(&mut self, entry: &'a RequestEntry, comment: CommentId) {
        if self.resolved.insert(comment, entry).is_some() {
            let entry = entry.id;
            self.faults.push(Fault::ResolvedTwice { comment, entry });
        }
        if !self.comments.contains_key(&comment) {
            self.report_missing(entry, comment);
        }
    }

    fn note_reopening(&mut self, entry: &RequestEntry, comment: CommentId) {
        if self.resolved.remove(&comment).is_none() && self.made.contains(&comment) {
            let entry = entry.id;
            self.faults.push(Fault::ReopenedOpen { comment, entry });
        }
        if !self.comments.contains_key(&comment) {
            self.report_missing(entry, comment);
        }
    }

    /// Compares each resolved comment with the entry that resolved it.
    fn compare_resolutions(&mut self) {
        for (comment, entry) in &self.resolved {
            let (comment, entry_id) = (*comment, entry.id);
            let Some(kept) = self.comments.get(&comment) else {
                continue;
            };
            match kept.resolved_on {
                None => self.faults.push(Fault::NotResolved {
                    comment,
                    entry: entry_id,
                }),
                Some(on) => {
                    if kept.resolved_by != entry.user || (on - entry.at).abs() > TIME_TOLERANCE {
                        self.faults.push(Fault::Resolution {
                            comment,
                            entry: entry_id,
                        });
                    }
                }
            }
        }
    }

    fn report_missing(&mut self, entry: &RequestEntry, comment: CommentId) {
        if self.lost.insert(comment) {
            let entry = entry.id;
            self.faults.push(Fault::NoComment { comment, entry });
        }
    }

    // The text was erased, and the owner's account was not.
    fn is_unproved(&self, text: &Personal) -> bool {
        !self.is_erased && matches!(text, Personal::Erased(_))
    }

    /// Reports comments, resolutions and replies without an entry.
    fn report_unrecorded(&mut self) {
        for (id, kept) in &self.comments {
            if !self.made.contains(id) {
                self.faults.push(Fault::CommentUnrecorded(*id));
            }
            if kept.resolved_on.is_some() && !self.resolved.contains_key(id) {
                self.faults.push(Fault::ResolvedUnrecorded(*id));
            }
        }
        for (id, kept) in &self.replies {
            if !self.replied.contains(id) {
                self.faults.push(Fault::ReplyUnrecorded {
                    reply: *id,
                    comment: kept.comment,
                });
            }
        }
    }
}
