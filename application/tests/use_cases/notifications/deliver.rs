//! The mail worker (decisions A4; mails leave after the commit, at least once).

use std::time::Duration;

use crate::world::World;
use aditus_application::notifications::deliver_mail::execute;
use aditus_application::notifications::delivery::{
    Answer, CLAIMED_AT_ONCE, INITIAL_BACKOFF, LEASE, MAX_ATTEMPTS, MAX_BACKOFF, MAX_BATCH, pause,
};
use aditus_application::notifications::{Channel, Destination, QueuedMessage, envelope};
use aditus_application::ports::{MailError, MailMessage, Mailer};
use chrono::{DateTime, TimeDelta, Utc};

fn queue(world: &World, to: &str, useless_after: Option<DateTime<Utc>>) {
    let mail = MailMessage {
        to: to.to_owned(),
        subject: "Aditus: news".to_owned(),
        text: "News".to_owned(),
        html: "<p>News</p>".to_owned(),
        ..MailMessage::default()
    };
    world.write(|transaction| {
        envelope::post(
            &world.ports,
            transaction,
            &mail,
            Destination::AsWritten,
            world.now(),
            useless_after,
        )
        .unwrap();
    });
}

fn sent_to(world: &World) -> Vec<String> {
    world.mailer.sent().into_iter().map(|sent| sent.mail.to).collect()
}

#[test]
fn due_mails_are_sent_once_oldest_first() {
    let world = World::new();
    queue(&world, "ada@people.example", None);
    world.wait(TimeDelta::seconds(1));
    queue(&world, "ben@people.example", None);
    assert_eq!(
        world.deliver(),
        Answer {
            sent: 2,
            ..Answer::default()
        }
    );
    assert_eq!(sent_to(&world), ["ada@people.example", "ben@people.example"]);
    world.wait(TimeDelta::days(1));
    assert_eq!(world.deliver(), Answer::default());
    let references = world.mailer.attempts();
    assert_ne!(references[0], references[1]);
}

#[test]
fn a_failed_mail_is_retried_with_backoff_under_one_reference() {
    let world = World::new();
    queue(&world, "ada@people.example", None);
    let mut full = INITIAL_BACKOFF;
    for _ in 0..8 {
        world.mailer.refuse_for_now();
        let answer = world.deliver();
        assert_eq!((answer.sent, answer.postponed), (0, 1));
        let wait = answer.next_due.unwrap() - world.now();
        assert!(wait <= full && wait >= full * 4 / 5, "{wait} of {full}");
        assert_eq!(world.deliver().postponed, 0, "not before it is due");
        world.wait(wait);
        full = full * 2;
    }
    assert_eq!(world.deliver().sent, 1);
    let references = world.mailer.attempts();
    assert_eq!(references.len(), 9);
    assert!(references.iter().all(|reference| *reference == references[0]));
}

#[test]
fn backoff_ends_at_a_day_and_sixteen_attempts() {
    let world = World::new();
    queue(&world, "ada@people.example", None);
    let mut longest = TimeDelta::zero();
    for _ in 1..MAX_ATTEMPTS {
        world.mailer.refuse_for_now();
        let answer = world.deliver();
        assert_eq!(answer.postponed, 1);
        let wait = answer.next_due.unwrap() - world.now();
        longest = longest.max(wait);
        world.wait(wait);
    }
    assert!(
        longest <= MAX_BACKOFF && longest > TimeDelta::hours(16),
        "{longest}"
    );
    world.mailer.refuse_for_now();
    assert_eq!(
        world.deliver(),
        Answer {
            given_up: 1,
            ..Answer::default()
        }
    );
    world.wait(TimeDelta::days(2));
    assert_eq!(world.deliver(), Answer::default());
    assert!(sent_to(&world).is_empty());
}

#[test]
fn retries_of_mails_are_spread_over_time() {
    let world = World::new();
    for n in 0..20 {
        queue(&world, &format!("p{n}@people.example"), None);
        world.mailer.refuse_for_now();
    }
    world.deliver();
    let due: Vec<DateTime<Utc>> = (0..20)
        .filter_map(|_| {
            let next = world
                .read_in_transaction(|transaction| transaction.outbox().next_due(Channel::Mail).unwrap())?;
            world.clock.set(next);
            world.deliver();
            Some(next)
        })
        .collect();
    assert!(due.len() > 10, "{due:?}");
}

#[test]
fn a_permanent_refusal_is_not_retried() {
    let world = World::new();
    queue(&world, "gone@people.example", None);
    queue(&world, "ada@people.example", None);
    world.mailer.refuse_permanently();
    assert_eq!(
        world.deliver(),
        Answer {
            sent: 1,
            given_up: 1,
            ..Answer::default()
        }
    );
    assert_eq!(
        sent_to(&world),
        ["ada@people.example"],
        "one bad address holds up nobody"
    );
}

#[test]
fn an_expired_code_is_not_sent() {
    let world = World::new();
    queue(
        &world,
        "late@people.example",
        Some(world.now() + TimeDelta::minutes(5)),
    );
    world.wait(TimeDelta::minutes(5));
    assert_eq!(
        world.deliver(),
        Answer {
            dropped: 1,
            ..Answer::default()
        }
    );
    assert!(world.mailer.attempts().is_empty());
}

#[test]
fn a_code_that_would_expire_before_the_next_attempt_is_dropped() {
    let world = World::new();
    queue(
        &world,
        "late@people.example",
        Some(world.now() + TimeDelta::seconds(10)),
    );
    world.mailer.refuse_for_now();
    assert_eq!(
        world.deliver(),
        Answer {
            dropped: 1,
            ..Answer::default()
        }
    );
}

#[test]
fn a_message_that_other_secrets_have_sealed_waits_for_them() {
    let world = World::new();
    let mail = QueuedMessage {
        channel: Channel::Mail,
        destination: Destination::AsWritten,
        reference: "0a0b".to_owned(),
        sealed: vec![1, 2, 3],
        queued_on: world.now(),
        useless_after: None,
    };
    world.write(|transaction| transaction.outbox().queue(&mail).unwrap());
    let delivered = world.deliver();
    assert_eq!((delivered.postponed, delivered.given_up), (1, 0));
}

/// A mailer whose process dies after handing a mail over.
struct DiesAfterSending<'a>(&'a World);

impl Mailer for DiesAfterSending<'_> {
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError> {
        self.0.mailer.send(mail, reference)?;
        std::panic::resume_unwind(Box::new("the process died"));
    }

    fn check(&self) -> Result<(), MailError> {
        Ok(())
    }
}

#[test]
fn a_worker_that_dies_after_sending_leads_to_a_second_mail_with_the_same_reference() {
    let world = World::new();
    queue(&world, "ada@people.example", None);
    let died = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = execute(&world.ports, &DiesAfterSending(&world));
    }));
    assert!(died.is_err());
    assert_eq!(world.deliver().sent, 0, "the lease still holds");
    world.wait(LEASE);
    assert_eq!(world.deliver().sent, 1);
    let references = world.mailer.attempts();
    assert_eq!(references.len(), 2);
    assert_eq!(references[0], references[1]);
}

/// A mailer that runs the mail worker itself while it sends a mail.
struct SecondWorker<'a>(&'a World);

impl Mailer for SecondWorker<'_> {
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError> {
        assert_eq!(
            self.0.deliver().sent,
            0,
            "no other worker gets this mail, and none waits for this one"
        );
        self.0.mailer.send(mail, reference)
    }

    fn check(&self) -> Result<(), MailError> {
        Ok(())
    }
}

#[test]
fn a_mail_being_sent_is_leased_to_one_worker() {
    let world = World::new();
    queue(&world, "ada@people.example", None);
    assert_eq!(execute(&world.ports, &SecondWorker(&world)).unwrap().sent, 1);
    assert_eq!(sent_to(&world).len(), 1);
}

/// A slow mailer. Another worker looks for due mails while it sends one.
struct SlowMailer<'a>(&'a World);

impl Mailer for SlowMailer<'_> {
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError> {
        self.0.wait(TimeDelta::seconds(25));
        SecondWorker(self.0).send(mail, reference)
    }

    fn check(&self) -> Result<(), MailError> {
        Ok(())
    }
}

#[test]
fn leases_outlast_a_slow_mail_server() {
    let world = World::new();
    let people: Vec<String> = (0..CLAIMED_AT_ONCE)
        .map(|number| format!("person{number}@people.example"))
        .collect();
    for person in &people {
        queue(&world, person, None);
    }
    let answer = execute(&world.ports, &SlowMailer(&world)).unwrap();
    assert_eq!((answer.sent as usize, answer.next_due), (people.len(), None));
    assert_eq!(sent_to(&world), people);
}

#[test]
fn a_step_ends_early_enough_for_a_shutdown() {
    let world = World::new();
    for _ in 0..=MAX_BATCH {
        queue(&world, "ada@people.example", None);
    }
    let answer = world.deliver();
    assert_eq!((answer.sent, answer.next_due), (MAX_BATCH, Some(world.now())));
    assert_eq!(pause(&answer, world.now()), Duration::ZERO);
    let answer = world.deliver();
    assert_eq!((answer.sent, answer.next_due), (1, None));
    assert_eq!(pause(&answer, world.now()), Duration::from_mins(1));
}

#[test]
fn the_worker_notes_whether_the_server_takes_mails() {
    let world = World::new();
    let route = &world.ports.mail_route;
    world.deliver();
    assert!(route.is_proven() && world.mailer.checks() == 1, "the first look");
    queue(&world, "ada@people.example", None);
    world.deliver();
    assert_eq!(world.mailer.checks(), 1, "a mail that went is proof enough");

    // A rejected recipient does not mean that the server is broken.
    queue(&world, "ben@people.example", None);
    world.mailer.refuse_permanently();
    world.deliver();
    assert!(route.is_proven() && world.mailer.checks() == 2);

    world
        .mailer
        .begin_outage(|| MailError::Unreachable("no route".into()));
    queue(&world, "cleo@people.example", None);
    let found = world.deliver();
    assert!(found.next_due.unwrap() - world.now() <= TimeDelta::seconds(15));
    assert!(!route.is_broken(world.now()), "it may be back in a moment");
    world.wait(TimeDelta::seconds(60));
    let found = world.deliver();
    assert!(route.is_broken(world.now()));
    assert!(
        found.next_due.unwrap() - world.now() <= TimeDelta::seconds(15),
        "it is soon looked at again"
    );
    world.mailer.end_outage();
    world.wait(TimeDelta::days(1));
    assert_eq!(world.deliver().sent, 1);
    assert!(route.is_proven() && !route.is_broken(world.now()));
}
