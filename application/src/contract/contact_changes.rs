//! The contract of revertible contact changes.

use aditus_domain::accounts::{ContactChange, PhoneNumber};
use aditus_domain::ids::UserId;

use super::seed::{at, commit, user};
use crate::accounts::{NewContactChange, StoredContactChange};
use crate::ports::{Database, StoreError};

const OLD: &str = "+256712000001";

fn change(user: UserId, kind: &str, token: u8, seconds: i64) -> NewContactChange {
    let (old, new) = if kind == ContactChange::EMAIL {
        ("Ada@old.example", "ada@new.example")
    } else {
        (OLD, "+256712000002")
    };
    NewContactChange {
        user,
        change: ContactChange::read(kind, old, new).unwrap(),
        token_hash: [token; 32],
        made_on: at(seconds),
    }
}

fn add(database: &dyn Database, new: &NewContactChange) {
    commit(database, |transaction| {
        transaction.contact_changes().add(new).unwrap();
    });
}

fn found(database: &dyn Database, token: u8) -> Option<StoredContactChange> {
    let mut transaction = database.begin().unwrap();
    transaction.contact_changes().by_token(&[token; 32]).unwrap()
}

/// The change is returned as it was added.
pub fn a_change_is_found_by_its_token(database: &dyn Database) {
    let ada = user(database, 1);
    for (token, kind) in [(1, ContactChange::EMAIL), (2, ContactChange::PHONE)] {
        let new = change(ada, kind, token, 5);
        add(database, &new);
        let stored = found(database, token).unwrap();
        assert_eq!((stored.user, &stored.change), (ada, &new.change));
        assert_eq!(stored.made_on, at(5));
    }
    assert_eq!(found(database, 3), None);
    let again = database
        .begin()
        .unwrap()
        .contact_changes()
        .add(&change(ada, ContactChange::EMAIL, 1, 6));
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
}

/// The change and later ones of the same kind and person are forgotten, and only once.
pub fn a_change_is_forgotten_with_those_after_it(database: &dyn Database) {
    let (ada, eve) = (user(database, 1), user(database, 2));
    for (token, person, kind) in [
        (1, ada, ContactChange::EMAIL),
        (2, ada, ContactChange::EMAIL),
        (3, ada, ContactChange::PHONE),
        (4, eve, ContactChange::EMAIL),
        (5, ada, ContactChange::EMAIL),
    ] {
        add(database, &change(person, kind, token, i64::from(token)));
    }
    let second = found(database, 2).unwrap();
    for was_there in [true, false] {
        let forgotten = commit(database, |transaction| {
            transaction.contact_changes().delete_from(&second).unwrap()
        });
        assert_eq!(forgotten, was_there);
    }
    let left: Vec<u8> = (1..=5)
        .filter(|token| found(database, *token).is_some())
        .collect();
    assert_eq!(left, [1, 3, 4]);
}

/// The number is reserved for a limited time.
pub fn a_number_is_kept_for_its_last_owner(database: &dyn Database) {
    let (ada, eve) = (user(database, 1), user(database, 2));
    let old = PhoneNumber::parse(OLD).unwrap();
    let owner = |since: i64| {
        let mut transaction = database.begin().unwrap();
        transaction
            .contact_changes()
            .last_owner_of_phone(&old, at(since))
            .unwrap()
    };
    assert_eq!(owner(0), None);
    add(database, &change(ada, ContactChange::PHONE, 1, 10));
    add(database, &change(eve, ContactChange::EMAIL, 2, 11));
    assert_eq!(owner(9), Some(ada));
    assert_eq!(owner(10), None);
    add(database, &change(eve, ContactChange::PHONE, 3, 12));
    assert_eq!(owner(9), Some(eve));
}

/// Newer changes are kept.
pub fn old_changes_are_deleted(database: &dyn Database) {
    let ada = user(database, 1);
    add(database, &change(ada, ContactChange::EMAIL, 1, 10));
    add(database, &change(ada, ContactChange::EMAIL, 2, 20));
    let deleted = commit(database, |transaction| {
        transaction.contact_changes().delete_expired(at(20)).unwrap()
    });
    assert_eq!(deleted, 1);
    assert!(found(database, 1).is_none() && found(database, 2).is_some());
}
