//! The contract of notifications.

use aditus_domain::ids::{NotificationId, UserId};
use aditus_domain::roles::Role;

use super::seed::{at, commit, user};
use crate::notifications::NewNotification;
use crate::notifications::views::ReadFilter;
use crate::paging::Page;
use crate::ports::Database;

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

fn tell(database: &dyn Database, user: UserId, messages: &[&str]) -> Vec<NotificationId> {
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

/// And by whether they were read.
pub fn notifications_come_newest_first_by_person(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let ids = tell(database, one, &["first", "second", "third"]);
    tell(database, other, &["not yours"]);
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

/// Marking twice is no error.
pub fn only_the_owner_marks_as_read(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let id = tell(database, one, &["first"])[0];
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

/// At most a hundred, of this person alone.
pub fn what_was_missed_comes_oldest_first(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let ids = tell(database, one, &["message"; 105]);
    tell(database, other, &["not yours"]);
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
