//! Tests that each alteration of a request or its entries is reported.

use super::testing::{Recorded, letter};
use super::*;
use crate::ids::{AssignedRoleId, AuditEntryId, CommentId, DatasetId, DocumentId, StateId, UserId};
use crate::procedures::{LetterNumber, default_procedure};
use crate::requests::content::{Commitment, Personal, Sha256};
use crate::requests::{DocumentKind, RemovalReason, VersionNumber};
use crate::review::testing::{OWNER, SUPER_USER, approve, branched, day, deny};
use crate::review::{Outcome, OverallStatus, Section, StageNumber, StageState};

/// Returns a request approved at all stages, with feedback. Entries: 1 submitted, 2 to 4 decided, 5
/// released, 6 letter, 7 feedback.
fn approved() -> Recorded {
    let mut request = Recorded::submitted(&branched());
    for stage in 1..=3 {
        request.decided(stage, approve());
    }
    request.given_feedback();
    assert_eq!(request.faults(), []);
    request
}

/// Returns a request that was denied, edited, resubmitted, recalled and resubmitted again.
fn resubmitted_twice() -> Recorded {
    let mut request = Recorded::submitted(&branched());
    request.decided(1, approve());
    request.decided(2, deny());
    request.edited();
    request.resubmitted(false, true);
    request.recalled(&SUPER_USER);
    request.resubmitted(false, false);
    request.decided(2, approve());
    assert_eq!(request.faults(), []);
    request
}

fn texts(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn complete_histories_have_no_faults() {
    approved();
    resubmitted_twice();
    let mut request = Recorded::submitted(&default_procedure());
    request.decided(2, approve());
    request.recalled(&OWNER);
    request.edited();
    request.resubmitted(true, false);
    assert_eq!(request.faults(), []);
}

#[test]
fn a_recall_by_the_system_has_its_reason() {
    let mut request = Recorded::submitted(&branched());
    request.decided(1, approve());
    request.lapsed();
    assert_eq!(request.faults(), []);
    let recalled = |line: &StoredLine| line.state == StageState::Recalled;
    let place = request.stored.history.iter().position(recalled).unwrap();
    let mut altered = request.clone();
    altered.stored.history[place].texts.reason = None;
    altered.stored.stages[2].texts.reason = Some("Withdrawn".to_owned());
    assert_eq!(
        texts(&altered.faults()),
        [
            "the reason of state 72 (stage 3) is not what entry 3 commits to".to_owned(),
            format!(
                "the reason in line {} of its history (stage 3) is not what entry 3 commits to",
                place + 1
            ),
        ]
    );
    request.resubmitted(false, true);
    request.decided(1, approve());
    assert_eq!(request.faults(), []);
    request.recalled(&OWNER);
    request.stored.stages[2].texts.reason = Some("No answer in time".to_owned());
    assert_eq!(
        texts(&request.faults()),
        ["state 72 (stage 3) has a reason, and no entry commits to it"]
    );
}

#[test]
fn state_without_a_decision_is_reported() {
    let mut request = Recorded::submitted(&branched());
    request.decided(1, approve());
    request.stored.stages[2].state = StageState::Denied;
    let fault = Fault::State {
        state: StateId(72),
        stage: StageNumber(2),
        stored: StageState::Denied,
        expected: StageState::Unattended,
    };
    assert_eq!(
        fault.to_string(),
        "state 72 (stage 3) is Denied, and no entry says so: by the entries it is Unattended"
    );
    assert_eq!(request.faults(), [fault]);
}

#[test]
fn altered_person_and_time_are_reported() {
    let mut request = approved();
    request.stored.stages[1].answer.user = Some(UserId(987));
    request.stored.stages[2].answer.at = Some(day(40));
    assert_eq!(
        texts(&request.faults()),
        [
            "state 71 (stage 2) is Approved by account 987, and its entry says by account 106",
            "state 72 (stage 3) is attended at 2024-11-13T00:00:00.000000Z, and its entry says at 2024-10-06T00:00:00.000000Z",
        ]
    );
}

#[test]
fn altered_status_and_round_are_reported() {
    let mut request = Recorded::submitted(&branched());
    request.stored.status = OverallStatus::Approved;
    request.stored.round = 2;
    assert_eq!(
        texts(&request.faults()),
        [
            "its status is Approved, and by the last entry it is Pending",
            "its round is 2, and by the entries it is 1",
        ]
    );
}

#[test]
fn missing_entry_is_reported_through_its_consequences() {
    let mut request = approved();
    request.entries.remove(2);
    let faults = request.faults();
    let state = Fault::State {
        state: StateId(72),
        stage: StageNumber(2),
        stored: StageState::Approved,
        expected: StageState::Unattended,
    };
    assert!(faults.contains(&state), "{faults:#?}");
    let mut request = approved();
    request.entries.remove(0);
    assert_eq!(request.faults(), [Fault::NotSubmitted]);
    // Without the entry of a recall, and then without that of a resubmission.
    let mut request = resubmitted_twice();
    request.entries.remove(5);
    let refused = |faults: &[Fault], id| {
        let is_it =
            |fault: &&Fault| matches!(fault, Fault::Refused { entry, .. } if *entry == AuditEntryId(id));
        faults.iter().filter(is_it).count()
    };
    assert_eq!(refused(&request.faults(), 7), 1);
    let mut request = resubmitted_twice();
    request.entries.remove(4);
    assert_eq!(refused(&request.faults(), 6), 1);
}

#[test]
fn altered_outcome_is_reported_with_its_entry() {
    let mut request = approved();
    let RequestAct::Decided { outcome, .. } = &mut request.entries[3].act else {
        panic!("a decision")
    };
    *outcome = Outcome::Denied;
    let faults = request.faults();
    let recorded = Fault::WrongStatus {
        entry: AuditEntryId(4),
        recorded: OverallStatus::Approved,
        expected: OverallStatus::Denied,
    };
    assert!(faults.contains(&recorded), "{faults:#?}");
}

#[test]
fn versions_must_match_their_entries() {
    let mut request = resubmitted_twice();
    request.stored.versions[1].digest = Sha256([99; 32]);
    assert_eq!(
        request.faults(),
        [Fault::Digest {
            entry: AuditEntryId(4),
            version: VersionNumber(2),
        }]
    );
    let mut request = resubmitted_twice();
    request.entries.remove(3);
    assert_eq!(request.faults(), [Fault::VersionUnrecorded(VersionNumber(2))]);
    let mut request = resubmitted_twice();
    request.stored.versions.remove(1);
    assert_eq!(
        request.faults(),
        [Fault::NoVersion {
            entry: AuditEntryId(4),
            version: VersionNumber(2),
        }]
    );
    let mut request = resubmitted_twice();
    request.stored.newest.1 = Sha256([98; 32]);
    assert_eq!(request.faults(), [Fault::Newest]);
}

#[test]
fn releases_letters_and_feedback_must_match_their_entries() {
    let without = |id: i64| {
        let mut request = approved();
        request.entries.retain(|entry| entry.id != AuditEntryId(id));
        request.faults()
    };
    let released = day(3).date_naive();
    assert_eq!(
        without(5),
        [
            Fault::ReleaseUnrecorded(AuditEntryId(4)),
            Fault::ReleaseDate {
                dataset: DatasetId(5),
                on: released,
            },
        ]
    );
    assert_eq!(without(6), [Fault::LetterUnrecorded]);
    assert!(without(7).contains(&Fault::FeedbackUnrecorded));

    let mut request = approved();
    request.removed_feedback();
    assert_eq!(request.faults(), []);
    request.stored.has_feedback = true;
    assert_eq!(request.faults(), [Fault::FeedbackUnrecorded]);

    let mut request = approved();
    request.stored.datasets[0].1 = None;
    request.stored.letter = None;
    request.stored.has_feedback = false;
    assert_eq!(
        request.faults(),
        [
            Fault::NotReleased(DatasetId(5)),
            Fault::NoLetter,
            Fault::NoFeedback
        ]
    );
    let mut request = Recorded::submitted(&branched());
    request.stored.datasets[0].1 = Some(released);
    request.stored.letter = Some(letter(day(3)));
    assert_eq!(
        request.faults(),
        [
            Fault::ReleaseDate {
                dataset: DatasetId(5),
                on: released,
            },
            Fault::LetterUnrecorded
        ]
    );
    let mut request = approved();
    let again = request.entries[4].clone();
    request.entries.push(again);
    assert_eq!(request.faults(), [Fault::ReleaseUnfounded(AuditEntryId(5))]);
}

#[test]
fn letter_must_match_its_entry() {
    let entry = AuditEntryId(6);
    let mut request = approved();
    let stored = request.stored.letter.as_mut().unwrap();
    stored.number = LetterNumber(13);
    stored.made_on = day(1);
    stored.text.body.push('!');
    assert_eq!(
        texts(&request.faults()),
        [
            "its letter of approval is AL-000013, and entry 6 issued AL-000012",
            "its letter of approval is of another day or time than entry 6 says",
            "its letter of approval has other words than those that entry 6 commits to",
        ]
    );
    // An erased text in the entry and a rewritten letter are valid only if the requester was
    // erased.
    let mut request = approved();
    let RequestAct::LetterIssued(recorded) = &mut request.entries[5].act else {
        panic!("a letter")
    };
    recorded.body = Personal::Erased(Commitment([7; 32]));
    request.stored.letter.as_mut().unwrap().text.body = "To Erased person.".to_owned();
    assert_eq!(request.faults(), [Fault::LetterUnproved(entry)]);
    request.removed(RemovalReason::Erased, &[]);
    assert_eq!(request.faults(), []);
    request.stored.letter.as_mut().unwrap().text.heading.clear();
    assert_eq!(request.faults(), [Fault::LetterText(entry)]);
}

#[test]
fn removed_documents_must_match_their_entries() {
    let id = DocumentId(5);
    for (why, unrecorded) in [
        (RemovalReason::Retention, Fault::RemovalUnrecorded(id)),
        (RemovalReason::Erased, Fault::ErasureUnrecorded(id)),
    ] {
        let mut request = approved();
        request.removed(why, &[4, 5]);
        assert_eq!(request.faults(), []);
        request.stored.removed_documents[1].kind = DocumentKind::EthicsApprovalLetter;
        assert_eq!(request.faults(), [Fault::NoIdentification(id)]);
        request.stored.removed_documents[1].kind = DocumentKind::StaffIdentification;
        request.stored.removed_documents[1].on = day(1);
        let entry = AuditEntryId(8);
        assert_eq!(request.faults(), [Fault::RemovalDate { document: id, entry }]);
        // The row was marked as removed in the database.
        let mut request = approved();
        request.removed(why, &[4]);
        let mut marked = request.stored.removed_documents[0];
        marked.id = id;
        request.stored.removed_documents.push(marked);
        assert_eq!(request.faults(), std::slice::from_ref(&unrecorded));
        request.entries.pop();
        assert_eq!(request.faults().len(), 2);
    }
    // The mark was removed from the row, or has another reason.
    let mut request = approved();
    request.removed(RemovalReason::Retention, &[5]);
    let entry = AuditEntryId(8);
    let not_gone = Fault::DocumentNotRemoved { document: id, entry };
    request.stored.removed_documents[0].why = RemovalReason::Erased;
    assert_eq!(request.faults(), [not_gone.clone(), Fault::ErasureUnrecorded(id)]);
    request.stored.removed_documents.clear();
    assert_eq!(request.faults(), [not_gone]);
}

#[test]
fn request_stored_after_its_removal_is_reported() {
    let mut request = approved();
    request.ended();
    assert_eq!(request.faults(), [Fault::Removed(AuditEntryId(8))]);
}

#[test]
fn stages_without_links_are_reported_as_a_broken_chain() {
    let mut request = approved();
    request.stored.links.clear();
    assert!(matches!(request.faults()[..], [Fault::Chain(_)]));
}

/// Stage 2 was denied in the first round. Its texts stay in the history.
#[test]
fn texts_of_decisions_must_match_their_entries() {
    let mut request = Recorded::submitted(&branched());
    request.decided(1, approve());
    request.decided(2, deny());
    assert_eq!(request.faults(), []);
    let denial = request.clone();
    request.stored.stages[2].texts.reason = Some("Agreed".to_owned());
    request.stored.stages[2].texts.recommendation = None;
    request.stored.stages[1].texts.reason = Some("Never said".to_owned());
    assert_eq!(
        texts(&request.faults()),
        [
            "the reason of state 71 (stage 2) is not what entry 2 commits to",
            "the reason of state 72 (stage 3) is not what entry 3 commits to",
            "the recommendation of state 72 (stage 3) is not what entry 3 commits to",
        ]
    );
    let mut request = denial;
    request.resubmitted(false, true);
    assert_eq!(request.faults(), []);
    request.stored.stages[2].texts.reason = Some("Nobody says this now".to_owned());
    let denied = |line: &StoredLine| line.state == StageState::Denied;
    let place = request.stored.history.iter().position(denied).unwrap();
    request.stored.history[place].texts.reason = Some("Agreed".to_owned());
    let last = request.stored.history.len() - 1;
    request.stored.history[last].texts.recommendation = Some("Never said".to_owned());
    assert_eq!(
        texts(&request.faults()),
        [
            "state 72 (stage 3) has a reason, and no entry commits to it".to_owned(),
            format!(
                "the reason in line {} of its history (stage 3) is not what entry 3 commits to",
                place + 1
            ),
            format!(
                "line {} of its history (stage 3) has a recommendation, and no entry commits to it",
                last + 1
            ),
        ]
    );
}

#[test]
fn erased_texts_are_reported_unless_the_owner_was_erased() {
    let mut request = Recorded::submitted(&branched());
    request.commented(1);
    request.replied();
    request.decided(1, deny());
    request.resubmitted(true, true);
    let lost = || Personal::Erased(Commitment([7; 32]));
    for entry in &mut request.entries {
        match &mut entry.act {
            RequestAct::Decided { texts, .. } => texts.reason = Some(lost()),
            RequestAct::Commented(recorded) => recorded.text = lost(),
            RequestAct::Replied(recorded) => recorded.text = lost(),
            RequestAct::Resubmitted { note, .. } => *note = Some(lost()),
            _ => {}
        }
    }
    let any = |what: &str, entry: i64| {
        format!("nothing proves the {what}: what entry {entry} commits to is no longer kept beside it")
    };
    assert_eq!(
        texts(&request.faults()),
        [
            any("reason of a decision at stage 2", 4),
            any("note of round 2", 5),
            any("text of comment 30", 2),
            any("text of reply 50", 3),
        ]
    );
    // Erased texts cannot be compared.
    request.removed(RemovalReason::Erased, &[]);
    assert_eq!(request.faults(), []);
    // A note must exist if an entry commits to one, even if its text was erased.
    request.stored.rounds[1].note = None;
    assert_eq!(
        texts(&request.faults()),
        ["the note of round 2 is not what entry 5 commits to"]
    );
}

/// Returns a request with these entries: 1 submitted, 2 commented, 3 replied, 4 resolved, 5
/// commented, 6 edited, which also resolves the second comment.
fn commented() -> Recorded {
    let mut request = Recorded::submitted(&branched());
    request.commented(1);
    request.replied();
    request.resolved();
    request.commented(2);
    request.edited();
    assert_eq!(request.faults(), []);
    request
}

#[test]
fn comments_and_replies_must_match_their_entries() {
    let mut request = commented();
    let comment = &mut request.stored.comments[0];
    comment.text.push('!');
    comment.author = UserId(987);
    comment.role = AssignedRoleId(987);
    comment.state = StateId(72);
    comment.section = Section::ALL[1];
    comment.action_required = false;
    comment.at = day(-1);
    comment.resolved_by = Some(UserId(987));
    request.stored.comments[1].resolved_on = None;
    let reply = &mut request.stored.replies[0];
    reply.text.push('!');
    reply.author = UserId(987);
    reply.role = AssignedRoleId(987);
    reply.comment = CommentId(31);
    reply.at = day(-1);
    let of_comment = |part: &str| format!("the {part} of comment 30 (stage 2) is not what entry 2 says");
    let of_reply = |part: &str| format!("the {part} of reply 50 to comment 30 is not what entry 3 says");
    let mut expected: Vec<String> = [
        "author",
        "role of the author",
        "stage",
        "section",
        "demand for action",
        "time",
        "text",
    ]
    .map(of_comment)
    .to_vec();
    expected.extend(["author", "role of the author", "comment", "time", "text"].map(of_reply));
    expected.extend([
        "comment 30 is resolved by another person, or at another time, than entry 4 says".to_owned(),
        "comment 31 is not resolved, and entry 6 says that it was".to_owned(),
    ]);
    assert_eq!(texts(&request.faults()), expected);
}

#[test]
fn missing_and_added_comments_are_reported() {
    let mut request = commented();
    request.stored.comments.remove(0);
    request.stored.replies.clear();
    assert_eq!(
        texts(&request.faults()),
        [
            "entry 2 names comment 30, which is not there",
            "entry 3 names reply 50 to comment 30, which is not there",
        ]
    );
    let mut request = commented();
    request
        .entries
        .retain(|entry| entry.id == AuditEntryId(1) || matches!(entry.act, RequestAct::Edited { .. }));
    assert_eq!(
        texts(&request.faults()),
        [
            "no entry says how comment 30 came about",
            "comment 30 is resolved, and no entry says so",
            "no entry says how comment 31 came about",
            "no entry says how reply 50 to comment 30 came about",
        ]
    );
}

#[test]
fn resolution_must_match_the_last_entry_about_it() {
    let mut request = Recorded::submitted(&branched());
    request.commented(1);
    request.resolved();
    request.reopened();
    assert_eq!(request.faults(), []);
    let comment = request.stored.comments[0].id;
    let mut altered = request.clone();
    altered.stored.comments[0].resolved_by = Some(UserId(987));
    altered.stored.comments[0].resolved_on = Some(altered.stored.comments[0].at);
    assert_eq!(altered.faults(), [Fault::ResolvedUnrecorded(comment)]);

    for (left_out, fault) in [
        (
            2,
            Fault::ReopenedOpen {
                comment,
                entry: request.entries[3].id,
            },
        ),
        (
            3,
            Fault::NotResolved {
                comment,
                entry: request.entries[2].id,
            },
        ),
    ] {
        let mut altered = request.clone();
        altered.entries.remove(left_out);
        assert_eq!(altered.faults(), [fault]);
    }

    request.resolved();
    assert_eq!(request.faults(), []);
    let reopening = request.entries.remove(3);
    let twice = request.entries.last().unwrap().id;
    assert_eq!(
        request.faults(),
        [Fault::ResolvedTwice {
            comment,
            entry: twice
        }]
    );
    request.entries.insert(3, reopening);
    let entry = request.entries.last().unwrap().id;
    request.stored.comments[0].resolved_by = None;
    request.stored.comments[0].resolved_on = None;
    assert_eq!(request.faults(), [Fault::NotResolved { comment, entry }]);
}

/// Comments are added without waiting for a concurrent decision, so an entry may come between two
/// entries of one decision.
#[test]
fn comment_between_decision_and_release_is_valid() {
    let mut request = approved();
    request.commented(3);
    let comment = request.entries.pop().unwrap();
    request.entries.insert(4, comment);
    assert_eq!(request.faults(), []);
}

#[test]
fn rounds_must_match_their_entries() {
    let mut request = resubmitted_twice();
    request.stored.rounds[1].by = UserId(987);
    request.stored.rounds[1].note = Some("Something else".to_owned());
    request.stored.rounds[0].note = Some("Never said".to_owned());
    request.stored.rounds[2].round = 4;
    assert_eq!(
        texts(&request.faults()),
        [
            "round 2 was begun by another person, or at another time, than entry 5 says",
            "the note of round 2 is not what entry 5 commits to",
            "entry 7 says that round 3 began, and it is not there",
            "round 1 has a note, and no entry commits to it",
            "no entry says that round 4 began",
        ]
    );
}
