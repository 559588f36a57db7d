//! The rules for every store of notifications that wait for a digest (decisions N6).

use aditus_domain::ids::UserId;
use aditus_domain::notifications::{Delivery, DigestTimes, Occasion};
use aditus_domain::roles::Role;

use super::fixtures::{minute, provider, requester, start, submit, transact};
use super::seed::{at, commit, user};
use crate::notifications::DigestEntry;
use crate::ports::Database;

/// The weekly digest came at second 100, the daily one at second 200.
fn times() -> DigestTimes {
    DigestTimes {
        daily: at(200),
        weekly: at(100),
    }
}

pub(super) fn entry(user: UserId, delivery: Delivery, seconds: i64) -> DigestEntry {
    DigestEntry {
        user,
        role: Role::DataRequester,
        kind: Occasion::Released.name().to_owned(),
        request: None,
        message: format!("{} since {seconds}", delivery.name()),
        action: "Give feedback".to_owned(),
        link: "/requester/home?as=Data+Requester".to_owned(),
        delivery,
        created_on: at(seconds),
    }
}

fn add(database: &dyn Database, entries: &[DigestEntry]) {
    commit(database, |transaction| {
        transaction.digests().add_all(entries).unwrap();
    });
}

pub(super) fn take(database: &dyn Database, people: &[UserId]) -> Vec<DigestEntry> {
    commit(database, |transaction| {
        transaction.digests().take_due(people, &times()).unwrap()
    })
}

fn people(database: &dyn Database) -> Vec<UserId> {
    let mut views = database.read().unwrap();
    views.notifications().people_with_due_digests(&times()).unwrap()
}

/// What waits since the time of its digest or later is not due. What is taken is not found again.
pub fn due_notifications_of_digests_are_taken_once(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let entries = [
        entry(one, Delivery::Daily, 199),
        entry(one, Delivery::Daily, 200),
        entry(one, Delivery::Weekly, 99),
        entry(one, Delivery::Weekly, 100),
        entry(one, Delivery::Immediately, 300),
        entry(other, Delivery::Daily, 150),
        entry(other, Delivery::Weekly, 150),
    ];
    add(database, &entries);
    add(database, &[]);
    assert_eq!(people(database), [one, other]);
    let due = [&entries[0], &entries[2], &entries[4]].map(Clone::clone);
    assert_eq!(take(database, &[one]), due);
    assert_eq!(people(database), [other]);
    assert_eq!(take(database, &[one]), []);
    assert_eq!(take(database, &[one, other]), [entries[5].clone()]);
    assert_eq!(people(database), []);
}

/// A transaction that is not committed takes nothing.
pub fn digests_that_are_not_committed_stay(database: &dyn Database) {
    let one = user(database, 1);
    add(database, &[entry(one, Delivery::Daily, 0)]);
    let mut transaction = database.begin().unwrap();
    let taken = transaction.digests().take_due(&[one], &times()).unwrap();
    assert_eq!(taken.len(), 1);
    drop(transaction);
    assert_eq!(take(database, &[one]), taken);
}

/// They are added in any number, and returned in their order with all their fields.
pub fn many_notifications_wait_for_a_digest(database: &dyn Database) {
    let owner = requester(database);
    let one = owner.attendant.user;
    let request = submit(database, &owner, &provider(database), "Measles", start());
    let entries: Vec<_> = (0..1_203)
        .map(|number| DigestEntry {
            role: Role::DataOfficer,
            request: (number % 2 == 0).then_some(request),
            message: format!("message {number}"),
            ..entry(one, Delivery::Daily, 0)
        })
        .collect();
    add(database, &entries);
    assert_eq!(take(database, &[one]), entries);
}

/// A settlement removes what waits of this occasion on this request in this role, for everyone.
pub fn settled_notifications_wait_for_no_digest(database: &dyn Database) {
    let (owner, here) = (requester(database), provider(database));
    let [request, another] =
        ["Measles", "Malaria"].map(|title| submit(database, &owner, &here, title, start()));
    let (one, other) = (user(database, 1), user(database, 2));
    let turn = |user, seconds| DigestEntry {
        role: Role::DataAccessReviewer,
        kind: Occasion::TurnCame.name().to_owned(),
        request: Some(request),
        ..entry(user, Delivery::Daily, seconds)
    };
    let others = [
        DigestEntry {
            role: Role::DataOfficer,
            ..turn(one, 2)
        },
        DigestEntry {
            kind: Occasion::Recalled.name().to_owned(),
            ..turn(one, 3)
        },
        DigestEntry {
            request: Some(another),
            ..turn(one, 4)
        },
        DigestEntry {
            request: None,
            ..turn(other, 5)
        },
    ];
    add(database, &[turn(one, 0), turn(other, 1)]);
    add(database, &others);
    commit(database, |transaction| {
        transaction
            .notifications()
            .settle(request, Occasion::TurnCame, &[Role::DataAccessReviewer])
            .unwrap();
    });
    assert_eq!(take(database, &[one, other]), others);
}

/// A new choice applies to what waits of this person and kind.
pub fn a_new_choice_applies_to_waiting_notifications(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let recalled = DigestEntry {
        kind: Occasion::Recalled.name().to_owned(),
        ..entry(one, Delivery::Weekly, 150)
    };
    let weekly = |user| entry(user, Delivery::Weekly, 150);
    add(database, &[weekly(one), recalled, weekly(other)]);
    let choose = |delivery| {
        commit(database, |transaction| {
            transaction
                .digests()
                .change_delivery(one, Occasion::Released, delivery)
                .unwrap();
        });
    };
    assert_eq!(people(database), []);
    for delivery in [Delivery::Daily, Delivery::Immediately] {
        choose(delivery);
        assert_eq!(people(database), [one]);
    }
    choose(Delivery::Weekly);
    assert_eq!(people(database), []);
    choose(Delivery::Immediately);
    let taken = take(database, &[one, other]);
    let deliveries: Vec<_> = taken.iter().map(|entry| entry.delivery).collect();
    assert_eq!(deliveries, [Delivery::Immediately]);
    add(database, &[entry(one, Delivery::Daily, 0)]);
    choose(Delivery::Never);
    assert_eq!(people(database), []);
}

/// An erased person gets no digest. Notifications to others that name the person are removed.
pub fn an_erasure_removes_waiting_notifications(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let about = |message: &str, occasion: Occasion| DigestEntry {
        kind: occasion.name().to_owned(),
        message: message.to_owned(),
        ..entry(other, Delivery::Daily, 0)
    };
    let others = about("Ben registered.", Occasion::Registered);
    add(
        database,
        &[
            entry(one, Delivery::Daily, 0),
            about("Amina registered.", Occasion::Registered),
            about("Amina requested a role.", Occasion::RoleRequested),
            others.clone(),
        ],
    );
    transact(database, |transaction| {
        let erasures = transaction.erasures();
        erasures
            .erase_account(one, &["person.1@health.example"], &[], minute(9))
            .unwrap();
        let mut remove_name = |text: &str| text.contains("Amina").then(|| text.replace("Amina", "Someone"));
        erasures.rewrite_notices(&mut remove_name).unwrap();
    });
    assert_eq!(people(database), [other]);
    assert_eq!(take(database, &[one, other]), [others]);
}
