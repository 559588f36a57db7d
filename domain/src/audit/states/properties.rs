//! Property tests: for any procedure and any acts, a faithfully recorded request has no faults, and
//! every alteration of it is detected.

use chrono::TimeDelta;
use proptest::prelude::*;
use proptest::sample::Index;

use super::testing::{Recorded, letter};
use super::*;
use crate::ids::{AssignedRoleId, CommentId, DocumentId, OrganisationRoleId, ReplyId, StateId, UserId};
use crate::requests::content::Sha256;
use crate::requests::{DocumentKind, RemovalReason};
use crate::review::properties::valid_procedure;
use crate::review::testing::{OWNER, SUPER_USER, approve, deny};
use crate::review::{Decision, Outcome, OverallStatus, Section, StageState};

#[derive(Debug, Clone)]
enum Step {
    Decide { pick: Index, decision: Decision },
    Recall { by_super_user: bool },
    Lapse,
    Resubmit { anew: bool, with_another_day: bool },
    Edit,
    Feedback,
    Comment { pick: Index },
    Reply,
    ResolveComment,
    ReopenComment,
}

fn decision() -> impl Strategy<Value = Decision> {
    let commented = Decision::parse(true, Some("It is complete"), None, false).unwrap();
    prop_oneof![4 => Just(approve()), 3 => Just(commented), 1 => Just(deny())]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (any::<Index>(), decision())
            .prop_map(|(pick, decision)| Step::Decide { pick, decision }),
        1 => any::<bool>().prop_map(|by_super_user| Step::Recall { by_super_user }),
        1 => Just(Step::Lapse),
        3 => any::<(bool, bool)>()
            .prop_map(|(anew, with_another_day)| Step::Resubmit { anew, with_another_day }),
        1 => Just(Step::Edit),
        1 => Just(Step::Feedback),
        2 => any::<Index>().prop_map(|pick| Step::Comment { pick }),
        1 => Just(Step::Reply),
        2 => Just(Step::ResolveComment),
        1 => Just(Step::ReopenComment),
    ]
}

/// Performs the step if the request allows it.
fn perform(request: &mut Recorded, step: &Step) {
    let status = request.chain.status();
    let waiting = request.chain.waiting_for();
    let waiting: Vec<u16> = waiting.iter().map(|stage| stage.number.0).collect();
    match step {
        Step::Decide { pick, decision } if !waiting.is_empty() => {
            request.decided(waiting[pick.index(waiting.len())], decision.clone());
        }
        Step::Comment { pick } if !waiting.is_empty() => {
            request.commented(waiting[pick.index(waiting.len())]);
        }
        Step::Reply if !request.stored.comments.is_empty() => request.replied(),
        Step::ResolveComment => request.resolved(),
        Step::ReopenComment => request.reopened(),
        Step::Recall { by_super_user } if status == OverallStatus::Pending => {
            request.recalled(if *by_super_user { &SUPER_USER } else { &OWNER });
        }
        Step::Lapse if status == OverallStatus::Pending => request.lapsed(),
        Step::Resubmit {
            anew,
            with_another_day,
        } if matches!(status, OverallStatus::Denied | OverallStatus::Recalled) => {
            request.resubmitted(*anew, *with_another_day);
        }
        Step::Edit if status != OverallStatus::Approved => request.edited(),
        Step::Feedback if request.chain.why_no_feedback(OWNER.user).is_none() => request.given_feedback(),
        _ => {}
    }
}

/// Adds a copy of the request with one alteration, under a description.
type Alter<'a> = dyn FnMut(String, &dyn Fn(&mut StoredRequest)) + 'a;

/// Alters the texts of decisions, the roles in the history, and the rounds.
fn alter_texts(request: &Recorded, stored: &mut Alter<'_>) {
    let other = || Some("Something else".to_owned());
    for place in 0..request.stored.stages.len() {
        for text in [other(), None] {
            stored(format!("reason of {place}"), &|altered| {
                altered.stages[place].texts.reason.clone_from(&text);
            });
            stored(format!("recommendation of {place}"), &|altered| {
                altered.stages[place].texts.recommendation.clone_from(&text);
            });
        }
    }
    for place in 0..request.stored.history.len() {
        for text in [other(), None] {
            stored(format!("reason in line {place}"), &|altered| {
                altered.history[place].texts.reason.clone_from(&text);
            });
            stored(format!("recommendation in line {place}"), &|altered| {
                altered.history[place].texts.recommendation.clone_from(&text);
            });
        }
        stored(format!("role in line {place}"), &|altered| {
            altered.history[place].role = Some(AssignedRoleId(987));
        });
    }
    for place in 0..request.stored.rounds.len() {
        for text in [other(), None] {
            stored(format!("note of round {place}"), &|altered| {
                altered.rounds[place].note.clone_from(&text);
            });
        }
    }
    for place in 1..request.stored.rounds.len() {
        stored(format!("who began round {place}"), &|altered| {
            altered.rounds[place].by = UserId(987);
        });
        stored(format!("round {place} is back-dated"), &|altered| {
            altered.rounds[place].at -= TimeDelta::days(1);
        });
        stored(format!("round {place} is gone"), &|altered| {
            altered.rounds.remove(place);
        });
        stored(format!("round {place} twice"), &|altered| {
            let mut again = altered.rounds[place].clone();
            again.round += 100;
            altered.rounds.push(again);
        });
    }
}

fn alter_comments(request: &Recorded, stored: &mut Alter<'_>) {
    let changes: [fn(&mut StoredComment); 10] = [
        |comment| comment.id = CommentId(987),
        |comment| comment.state = StateId(987),
        |comment| comment.author = UserId(987),
        |comment| comment.role = AssignedRoleId(987),
        |comment| comment.section = Section::ALL[1],
        |comment| comment.action_required ^= true,
        |comment| comment.text.push('!'),
        |comment| comment.at -= TimeDelta::days(1),
        |comment| comment.resolved_by = Some(UserId(987)),
        |comment| {
            comment.resolved_on = match comment.resolved_on {
                Some(_) => None,
                None => Some(comment.at),
            };
        },
    ];
    for place in 0..request.stored.comments.len() {
        for (change, alter) in changes.iter().enumerate() {
            let is_resolved = request.stored.comments[place].resolved_on.is_some();
            // The database rejects a resolver on an unresolved comment.
            if change != 8 || is_resolved {
                stored(format!("{change} of comment {place}"), &|altered| {
                    alter(&mut altered.comments[place]);
                });
            }
        }
        stored(format!("comment {place} is gone"), &|altered| {
            altered.comments.remove(place);
        });
        stored(format!("comment {place} twice"), &|altered| {
            let mut again = altered.comments[place].clone();
            again.id = CommentId(987);
            altered.comments.push(again);
        });
    }
    let changes: [fn(&mut StoredReply); 6] = [
        |reply| reply.id = ReplyId(987),
        |reply| reply.comment = CommentId(987),
        |reply| reply.author = UserId(987),
        |reply| reply.role = AssignedRoleId(987),
        |reply| reply.text.push('!'),
        |reply| reply.at -= TimeDelta::days(1),
    ];
    for place in 0..request.stored.replies.len() {
        for (change, alter) in changes.iter().enumerate() {
            stored(format!("{change} of reply {place}"), &|altered| {
                alter(&mut altered.replies[place]);
            });
        }
        stored(format!("reply {place} is gone"), &|altered| {
            altered.replies.remove(place);
        });
        stored(format!("reply {place} twice"), &|altered| {
            let mut again = altered.replies[place].clone();
            again.id = ReplyId(987);
            altered.replies.push(again);
        });
    }
}

/// Returns copies of the request and its entries, each with one alteration.
fn alterations(request: &Recorded) -> Vec<(String, StoredRequest, Vec<RequestEntry>)> {
    let mut all = Vec::new();
    let mut stored = |what: String, alter: &dyn Fn(&mut StoredRequest)| {
        let mut altered = request.stored.clone();
        alter(&mut altered);
        if altered != request.stored {
            all.push((what, altered, request.entries.clone()));
        }
    };
    for place in 0..request.stored.stages.len() {
        for state in StageState::ALL {
            stored(format!("state {place}: {state}"), &|altered| {
                altered.stages[place].state = *state;
            });
        }
        stored(format!("person of {place}"), &|altered| {
            altered.stages[place].answer.user = Some(UserId(987));
        });
        stored(format!("nobody at {place}"), &|altered| {
            altered.stages[place].answer = StoredAnswer::default();
        });
        stored(format!("role of {place}"), &|altered| {
            altered.stages[place].answer.role = Some(AssignedRoleId(987));
        });
        stored(format!("time of {place}"), &|altered| {
            let at = &mut altered.stages[place].answer.at;
            *at = at.map(|at| at + TimeDelta::microseconds(1));
        });
        if matches!(
            request.stored.stages[place].state,
            StageState::Denied | StageState::Halted | StageState::Unattended | StageState::Incoming
        ) {
            stored(format!("organisation role of {place}"), &|altered| {
                altered.stages[place].answer.org_role = Some(OrganisationRoleId(987));
            });
        }
    }
    alter_texts(request, &mut stored);
    alter_comments(request, &mut stored);
    for status in OverallStatus::ALL {
        stored(format!("status {status}"), &|altered| altered.status = *status);
    }
    stored("round".to_owned(), &|altered| altered.round += 1);
    stored("owner".to_owned(), &|altered| altered.owner = UserId(987));
    for place in 0..request.stored.history.len() {
        stored(format!("line {place} is gone"), &|altered| {
            altered.history.remove(place);
        });
    }
    for place in 0..request.stored.versions.len() {
        stored(format!("digest {place}"), &|altered| {
            altered.versions[place].digest = Sha256([99; 32]);
        });
        stored(format!("author {place}"), &|altered| {
            altered.versions[place].author = UserId(987);
        });
    }
    stored("letter".to_owned(), &|altered| {
        altered.letter = match altered.letter {
            Some(_) => None,
            None => Some(letter(altered.submitted_on)),
        };
    });
    stored("words of the letter".to_owned(), &|altered| {
        if let Some(letter) = &mut altered.letter {
            letter.text.body.push(' ');
        }
    });
    stored("a document that is gone".to_owned(), &|altered| {
        altered.removed_documents.push(RemovedDocument {
            id: DocumentId(987),
            kind: DocumentKind::StaffIdentification,
            why: RemovalReason::Retention,
            on: altered.submitted_on,
        });
    });
    stored("feedback".to_owned(), &|altered| altered.has_feedback ^= true);
    stored("release".to_owned(), &|altered| {
        altered.datasets[0].1 = chrono::NaiveDate::from_ymd_opt(1999, 1, 1);
    });
    for place in 0..request.entries.len() {
        let mut entries = request.entries.clone();
        let gone = entries.remove(place);
        all.push((format!("without {gone:?}"), request.stored.clone(), entries));
        let mut entries = request.entries.clone();
        if let RequestAct::Decided { outcome, .. } = &mut entries[place].act {
            *outcome = if *outcome == Outcome::Approved {
                Outcome::Denied
            } else {
                Outcome::Approved
            };
            all.push((format!("swapped {gone:?}"), request.stored.clone(), entries));
            let mut entries = request.entries.clone();
            entries[place].user = Some(UserId(987));
            all.push((format!("by another {gone:?}"), request.stored.clone(), entries));
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn recorded_histories_have_no_faults_and_every_alteration_is_detected(
        procedure in valid_procedure(),
        steps in proptest::collection::vec(step(), 0..14),
    ) {
        let mut request = Recorded::submitted(&procedure);
        for step in &steps {
            perform(&mut request, step);
        }
        prop_assert_eq!(request.faults(), []);
        for (what, stored, entries) in alterations(&request) {
            prop_assert!(!check(&stored, &entries).is_empty(), "{}", what);
        }
    }
}
