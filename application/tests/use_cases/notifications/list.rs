//! Reading notifications: lists, read marks, and websocket messages (1 §4, §7.3; decisions, "The
//! calls").

use crate::world::World;
use aditus_application::notifications::views::ReadFilter;
use aditus_application::notifications::{NewNotification, list, mark_read, since};
use aditus_application::paging::Page;
use aditus_application::{Failure, Kind};
use aditus_domain::ids::{NotificationId, UserId};
use aditus_domain::roles::Role;

fn notify(world: &World, user: UserId, message: &str) -> NotificationId {
    let notification = NewNotification {
        user,
        role: Role::DataRequester,
        kind: "test".to_owned(),
        message: message.to_owned(),
        request: None,
        authored_on: world.now(),
    };
    world.write(|transaction| transaction.notifications().add(&notification).unwrap())
}

fn query(filter: ReadFilter, page: Page) -> list::Query {
    list::Query {
        user_id: None,
        filter,
        page,
    }
}

#[test]
fn lists_show_own_notifications_newest_first_by_page() {
    let world = World::new();
    let (ada, ben) = (world.person("Ada"), world.person("Ben"));
    for n in 1..=5 {
        notify(&world, ada, &format!("news {n}"));
    }
    notify(&world, ben, "of Ben");
    let caller = world.caller("Ada");
    let page = list::execute(&world.ports, &caller, query(ReadFilter::All, Page::new(2, 2))).unwrap();
    assert_eq!(page.total, 5);
    assert_eq!(
        page.items
            .iter()
            .map(|item| item.message.as_str())
            .collect::<Vec<_>>(),
        ["news 3", "news 2"]
    );
}

#[test]
fn notifications_of_others_are_refused_even_to_super_users() {
    let world = World::new();
    let ada = world.person("Ada");
    let caller = world.caller_with("Sol", world.provider(), Role::SuperUser);
    let foreign = list::Query {
        user_id: Some(ada),
        ..query(ReadFilter::All, Page::new(1, 10))
    };
    let error = list::execute(&world.ports, &caller, foreign).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("You may only do this for yourself.", Kind::Forbidden)
    );
    let own = list::Query {
        user_id: Some(caller.user),
        ..foreign
    };
    assert!(list::execute(&world.ports, &caller, own).is_ok());
}

#[test]
fn a_notification_marked_as_read_moves_to_the_read_list() {
    let world = World::new();
    let ada = world.person("Ada");
    let first = notify(&world, ada, "first");
    let second = notify(&world, ada, "second");
    let caller = world.caller("Ada");
    mark_read::execute(&world.ports, &caller, mark_read::Command { id: first }).unwrap();
    mark_read::execute(&world.ports, &caller, mark_read::Command { id: first }).unwrap();
    let ids = |filter| {
        let page = list::execute(&world.ports, &caller, query(filter, Page::new(1, 10))).unwrap();
        page.items.into_iter().map(|item| item.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(ReadFilter::Unread), [second]);
    assert_eq!(ids(ReadFilter::Read), [first]);
    assert_eq!(ids(ReadFilter::All), [second, first]);
}

#[test]
fn notifications_of_others_cannot_be_marked_as_read() {
    let world = World::new();
    let (ada, ben) = (world.person("Ada"), world.person("Ben"));
    notify(&world, ada, "of Ada");
    let of_ben = notify(&world, ben, "of Ben");
    let caller = world.caller("Ada");
    for id in [of_ben, NotificationId(9_999)] {
        let error = mark_read::execute(&world.ports, &caller, mark_read::Command { id }).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("Notification not found.", Kind::NotFound)
        );
    }
    let ben = world.caller("Ben");
    let unread = list::execute(&world.ports, &ben, query(ReadFilter::Unread, Page::new(1, 10))).unwrap();
    assert_eq!(unread.total, 1);
}

#[test]
fn a_socket_gets_the_unread_and_then_the_new_notifications() {
    let world = World::new();
    let ada = world.person("Ada");
    let caller = world.caller("Ada");
    let first = since::execute(&world.ports, &caller, since::Query::default()).unwrap();
    assert_eq!((first.notifications.len(), first.settled), (0, NotificationId(0)));
    assert_eq!(first.known, []);

    let old = notify(&world, ada, "old");
    let open = notify(&world, ada, "open");
    let read = notify(&world, ada, "read");
    for id in [old, read] {
        mark_read::execute(&world.ports, &caller, mark_read::Command { id }).unwrap();
    }
    let opened = since::execute(&world.ports, &caller, since::Query::default()).unwrap();
    assert_eq!(
        opened
            .notifications
            .iter()
            .map(|item| item.id)
            .collect::<Vec<_>>(),
        [open]
    );
    assert_eq!(opened.settled, NotificationId(0), "an earlier one may still come");
    assert_eq!(
        opened.known,
        [old, open, read],
        "what is read already is not told as new"
    );

    let next = since::Query { after: Some(read) };
    let nothing = since::execute(&world.ports, &caller, next).unwrap();
    assert_eq!((nothing.notifications.len(), nothing.settled), (0, read));
    let later = [notify(&world, ada, "later"), notify(&world, ada, "latest")];
    let answer = since::execute(&world.ports, &caller, next).unwrap();
    assert_eq!(
        answer
            .notifications
            .iter()
            .map(|item| item.id)
            .collect::<Vec<_>>(),
        later
    );
    assert_eq!(answer.known, later);

    for n in 0..40 {
        notify(&world, ada, &format!("more {n}"));
    }
    let again = since::execute(&world.ports, &caller, since::Query::default()).unwrap();
    assert_eq!(again.notifications.len(), 43);
    assert_eq!(again.known.len(), 32, "those that may not be settled");
    assert!(again.known.iter().all(|id| *id > again.settled));
}

#[test]
fn a_socket_that_missed_much_catches_up_in_portions() {
    let world = World::new();
    let ada = world.person("Ada");
    let caller = world.caller("Ada");
    world.write(|transaction| {
        for n in 0..150 {
            let notification = NewNotification {
                user: ada,
                role: Role::DataRequester,
                kind: "test".to_owned(),
                message: format!("news {n}"),
                request: None,
                authored_on: world.now(),
            };
            transaction.notifications().add(&notification).unwrap();
        }
    });
    let mut after = NotificationId(0);
    let portions = [100, 50, 0].map(|expected| {
        let answer = since::execute(&world.ports, &caller, since::Query { after: Some(after) }).unwrap();
        after = answer.known.last().copied().unwrap_or(after);
        (answer.notifications.len(), expected)
    });
    assert!(
        portions.iter().all(|(number, expected)| number == expected),
        "{portions:?}"
    );
}
