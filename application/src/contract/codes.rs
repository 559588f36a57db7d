//! The contract of one-time codes and failed sign-ins.

use std::sync::Barrier;

use aditus_domain::accounts::{CodePurpose, Issue, OneTimeCode};
use aditus_domain::ids::UserId;

use super::seed::{at, commit, unrecorded_in_test};
use crate::accounts::StoredCode;
use crate::ports::{Database, StoreError};

fn code(purpose: CodePurpose, subject: &str, hash: u8, issued: i64) -> OneTimeCode {
    let issue = Issue {
        purpose,
        subject: subject.to_owned(),
        account: None,
        code_hash: [hash; 32],
        context: "Approve 4711".to_owned(),
    };
    OneTimeCode::issue(issue, at(issued))
}

fn newest(database: &dyn Database) -> StoredCode {
    database
        .begin()
        .unwrap()
        .codes()
        .newest(CodePurpose::Decision, "stage 7")
        .unwrap()
        .unwrap()
}

fn issued(database: &dyn Database) {
    commit(database, |transaction| {
        transaction
            .codes()
            .add(&code(CodePurpose::Decision, "stage 7", 1, 0))
            .unwrap();
    });
}

/// The code is unchanged at each stage of its life.
pub fn a_code_is_read_as_it_was_added(database: &dyn Database) {
    issued(database);
    let mut stored = newest(database);
    assert_eq!(stored.code, code(CodePurpose::Decision, "stage 7", 1, 0));
    stored.code.redeem(false, at(1)).unwrap_err();
    commit(database, |transaction| transaction.codes().save(&stored).unwrap());
    let mut again = newest(database);
    assert_eq!(again.code, stored.code);
    again.code.redeem(true, at(2)).unwrap();
    commit(database, |transaction| transaction.codes().save(&again).unwrap());
    assert_eq!(newest(database).code, again.code);
    let mut voided = newest(database);
    voided.code.spent = None;
    voided.code.void(at(3));
    commit(database, |transaction| transaction.codes().save(&voided).unwrap());
    assert_eq!(newest(database).code, voided.code);
}

/// The newest code of a purpose and subject is returned in any state.
pub fn the_newest_code_is_returned(database: &dyn Database) {
    commit(database, |transaction| {
        for (purpose, subject, hash) in [
            (CodePurpose::Decision, "stage 7", 1),
            (CodePurpose::Decision, "stage 7", 2),
            (CodePurpose::SignUp, "stage 7", 3),
            (CodePurpose::Decision, "stage 8", 4),
        ] {
            // The later one of two codes of the same microsecond is the newer.
            transaction.codes().add(&code(purpose, subject, hash, 0)).unwrap();
        }
    });
    assert_eq!(newest(database).code.code_hash, [2; 32]);
    let none = database
        .begin()
        .unwrap()
        .codes()
        .newest(CodePurpose::EmailChange, "stage 7")
        .unwrap();
    assert!(none.is_none());
}

/// Issue times are in ascending order, including the first moment and excluding redeemed codes.
pub fn issues_are_counted_by_purpose_subject_and_time(database: &dyn Database) {
    commit(database, |transaction| {
        for seconds in [20, 0, 10] {
            transaction
                .codes()
                .add(&code(CodePurpose::Decision, "stage 7", 1, seconds))
                .unwrap();
        }
        transaction
            .codes()
            .add(&code(CodePurpose::Decision, "stage 8", 1, 30))
            .unwrap();
    });
    let unused = || {
        database
            .begin()
            .unwrap()
            .codes()
            .unused_since(CodePurpose::Decision, "stage 7", at(10))
            .unwrap()
    };
    assert_eq!(unused(), [at(10), at(20)]);
    let mut voided = newest(database);
    voided.code.void(at(21));
    commit(database, |transaction| transaction.codes().save(&voided).unwrap());
    assert_eq!(unused(), [at(10), at(20)]);
    let mut used = newest(database);
    used.code.spent = None;
    used.code.redeem(true, at(22)).unwrap();
    commit(database, |transaction| transaction.codes().save(&used).unwrap());
    assert_eq!(unused(), [at(20)]);
}

/// One of several concurrent requests for the same code finds that there is none yet.
pub fn concurrent_issues_of_a_code_are_serialised(database: &dyn Database) {
    for subject in ["stage 7", "stage 8", "stage 9"] {
        let all_ask = Barrier::new(8);
        let issue = || {
            all_ask.wait();
            let mut transaction = database.begin().unwrap();
            let codes = transaction.codes();
            codes.lock_exclusive(CodePurpose::Decision, subject).unwrap();
            let is_first = codes.newest(CodePurpose::Decision, subject).unwrap().is_none();
            codes.add(&code(CodePurpose::Decision, subject, 1, 0)).unwrap();
            transaction.commit(unrecorded_in_test()).unwrap();
            is_first
        };
        let first = std::thread::scope(|scope| {
            let threads = [(); 8].map(|()| scope.spawn(issue));
            threads.map(|thread| thread.join().unwrap())
        });
        assert_eq!(first.iter().filter(|first| **first).count(), 1, "{subject}");
    }
}

/// Both read the same code, both find the digits right, and one redeems it.
pub fn one_of_two_redemptions_conflicts(database: &dyn Database) {
    issued(database);
    let both_have_read = Barrier::new(2);
    let redeem = || {
        let mut stored = newest(database);
        stored.code.redeem(true, at(1)).unwrap();
        both_have_read.wait();
        let mut transaction = database.begin()?;
        transaction.codes().save(&stored)?;
        transaction.commit(unrecorded_in_test())
    };
    let results: Vec<Result<(), StoreError>> = std::thread::scope(|scope| {
        let threads = [scope.spawn(redeem), scope.spawn(redeem)];
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(
        results.iter().filter(|result| result.is_ok()).count(),
        1,
        "{results:?}"
    );
    assert!(
        results
            .iter()
            .any(|result| matches!(result, Err(StoreError::Conflict))),
        "{results:?}"
    );
}

/// Two concurrent wrong entries count as two.
pub fn every_wrong_entry_is_counted(database: &dyn Database) {
    issued(database);
    let (mut one, mut other) = (newest(database), newest(database));
    one.code.redeem(false, at(1)).unwrap_err();
    other.code.redeem(false, at(1)).unwrap_err();
    commit(database, |transaction| transaction.codes().save(&one).unwrap());
    let refused = database.begin().unwrap().codes().save(&other);
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    let mut again = newest(database);
    again.code.redeem(false, at(1)).unwrap_err();
    commit(database, |transaction| transaction.codes().save(&again).unwrap());
    assert_eq!(newest(database).code.wrong_entries, 2);
}

/// Codes of other people, and redeemed codes, are unchanged.
pub fn the_codes_of_a_person_are_voided(database: &dyn Database) {
    let (person, other) = (UserId(3), UserId(4));
    let of = |purpose, account| OneTimeCode {
        account: Some(account),
        ..code(purpose, "stage 7", 1, 0)
    };
    let newest = |purpose| {
        let mut transaction = database.begin().unwrap();
        transaction.codes().newest(purpose, "stage 7").unwrap().unwrap()
    };
    commit(database, |transaction| {
        for (purpose, account) in [
            (CodePurpose::Decision, person),
            (CodePurpose::ForgotPassword, person),
            (CodePurpose::EmailChange, person),
            (CodePurpose::PhoneChange, other),
        ] {
            transaction.codes().add(&of(purpose, account)).unwrap();
        }
        transaction
            .codes()
            .add(&code(CodePurpose::SignUp, "stage 7", 1, 0))
            .unwrap();
        let mut used = transaction
            .codes()
            .newest(CodePurpose::EmailChange, "stage 7")
            .unwrap()
            .unwrap();
        used.code.redeem(true, at(1)).unwrap();
        transaction.codes().save(&used).unwrap();
    });
    let read_before = newest(CodePurpose::Decision);
    commit(database, |transaction| {
        transaction.codes().void_of(person, at(2)).unwrap();
    });
    for purpose in [CodePurpose::Decision, CodePurpose::ForgotPassword] {
        let mut voided = of(purpose, person);
        voided.void(at(2));
        assert_eq!(newest(purpose).code, voided);
    }
    let mut used = of(CodePurpose::EmailChange, person);
    used.redeem(true, at(1)).unwrap();
    assert_eq!(newest(CodePurpose::EmailChange).code, used);
    assert_eq!(
        newest(CodePurpose::PhoneChange).code,
        of(CodePurpose::PhoneChange, other)
    );
    assert!(newest(CodePurpose::SignUp).code.is_live(at(2)));
    // A concurrent entry of the code comes too late.
    let mut entered = read_before;
    entered.code.redeem(true, at(2)).unwrap();
    let refused = database.begin().unwrap().codes().save(&entered);
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
}

/// Codes issued before the time are deleted, and no others.
pub fn old_codes_are_deleted(database: &dyn Database) {
    commit(database, |transaction| {
        transaction
            .codes()
            .add(&code(CodePurpose::Decision, "stage 7", 1, 0))
            .unwrap();
        transaction
            .codes()
            .add(&code(CodePurpose::Decision, "stage 7", 2, 10))
            .unwrap();
        assert_eq!(transaction.codes().delete_expired(at(10)).unwrap(), 1);
        assert_eq!(transaction.codes().delete_expired(at(10)).unwrap(), 0);
    });
    assert_eq!(newest(database).code.code_hash, [2; 32]);
}
