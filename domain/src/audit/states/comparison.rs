//! Compares the result of the replay with the stored rows.

use super::check::{ExpectedLetter, ReplayCheck};
use super::fault::Fault;
use super::stored::StoredStage;
use super::texts;
use crate::review::{Answer, ChainStage, HistoryEntry, Outcome, OverallStatus, StageState};

/// Compares stages, status, round, history, release, letter and feedback with the replayed chain.
pub(super) fn compare_with_replay(mut check: ReplayCheck<'_>) {
    check.report_missing_release();
    let stages: Vec<ChainStage> = check.chain().stages().to_vec();
    for expected in &stages {
        if let Some(stored) = check.stored.stage(expected.number) {
            compare_stage(stored, expected, check.faults);
            compare_texts(&mut check, stored, expected);
        }
    }
    let (status, round) = (check.chain().status(), check.chain().round());
    if check.stored.status != status {
        check.faults.push(Fault::Status {
            stored: check.stored.status,
            expected: status,
        });
    }
    if check.stored.round != round {
        check.faults.push(Fault::Round {
            stored: check.stored.round,
            expected: round,
        });
    }
    compare_history(&mut check);
    compare_release(&mut check);
    compare_letter_and_feedback(&mut check);
}

fn compare_stage(stored: &StoredStage, expected: &ChainStage, faults: &mut Vec<Fault>) {
    let StoredStage {
        id, number: stage, ..
    } = *stored;
    if stored.state != expected.state {
        faults.push(Fault::State {
            state: id,
            stage,
            stored: stored.state,
            expected: expected.state,
        });
        return;
    }
    let recorded = expected.answer.as_ref();
    let user = recorded.map(|recorded| recorded.by.user);
    if stored.answer.user != user {
        faults.push(Fault::Attendant {
            state: id,
            stage,
            stored_state: stored.state,
            stored: stored.answer.user,
            recorded: user,
        });
    }
    let role = recorded.map(|recorded| recorded.by.assigned_role);
    if stored.answer.role != role {
        faults.push(Fault::AttendantRole {
            state: id,
            stage,
            stored: stored.answer.role,
            recorded: role,
        });
    }
    let at = recorded.map(|recorded| recorded.at);
    if stored.answer.at != at {
        faults.push(Fault::Time {
            state: id,
            stage,
            stored: stored.answer.at,
            recorded: at,
        });
    }
    // A person who recalls or resubmits acts in a role other than that of the stage. A reviewer
    // must decide in the role that the stage is bound to.
    let is_decision =
        !expected.is_requesters() && matches!(stored.state, StageState::Approved | StageState::Denied);
    let is_for_another = if recorded.is_none() {
        stored.answer.org_role.is_some()
    } else {
        stored.answer.org_role.is_none() || is_decision && stored.answer.org_role != Some(stored.org_role)
    };
    if is_for_another {
        faults.push(Fault::AttendedFor {
            state: id,
            stage,
            bound: stored.org_role,
        });
    }
}

// Recalls by people and resubmissions have no reason or recommendation.
fn compare_texts(check: &mut ReplayCheck<'_>, stored: &StoredStage, expected: &ChainStage) {
    if stored.state != expected.state {
        return;
    }
    let has_texts = |answer: &Answer| answer.outcome != Outcome::Recalled || answer.is_lapse();
    let decision = expected
        .answer
        .as_ref()
        .filter(|answer| !expected.is_requesters() && has_texts(answer));
    let recorded = decision.and_then(|answer| check.recorded_decision(expected.number, answer));
    texts::compare_stage(stored, recorded, check.faults);
}

// Reports only the first line that differs. Texts are compared if no line does.
fn compare_history(check: &mut ReplayCheck<'_>) {
    let stored = &check.stored.history;
    let differs = |expected: &HistoryEntry, index: usize| {
        stored.get(index).is_some_and(|stored_line| {
            (
                stored_line.round,
                stored_line.stage,
                stored_line.state,
                stored_line.user,
                stored_line.role,
                stored_line.at,
            ) != (
                expected.round,
                expected.stage,
                expected.state,
                expected.by.map(|by| by.user),
                expected.by.map(|by| by.assigned_role),
                expected.at,
            )
        })
    };
    let first = (0..)
        .zip(&check.expected_lines)
        .find(|(index, (expected, _))| differs(expected, *index));
    if let Some((index, _)) = first {
        check.faults.push(Fault::History(index + 1));
        return;
    }
    for (index, (_, recorded)) in (0..).zip(&check.expected_lines) {
        texts::compare_line(check.stored, index, *recorded, check.faults);
    }
    if stored.len() != check.expected_lines.len() {
        check.faults.push(Fault::HistoryLength {
            stored: stored.len(),
            expected: check.expected_lines.len(),
        });
    }
}

// A dataset that was added after the release may have no release date.
fn compare_release(check: &mut ReplayCheck<'_>) {
    for (dataset, released_on) in &check.stored.datasets {
        match released_on {
            Some(on) if !check.released_on.contains(on) => check.faults.push(Fault::ReleaseDate {
                dataset: *dataset,
                on: *on,
            }),
            None if check.is_released => check.faults.push(Fault::NotReleased(*dataset)),
            _ => {}
        }
    }
}

fn compare_letter_and_feedback(check: &mut ReplayCheck<'_>) {
    let is_approved = check.chain().status() == OverallStatus::Approved;
    let has_letter = check.letter == ExpectedLetter::Issued;
    let is_there = check.stored.letter.is_some();
    if is_there && !has_letter {
        check.faults.push(Fault::LetterUnrecorded);
    } else if !is_there && (has_letter || check.letter == ExpectedLetter::Due && is_approved) {
        check.faults.push(Fault::NoLetter);
    }
    if check.stored.has_feedback && !check.has_feedback {
        check.faults.push(Fault::FeedbackUnrecorded);
    } else if !check.stored.has_feedback && check.has_feedback {
        check.faults.push(Fault::NoFeedback);
    }
}
