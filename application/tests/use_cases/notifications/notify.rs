//! Notifying people: notifications, mails, and codes in mails (1 §7.3; decisions A3, A4).

use std::time::Duration;

use crate::world::World;
use crate::world::people::address_of;
use aditus_application::accounts::codes::{self, CodeRequest};
use aditus_application::notifications::Channel;
use aditus_application::notifications::code_mail::{self, CodeMail};
use aditus_application::notifications::notify::{Notice, Recipient, notify, notify_all, notify_of_request};
use aditus_application::notifications::views::{NotificationView, ReadFilter};
use aditus_application::paging::Page;
use aditus_application::ports::{Signal, SignalError, Transaction};
use aditus_domain::accounts::{AccountState, CodePurpose, EmailAddress};
use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use chrono::{NaiveDate, TimeDelta};

fn notice() -> Notice {
    Notice {
        kind: "test",
        message: "Something <b>happened</b> & you are told.".to_owned(),
        subject: "Something happened".to_owned(),
        path: "/notifications?tab=unread&x=1".to_owned(),
        opened_as: None,
        action: "See it",
        request: None,
        is_urgent: false,
    }
}

/// Returns a person who holds these roles at the provider.
fn person_as(world: &World, first_name: &str, roles: &[Role]) -> UserId {
    let user = world.person(first_name);
    for role in roles {
        world.grant(user, world.provider(), *role);
    }
    user
}

fn notifications(world: &World, user: UserId) -> Vec<NotificationView> {
    world.read(|views| {
        views
            .notifications()
            .list(user, ReadFilter::All, Page::new(1, 100))
            .unwrap()
            .items
    })
}

fn say(world: &World, transaction: &mut dyn Transaction, recipients: &[Recipient]) {
    notify(&world.ports, transaction, recipients, &notice(), world.now()).unwrap();
}

#[test]
fn everyone_gets_a_notification_and_a_mail() {
    let world = World::new();
    let ada = person_as(&world, "Ada", &[Role::DataRequester]);
    let ben = person_as(&world, "Ben", &[Role::DataOfficer]);
    let recipients = [
        Recipient {
            user: ada,
            role: Role::DataRequester,
        },
        Recipient {
            user: ben,
            role: Role::DataOfficer,
        },
    ];
    world.write(|transaction| say(&world, transaction, &recipients));
    for (user, name, role) in [(ada, "Ada", "Data Requester"), (ben, "Ben", "Data Officer")] {
        let received = notifications(&world, user);
        assert_eq!(received.len(), 1);
        assert_eq!(
            (received[0].message.as_str(), received[0].role.as_str()),
            (notice().message.as_str(), role)
        );
        assert_eq!(
            (
                received[0].kind.as_str(),
                received[0].read,
                received[0].authored_on
            ),
            ("test", false, world.now())
        );
        let mails = world.mails_to(&address_of(name));
        assert_eq!(mails.len(), 1);
        let opened = role.replace(' ', "+");
        assert_eq!(mails[0].subject, "Aditus: Something happened");
        assert!(mails[0].text.contains(&format!("Hello {name},")));
        assert!(mails[0].text.contains(&notice().message));
        assert!(mails[0].text.contains(&format!(
            "See it: https://aditus.example/notifications?tab=unread&x=1&as={opened}\n"
        )));
        assert!(
            mails[0]
                .html
                .contains("Something &lt;b&gt;happened&lt;/b&gt; &amp; you are told.")
        );
        assert!(mails[0].html.contains(&format!(
            "href=\"https://aditus.example/notifications?tab=unread&amp;x=1&amp;as={opened}\""
        )));
    }
}

#[test]
fn two_roles_get_two_notifications_and_one_mail_without_duplicates() {
    let world = World::new();
    let ada = person_as(&world, "Ada", &[Role::DataOfficer, Role::DataCustodian]);
    let as_officer = Recipient {
        user: ada,
        role: Role::DataOfficer,
    };
    let as_custodian = Recipient {
        user: ada,
        role: Role::DataCustodian,
    };
    world.write(|transaction| say(&world, transaction, &[as_officer, as_custodian, as_officer]));
    assert_eq!(notifications(&world, ada).len(), 2);
    assert_eq!(world.mails_to(&address_of("Ada")).len(), 1);
}

#[test]
fn notifications_of_one_act_share_a_mail() {
    let world = World::new();
    let ada = person_as(&world, "Ada", &[Role::DataOfficer]);
    let notice_of = |message: &str| {
        let recipient = Recipient {
            user: ada,
            role: Role::DataOfficer,
        };
        let message = message.to_owned();
        (vec![recipient], Notice { message, ..notice() })
    };
    let act = [
        notice_of("The first stage waits."),
        notice_of("The second one, too."),
    ];
    world.write(|transaction| notify_all(&world.ports, transaction, &act, world.now()).unwrap());
    assert_eq!(notifications(&world, ada).len(), 2);
    let mails = world.mails_to(&address_of("Ada"));
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0]
            .text
            .contains("The first stage waits.\n\nThe second one, too.")
    );
}

#[test]
fn replies_go_to_the_configured_contact() {
    let mut settings = aditus_application::testing::settings();
    settings.contact.requests_email = EmailAddress::parse("requests@münchen.example").ok();
    settings.contact.support_email = EmailAddress::parse("support@data.example").ok();
    let world = World::configured(settings);
    let ada = world.person("Ada");
    let recipients = [Recipient {
        user: ada,
        role: Role::DataRequester,
    }];
    world.write(|transaction| say(&world, transaction, &recipients));
    mail_a_code(&world);
    let answered: Vec<_> = world
        .mails_to(&address_of("Ada"))
        .into_iter()
        .map(|mail| (mail.thread, mail.reply_to))
        .collect();
    let to = |address: &str| Some(address.to_owned());
    assert!(
        answered.contains(&(None, to("support@data.example"))),
        "{answered:?}"
    );
    assert!(
        answered.contains(&(to("request-17"), to("requests@xn--mnchen-3ya.example"))),
        "{answered:?}"
    );
}

#[test]
fn without_an_address_or_with_a_disabled_account_there_is_no_mail() {
    let world = World::new();
    let ada = world.person("Ada");
    let ben = world.person_in_state("Ben", AccountState::Disabled);
    world.change_account(ada, |account| account.org_email = None);
    let recipients = [ada, ben].map(|user| Recipient {
        user,
        role: Role::DataRequester,
    });
    world.write(|transaction| say(&world, transaction, &recipients));
    assert_eq!(notifications(&world, ada).len(), 1);
    world.deliver();
    assert!(world.mailer.sent().is_empty());
}

#[test]
fn uncommitted_changes_notify_no_one() {
    let world = World::new();
    let ada = world.person("Ada");
    let signals = world.ports.database.signals();
    let recipient = [Recipient {
        user: ada,
        role: Role::DataRequester,
    }];
    world.read_in_transaction(|transaction| say(&world, transaction, &recipient));
    assert_eq!(signals.wait(Duration::ZERO), Err(SignalError::Timeout));
    assert!(notifications(&world, ada).is_empty());
    world.deliver();
    assert!(world.mailer.sent().is_empty());

    world.write(|transaction| say(&world, transaction, &recipient));
    let heard = [
        signals.wait(Duration::from_secs(5)).unwrap(),
        signals.wait(Duration::from_secs(5)).unwrap(),
    ];
    assert!(
        heard.contains(&Signal::Notified(ada)) && heard.contains(&Signal::Queued(Channel::Mail)),
        "{heard:?}"
    );
}

#[test]
fn an_occasion_links_to_the_screen_of_its_recipient() {
    let request = RequestId(17);
    let path = |kind| Notice::for_request(kind, request).path;
    assert_eq!(
        path(NotificationKind::Submitted { round: 1 }),
        "/requester/singlerequest?request_id=17"
    );
    assert_eq!(
        path(NotificationKind::TurnCame {
            role: Role::DataOfficer
        }),
        "/datarequest?request_id=17"
    );
    let (role, due_on) = (Role::DataOfficer, NaiveDate::MIN);
    for (kind, expected) in [
        (
            NotificationKind::DueSoon { role, due_on },
            "/datarequest?request_id=17",
        ),
        (
            NotificationKind::Overdue { role, due_on },
            "/datarequest?request_id=17",
        ),
        (
            NotificationKind::OverdueForLong { role, due_on },
            "/admin/user_assigned_roles",
        ),
        (
            NotificationKind::ActionStillRequired {
                section: Section::Devices,
            },
            "/requester/singlerequest?request_id=17",
        ),
        (
            NotificationKind::AnswerDue {
                section: Section::Devices,
                answer_by: due_on,
            },
            "/requester/singlerequest?request_id=17",
        ),
        (NotificationKind::Lapsed, "/requester/singlerequest?request_id=17"),
    ] {
        assert_eq!(path(kind), expected);
    }
    assert_eq!(
        path(NotificationKind::Recalled {
            role: Role::DataOfficer
        }),
        "/datarequest/preview?request_id=17"
    );
    assert_eq!(
        path(NotificationKind::Recalled {
            role: Role::DataRequester
        }),
        "/requester/singlerequest?request_id=17"
    );
    assert_eq!(
        path(NotificationKind::FeedbackGiven {
            role: Role::DataOfficer
        }),
        "/datarequest/feedback?request_id=17"
    );
}

#[test]
fn notifications_of_a_request_have_the_role_of_the_occasion() {
    let world = World::new();
    let ada = world.person("Ada");
    let kind = NotificationKind::Released;
    // No request is stored in this test, and a notification can only refer to a stored one.
    let notice = Notice {
        request: None,
        ..Notice::for_request(kind, RequestId(17))
    };
    let recipient = Recipient {
        user: ada,
        role: kind.role(),
    };
    world.write(|transaction| notify(&world.ports, transaction, &[recipient], &notice, world.now()).unwrap());
    let notifications = notifications(&world, ada);
    assert_eq!(
        (notifications[0].role.as_str(), notifications[0].kind.as_str()),
        ("Data Requester", "released")
    );
    assert_eq!(
        notifications[0].message,
        "The data of your Data Request REQ000017 is released. Please give your feedback."
    );
    let nobody = notify_of_request(
        &world.ports,
        world.ports.database.begin().unwrap().as_mut(),
        &[],
        kind,
        RequestId(17),
        world.now(),
    );
    assert!(nobody.is_ok());
}

fn mail_a_code(world: &World) -> String {
    let address = EmailAddress::parse(&address_of("Ada")).unwrap();
    let code = world.write(|transaction| {
        let code_request = CodeRequest {
            purpose: CodePurpose::Decision,
            subject: "stage 7",
            account: None,
            context: "approve",
        };
        let code = codes::issue(&world.ports, transaction, &code_request).unwrap();
        let mail = CodeMail {
            to: &address,
            greeting: "Ada",
            purpose: "approve Data Request DAC0017",
            request: Some(RequestId(17)),
            code: &code,
        };
        code_mail::queue(&world.ports, transaction, &mail).unwrap();
        code
    });
    code.code.expose().to_owned()
}

#[test]
fn a_code_is_mailed_readably_and_not_in_the_subject() {
    let world = World::new();
    let code = mail_a_code(&world);
    assert_eq!(world.code_mailed_to(&address_of("Ada")), code);
    let mail = &world.mails_to(&address_of("Ada"))[0];
    assert_eq!(mail.subject, "DAC0017: your one-time code");
    for part in [&mail.text, &mail.html] {
        assert!(part.contains(&code));
        assert!(part.contains("Enter this code to approve Data Request DAC0017."));
        assert!(part.contains("5 minutes") && part.contains("Never share it"));
    }
    assert!(mail.html.contains("font-size:36px"));
}

#[test]
fn a_queued_code_cannot_be_read_in_the_database() {
    let world = World::new();
    let code = mail_a_code(&world);
    let later = world.now() + TimeDelta::minutes(1);
    let claimed = world.read_in_transaction(|transaction| {
        transaction
            .outbox()
            .claim(Channel::Mail, world.now(), later, 10)
            .unwrap()
    });
    assert_eq!(claimed.len(), 1);
    assert_eq!(
        claimed[0].useless_after,
        Some(world.now() + TimeDelta::minutes(5)),
        "the end of the code"
    );
    let holds = |needle: &[u8]| {
        claimed[0]
            .sealed
            .windows(needle.len())
            .any(|window| window == needle)
    };
    assert!(!holds(code.as_bytes()) && !holds(address_of("Ada").as_bytes()));
}
