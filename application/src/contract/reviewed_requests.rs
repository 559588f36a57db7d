//! The contract of reading requests together with their audit entries, for comparison.

use aditus_domain::audit::Kind;
use aditus_domain::audit::states::{
    StoredAnswer, StoredComment, StoredReply, StoredRequest, StoredRound, StoredTexts,
};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::content::Commitment;
use aditus_domain::review::comments::CommentAuthor;
use aditus_domain::review::{OverallStatus, Section, StageState};
use aditus_domain::roles::Role;

use super::fixtures::{Provider, Requester, minute, provider, requester, submit};
use super::seed::{at, commit};
use super::steps::{approve_all, decide, denial, give_feedback, second_round};
use crate::audit::NewEntry;
use crate::ports::{Database, EncodedEntry, SaltedValue};
use crate::requests::NewRound;
use crate::review::{NewComment, NewReply};

fn add(database: &dyn Database, kind: Kind, request: RequestId, canonical: &str) {
    commit(database, |transaction| {
        let entry = NewEntry {
            at: at(0),
            kind,
            user: None,
            concerns: None,
            request: Some(request),
            encoded: EncodedEntry {
                canonical: canonical.to_owned(),
                values: Vec::new(),
            },
            mac: [7; 32],
        };
        transaction.audit().add(&entry).unwrap();
    });
}

/// No field is derived.
pub fn a_request_is_read_as_it_is_stored_with_its_entries(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let [first, second, third] = ["Malaria", "Measles", "Cholera"]
        .map(|title| submit(database, &requester, &provider, title, minute(0)));
    approve_all(database, &provider, first, minute(2));
    give_feedback(database, &requester, first, "Good", minute(3));
    decide(
        database,
        &provider,
        second,
        Role::DataAccessReviewer,
        denial(),
        minute(4),
    );
    for (kind, request, text) in [
        (Kind::RequestDecided, second, "one"),
        (Kind::DocumentOpened, second, "no act"),
        (Kind::RequestSubmitted, second, "two"),
        (Kind::RequestSubmitted, RequestId(987_654), "lost"),
    ] {
        add(database, kind, request, text);
    }
    let Some(mut scan) = database.begin_integrity_scan().unwrap() else {
        return;
    };
    assert_eq!(scan.lost_requests(10).unwrap(), [RequestId(987_654)]);
    let all = scan.requests(RequestId(0), 10).unwrap();
    assert_eq!(
        all.iter().map(|read| read.request).collect::<Vec<_>>(),
        [first, second, third]
    );
    let some = scan.requests(first, 1).unwrap();
    assert_eq!(some, all[1..2]);
    let texts: Vec<&str> = all[1]
        .entries
        .iter()
        .map(|entry| entry.canonical.as_str())
        .collect();
    assert_eq!(texts, ["one", "two"]);
    assert!(all[0].entries.is_empty());

    let approved = all[0].stored.as_ref().unwrap();
    assert_eq!(
        (
            approved.status,
            approved.round,
            approved.has_feedback,
            approved.letter.is_some()
        ),
        (OverallStatus::Approved, 1, true, false)
    );
    assert_eq!(
        (approved.owner, approved.requester_role, approved.submitted_on),
        (
            requester.attendant.user,
            requester.attendant.assigned_role,
            minute(0)
        )
    );
    assert_eq!((approved.datasets.len(), approved.versions.len()), (1, 0));
    assert!(
        approved
            .stages
            .iter()
            .all(|stage| stage.state == StageState::Approved)
    );
    assert!(!approved.links.is_empty() && approved.history.len() > approved.stages.len());

    is_denied(all[1].stored.as_ref().unwrap(), (&provider, &requester));
}

/// Asserts a denial by the first decider, with its texts.
fn is_denied(denied: &StoredRequest, (provider, requester): (&Provider, &Requester)) {
    assert_eq!(denied.status, OverallStatus::Denied);
    let by = provider.staff(Role::DataAccessReviewer);
    let stage = denied
        .stages
        .iter()
        .find(|stage| stage.state == StageState::Denied)
        .unwrap();
    let answer = StoredAnswer {
        user: Some(by.user),
        role: Some(by.assigned_role),
        org_role: Some(by.org_role),
        at: Some(minute(4)),
    };
    assert_eq!((stage.answer, stage.role), (answer, Role::DataAccessReviewer));
    let line = denied
        .history
        .iter()
        .find(|line| line.state == StageState::Denied)
        .unwrap();
    assert_eq!(
        (line.stage, line.user, line.role, line.at),
        (stage.number, Some(by.user), Some(by.assigned_role), minute(4))
    );
    let texts = StoredTexts {
        reason: Some("Too much".to_owned()),
        recommendation: Some("Ask for less".to_owned()),
    };
    assert_eq!((&stage.texts, &line.texts), (&texts, &texts));
    let first = StoredRound {
        round: 1,
        by: requester.attendant.user,
        at: minute(0),
        note: None,
    };
    assert_eq!(denied.rounds, [first]);
    assert_eq!((&denied.comments, &denied.replies), (&vec![], &vec![]));
}

fn reviewed(database: &dyn Database, request: RequestId) -> Option<(StoredRequest, Vec<Vec<SaltedValue>>)> {
    let mut scan = database.begin_integrity_scan().unwrap()?;
    let mut read = scan.requests(RequestId(request.0 - 1), 1).unwrap();
    let read = read.remove(0);
    assert_eq!(read.request, request);
    let values = read.entries.into_iter().map(|entry| entry.values);
    Some((read.stored.unwrap(), values.collect()))
}

/// The pending decider comments twice. Both comments get a reply, and the first is resolved.
fn write(database: &dyn Database, (provider, requester): (&Provider, &Requester), request: RequestId) {
    let reviewer = provider.staff(Role::DataAccessReviewer);
    let state = reviewed(database, request).map_or_else(Vec::new, |(stored, _)| stored.stages);
    let Some(state) = state.iter().find(|stage| stage.role == Role::DataAccessReviewer) else {
        return;
    };
    commit(database, |transaction| {
        for (section, minutes) in [(Section::Devices, 5), (Section::Staff, 6)] {
            let comment = transaction.comments().add(&NewComment {
                request,
                round: 1,
                state: state.id,
                author: reviewer.user,
                author_role: reviewer.assigned_role,
                section,
                comment: format!("On {section}"),
                action_required: section == Section::Devices,
                created_on: minute(minutes),
            });
            let comment = comment.unwrap();
            let reply = NewReply {
                comment,
                author: CommentAuthor {
                    user: requester.attendant.user,
                    assigned_role: requester.attendant.assigned_role,
                },
                reply: format!("It is mended on {section}"),
                created_on: minute(minutes + 2),
            };
            transaction.comments().add_reply(&reply).unwrap();
            if section == Section::Devices {
                let owner = requester.attendant.user;
                transaction.comments().resolve(comment, owner, minute(9)).unwrap();
            }
        }
    });
}

/// Adds entries of each kind with commitments to displayed texts, and one without. Returns the
/// values beside each.
fn add_entries(database: &dyn Database, request: RequestId) -> Vec<Vec<SaltedValue>> {
    let salted = |number: u8, value: &str| SaltedValue {
        commitment: Commitment([number; 32]),
        salt: [number; 16],
        value: value.to_owned(),
    };
    let entries = [
        (
            Kind::RequestDecided,
            vec![salted(1, "Too much"), salted(2, "Ask for less")],
        ),
        (Kind::LetterIssued, vec![salted(3, "Approval")]),
        (
            Kind::RequestResubmitted,
            vec![salted(4, "Everything is signed now")],
        ),
        (Kind::TermExtended, vec![salted(8, "The committee meets in June")]),
        (Kind::CommentAdded, vec![salted(5, "On Devices")]),
        (Kind::ReplyAdded, vec![salted(6, "It is mended on Devices")]),
        (Kind::CommentResolved, vec![]),
    ];
    for (number, (kind, values)) in (0..).zip(&entries) {
        commit(database, |transaction| {
            let entry = NewEntry {
                at: at(number),
                kind: *kind,
                user: None,
                concerns: None,
                request: Some(request),
                encoded: EncodedEntry {
                    canonical: format!("entry {number}"),
                    values: values.clone(),
                },
                mac: [7; 32],
            };
            transaction.audit().add(&entry).unwrap();
        });
    }
    entries.map(|(_, values)| values).to_vec()
}

/// Returns all texts that people wrote on the request, and none of another one. Entries are read
/// with the values that they commit to.
pub fn texts_of_people_are_read_with_a_request(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let [one, other] =
        ["Malaria", "Measles"].map(|title| submit(database, &requester, &provider, title, minute(0)));
    for request in [one, other] {
        write(database, (&provider, &requester), request);
    }
    second_round(database, &provider, &requester, one);
    commit(database, |transaction| {
        let second = NewRound {
            round: 2,
            request: one,
            by: requester.attendant.user,
            note: Some("Everything is signed now".to_owned()),
            started_on: minute(2),
        };
        transaction.requests().begin_round(&second).unwrap();
    });
    let added = add_entries(database, one);
    let Some((stored, mut values)) = reviewed(database, one) else {
        return;
    };
    for beside in &mut values {
        beside.sort_by_key(|value| value.commitment);
    }
    assert_eq!(values, added);
    let second = StoredRound {
        round: 2,
        by: requester.attendant.user,
        at: minute(2),
        note: Some("Everything is signed now".to_owned()),
    };
    assert_eq!(stored.rounds[1..], [second]);
    let reviewer = provider.staff(Role::DataAccessReviewer);
    let mut stages = stored.stages.iter();
    let stage = stages
        .find(|stage| stage.role == Role::DataAccessReviewer)
        .unwrap();
    assert_eq!(stage.texts, StoredTexts::default(), "the stage is open once more");
    let ids: Vec<_> = stored.comments.iter().map(|comment| comment.id).collect();
    let [devices, staff] = ids[..] else {
        panic!("{ids:?}")
    };
    let owner = requester.attendant.user;
    let comment = |id, section, minutes| StoredComment {
        id,
        state: stage.id,
        author: reviewer.user,
        role: reviewer.assigned_role,
        section,
        action_required: section == Section::Devices,
        text: format!("On {section}"),
        at: minute(minutes),
        resolved_by: (section == Section::Devices).then_some(owner),
        resolved_on: (section == Section::Devices).then_some(minute(9)),
    };
    assert_eq!(
        stored.comments,
        [
            comment(devices, Section::Devices, 5),
            comment(staff, Section::Staff, 6)
        ]
    );
    let replies = [(devices, Section::Devices, 7), (staff, Section::Staff, 8)];
    for (reply, (comment, section, minutes)) in stored.replies.iter().zip(replies) {
        let expected = StoredReply {
            id: reply.id,
            comment,
            author: owner,
            role: requester.attendant.assigned_role,
            text: format!("It is mended on {section}"),
            at: minute(minutes),
        };
        assert_eq!(reply, &expected);
    }
    assert_eq!(stored.replies.len(), 2);
}
