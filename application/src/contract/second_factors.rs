//! The contract of second factors and of sign-ins that wait for one.

use aditus_domain::accounts::second_factor::{
    AppSetUp, AuthenticatorApp, PendingSignIn, PendingStep, RecoveryCodes, SecondFactor, TotpStep,
};
use aditus_domain::ids::UserId;

use super::seed::{at, commit, unrecorded_in_test, user};
use crate::accounts::second_factor::{StoredPendingSignIn, StoredSecondFactor};
use crate::ports::{Database, StoreError};

/// Returns a second factor with all of its parts.
pub(super) fn complete() -> SecondFactor {
    SecondFactor {
        app: Some(AuthenticatorApp {
            sealed_secret: vec![1, 0, 255],
            added_on: at(1),
            last_used_on: Some(at(2)),
            last_step: TotpStep(59_666_666),
        }),
        set_up: Some(AppSetUp {
            sealed_secret: vec![2, 0],
            begun_on: at(3),
        }),
        passkeys: 0,
        recovery: Some(RecoveryCodes {
            sealed_key: vec![3],
            unused: vec![[7; 32], [0; 32], [255; 32]],
            made_on: at(4),
        }),
        required_since: None,
    }
}

fn stored(database: &dyn Database, user: UserId) -> StoredSecondFactor {
    database.begin().unwrap().second_factors().of_user(user).unwrap()
}

fn save(database: &dyn Database, stored: &StoredSecondFactor) -> Result<(), StoreError> {
    let mut transaction = database.begin()?;
    transaction.second_factors().save(stored)?;
    transaction.commit(unrecorded_in_test())
}

/// Every combination of parts is read as it was saved, in a transaction and without one.
pub fn a_second_factor_is_read_as_it_was_saved(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    assert_eq!(stored(database, ada).factor, SecondFactor::default());
    let whole = complete();
    let unused = AuthenticatorApp {
        last_used_on: None,
        ..whole.app.clone().unwrap()
    };
    let used_up = RecoveryCodes {
        unused: Vec::new(),
        ..whole.recovery.clone().unwrap()
    };
    for factor in [
        SecondFactor {
            set_up: whole.set_up.clone(),
            ..SecondFactor::default()
        },
        SecondFactor {
            app: Some(unused),
            recovery: Some(used_up),
            ..SecondFactor::default()
        },
        whole,
        SecondFactor::default(),
    ] {
        let before = stored(database, ada);
        let next = StoredSecondFactor {
            factor: factor.clone(),
            ..before
        };
        save(database, &next).unwrap();
        assert_eq!(stored(database, ada).factor, factor);
        assert_eq!(
            database.read().unwrap().accounts().second_factor(ada).unwrap(),
            factor
        );
    }
    assert_eq!(stored(database, eve).factor, SecondFactor::default());
}

/// One of two calls that accepted the same code succeeds, also if nothing was stored before.
pub fn one_of_two_saves_conflicts(database: &dyn Database) {
    let ada = user(database, 1);
    for _ in 0..2 {
        let read = StoredSecondFactor {
            factor: complete(),
            ..stored(database, ada)
        };
        let results: Vec<Result<(), StoreError>> = std::thread::scope(|scope| {
            let threads = [(); 2].map(|()| scope.spawn(|| save(database, &read)));
            threads.map(|thread| thread.join().unwrap()).into()
        });
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        assert!(
            results
                .iter()
                .any(|result| matches!(result, Err(StoreError::Conflict))),
            "{results:?}"
        );
    }
}

/// The start of the grace is stored without a conflict, and a save leaves it as it is.
pub fn the_start_of_the_grace_is_stored_apart(database: &dyn Database) {
    let ada = user(database, 1);
    let set = |since| {
        commit(database, |transaction| {
            transaction
                .second_factors()
                .set_required_since(ada, since)
                .unwrap();
        });
    };
    let read = stored(database, ada);
    set(Some(at(5)));
    assert_eq!(stored(database, ada).factor.required_since, Some(at(5)));
    let factor = complete();
    save(database, &StoredSecondFactor { factor, ..read }).unwrap();
    let saved = stored(database, ada).factor;
    assert_eq!((saved.required_since, saved.app), (Some(at(5)), complete().app));
    set(None);
    assert_eq!(stored(database, ada).factor, complete());
}

fn pending(user: UserId, token: u8, step: PendingStep, begun: i64) -> StoredPendingSignIn {
    StoredPendingSignIn {
        token_hash: [token; 32],
        user,
        provider: None,
        pending: PendingSignIn {
            step,
            begun_on: at(begun),
            wrong_entries: 0,
        },
    }
}

fn add(database: &dyn Database, new: &StoredPendingSignIn) {
    commit(database, |transaction| {
        transaction.pending_sign_ins().add(new).unwrap();
    });
}

fn found(database: &dyn Database, token: u8) -> Option<StoredPendingSignIn> {
    database
        .begin()
        .unwrap()
        .pending_sign_ins()
        .by_token(&[token; 32])
        .unwrap()
}

/// A pending sign-in is found by its token until it ends, and ends once.
pub fn a_pending_sign_in_is_found_until_it_ends(database: &dyn Database) {
    let ada = user(database, 1);
    for (token, step) in [(1, PendingStep::EnterCode), (2, PendingStep::SetUp)] {
        let new = pending(ada, token, step, 5);
        add(database, &new);
        assert_eq!(found(database, token), Some(new));
    }
    let owner = |token: u8| {
        database
            .read()
            .unwrap()
            .accounts()
            .pending_sign_in(&[token; 32])
            .unwrap()
    };
    assert_eq!((owner(1), owner(3), found(database, 3)), (Some(ada), None, None));
    for was_there in [true, false] {
        let ended = commit(database, |transaction| {
            transaction.pending_sign_ins().end(&[1; 32]).unwrap()
        });
        assert_eq!(ended, was_there);
    }
    assert_eq!((owner(1), found(database, 1)), (None, None));
    assert!(found(database, 2).is_some());
}

/// Two concurrent wrong entries cannot count as one.
pub fn wrong_codes_of_a_sign_in_are_counted_one_by_one(database: &dyn Database) {
    let ada = user(database, 1);
    add(database, &pending(ada, 1, PendingStep::EnterCode, 0));
    let mut entered = found(database, 1).unwrap();
    entered.pending.wrong_entries += 1;
    let count = |stored: &StoredPendingSignIn| {
        let mut transaction = database.begin()?;
        transaction.pending_sign_ins().count_wrong_entry(stored)?;
        transaction.commit(unrecorded_in_test())
    };
    count(&entered).unwrap();
    assert!(matches!(count(&entered), Err(StoreError::Conflict)));
    assert_eq!(found(database, 1), Some(entered.clone()));
    entered.pending.wrong_entries += 1;
    count(&entered).unwrap();
    assert_eq!(found(database, 1).unwrap().pending.wrong_entries, 2);
    entered.token_hash = [2; 32];
    assert!(
        matches!(count(&entered), Err(StoreError::Conflict)),
        "none has this token"
    );
}

/// The pending sign-ins of one person end together, and old ones are deleted.
pub fn pending_sign_ins_end_by_person_and_age(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    for (token, person, begun) in [(1, ada, 0), (2, ada, 10), (3, eve, 0), (4, eve, 10)] {
        add(database, &pending(person, token, PendingStep::EnterCode, begun));
    }
    commit(database, |transaction| {
        transaction.pending_sign_ins().end_all(ada).unwrap();
    });
    let left = || {
        (1..=4)
            .filter(|token| found(database, *token).is_some())
            .collect::<Vec<u8>>()
    };
    assert_eq!(left(), [3, 4]);
    let deleted = commit(database, |transaction| {
        transaction.pending_sign_ins().delete_expired(at(10)).unwrap()
    });
    assert_eq!((deleted, left()), (1, vec![4]));
}
