//! Compares the result of the replay with the stored rows.

use super::check::{Letter, Play};
use super::fault::Fault;
use super::stored::StoredStage;
use super::words;
use crate::review::{ChainStage, HistoryEntry, Outcome, OverallStatus, StageState};

/// Compares stages, status, round, history, release, letter and feedback.
pub(super) fn compare(mut play: Play<'_>) {
    play.release_is_due();
    let stages: Vec<ChainStage> = play.chain().stages().to_vec();
    for follows in &stages {
        if let Some(stored) = play.stored.stage(follows.number) {
            compare_stage(stored, follows, play.faults);
            compare_words(&mut play, stored, follows);
        }
    }
    let (status, round) = (play.chain().status(), play.chain().round());
    if play.stored.status != status {
        play.faults.push(Fault::Status {
            stored: play.stored.status,
            follows: status,
        });
    }
    if play.stored.round != round {
        play.faults.push(Fault::Round {
            stored: play.stored.round,
            follows: round,
        });
    }
    compare_history(&mut play);
    compare_release(&mut play);
    compare_papers(&mut play);
}

fn compare_stage(stored: &StoredStage, follows: &ChainStage, faults: &mut Vec<Fault>) {
    let StoredStage {
        id, number: stage, ..
    } = *stored;
    if stored.state != follows.state {
        faults.push(Fault::State {
            state: id,
            stage,
            stored: stored.state,
            follows: follows.state,
        });
        return;
    }
    let said = follows.answer.as_ref();
    let user = said.map(|said| said.by.user);
    if stored.answer.user != user {
        faults.push(Fault::Attendant {
            state: id,
            stage,
            stored_state: stored.state,
            stored: stored.answer.user,
            said: user,
        });
    }
    let role = said.map(|said| said.by.assigned_role);
    if stored.answer.role != role {
        faults.push(Fault::AttendantRole {
            state: id,
            stage,
            stored: stored.answer.role,
            said: role,
        });
    }
    let at = said.map(|said| said.at);
    if stored.answer.at != at {
        faults.push(Fault::Time {
            state: id,
            stage,
            stored: stored.answer.at,
            said: at,
        });
    }
    // A person who recalls or resubmits acts in a role other than that of the stage. A reviewer
    // must decide in the role that the stage is bound to.
    let is_decision =
        !follows.is_requesters() && matches!(stored.state, StageState::Approved | StageState::Denied);
    let is_for_another = if said.is_none() {
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

// Recalls and resubmissions have no reason or recommendation.
fn compare_words(play: &mut Play<'_>, stored: &StoredStage, follows: &ChainStage) {
    if stored.state != follows.state {
        return;
    }
    let is_decision = |outcome| !follows.is_requesters() && outcome != Outcome::Recalled;
    let decision = follows
        .answer
        .as_ref()
        .filter(|answer| is_decision(answer.outcome));
    let said = decision.and_then(|answer| play.said_with(follows.number, answer));
    words::compare_stage(stored, said, play.faults);
}

fn compare_history(play: &mut Play<'_>) {
    let stored = &play.stored.history;
    let differs = |follows: &HistoryEntry, place: usize| {
        stored.get(place).is_some_and(|line| {
            (line.round, line.stage, line.state, line.user, line.role, line.at)
                != (
                    follows.round,
                    follows.stage,
                    follows.state,
                    follows.by.map(|by| by.user),
                    follows.by.map(|by| by.assigned_role),
                    follows.at,
                )
        })
    };
    let first = (0..)
        .zip(&play.lines)
        .find(|(place, (line, _))| differs(line, *place));
    if let Some((place, _)) = first {
        play.faults.push(Fault::History(place + 1));
        return;
    }
    for (place, (_, said)) in (0..).zip(&play.lines) {
        words::compare_line(play.stored, place, *said, play.faults);
    }
    if stored.len() != play.lines.len() {
        play.faults.push(Fault::HistoryLength {
            stored: stored.len(),
            follows: play.lines.len(),
        });
    }
}

// A dataset that was added after the release may have no release date.
fn compare_release(play: &mut Play<'_>) {
    for (dataset, released_on) in &play.stored.datasets {
        match released_on {
            Some(on) if !play.released_on.contains(on) => play.faults.push(Fault::ReleaseDate {
                dataset: *dataset,
                on: *on,
            }),
            None if play.is_released => play.faults.push(Fault::NotReleased(*dataset)),
            _ => {}
        }
    }
}

fn compare_papers(play: &mut Play<'_>) {
    let is_approved = play.chain().status() == OverallStatus::Approved;
    let has_letter = play.letter == Letter::Issued;
    let is_there = play.stored.letter.is_some();
    if is_there && !has_letter {
        play.faults.push(Fault::LetterUnrecorded);
    } else if !is_there && (has_letter || play.letter == Letter::Due && is_approved) {
        play.faults.push(Fault::NoLetter);
    }
    if play.stored.has_feedback && !play.has_feedback {
        play.faults.push(Fault::FeedbackUnrecorded);
    } else if !play.stored.has_feedback && play.has_feedback {
        play.faults.push(Fault::NoFeedback);
    }
}
