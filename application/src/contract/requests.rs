//! The rules for every store of requests ([`crate::requests::Requests`]).

use std::collections::BTreeSet;

use aditus_domain::ids::{OrganisationRoleId, RequestId, StateId, VariableId};
use aditus_domain::procedures::default_procedure;
use aditus_domain::review::{
    DecisionConstraints, Finished, OverallStatus, RequestList, StageNumber, StageState,
};
use aditus_domain::roles::Role;

use super::fixtures::{
    Provider, Requester, change, entries, load, minute, new_request, provider, requester, start, submit,
    transact, wizard,
};
use super::seed::unrecorded_in_test;
use super::steps::{approval, approve_all, decide, denial, give_feedback, recall, second_round};
use crate::access::RequestScope;
use crate::ports::{Database, FileKey, StoreError};
use crate::requests::views::{RoundView, TabCounts};
use crate::requests::{Dataset, NewRequest, NewRound};

/// A request is read back as it was added, by its parts.
pub fn a_request_is_read_as_it_was_added(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let new = new_request(
        &requester,
        &provider,
        &wizard(&provider, "Malaria in the highlands"),
        minute(1),
    );
    let id = transact(database, |transaction| transaction.requests().add(&new).unwrap());
    let read = load(database, id);
    assert_eq!(
        (read.id, read.owner, read.requester_role),
        (id, new.owner, new.requester_role)
    );
    assert_eq!(read.title, "Malaria in the highlands");
    assert_eq!(read.chain, new.chain);
    assert_eq!(read.content_digest, [0; 32], "no version is kept yet");
    assert_eq!(read.date_created, minute(1));
    assert!(matches!(
        read.datasets[..],
        [Dataset {
            release_date: None,
            ..
        }]
    ));
}

/// An unknown id is no error.
pub fn an_unknown_request_is_none(database: &dyn Database) {
    transact(database, |transaction| {
        assert!(transaction.requests().get(RequestId(987_654)).unwrap().is_none());
        assert!(transaction.requests().locate(StateId(987_654)).unwrap().is_none());
    });
    let mut views = database.read().unwrap();
    assert!(
        views
            .requests()
            .detail(&RequestScope::Everything, RequestId(987_654))
            .unwrap()
            .is_none()
    );
    let key = FileKey::parse("requests/nothing.pdf").unwrap();
    assert!(
        views
            .requests()
            .document(&RequestScope::Everything, &key)
            .unwrap()
            .is_none()
    );
}

/// References to unknown rows are refused and leave no trace.
pub fn an_addition_that_fails_leaves_no_trace(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let mut raw = wizard(&provider, "With a variable that is not there");
    raw.dataset_variables.push(VariableId(987_654).0);
    let new = new_request(&requester, &provider, &raw, start());
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.requests().add(&new),
        Err(StoreError::Reference(_))
    ));
    assert!(transaction.commit(unrecorded_in_test()).is_err());
    let counts = database
        .read()
        .unwrap()
        .requests()
        .counts(RequestList::Everything)
        .unwrap();
    assert_eq!(counts, TabCounts::default());
}

/// Two documents never share a key.
pub fn the_key_of_a_document_is_unique(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let first = new_request(&requester, &provider, &wizard(&provider, "First"), start());
    let mut second = new_request(&requester, &provider, &wizard(&provider, "Second"), start());
    second.documents[0].key = first.documents[0].key.clone();
    transact(database, |transaction| {
        transaction.requests().add(&first).unwrap()
    });
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.requests().add(&second),
        Err(StoreError::Duplicate(_))
    ));
}

/// The files of a submission are noted until its request is committed, or until they are removed.
pub fn uploads_are_known_until_their_request_is_added(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let new = new_request(&requester, &provider, &wizard(&provider, "First"), start());
    let kept: Vec<FileKey> = new
        .documents
        .iter()
        .map(|document| document.key.clone())
        .collect();
    let lost = ["requests/one.pdf", "requests/two.pdf"].map(|key| FileKey::parse(key).unwrap());
    transact(database, |transaction| {
        let requests = transaction.requests();
        requests.begin_uploads(&kept, minute(1)).unwrap();
        requests.begin_uploads(&lost[..1], minute(2)).unwrap();
        requests.begin_uploads(&lost[1..], minute(3)).unwrap();
    });
    let begun = |before, most| {
        let mut transaction = database.begin().unwrap();
        transaction.requests().uploads_begun_before(before, most).unwrap()
    };
    assert_eq!(begun(minute(9), 100).len(), kept.len() + 2);
    transact(database, |transaction| transaction.requests().add(&new).unwrap());
    assert_eq!(begun(minute(9), 100), lost);
    assert_eq!(begun(minute(9), 1), lost[..1], "the oldest comes first");
    assert_eq!(begun(minute(3), 100), lost[..1]);
    transact(database, |transaction| {
        transaction.requests().end_uploads(&lost).unwrap();
    });
    assert!(begun(minute(9), 100).is_empty());
}

/// A state is found with its request and its stage.
pub fn a_state_is_located(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let first = submit(database, &requester, &provider, "First", minute(1));
    let second = submit(database, &requester, &provider, "Second", minute(2));
    let states = |id| {
        database
            .read()
            .unwrap()
            .review()
            .states(&RequestScope::Everything, id)
            .unwrap()
            .unwrap()
    };
    for (id, states) in [(first, states(first)), (second, states(second))] {
        for state in states {
            let found = transact(database, |transaction| {
                transaction.requests().locate(state.request_state_id).unwrap()
            });
            assert_eq!(found, Some((id, StageNumber(state.number))));
        }
    }
}

/// A saved chain is read back after each decision, with the release dates.
pub fn a_saved_request_is_read_as_it_is(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    for (step, (_, by)) in (1..).zip(&provider.staff) {
        let mut request = load(database, id);
        let stage = request.chain.own_stage(by.org_role).unwrap().number;
        let events = request
            .chain
            .decide(
                stage,
                approval(),
                by,
                DecisionConstraints::default(),
                minute(step),
            )
            .unwrap();
        request.datasets[0].release_date = Some(minute(step).date_naive());
        transact(database, |transaction| {
            transaction.requests().save(&request, &entries(&events)).unwrap();
        });
        let read = load(database, id);
        assert_eq!(read.chain, request.chain);
        assert_eq!(read.datasets, request.datasets);
        assert!(read.version > request.version);
    }
    let detail = database
        .read()
        .unwrap()
        .requests()
        .detail(&requester.scope(), id)
        .unwrap()
        .unwrap();
    assert_eq!(
        (detail.status, detail.last_responded_on),
        (OverallStatus::Approved, Some(minute(6)))
    );
    assert_eq!(
        detail.requested_datasets[0].release_date,
        Some(minute(6).date_naive())
    );
}

/// A denied request starts a second round, and the first round is kept.
pub fn a_new_round_is_saved(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    second_round(database, &provider, &requester, id);
    let read = load(database, id);
    assert_eq!(
        (read.chain.round(), read.chain.status()),
        (2, OverallStatus::Pending)
    );
    approve_all(database, &provider, id, minute(3));
    let history = database
        .read()
        .unwrap()
        .review()
        .history(&requester.scope(), id)
        .unwrap()
        .unwrap();
    let rounds: Vec<_> = history
        .iter()
        .filter(|line| line.state == StageState::Denied)
        .map(|line| line.round)
        .collect();
    assert_eq!(rounds, [1]);
    assert_eq!(load(database, id).chain.status(), OverallStatus::Approved);
}

/// The first round exists from the start, each later one is noted once, and the needed-on date can
/// be set.
pub fn a_round_is_noted_once(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    second_round(database, &provider, &requester, id);
    let needed_on = minute(0).date_naive() + chrono::TimeDelta::days(200);
    let second = NewRound {
        request: id,
        round: 2,
        by: requester.attendant.user,
        note: Some("Das Abkommen\nliegt bei.".to_owned()),
        started_on: minute(2),
    };
    transact(database, |transaction| {
        transaction.requests().begin_round(&second).unwrap();
        transaction.requests().set_needed_on(id, needed_on).unwrap();
    });
    let rounds = |database: &dyn Database| {
        let mut views = database.read().unwrap();
        let detail = views.requests().detail(&requester.scope(), id).unwrap().unwrap();
        (detail.rounds, detail.details.needed_on)
    };
    let expected = vec![
        RoundView {
            round: 1,
            started_on: start(),
            note: None,
            extension: None,
        },
        RoundView {
            round: 2,
            started_on: minute(2),
            note: second.note.clone(),
            extension: None,
        },
    ];
    assert_eq!(rounds(database), (expected, needed_on));
    assert_eq!(load(database, id).needed_on, needed_on);
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.requests().begin_round(&second),
        Err(StoreError::Duplicate(_))
    ));
}

/// The sources of a request at the end of a round (a denial or a recall) are known until the next
/// round ends.
pub fn the_sources_at_the_end_of_a_round_are_kept(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    let kept = || {
        transact(database, |transaction| {
            transaction.requests().sources_at_the_end(id).unwrap()
        })
    };
    assert_eq!(load(database, id).sources(), [provider.source]);
    assert_eq!(kept(), None, "it has not ended");
    decide(
        database,
        &provider,
        id,
        Role::DataAccessReviewer,
        denial(),
        minute(1),
    );
    assert_eq!(kept(), Some(vec![provider.source]));
    let recalled = submit(database, &requester, &provider, "Cholera", start());
    recall(database, &requester, recalled, minute(2));
    let of_recalled = transact(database, |transaction| {
        transaction.requests().sources_at_the_end(recalled).unwrap()
    });
    assert_eq!(of_recalled, Some(vec![provider.source]));
}

/// Saving a request that changed since it was read is a conflict and changes nothing.
pub fn a_stale_save_is_a_conflict(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    let mut stale = load(database, id);
    decide(
        database,
        &provider,
        id,
        Role::DataAccessReviewer,
        approval(),
        minute(1),
    );
    let events = stale
        .chain
        .recall(&requester.attendant, Role::DataRequester, minute(2))
        .unwrap();
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.requests().save(&stale, &entries(&events)),
        Err(StoreError::Conflict)
    ));
    assert!(transaction.commit(unrecorded_in_test()).is_err());
    assert_eq!(load(database, id).chain.status(), OverallStatus::Pending);
}

/// Exactly one of two concurrent saves of the same request succeeds. The other gets a conflict.
pub fn one_of_two_concurrent_saves_succeeds(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    for round in 0..8 {
        let id = submit(database, &requester, &provider, "Malaria", minute(round));
        let before = load(database, id);
        let by = provider.staff(Role::DataAccessReviewer);
        let ready = std::sync::Barrier::new(2);
        let save = |decision| {
            let mut request = before.clone();
            let stage = request.chain.own_stage(by.org_role).unwrap().number;
            let events = request
                .chain
                .decide(stage, decision, &by, DecisionConstraints::default(), minute(100))
                .unwrap();
            ready.wait();
            let mut transaction = database.begin()?;
            transaction.requests().save(&request, &entries(&events))?;
            transaction.commit(unrecorded_in_test())
        };
        let (approved, denied) = std::thread::scope(|scope| {
            let approving = scope.spawn(|| save(approval()));
            let denying = scope.spawn(|| save(denial()));
            (approving.join().unwrap(), denying.join().unwrap())
        });
        let status = load(database, id).chain.status();
        match (approved, denied) {
            (Ok(()), Err(StoreError::Conflict)) => assert_eq!(status, OverallStatus::Pending),
            (Err(StoreError::Conflict), Ok(())) => assert_eq!(status, OverallStatus::Denied),
            other => panic!("one wins, the other is a conflict: {other:?}"),
        }
    }
}

/// Only finished requests of the same procedure count, the latest decision first.
pub fn finished_requests_of_a_procedure_are_found(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let procedure = transact(database, |transaction| {
        let procedure = default_procedure();
        transaction.procedures().add(&procedure, true, true).unwrap()
    });
    let add = |procedure, at| {
        let new = NewRequest {
            procedure,
            ..new_request(&requester, &provider, &wizard(&provider, "Malaria"), at)
        };
        transact(database, |transaction| transaction.requests().add(&new).unwrap())
    };
    let [approved, denied, recalled, waiting] = [1, 2, 3, 4].map(|at| add(Some(procedure), minute(at)));
    let elsewhere = add(None, minute(5));
    let reviewer = Role::DataAccessReviewer;
    decide(database, &provider, denied, reviewer, denial(), minute(7));
    recall(database, &requester, recalled, minute(8));
    approve_all(database, &provider, approved, minute(9));
    approve_all(database, &provider, elsewhere, minute(10));
    give_feedback(database, &requester, approved, "Good", minute(11));
    let found = |scope: &RequestScope, id, at_most| {
        let mut views = database.read().unwrap();
        views.requests().finished_alike(scope, id, at_most).unwrap()
    };
    let finished = |submitted, decided| Finished {
        submitted: minute(submitted),
        decided: minute(decided),
    };
    let (latest, earlier) = (finished(1, 9), finished(2, 7));
    let own = requester.scope();
    assert_eq!(found(&own, waiting, 20), Some(vec![latest, earlier]));
    assert_eq!(found(&own, waiting, 1), Some(vec![latest]));
    assert_eq!(found(&own, elsewhere, 20), Some(Vec::new()));
    let stranger = Requester::new(database, "Bo", "Ek", "Institute of Bo");
    assert_eq!(found(&stranger.scope(), waiting, 20), None);
    change(database, denied, |chain| {
        chain.new_round(&requester.attendant, minute(12))
    })
    .unwrap()
    .unwrap();
    assert_eq!(found(&own, waiting, 20), Some(vec![latest]), "it waits again");
}

/// Requests are bound to the organisation roles of their staff stages.
pub fn requests_bound_to_organisation_roles_are_found(database: &dyn Database) {
    let (owner, one) = (requester(database), provider(database));
    let other = Provider::new(database, "Institute of Statistics", "Census");
    let here = submit(database, &owner, &one, "Measles", start());
    let there = submit(database, &owner, &other, "Malaria", start());
    let bound = |org_roles: &[OrganisationRoleId], requests: &[RequestId]| {
        transact(database, |transaction| {
            transaction.requests().bound_to(org_roles, requests).unwrap()
        })
    };
    let [of_one, of_other] = [&one, &other].map(|provider| provider.staff(Role::DataAccessReviewer).org_role);
    let both = [here, there];
    assert_eq!(bound(&[of_one], &both), BTreeSet::from([here]));
    assert_eq!(bound(&[of_one, of_other], &both), BTreeSet::from(both));
    assert_eq!(bound(&[of_one, of_other], &[there]), BTreeSet::from([there]));
    assert_eq!(bound(&[owner.attendant.org_role], &both), BTreeSet::new());
    assert_eq!(bound(&[], &both), BTreeSet::new());
    assert_eq!(bound(&[of_one], &[]), BTreeSet::new());
}
