//! The contract of notifications.

use aditus_domain::ids::{NotificationId, UserId};
use aditus_domain::notifications::{Delivery, Occasion};
use aditus_domain::roles::Role;

use super::seed::{at, commit, user};
use super::transactions::next;
use crate::notifications::NewNotification;
use crate::notifications::views::ReadFilter;
use crate::paging::Page;
use crate::ports::{Database, Signal};

pub(super) fn notification(user: UserId, message: &str) -> NewNotification {
    NewNotification {
        user,
        role: Role::DataRequester,
        kind: "released".to_owned(),
        message: message.to_owned(),
        request: None,
        authored_on: at(0),
    }
}

fn add_notifications(database: &dyn Database, user: UserId, messages: &[&str]) -> Vec<NotificationId> {
    commit(database, |transaction| {
        let add = |message: &&str| {
            transaction
                .notifications()
                .add(&notification(user, message))
                .unwrap()
        };
        messages.iter().map(add).collect()
    })
}

/// The list can be filtered by read and unread.
pub fn notifications_come_newest_first_by_person(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let ids = add_notifications(database, one, &["first", "second", "third"]);
    add_notifications(database, other, &["not yours"]);
    commit(database, |transaction| {
        transaction.notifications().mark_read(one, ids[1]).unwrap()
    });
    let mut views = database.read().unwrap();
    let mut list = |filter, page| {
        let page = views.notifications().list(one, filter, page).unwrap();
        (
            page.items
                .into_iter()
                .map(|item| item.message)
                .collect::<Vec<_>>(),
            page.total,
        )
    };
    let everything = Page::new(1, 10);
    assert_eq!(
        list(ReadFilter::All, Page::new(1, 2)),
        (vec!["third".to_owned(), "second".to_owned()], 3)
    );
    assert_eq!(
        list(ReadFilter::All, Page::new(2, 2)),
        (vec!["first".to_owned()], 3)
    );
    assert_eq!(
        list(ReadFilter::Unread, everything),
        (vec!["third".to_owned(), "first".to_owned()], 2)
    );
    assert_eq!(list(ReadFilter::Read, everything), (vec!["second".to_owned()], 1));
    let newest = &views
        .notifications()
        .list(one, ReadFilter::All, everything)
        .unwrap()
        .items[0];
    assert_eq!(
        (newest.id, newest.role.as_str(), newest.kind.as_str()),
        (ids[2], "Data Requester", "released")
    );
    assert_eq!(
        (newest.read, newest.request_id, newest.authored_on),
        (false, None, at(0))
    );
}

/// A notification that was stored late is sorted by its time.
pub fn notifications_are_sorted_by_their_time(database: &dyn Database) {
    let one = user(database, 1);
    commit(database, |transaction| {
        for (message, seconds) in [("second", 2), ("third", 3), ("first", 1)] {
            let new = NewNotification {
                authored_on: at(seconds),
                ..notification(one, message)
            };
            transaction.notifications().add(&new).unwrap();
        }
    });
    for filter in [ReadFilter::All, ReadFilter::Unread] {
        let mut views = database.read().unwrap();
        let page = views.notifications().list(one, filter, Page::new(1, 10)).unwrap();
        let messages: Vec<_> = page.items.into_iter().map(|item| item.message).collect();
        assert_eq!(messages, ["third", "second", "first"]);
    }
}

/// Marking twice is no error.
pub fn only_the_owner_marks_as_read(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let id = add_notifications(database, one, &["first"])[0];
    let mark = |user, id| {
        commit(database, |transaction| {
            transaction.notifications().mark_read(user, id).unwrap()
        })
    };
    let unread = || {
        let page = database
            .read()
            .unwrap()
            .notifications()
            .list(one, ReadFilter::Unread, Page::new(1, 10))
            .unwrap();
        page.total
    };
    assert!(!mark(other, id));
    assert!(!mark(one, NotificationId(id.0 + 1)));
    assert_eq!(unread(), 1);
    assert!(mark(one, id) && mark(one, id));
    assert_eq!(unread(), 0);
}

/// At most a hundred notifications are returned, of this person only.
pub fn missed_notifications_come_oldest_first(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let ids = add_notifications(database, one, &["message"; 105]);
    add_notifications(database, other, &["not yours"]);
    let since = |after| {
        let missed = database
            .read()
            .unwrap()
            .notifications()
            .since(one, after)
            .unwrap();
        missed
            .into_iter()
            .map(|notification| notification.id)
            .collect::<Vec<_>>()
    };
    assert_eq!(since(NotificationId(0)), ids[..100]);
    assert_eq!(since(ids[99]), ids[100..]);
    assert_eq!(since(ids[104]), []);
}

/// Same result as adding each by itself, in this order. The commit signals the recipients.
pub fn many_notifications_are_added_at_once(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let signals = database.signals();
    let new: Vec<_> = (0..1_203)
        .map(|number| NewNotification {
            authored_on: at(number),
            ..notification(
                if number % 3 == 0 { other } else { one },
                &format!("message {number}"),
            )
        })
        .collect();
    commit(database, |transaction| {
        transaction.notifications().add_all(&new).unwrap();
        transaction.notifications().add_all(&[]).unwrap();
    });
    let mut views = database.read().unwrap();
    let first = views.notifications().since(other, NotificationId(0)).unwrap();
    let messages: Vec<_> = first.iter().take(3).map(|view| view.message.as_str()).collect();
    assert_eq!(messages, ["message 0", "message 3", "message 6"]);
    assert_eq!(first[1].authored_on, at(3));
    let mut total = |user| {
        let page = views
            .notifications()
            .list(user, ReadFilter::Unread, Page::new(1, 10));
        page.unwrap().total
    };
    assert_eq!((total(one), total(other)), (802, 401));
    let heard = [next(&signals), next(&signals)];
    assert!(heard.contains(&Signal::Notified(one)) && heard.contains(&Signal::Notified(other)));
}

/// Same result as asking for each person by themselves, each after their last known notification.
/// People without new ones are left out.
pub fn missed_notifications_of_many_people_are_read_at_once(database: &dyn Database) {
    let people: Vec<_> = (1..=5).map(|number| user(database, number)).collect();
    let mut added: Vec<Vec<NotificationId>> = vec![Vec::new(); people.len()];
    for round in 0..3 {
        for (person, ids) in people.iter().zip(&mut added).take(4) {
            let number = if round == 1 && *person == people[1] {
                105
            } else {
                1
            };
            ids.extend(add_notifications(database, *person, &vec!["message"; number]));
        }
    }
    let newest = *added[3].last().unwrap();
    let asked = [
        (people[3], NotificationId(0)),
        (people[0], added[0][1]),
        (people[1], added[1][0]),
        (people[2], newest),
        (people[4], NotificationId(0)),
    ];
    let mut views = database.read().unwrap();
    let news = views.notifications().since_of_each(&asked).unwrap();
    let ids: Vec<(UserId, Vec<NotificationId>)> = news
        .iter()
        .map(|(person, views)| (*person, views.iter().map(|view| view.id).collect()))
        .collect();
    assert_eq!(
        ids,
        [
            (people[0], added[0][2..].to_vec()),
            (people[1], added[1][1..101].to_vec()),
            (people[3], added[3].clone()),
        ]
    );
    for (person, after) in asked {
        let alone = views.notifications().since(person, after).unwrap();
        assert_eq!(news.get(&person).cloned().unwrap_or_default(), alone);
    }
    assert!(views.notifications().since_of_each(&[]).unwrap().is_empty());
}

/// Only notifications of this person and role are marked. Those already read are not counted.
pub fn a_group_is_marked_as_read(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let requester = add_notifications(database, one, &["first", "second", "third"]);
    add_notifications(database, other, &["not yours"]);
    let officer = commit(database, |transaction| {
        let officer = NewNotification {
            role: Role::DataOfficer,
            ..notification(one, "as an officer")
        };
        transaction.notifications().mark_read(one, requester[0]).unwrap();
        transaction.notifications().add(&officer).unwrap()
    });
    let mark = || {
        commit(database, |transaction| {
            transaction
                .notifications()
                .mark_group_read(one, Role::DataRequester)
                .unwrap()
        })
    };
    let groups = || {
        let mut views = database.read().unwrap();
        let groups = views.notifications().groups(one).unwrap();
        groups
            .into_iter()
            .map(|group| (group.role, group.total, group.unread))
            .collect::<Vec<_>>()
    };
    let group = |role: Role, total, unread| (role.name().to_owned(), total, unread);
    assert_eq!(
        groups(),
        [group(Role::DataOfficer, 1, 1), group(Role::DataRequester, 3, 2)]
    );
    assert_eq!((mark(), mark()), (2, 0));
    assert_eq!(
        groups(),
        [group(Role::DataOfficer, 1, 1), group(Role::DataRequester, 3, 0)]
    );
    let mut views = database.read().unwrap();
    let mut unread = |user| {
        let page = views
            .notifications()
            .list(user, ReadFilter::Unread, Page::new(1, 10));
        page.unwrap().items.iter().map(|item| item.id).collect::<Vec<_>>()
    };
    assert_eq!(unread(one), [officer]);
    assert_eq!(unread(other).len(), 1);
}

/// Mails come immediately by default. The choice applies to one person and kind, and the last one
/// counts.
pub fn mails_come_immediately_unless_chosen_otherwise(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let chosen = |user, occasion: Occasion| {
        let mut transaction = database.begin().unwrap();
        let kinds = [occasion.name(), Occasion::SectionEdited.name()];
        let deliveries = transaction
            .notifications()
            .deliveries_among(&[one, other], &kinds)
            .unwrap();
        deliveries.get(&(user, occasion.name().to_owned())).copied()
    };
    let choose = |occasion, delivery| {
        commit(database, |transaction| {
            transaction
                .notifications()
                .choose_delivery(one, occasion, delivery)
                .unwrap();
        });
    };
    assert_eq!(chosen(one, Occasion::Submitted), None);
    choose(Occasion::Recalled, Delivery::Never);
    for delivery in [Delivery::ALL, Delivery::ALL].concat() {
        choose(Occasion::Submitted, delivery);
        assert_eq!(chosen(one, Occasion::Submitted), Some(delivery));
    }
    choose(Occasion::Submitted, Delivery::Weekly);
    assert_eq!(chosen(one, Occasion::Recalled), Some(Delivery::Never));
    assert_eq!(chosen(one, Occasion::Released), None);
    assert_eq!(chosen(other, Occasion::Submitted), None);
    let mut views = database.read().unwrap();
    let all = views.notifications().chosen_deliveries(one).unwrap();
    let all: Vec<_> = all
        .iter()
        .map(|(kind, delivery)| (kind.as_str(), *delivery))
        .collect();
    assert_eq!(
        all,
        [("recalled", Delivery::Never), ("submitted", Delivery::Weekly)]
    );
    assert!(views.notifications().chosen_deliveries(other).unwrap().is_empty());
}
