//! What is altered is named.

use super::testing::{Recorded, letter};
use super::*;
use crate::ids::{AuditEntryId, DatasetId, DocumentId, StateId, UserId};
use crate::procedures::{LetterNumber, default_procedure};
use crate::requests::content::{Commitment, Personal, Sha256};
use crate::requests::{DocumentKind, Gone, VersionNumber};
use crate::review::testing::{OWNER, SUPER_USER, approve, branched, day, deny};
use crate::review::{Outcome, OverallStatus, StageNumber, StageState};

/// Approved by everybody, and with feedback: entries 1 submitted, 2 to 4 decided, 5 released, 6 letter, 7 feedback.
fn approved() -> Recorded {
    let mut request = Recorded::submitted(&branched());
    for stage in 1..=3 {
        request.decided(stage, approve());
    }
    request.given_feedback();
    assert_eq!(request.faults(), []);
    request
}

/// Denied, edited, resubmitted, recalled and resubmitted once more.
fn long() -> Recorded {
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
fn the_whole_life_of_a_request_is_faultless() {
    approved();
    long();
    let mut request = Recorded::submitted(&default_procedure());
    request.decided(2, approve());
    request.recalled(&OWNER);
    request.edited();
    request.resubmitted(true, false);
    assert_eq!(request.faults(), []);
}

#[test]
fn a_state_that_nobody_decided_is_named() {
    let mut request = Recorded::submitted(&branched());
    request.decided(1, approve());
    request.stored.stages[2].state = StageState::Denied;
    let fault = Fault::State {
        state: StateId(72),
        stage: StageNumber(2),
        stored: StageState::Denied,
        follows: StageState::Unattended,
    };
    assert_eq!(
        fault.to_string(),
        "state 72 (stage 2) is Denied, and no entry says so: by the entries it is Unattended"
    );
    assert_eq!(request.faults(), [fault]);
}

#[test]
fn another_person_and_another_time_are_named() {
    let mut request = approved();
    request.stored.stages[1].answer.user = Some(UserId(987));
    request.stored.stages[2].answer.at = Some(day(40));
    assert_eq!(
        texts(&request.faults()),
        [
            "state 71 (stage 1) is Approved by account 987, and its entry says by account 106",
            "state 72 (stage 2) is attended at 2024-11-13T00:00:00.000000Z, and its entry says at 2024-10-06T00:00:00.000000Z",
        ]
    );
}

#[test]
fn an_overall_status_that_does_not_follow_is_named() {
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
fn an_entry_that_is_missing_is_seen_in_what_it_led_to() {
    let mut request = approved();
    request.entries.remove(2);
    let faults = request.faults();
    let state = Fault::State {
        state: StateId(72),
        stage: StageNumber(2),
        stored: StageState::Approved,
        follows: StageState::Unattended,
    };
    assert!(faults.contains(&state), "{faults:#?}");
    let mut request = approved();
    request.entries.remove(0);
    assert_eq!(request.faults(), [Fault::NotBegun]);
    // Of a recall, and of a resubmission.
    let mut request = long();
    request.entries.remove(5);
    let refused = |faults: &[Fault], id| {
        let is_it =
            |fault: &&Fault| matches!(fault, Fault::Refused { entry, .. } if *entry == AuditEntryId(id));
        faults.iter().filter(is_it).count()
    };
    assert_eq!(refused(&request.faults(), 7), 1);
    let mut request = long();
    request.entries.remove(4);
    assert_eq!(refused(&request.faults(), 6), 1);
}

#[test]
fn a_swapped_outcome_is_named_with_its_entry() {
    let mut request = approved();
    let RequestAct::Decided { outcome, .. } = &mut request.entries[3].act else {
        panic!("a decision")
    };
    *outcome = Outcome::Denied;
    let faults = request.faults();
    let said = Fault::StatusSaid {
        entry: AuditEntryId(4),
        said: OverallStatus::Approved,
        follows: OverallStatus::Denied,
    };
    assert!(faults.contains(&said), "{faults:#?}");
}

#[test]
fn versions_are_those_of_their_entries() {
    let mut request = long();
    request.stored.versions[1].digest = Sha256([99; 32]);
    assert_eq!(
        request.faults(),
        [Fault::Digest {
            entry: AuditEntryId(4),
            version: VersionNumber(2),
        }]
    );
    let mut request = long();
    request.entries.remove(3);
    assert_eq!(request.faults(), [Fault::VersionUnrecorded(VersionNumber(2))]);
    let mut request = long();
    request.stored.versions.remove(1);
    assert_eq!(
        request.faults(),
        [Fault::NoVersion {
            entry: AuditEntryId(4),
            version: VersionNumber(2),
        }]
    );
    let mut request = long();
    request.stored.newest.1 = Sha256([98; 32]);
    assert_eq!(request.faults(), [Fault::Newest]);
}

#[test]
fn release_letter_and_feedback_have_their_entries() {
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
fn a_letter_says_what_its_entry_commits_to() {
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
    // What it said went, and it was written anew: that is right where the requester was erased.
    let mut request = approved();
    let RequestAct::LetterIssued { letter: Some(said) } = &mut request.entries[5].act else {
        panic!("a letter")
    };
    said.body = Personal::Erased(Commitment([7; 32]));
    request.stored.letter.as_mut().unwrap().text.body = "To Erased person.".to_owned();
    assert_eq!(request.faults(), [Fault::LetterUnproved(entry)]);
    request.removed(Gone::Erased, &[]);
    assert_eq!(request.faults(), []);
    request.stored.letter.as_mut().unwrap().text.heading.clear();
    assert_eq!(request.faults(), [Fault::LetterWords(entry)]);
    // Of before its words were recorded nothing is known of them.
    let mut request = approved();
    request.entries[5].act = RequestAct::LetterIssued { letter: None };
    request.stored.letter.as_mut().unwrap().text.heading.clear();
    assert_eq!(request.faults(), []);
}

#[test]
fn documents_are_gone_by_their_entries() {
    let id = DocumentId(5);
    for (why, unrecorded) in [
        (Gone::Retention, Fault::RemovalUnrecorded(id)),
        (Gone::Erased, Fault::ErasureUnrecorded(id)),
    ] {
        let mut request = approved();
        request.removed(why, &[4, 5]);
        assert_eq!(request.faults(), []);
        request.stored.gone[1].kind = DocumentKind::EthicsApprovalLetter;
        assert_eq!(request.faults(), [Fault::NoIdentification(id)]);
        request.stored.gone[1].kind = DocumentKind::StaffIdentification;
        request.stored.gone[1].on = day(1);
        let entry = AuditEntryId(8);
        assert_eq!(request.faults(), [Fault::GoneOn { document: id, entry }]);
        // The row was marked by hand.
        let mut request = approved();
        request.removed(why, &[4]);
        let mut marked = request.stored.gone[0];
        marked.id = id;
        request.stored.gone.push(marked);
        assert_eq!(request.faults(), std::slice::from_ref(&unrecorded));
        request.entries.pop();
        assert_eq!(request.faults().len(), 2);
    }
    // The mark was taken back, or is another one.
    let mut request = approved();
    request.removed(Gone::Retention, &[5]);
    let entry = AuditEntryId(8);
    let not_gone = Fault::NotGone { document: id, entry };
    request.stored.gone[0].why = Gone::Erased;
    assert_eq!(request.faults(), [not_gone.clone(), Fault::ErasureUnrecorded(id)]);
    request.stored.gone.clear();
    assert_eq!(request.faults(), [not_gone]);
    // An entry of before it named documents stands for any.
    let mut request = approved();
    request.removed(Gone::Erased, &[5]);
    request.entries[7].act = RequestAct::OwnerErased { documents: None };
    assert_eq!(request.faults(), []);
}

/// For a few days entries did not say whether approvals stood.
#[test]
fn what_a_resubmission_did_not_say_is_found_by_what_is_stored() {
    for anew in [false, true] {
        let mut request = Recorded::submitted(&branched());
        request.decided(1, approve());
        request.decided(2, deny());
        request.resubmitted(anew, false);
        request.recalled(&OWNER);
        request.resubmitted(false, true);
        for entry in &mut request.entries {
            if let RequestAct::Resubmitted { anew, .. } = &mut entry.act {
                *anew = None;
            }
        }
        assert_eq!(request.faults(), [], "{anew}");
        request.stored.round += 1;
        assert!(matches!(request.faults()[..], [Fault::Round { .. }]), "{anew}");
    }
}

#[test]
fn the_check_begins_where_a_request_was_taken_over() {
    for stay in [false, true] {
        let mut request = Recorded::submitted(&branched());
        request.decided(1, approve());
        request.decided(2, deny());
        request.taken_over(stay);
        assert_eq!(request.faults(), []);
        request.edited();
        request.resubmitted(false, false);
        request.decided(2, approve());
        request.decided(3, approve());
        request.given_feedback();
        assert_eq!(request.faults(), []);
        // Stage 1 was approved before.
        request.stored.stages[1].answer.user = Some(UserId(987));
        assert!(matches!(request.faults()[..], [Fault::Attendant { .. }]));
    }
    // What was recorded before it has to be in the history of that day.
    let mut request = Recorded::submitted(&branched());
    request.decided(1, approve());
    request.taken_over(true);
    request.entries[0].user = Some(UserId(987));
    assert_eq!(request.faults(), [Fault::NotInHistory(AuditEntryId(2))]);
    // It happens once.
    let mut request = Recorded::submitted(&branched());
    request.taken_over(false);
    let again = request.entries[0].clone();
    request.entries.push(again);
    assert_eq!(request.faults(), [Fault::BegunTwice(AuditEntryId(1000))]);
}

#[test]
fn stages_that_are_no_chain_are_said() {
    let mut request = approved();
    request.stored.links.clear();
    assert!(matches!(request.faults()[..], [Fault::Chain(_)]));
}
