//! Mail preferences, and marking a whole group as read (1 §2.5).

use crate::world::World;
use crate::world::people::address_of;
use aditus_application::notifications::notify::{Notice, Recipient, notify};
use aditus_application::notifications::preferences::{self, Choice, Command, Error, Preference};
use aditus_application::notifications::views::ReadFilter;
use aditus_application::notifications::{list, mark_group_read};
use aditus_application::paging::Page;
use aditus_application::{Failure, Kind};
use aditus_domain::ids::UserId;
use aditus_domain::notifications::{AccountOccasion, Delivery, Occasion};
use aditus_domain::roles::Role;

fn choice(kind: &str, delivery: &str) -> Choice {
    Choice {
        kind: kind.to_owned(),
        delivery: Some(delivery.to_owned()),
        by_mail: None,
    }
}

fn is_immediate(preference: Preference) -> bool {
    preference.delivery == Delivery::Immediately
}

fn activated(world: &World, user: UserId, role: Role) {
    let notice = Notice::for_account(&AccountOccasion::Activated);
    world.write(|transaction| {
        notify(
            &world.ports,
            transaction,
            &[Recipient { user, role }],
            &notice,
            world.now(),
        )
        .unwrap();
    });
}

#[test]
fn mails_that_are_not_wanted_are_not_sent_and_the_notification_is_there() {
    let world = World::new();
    let ada = world.person("Ada");
    let caller = world.caller("Ada");
    let all = preferences::read(&world.ports, &caller).unwrap();
    let offered: Vec<_> = all.iter().map(|preference| preference.occasion).collect();
    let without_role = Occasion::ALL.into_iter().filter(|one| one.is_for(Role::OrgUser));
    assert_eq!(offered, without_role.collect::<Vec<_>>());
    assert!(all.iter().copied().all(is_immediate));

    let command = Command {
        choices: vec![choice("activated", "never"), choice("released", "immediately")],
    };
    let kept = preferences::save(&world.ports, &caller, &command).unwrap();
    let unwanted: Vec<_> = kept
        .iter()
        .filter(|preference| !is_immediate(**preference))
        .map(|preference| (preference.occasion, preference.delivery))
        .collect();
    assert_eq!(unwanted, [(Occasion::Activated, Delivery::Never)]);
    activated(&world, ada, Role::OrgUser);
    assert!(world.mails_to(&address_of("Ada")).is_empty());
    let query = list::Query {
        user_id: None,
        filter: ReadFilter::All,
        page: Page::new(1, 10),
    };
    assert_eq!(list::execute(&world.ports, &caller, query).unwrap().total, 1);

    let command = Command {
        choices: vec![choice("activated", "immediately")],
    };
    preferences::save(&world.ports, &caller, &command).unwrap();
    activated(&world, ada, Role::OrgUser);
    assert_eq!(world.mails_to(&address_of("Ada")).len(), 1);
}

#[test]
fn unknown_kinds_cannot_be_chosen_and_are_always_mailed() {
    let world = World::new();
    let ada = world.person("Ada");
    let caller = world.caller("Ada");
    for (choices, field) in [
        (vec![], "preferences"),
        (vec![choice("password_changed", "never")], "preferences[0].kind"),
        (
            vec![choice("activated", "never"), choice("activated", "daily")],
            "preferences[1].kind",
        ),
        (
            vec![choice("activated", "never"), choice("released", "monthly")],
            "preferences[1].delivery",
        ),
        (
            vec![Choice {
                kind: "activated".to_owned(),
                delivery: None,
                by_mail: None,
            }],
            "preferences[0].delivery",
        ),
    ] {
        let error = preferences::save(&world.ports, &caller, &Command { choices }).unwrap_err();
        assert_eq!(error.kind(), Kind::Invalid);
        assert_eq!(error.fields()[0].0, field);
        assert!(!matches!(error, Error::Store(_)));
    }
    let all = preferences::read(&world.ports, &caller).unwrap();
    assert!(all.iter().copied().all(is_immediate), "nothing was kept");
    let notice = Notice {
        kind: "password_changed",
        ..Notice::for_account(&AccountOccasion::Activated)
    };
    let recipient = Recipient {
        user: ada,
        role: Role::OrgUser,
    };
    world.write(|transaction| notify(&world.ports, transaction, &[recipient], &notice, world.now()).unwrap());
    assert_eq!(world.mails_to(&address_of("Ada")).len(), 1);
}

#[test]
fn marking_a_group_marks_all_its_notifications_read() {
    let world = World::new();
    let (ada, ben) = (world.person("Ada"), world.person("Ben"));
    for role in [Role::OrgUser, Role::OrgUser, Role::DataOfficer] {
        activated(&world, ada, role);
    }
    activated(&world, ben, Role::OrgUser);
    let mark = |name: &str, role: &str| {
        let command = mark_group_read::Command {
            role: role.to_owned(),
        };
        mark_group_read::execute(&world.ports, &world.caller(name), &command)
    };
    assert_eq!(mark("Ada", "Org User").unwrap(), 2);
    assert_eq!(mark("Ada", "Org User").unwrap(), 0);
    assert_eq!(mark("Ada", "Data Officer").unwrap(), 1);
    assert_eq!(mark("Ben", "Org User").unwrap(), 1);
    for none in ["", "Guest", "org user"] {
        assert_eq!(mark("Ada", none).unwrap_err().kind(), Kind::Invalid);
    }
}
