//! The contract of passkeys, and of ceremonies that wait for a response.

use aditus_domain::accounts::passkey::{Ceremony, CeremonyPurpose, PasskeyName};
use aditus_domain::accounts::second_factor::SecondFactor;
use aditus_domain::ids::{PasskeyId, UserId};

use super::seed::{at, commit, unrecorded_in_test, user};
use crate::accounts::passkeys::{NewPasskey, StoredPasskey};
use crate::ports::{Database, StoreError};

fn name(text: &str) -> PasskeyName {
    PasskeyName::parse(text).unwrap()
}

/// Returns a passkey of which the credential id is `credential`.
pub(super) fn new(user: UserId, credential: &[u8], added: i64) -> NewPasskey {
    NewPasskey {
        user,
        handle: [9; 16],
        name: name("Work laptop"),
        credential_id: credential.to_vec(),
        public_key: vec![0x30, 0, 255],
        algorithm: -7,
        record: r#"{"counter":0}"#.to_owned(),
        added_on: at(added),
    }
}

/// Adds [`new`].
pub(super) fn add(database: &dyn Database, user: UserId, credential: &[u8], added: i64) -> PasskeyId {
    commit(database, |transaction| {
        transaction.passkeys().add(&new(user, credential, added)).unwrap()
    })
}

fn found(database: &dyn Database, credential: &[u8]) -> Option<StoredPasskey> {
    let mut transaction = database.begin().unwrap();
    transaction.passkeys().by_credential(credential).unwrap()
}

/// Returns the passkeys of a person, which the transaction and the read model agree on.
fn of(database: &dyn Database, user: UserId) -> Vec<StoredPasskey> {
    let stored = database.begin().unwrap().passkeys().of_user(user).unwrap();
    let shown = database.read().unwrap().accounts().passkeys(user).unwrap();
    assert_eq!(stored, shown);
    stored
}

fn ids_of(database: &dyn Database, user: UserId) -> Vec<PasskeyId> {
    of(database, user).iter().map(|stored| stored.id).collect()
}

/// Returns the second factor of a person, which the transaction and the read model agree on.
fn factor(database: &dyn Database, user: UserId) -> SecondFactor {
    let stored = database.begin().unwrap().second_factors().of_user(user).unwrap();
    let shown = database.read().unwrap().accounts().second_factor(user).unwrap();
    assert_eq!(stored.factor, shown);
    shown
}

/// A passkey is read with all that was stored, and is found by its whole credential id.
pub fn a_passkey_is_read_as_it_was_added(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    // The longest credential id that Web Authentication allows.
    let longest = [0xA5; 1023];
    let whole = NewPasskey {
        handle: [0, 255, 7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0],
        name: name("Adá's “key” 🔑"),
        public_key: (0..=255).collect(),
        algorithm: -257,
        record: "{\"key\":\"é\\u0000\"}".repeat(100),
        ..new(ada, &longest, 5)
    };
    let id = commit(database, |transaction| {
        transaction.passkeys().add(&whole).unwrap()
    });
    let stored = found(database, &longest).unwrap();
    assert_eq!((stored.id, &stored.passkey), (id, &whole));
    assert_eq!(stored.last_used_on, None);
    for other in [&longest[1..], &[][..], &[0x5A; 1023]] {
        assert_eq!(found(database, other), None);
    }
    let older = add(database, ada, &[1, 0], 4);
    let of_eve = add(database, eve, &[1], 0);
    assert_eq!(ids_of(database, ada), [older, id], "the oldest first");
    assert_eq!(ids_of(database, eve), [of_eve]);
    assert_eq!(ids_of(database, UserId(987_654)), []);
}

/// A credential id is stored once, whatever the account.
pub fn a_credential_id_is_stored_once(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    let id = add(database, ada, &[1, 2, 3], 0);
    for person in [ada, eve] {
        let mut transaction = database.begin().unwrap();
        let refused = transaction.passkeys().add(&new(person, &[1, 2, 3], 1));
        assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
    }
    let results: Vec<Result<(), StoreError>> = std::thread::scope(|scope| {
        let threads = [ada, eve].map(|person| {
            scope.spawn(move || {
                let mut transaction = database.begin()?;
                transaction.passkeys().add(&new(person, &[4], 0))?;
                transaction.commit(unrecorded_in_test())
            })
        });
        threads.map(|thread| thread.join().unwrap()).into()
    });
    let added = results.iter().filter(|result| result.is_ok()).count();
    assert_eq!(added, 1, "{results:?}");
    let stored = ids_of(database, ada).len() + ids_of(database, eve).len();
    assert_eq!((stored, ids_of(database, ada)[0]), (2, id));
}

/// A use stores record and time, and leaves the rest as it is.
pub fn a_use_is_stored(database: &dyn Database) {
    let ada = user(database, 1);
    add(database, ada, &[1], 0);
    add(database, ada, &[2], 1);
    let mut used = found(database, &[1]).unwrap();
    used.passkey.record = r#"{"counter":1}"#.to_owned();
    used.last_used_on = Some(at(7));
    commit(database, |transaction| {
        transaction.passkeys().save_use(&used).unwrap();
    });
    let stored = found(database, &[1]).unwrap();
    assert_eq!(
        (&stored.passkey, stored.last_used_on),
        (&used.passkey, Some(at(7)))
    );
    assert!(stored.version > used.version);
    let other = found(database, &[2]).unwrap();
    assert_eq!(
        (other.last_used_on, other.passkey.record.as_str()),
        (None, r#"{"counter":0}"#)
    );
}

fn save_use(database: &dyn Database, used: &StoredPasskey) -> Result<(), StoreError> {
    let mut transaction = database.begin()?;
    transaction.passkeys().save_use(used)?;
    transaction.commit(unrecorded_in_test())
}

/// Of two calls that accepted the same response, one succeeds.
pub fn one_of_two_uses_conflicts(database: &dyn Database) {
    let ada = user(database, 1);
    let id = add(database, ada, &[1], 0);
    for second in 1..3 {
        let used = StoredPasskey {
            last_used_on: Some(at(second)),
            ..found(database, &[1]).unwrap()
        };
        let results: Vec<Result<(), StoreError>> = std::thread::scope(|scope| {
            let threads = [(); 2].map(|()| scope.spawn(|| save_use(database, &used)));
            threads.map(|thread| thread.join().unwrap()).into()
        });
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        let conflicts = |result: &Result<(), StoreError>| matches!(result, Err(StoreError::Conflict));
        assert!(results.iter().any(conflicts), "{results:?}");
    }
    let read = found(database, &[1]).unwrap();
    commit(database, |transaction| {
        assert!(transaction.passkeys().remove(ada, id).unwrap());
    });
    let refused = save_use(database, &read);
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
}

/// A person renames and removes own passkeys only. A removed one is gone, and its id is not used
/// again.
pub fn a_person_changes_own_passkeys_only(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    let [first, second] = [1, 2].map(|credential| add(database, ada, &[credential], 0));
    let of_eve = add(database, eve, &[3], 0);
    let rename = |person, id| {
        commit(database, |transaction| {
            transaction.passkeys().rename(person, id, &name("Phone")).unwrap()
        })
    };
    let names = |person| -> Vec<String> {
        let stored = of(database, person).into_iter();
        stored
            .map(|stored| stored.passkey.name.as_str().to_owned())
            .collect()
    };
    assert!(!rename(eve, first));
    assert!(!rename(ada, PasskeyId(987_654)));
    assert!(rename(ada, second));
    assert_eq!(names(ada), ["Work laptop", "Phone"]);
    assert_eq!(names(eve), ["Work laptop"]);
    let remove = |person, id| {
        commit(database, |transaction| {
            transaction.passkeys().remove(person, id).unwrap()
        })
    };
    assert!(!remove(eve, second));
    assert!(remove(ada, second));
    assert!(!remove(ada, second));
    assert_eq!(found(database, &[2]), None);
    assert_eq!(ids_of(database, ada), [first]);
    assert_ne!(
        add(database, ada, &[2], 1),
        second,
        "ids are in audit entries and never used again"
    );
    let removed = commit(database, |transaction| {
        transaction.passkeys().remove_all(ada).unwrap()
    });
    assert_eq!((removed, ids_of(database, ada)), (2, Vec::new()));
    assert_eq!(ids_of(database, eve), [of_eve]);
}

/// A rename does not end the use of a passkey that began before.
pub fn a_passkey_can_be_renamed_while_it_is_used(database: &dyn Database) {
    let ada = user(database, 1);
    let id = add(database, ada, &[1], 0);
    let used = found(database, &[1]).unwrap();
    commit(database, |transaction| {
        assert!(transaction.passkeys().rename(ada, id, &name("Phone")).unwrap());
    });
    save_use(database, &used).unwrap();
    assert_eq!(found(database, &[1]).unwrap().passkey.name, name("Phone"));
}

/// Two concurrent calls cannot both remove what each of them takes for one of two passkeys.
pub fn removals_wait_for_other_calls_on_the_account(database: &dyn Database) {
    let ada = user(database, 1);
    let ids = [1, 2].map(|credential| add(database, ada, &[credential], 0));
    let remove = |id: PasskeyId| -> Result<bool, StoreError> {
        let mut transaction = database.begin()?;
        let left = transaction.passkeys().of_user(ada)?.len();
        if left < 2 {
            return Ok(false);
        }
        transaction.passkeys().remove(ada, id)?;
        transaction.commit(unrecorded_in_test())?;
        Ok(true)
    };
    let results: Vec<Result<bool, StoreError>> = std::thread::scope(|scope| {
        let threads = ids.map(|id| scope.spawn(move || remove(id)));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    let removed = results.iter().filter(|result| matches!(result, Ok(true))).count();
    assert_eq!((removed, ids_of(database, ada).len()), (1, 1), "{results:?}");
}

/// Two concurrent calls cannot both add what each of them takes for the last passkey that is allowed.
pub fn additions_wait_for_other_calls_on_the_account(database: &dyn Database) {
    let ada = user(database, 1);
    let add = |credential: u8| -> Result<bool, StoreError> {
        let mut transaction = database.begin()?;
        if !transaction.passkeys().of_user(ada)?.is_empty() {
            return Ok(false);
        }
        transaction.passkeys().add(&new(ada, &[credential], 0))?;
        transaction.commit(unrecorded_in_test())?;
        Ok(true)
    };
    let results: Vec<Result<bool, StoreError>> = std::thread::scope(|scope| {
        let threads = [1, 2].map(|credential| scope.spawn(move || add(credential)));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    let added = results.iter().filter(|result| matches!(result, Ok(true))).count();
    assert_eq!((added, ids_of(database, ada).len()), (1, 1), "{results:?}");
}

/// Passkeys of an account are a second factor, with an app and without one.
pub fn passkeys_count_as_a_second_factor(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    assert!(!factor(database, ada).is_active());
    add(database, ada, &[1], 0);
    let second = add(database, ada, &[2], 0);
    assert_eq!(
        factor(database, ada),
        SecondFactor {
            passkeys: 2,
            ..SecondFactor::default()
        }
    );
    assert_eq!(factor(database, eve), SecondFactor::default());
    commit(database, |transaction| {
        let mut stored = transaction.second_factors().of_user(ada).unwrap();
        stored.factor = super::second_factors::complete();
        transaction.second_factors().save(&stored).unwrap();
        transaction.passkeys().remove(ada, second).unwrap();
    });
    assert_eq!(
        factor(database, ada),
        SecondFactor {
            passkeys: 1,
            ..super::second_factors::complete()
        }
    );
}

fn ceremony(purpose: CeremonyPurpose, user: Option<UserId>, begun: i64) -> Ceremony {
    Ceremony {
        purpose,
        user,
        nonce: [0; 32],
        begun_on: at(begun),
    }
}

fn begin(database: &dyn Database, challenge: u8, ceremony: &Ceremony) {
    commit(database, |transaction| {
        transaction.ceremonies().add(&[challenge; 32], ceremony).unwrap();
    });
}

fn take(database: &dyn Database, challenge: u8) -> Option<Ceremony> {
    commit(database, |transaction| {
        transaction.ceremonies().take(&[challenge; 32]).unwrap()
    })
}

/// A ceremony of any purpose is taken once, as it was added, by its whole challenge.
pub fn a_ceremony_is_taken_once(database: &dyn Database) {
    let ada = user(database, 1);
    for (challenge, purpose) in (1..).zip(CeremonyPurpose::ALL) {
        let begun = Ceremony {
            nonce: [challenge + 100; 32],
            ..ceremony(purpose, (purpose != CeremonyPurpose::SignIn).then_some(ada), 0)
        };
        begin(database, challenge, &begun);
        assert_eq!(take(database, 99), None);
        assert_eq!(take(database, challenge), Some(begun));
        assert_eq!(take(database, challenge), None);
    }
    begin(database, 9, &ceremony(CeremonyPurpose::SignIn, None, 0));
    let taken: Vec<bool> = std::thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| take_or_conflict(database, 9)));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    assert_eq!(taken.iter().filter(|taken| **taken).count(), 1);
}

/// Returns true if this call got the ceremony. A conflict with the other call is as good as none.
fn take_or_conflict(database: &dyn Database, challenge: u8) -> bool {
    let mut transaction = database.begin().unwrap();
    match transaction.ceremonies().take(&[challenge; 32]) {
        Ok(taken) => taken.is_some() && transaction.commit(unrecorded_in_test()).is_ok(),
        Err(StoreError::Conflict) => false,
        Err(error) => panic!("{error:?}"),
    }
}

/// A challenge is stored once.
pub fn a_challenge_is_stored_once(database: &dyn Database) {
    let begun = ceremony(CeremonyPurpose::SignIn, None, 0);
    begin(database, 1, &begun);
    let mut transaction = database.begin().unwrap();
    let refused = transaction.ceremonies().add(&[1; 32], &begun);
    assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
    drop(transaction);
    assert_eq!(take(database, 1), Some(begun));
}

/// Ceremonies are deleted by the time at which they began.
pub fn old_ceremonies_are_deleted(database: &dyn Database) {
    let begun = [(1, 0), (2, 10), (3, 20)];
    for (challenge, second) in begun {
        begin(
            database,
            challenge,
            &ceremony(CeremonyPurpose::SignIn, None, second),
        );
    }
    let deleted = commit(database, |transaction| {
        transaction.ceremonies().delete_expired(at(20)).unwrap()
    });
    assert_eq!(deleted, 2);
    let left = begun.map(|(challenge, _)| take(database, challenge).is_some());
    assert_eq!(left, [false, false, true]);
}

/// The erasure of an account removes its passkeys and ceremonies, and no passkey can be added to it.
pub fn an_erased_account_has_no_passkeys(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    add(database, ada, &[1], 0);
    let of_eve = add(database, eve, &[2], 0);
    begin(
        database,
        1,
        &ceremony(CeremonyPurpose::Confirmation, Some(ada), 0),
    );
    begin(
        database,
        2,
        &ceremony(CeremonyPurpose::Confirmation, Some(eve), 0),
    );
    commit(database, |transaction| {
        transaction
            .erasures()
            .erase_account(ada, &["ada@uni.example"], &[[0; 32]], at(9))
            .unwrap();
    });
    assert_eq!((found(database, &[1]), ids_of(database, ada)), (None, Vec::new()));
    assert_eq!(ids_of(database, eve), [of_eve]);
    assert_eq!(
        [1, 2].map(|challenge| take(database, challenge).is_some()),
        [false, true]
    );
    let mut transaction = database.begin().unwrap();
    let refused = transaction.passkeys().add(&new(ada, &[3], 10));
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    drop(transaction);
    // The credential id is free for a new account of the same person.
    add(database, eve, &[1], 10);
}
