//! The rules for every store of the terms of requests (decisions N3).

use aditus_domain::deadlines::{DueDates, Extension, Pause, Term, TermUnit};
use aditus_domain::ids::RequestId;
use aditus_domain::procedures::{Procedure, default_procedure};
use chrono::{DateTime, Utc};

use super::due_dates::{Board, FIRST, dates, with_targets};
use super::fixtures::{minute, transact};
use super::steps::{approve_all, decide, denial, recall, second_round};
use crate::deadlines::repository::TermClock;
use crate::deadlines::terms::{NewExtension, NewTerm};
use crate::deadlines::views::{ExtensionView, RunningTerm};
use crate::ports::{Database, StoreError, Transaction};
use crate::requests::views::RoundView;
use crate::row_versions::RowVersion;

fn months(count: i64) -> Term {
    Term::new(TermUnit::Months, count).unwrap()
}

fn extension(count: i64) -> Extension {
    months(3).extension(count).unwrap()
}

fn new_term(request: RequestId, round: u32, since: DateTime<Utc>) -> NewTerm {
    NewTerm {
        request,
        round,
        term: months(3),
        since,
    }
}

impl Board<'_> {
    /// Adds a request with a term of three months.
    fn submit_with_term(&self, title: &str, procedure: &Procedure, at: i64) -> RequestId {
        let request = self.submit(title, procedure, at);
        transact(self.database, |transaction| {
            let term = new_term(request, 1, minute(at));
            transaction.request_terms().begin(&term).unwrap();
        });
        request
    }

    fn new_extension(&self, request: RequestId, count: i64, at: i64) -> NewExtension {
        NewExtension {
            request,
            extension: extension(count),
            reason: "The committee meets in May.".to_owned(),
            by: self.provider.staff(FIRST).user,
            at: minute(at),
        }
    }

    /// The running term of the request, which is the same for changes and for screens.
    fn term(&self, request: RequestId) -> Option<TermClock> {
        let clock = self.clocks(&[request]).into_iter().find_map(|of_one| of_one.term);
        let shown = self.shown(&[request]).pop().map(|(_, term)| term);
        let of_clock = clock.map(|clock| (clock.term, clock.extension, clock.dates));
        let of_shown = shown.map(|shown| {
            let extended = shown.extended.map(|extended| extended.extension);
            (shown.term, extended, shown.dates)
        });
        assert_eq!(of_clock, of_shown);
        clock
    }

    fn shown(&self, requests: &[RequestId]) -> Vec<(RequestId, RunningTerm)> {
        let mut views = self.database.read().unwrap();
        views.deadlines().terms(requests).unwrap()
    }

    fn set_term(&self, request: RequestId, dates: DueDates) {
        transact(self.database, |transaction| {
            let terms = transaction.request_terms();
            terms.set_dates(&[(request, dates)], RowVersion(1)).unwrap();
        });
    }

    fn rounds(&self, request: RequestId) -> Vec<RoundView> {
        let mut views = self.database.read().unwrap();
        let scope = self.requester.scope();
        let detail = views.requests().detail(&scope, request).unwrap();
        detail.unwrap().rounds
    }
}

fn refused<T: std::fmt::Debug>(
    database: &dyn Database,
    work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError>,
) -> StoreError {
    let mut transaction = database.begin().unwrap();
    work(transaction.as_mut()).unwrap_err()
}

/// A term has a clock, with or without clocks of stages, until the request is decided or recalled.
pub fn a_term_runs_until_its_request_is_decided_or_recalled(database: &dyn Database) {
    let board = Board::new(database);
    let running = TermClock {
        term: months(3),
        since: minute(1),
        extension: None,
        dates: DueDates::default(),
    };
    let procedure = default_procedure();
    let [approved, denied, recalled] =
        ["Approved", "Denied", "Recalled"].map(|title| board.submit_with_term(title, &procedure, 1));
    let with_target = board.submit_with_term("With target", &with_targets(), 1);
    let without = board.submit("Without", &procedure, 1);
    for request in [approved, denied, recalled, with_target] {
        assert_eq!(board.term(request), Some(running));
        board.set_term(request, dates(70, 90));
        let dates = dates(70, 90);
        assert_eq!(board.term(request), Some(TermClock { dates, ..running }));
    }
    assert_eq!(board.term(without), None);
    let clocks = board.clocks(&[approved, with_target, without]);
    let numbers: Vec<_> = clocks
        .iter()
        .map(|of_one| (of_one.request, of_one.clocks.len()))
        .collect();
    assert_eq!(numbers, [(approved, 0), (with_target, 1)]);
    assert_eq!(
        board.shown(&[approved, without, RequestId(987_654)]).len(),
        1,
        "requests without a term are left out"
    );
    board.decide(with_target, FIRST, 2);
    assert!(board.term(with_target).is_some(), "the next stage decides");
    approve_all(database, &board.provider, approved, minute(3));
    decide(database, &board.provider, denied, FIRST, denial(), minute(3));
    recall(database, &board.requester, recalled, minute(3));
    for request in [approved, denied, recalled] {
        assert_eq!(board.term(request), None);
        assert_eq!(board.clocks(&[request]), []);
    }
}

/// The clock of a term has the pauses of its request, also if no stage has a target.
pub fn a_term_has_the_pauses_of_its_request(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit_with_term("Measles", &default_procedure(), 1);
    board.comment(request, true, 3, Some(7));
    let pause = Pause {
        from: minute(3),
        to: Some(minute(7)),
    };
    assert_eq!(board.clocks(&[request])[0].pauses, [pause]);
}

/// A running term is extended once. The extension is kept with its round.
pub fn a_term_is_extended_once(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit_with_term("Measles", &default_procedure(), 1);
    let without = board.submit("Without", &default_procedure(), 1);
    transact(database, |transaction| {
        let new = board.new_extension(request, 2, 5);
        transaction.request_terms().extend(&new).unwrap();
    });
    assert_eq!(board.term(request).unwrap().extension, Some(extension(2)));
    let view = ExtensionView {
        extension: extension(2),
        unit: TermUnit::Months,
        reason: "The committee meets in May.".to_owned(),
        on: minute(5),
    };
    assert_eq!(board.shown(&[request])[0].1.extended, Some(view.clone()));
    for other in [request, without] {
        let again = board.new_extension(other, 1, 6);
        let error = refused(database, |transaction| transaction.request_terms().extend(&again));
        assert!(matches!(error, StoreError::Conflict), "{error:?}");
    }
    decide(database, &board.provider, request, FIRST, denial(), minute(7));
    let late = board.new_extension(request, 1, 8);
    let error = refused(database, |transaction| transaction.request_terms().extend(&late));
    assert!(matches!(error, StoreError::Conflict), "{error:?}");
    assert_eq!(board.rounds(request)[0].extension, Some(view));
    assert_eq!(board.rounds(without)[0].extension, None);
}

/// A new round has a term of its own, which was not extended.
pub fn each_round_has_its_own_term(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit_with_term("Measles", &default_procedure(), 0);
    transact(database, |transaction| {
        let new = board.new_extension(request, 2, 0);
        transaction.request_terms().extend(&new).unwrap();
    });
    second_round(database, &board.provider, &board.requester, request);
    assert_eq!(board.term(request), None, "the term of the first round has ended");
    let second = new_term(request, 2, minute(2));
    transact(database, |transaction| {
        transaction.request_terms().begin(&second).unwrap();
    });
    let running = TermClock {
        term: months(3),
        since: minute(2),
        extension: None,
        dates: DueDates::default(),
    };
    assert_eq!(board.term(request), Some(running));
    let error = refused(database, |transaction| transaction.request_terms().begin(&second));
    assert!(matches!(error, StoreError::Duplicate(_)), "{error:?}");
    // A server of an earlier version may have left the term of the second round running.
    let third = new_term(request, 3, minute(4));
    transact(database, |transaction| {
        transaction.request_terms().begin(&third).unwrap();
    });
    assert_eq!(board.term(request).unwrap().since, minute(4));
}

/// Dates of running terms are computed again if they are of an earlier version of the calendar.
pub fn terms_of_an_earlier_calendar_are_found(database: &dyn Database) {
    let board = Board::new(database);
    let first = board.submit_with_term("Measles", &default_procedure(), 1);
    let second = board.submit_with_term("Malaria", &with_targets(), 2);
    let without = board.submit("Anaemia", &default_procedure(), 3);
    let outdated = |version| {
        let mut found = transact(database, |transaction| {
            let clocks = transaction.stage_clocks();
            clocks.computed_before(RowVersion(version), 1_000).unwrap()
        });
        // Other tests of this database may have requests, too.
        found.retain(|request| [first, second, without].contains(request));
        found
    };
    assert_eq!(outdated(1), [first, second], "each once");
    for request in [first, second] {
        board.set_term(request, dates(70, 90));
    }
    assert_eq!(outdated(1), [second], "the dates of its stage are missing");
    board.set(second, FIRST, dates(8, 10));
    assert_eq!(outdated(1), []);
    assert_eq!(outdated(2), [first, second]);
    recall(database, &board.requester, first, minute(5));
    assert_eq!(outdated(2), [second], "the term has ended");
}

/// The term of the procedure is its present one.
pub fn the_term_of_the_procedure_of_a_request_is_read(database: &dyn Database) {
    let board = Board::new(database);
    let with_term = Procedure {
        term: Some(months(3)),
        ..default_procedure()
    };
    let [with, without] =
        [with_term, default_procedure()].map(|procedure| board.submit_following(&procedure));
    let unknown = board.submit("Malaria", &default_procedure(), 1);
    let term = |request| {
        transact(database, |transaction| {
            transaction.request_terms().of_procedure(request).unwrap()
        })
    };
    assert_eq!(term(with.0), Some(months(3)));
    assert_eq!(term(without.0), None);
    assert_eq!(term(unknown), None, "its procedure is not known");
    board.change_procedure(with.1, Some(months(1)), None);
    assert_eq!(term(with.0), Some(months(1)));
}
