//! The contract of what takes over into the record what was there before it, and of what is compared with the record.

use aditus_domain::audit::Kind;
use aditus_domain::audit::states::{
    StoredAnswer, StoredComment, StoredReply, StoredRequest, StoredRound, StoredWords,
};
use aditus_domain::audit::stored::SubjectKind;
use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::reference::ReferenceList;
use aditus_domain::requests::content::Commitment;
use aditus_domain::review::comments::CommentAuthor;
use aditus_domain::review::{OverallStatus, Section, StageState};
use aditus_domain::roles::Role;

use super::fixtures::{Provider, Requester, minute, provider, requester, submit};
use super::seed::{at, commit};
use super::steps::{approve_all, decide, denial, give_feedback, second_round};
use crate::audit::NewEntry;
use crate::audit::take_over::Taken;
use crate::ports::{Database, EncodedEntry, SaltedValue};
use crate::requests::NewRound;
use crate::review::{NewComment, NewReply};

fn add(database: &dyn Database, kind: Kind, about: (Option<UserId>, Option<RequestId>), canonical: &str) {
    commit(database, |transaction| {
        let entry = NewEntry {
            at: at(0),
            kind,
            user: None,
            concerns: about.0,
            request: about.1,
            encoded: EncodedEntry {
                canonical: canonical.to_owned(),
                values: Vec::new(),
            },
            mac: [7; 32],
        };
        transaction.audit().add(&entry).unwrap();
    });
}

fn last(database: &dyn Database, of: Taken) -> i64 {
    commit(database, |transaction| {
        transaction.taking_over().take_turn(of).unwrap()
    })
}

/// Each begins at 0. A transaction that is dropped has looked at nothing.
pub fn how_far_it_has_come_is_kept_for_each_kind(database: &dyn Database) {
    for of in Taken::ALL {
        assert_eq!(last(database, of), 0, "{of:?}");
    }
    commit(database, |transaction| {
        transaction.taking_over().take_turn(Taken::Roles).unwrap();
        transaction.taking_over().looked_at(Taken::Roles, 7).unwrap();
    });
    let mut dropped = database.begin().unwrap();
    dropped.taking_over().looked_at(Taken::Roles, 9).unwrap();
    drop(dropped);
    for of in Taken::ALL {
        assert_eq!(last(database, of), if of == Taken::Roles { 7 } else { 0 });
    }
}

/// Of every kind, some after each other.
pub fn the_next_ones_are_read_by_id(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    for title in ["Malaria", "Measles", "Cholera"] {
        submit(database, &requester, &provider, title, minute(0));
    }
    commit(database, |transaction| {
        for of in Taken::ALL {
            let mut next = |last, most| {
                let read = transaction.taking_over().behind(of, last, minute(1), most);
                read.unwrap()
            };
            let all = next(0, 1000);
            let may_be_none = of == Taken::Procedures || matches!(of, Taken::States(_));
            assert!(!all.is_empty() || may_be_none, "{of:?}");
            assert!(all.is_sorted() && all.iter().all(|id| *id > 0), "{of:?}");
            let mut some = Vec::new();
            while let [id] = next(some.last().copied().unwrap_or(0), 1)[..] {
                some.push(id);
            }
            assert_eq!(some, all, "{of:?}");
        }
    });
}

/// With all behind it.
pub fn what_has_not_settled_waits(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let ids: Vec<i64> = [0, 10, 0]
        .map(|minutes| submit(database, &requester, &provider, "Malaria", minute(minutes)).0)
        .to_vec();
    commit(database, |transaction| {
        let mut behind = |settled| {
            let read = transaction
                .taking_over()
                .behind(Taken::Requests, 0, minute(settled), 100);
            read.unwrap()
        };
        assert_eq!(behind(9), ids[..1]);
        assert_eq!(behind(10), ids);
    });
}

/// And those about others of the kind, perhaps; none of another kind.
pub fn entries_that_may_begin_something_are_found(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let request = submit(database, &requester, &provider, "Malaria", minute(0));
    let someone = provider.staff(Role::DataAccessReviewer).user;
    let of_request = |kind, text| add(database, kind, (None, Some(request)), text);
    let of_person = |kind, text| add(database, kind, (Some(someone), None), text);
    of_request(Kind::RequestDecided, "decided");
    of_person(Kind::AccountStateChanged, "state");
    let begins = |of, id| {
        let begin = |transaction: &mut dyn crate::ports::Transaction| {
            transaction.taking_over().may_begin(of, &[id]).unwrap()
        };
        commit(database, begin)
    };
    assert!(begins(Taken::Requests, request.0).is_empty());
    assert!(begins(Taken::Accounts, someone.0).is_empty());
    of_request(Kind::RequestSubmitted, "submitted");
    of_request(Kind::RequestTakenOver, "taken over");
    of_person(Kind::AccountRegistered, "registered");
    assert_eq!(begins(Taken::Requests, request.0), ["submitted", "taken over"]);
    assert_eq!(begins(Taken::Accounts, someone.0), ["registered"]);
    assert!(begins(Taken::Accounts, requester.attendant.user.0).is_empty());

    let holder = requester.attendant;
    let of_holder = |kind, text| add(database, kind, (Some(holder.user), None), text);
    of_holder(Kind::RoleAsked, "asked");
    of_holder(Kind::SignedIn, "signed in");
    assert_eq!(begins(Taken::Roles, holder.assigned_role.0), ["asked"]);
    let added = |record: &str| format!(r#"{{"act":{{"id":7,"record":"{record}"}}}}"#);
    add(database, Kind::RecordAdded, (None, None), &added("Organisation"));
    add(database, Kind::RecordAdded, (None, None), &added("Topic"));
    assert_eq!(begins(Taken::Organisations, 7), [added("Organisation")]);
    assert!(begins(Taken::Procedures, 7).is_empty());

    // An entry of another act, about a row that belongs to this one, may say what is stored.
    let purposes = Taken::States(SubjectKind::Entry(ReferenceList::Purposes));
    assert!(begins(purposes, 7).is_empty());
    let changed = r#"{"stored":[{"id":7,"parts":{},"record":"Purpose"}]}"#;
    add(database, Kind::RecordChanged, (None, None), changed);
    assert_eq!(begins(purposes, 7), [changed]);
    let accounts = Taken::States(SubjectKind::Account);
    let mut said = begins(accounts, someone.0);
    said.sort_unstable();
    assert_eq!(said, ["registered", "state"]);
}

/// While nobody else changes them, all are.
pub fn what_is_held_is_answered(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let ids = ["Malaria", "Measles"].map(|title| submit(database, &requester, &provider, title, minute(0)).0);
    commit(database, |transaction| {
        assert_eq!(
            transaction.taking_over().hold(Taken::Requests, &ids).unwrap(),
            ids
        );
        assert!(
            transaction
                .taking_over()
                .hold(Taken::Requests, &[])
                .unwrap()
                .is_empty()
        );
        for of in Taken::ALL {
            let some = transaction.taking_over().behind(of, 0, minute(1), 5).unwrap();
            assert_eq!(transaction.taking_over().hold(of, &some).unwrap(), some, "{of:?}");
        }
        let lines = transaction.taking_over().lines_of(RequestId(ids[0])).unwrap();
        assert!(lines >= 2, "{lines}");
    });
}

/// Nothing of it is derived.
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
        add(database, kind, (None, Some(request)), text);
    }
    let Some(mut examination) = database.examine().unwrap() else {
        return;
    };
    assert_eq!(examination.taken_over().unwrap(), RequestId(0));
    assert_eq!(examination.lost_requests(10).unwrap(), [RequestId(987_654)]);
    let all = examination.reviewed(RequestId(0), 10).unwrap();
    assert_eq!(
        all.iter().map(|read| read.request).collect::<Vec<_>>(),
        [first, second, third]
    );
    let some = examination.reviewed(first, 1).unwrap();
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

/// By the first who decides, with words.
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
    let words = StoredWords {
        reason: Some("Too much".to_owned()),
        recommendation: Some("Ask for less".to_owned()),
    };
    assert_eq!((&stage.words, &line.words), (&words, &words));
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
    let mut examination = database.examine().unwrap()?;
    let mut read = examination.reviewed(RequestId(request.0 - 1), 1).unwrap();
    let read = read.remove(0);
    assert_eq!(read.request, request);
    let values = read.entries.into_iter().map(|entry| entry.values);
    Some((read.stored.unwrap(), values.collect()))
}

/// Whoever has the turn comments, and a second time; both are replied to, and the first is resolved.
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

/// Entries of each kind that commits to what people read, and one that does not; answers what is beside each.
fn say(database: &dyn Database, request: RequestId) -> Vec<Vec<SaltedValue>> {
    let salted = |number: u8, value: &str| SaltedValue {
        commitment: Commitment([number; 32]),
        salt: [number; 16],
        value: value.to_owned(),
    };
    let said = [
        (
            Kind::RequestDecided,
            vec![salted(1, "Too much"), salted(2, "Ask for less")],
        ),
        (Kind::LetterIssued, vec![salted(3, "Approval")]),
        (
            Kind::RequestResubmitted,
            vec![salted(4, "Everything is signed now")],
        ),
        (Kind::CommentAdded, vec![salted(5, "On Devices")]),
        (Kind::ReplyAdded, vec![salted(6, "It is mended on Devices")]),
        (Kind::CommentResolved, vec![]),
    ];
    for (number, (kind, values)) in (0..).zip(&said) {
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
    said.map(|(_, values)| values).to_vec()
}

/// All that people wrote on it, and nothing of another request; beside entries what they commit to.
pub fn what_people_wrote_is_read_with_a_request(database: &dyn Database) {
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
    let said = say(database, one);
    let Some((stored, mut values)) = reviewed(database, one) else {
        return;
    };
    for beside in &mut values {
        beside.sort_by_key(|value| value.commitment);
    }
    assert_eq!(values, said);
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
    assert_eq!(stage.words, StoredWords::default(), "the stage is open once more");
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
