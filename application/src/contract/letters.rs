//! The contract of approval letters.

use std::sync::Barrier;

use aditus_domain::ids::{ProcedureId, RequestId};
use aditus_domain::procedures::{LetterNumber, LetterText, default_procedure};
use aditus_domain::roles::Role;

use super::fixtures::{self, Provider, Requester, minute, provider, requester, wizard};
use super::seed::{commit, unrecorded_in_test};
use crate::access::RequestScope;
use crate::ports::{Database, StoreError};
use crate::requests::letters::Letter;

fn letter(request: RequestId, number: LetterNumber) -> Letter {
    Letter {
        request,
        number,
        made_on: minute(7),
        text: LetterText {
            heading: "Approval of Data Request REQ000001".to_owned(),
            body: "Dear Asta Lindqvist,\n\nŽiža — 100 % \"approved\".".to_owned(),
        },
    }
}

/// A request that can be approved, with its own provider and requester.
fn submitted(database: &dyn Database, provider: &Provider, requester: &Requester) -> RequestId {
    fixtures::submit(database, requester, provider, "Anaemia", minute(0))
}

/// Only readers of the request may read its letter.
pub fn a_letter_is_read_as_it_was_kept(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let request = submitted(database, &provider, &requester);
    let read = |scope: &RequestScope| {
        let mut views = database.read().unwrap();
        views.requests().letter(scope, request).unwrap()
    };
    assert_eq!(read(&RequestScope::Everything), None);
    let kept = commit(database, |transaction| {
        let number = transaction.letters().next_number().unwrap();
        let kept = letter(request, number);
        transaction.letters().add(&kept).unwrap();
        kept
    });
    assert_eq!(kept.number, LetterNumber(1));
    for scope in [
        RequestScope::Everything,
        requester.scope(),
        provider.scope(Role::DataOfficer),
    ] {
        assert_eq!(read(&scope).as_ref(), Some(&kept));
    }
    let stranger = Requester::new(database, "Bo", "Ek", "Institute of Bo");
    assert_eq!(read(&stranger.scope()), None);
}

/// Each number is used once as well.
pub fn a_request_has_one_letter(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let [first, second] = [1, 2].map(|_| submitted(database, &provider, &requester));
    commit(database, |transaction| {
        let number = transaction.letters().next_number().unwrap();
        transaction.letters().add(&letter(first, number)).unwrap();
    });
    for again in [letter(first, LetterNumber(2)), letter(second, LetterNumber(1))] {
        let mut transaction = database.begin().unwrap();
        let refused = transaction.letters().add(&again);
        assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
    }
}

/// Eight concurrent transactions, some of which are dropped.
pub fn letter_numbers_have_no_gaps_or_duplicates(database: &dyn Database) {
    let start = Barrier::new(8);
    let mut given: Vec<u64> = std::thread::scope(|scope| {
        let takers: Vec<_> = (0..8)
            .map(|index| {
                let start = &start;
                scope.spawn(move || {
                    start.wait();
                    let mut transaction = database.begin().unwrap();
                    let number = transaction.letters().next_number().unwrap();
                    if index % 3 == 0 {
                        return None;
                    }
                    transaction.commit(unrecorded_in_test()).unwrap();
                    Some(number.0)
                })
            })
            .collect();
        takers
            .into_iter()
            .filter_map(|taker| taker.join().unwrap())
            .collect()
    });
    given.sort_unstable();
    assert_eq!(given, [1, 2, 3, 4, 5]);
}

/// A procedure with submitted requests cannot be removed.
pub fn the_procedure_of_a_request_is_known(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let before = submitted(database, &provider, &requester);
    let id = commit(database, |transaction| {
        let mut bare = default_procedure();
        bare.stages.clear();
        bare.links.clear();
        transaction.procedures().add(&bare, false, false).unwrap()
    });
    let raw = wizard(&provider, "Malaria");
    let mut new = fixtures::new_request(&requester, &provider, &raw, minute(0));
    new.procedure = Some(id);
    let request = commit(database, |transaction| transaction.requests().add(&new).unwrap());
    let procedure_of = |request| {
        let mut transaction = database.begin().unwrap();
        transaction.letters().procedure_of(request).unwrap()
    };
    assert_eq!((procedure_of(before), procedure_of(request)), (None, Some(id)));
    assert_eq!(procedure_of(RequestId(999_999)), None);
    let mut transaction = database.begin().unwrap();
    assert_eq!(transaction.procedures().requests_under(id).unwrap(), 1);
    let nowhere = ProcedureId(999_999);
    assert_eq!(transaction.procedures().requests_under(nowhere).unwrap(), 0);
    let refused = transaction.procedures().remove(id);
    assert!(matches!(refused, Err(StoreError::Reference(_))), "{refused:?}");
}
