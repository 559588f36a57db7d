//! Sealed values can only be opened at their own place.

use std::sync::Arc;

use aditus_application::accounts::authenticate;
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::dictionary::records::sources::SourceRecords;
use aditus_application::idempotency::begin::{self, Answer};
use aditus_application::idempotency::finish::{self, Outcome};
use aditus_application::notifications::{Channel, ClaimedMessage, envelope};
use aditus_application::ports::MailMessage;
use aditus_application::records::add;
use aditus_application::sealed_values::{SealedValue, reseal};
use aditus_application::testing::TestKeys;
use aditus_application::{Failure, Kind};
use aditus_domain::dictionary::RawSource;
use chrono::TimeDelta;

use crate::audit::log::continued;
use crate::both_databases::Database;
use crate::story::Story;
use crate::world::World;

on_both_databases!(
    a_sealed_value_cannot_be_opened_at_another_place,
    the_log_key_cannot_be_read_as_a_stored_response,
    the_former_secret_keeps_working_until_all_values_are_resealed,
    an_interrupted_rotation_continues,
);

fn call() -> begin::Command {
    begin::Command {
        user: None,
        address: "198.51.100.7".to_owned(),
        route: "POST /api/v1/users/track".to_owned(),
        key: "a".to_owned(),
    }
}

/// An installation in use: it holds a key of the log, a stored response, passwords of data sources,
/// and queued mails.
fn in_use(database: Database) -> Story {
    let story = Story::on(database());
    let world = &story.world;
    continued(world, &InMemoryCheckpoint::default());
    let Answer::CarryOut(claim) = begin::execute(&world.ports, &call()).unwrap() else {
        panic!("the key is known already");
    };
    let outcome = Outcome::Succeeded {
        body: [5; 32],
        status: 201,
        answer: b"{\"clicks\":7}".to_vec(),
    };
    finish::execute(&world.ports, &finish::Command { claim, outcome }).unwrap();
    for (name, password) in [("Births", "Quiet-River-7!"), ("Deaths", "Still-Lake-8!")] {
        let form = RawSource {
            db_password: Some(password.to_owned()),
            source: name.to_owned(),
            description: "Registered in the Lake Region".to_owned(),
            db_type: "Relational".to_owned(),
            dbms: "PostgreSQL 15".to_owned(),
            ..RawSource::default()
        };
        add::<SourceRecords>(&world.ports, &story.super_user, form).unwrap();
    }
    story.submitted();
    story
}

fn sealed_values(world: &World) -> Vec<SealedValue> {
    world.read_in_transaction(|transaction| {
        let values = transaction.sealed_values();
        let places = values.places().unwrap();
        places
            .iter()
            .map(|place| values.at(place).unwrap().unwrap())
            .collect()
    })
}

fn purposes(values: &[SealedValue]) -> Vec<&'static str> {
    let mut purposes: Vec<_> = values.iter().map(|value| value.place.purpose()).collect();
    purposes.sort_unstable();
    purposes.dedup();
    purposes
}

const ALL_PURPOSES: [&str; 4] = ["kept answer", "log key", "message", "source password"];

fn a_sealed_value_cannot_be_opened_at_another_place(database: Database) {
    let story = in_use(database);
    let world = &story.world;
    let values = sealed_values(world);
    assert_eq!(purposes(&values), ALL_PURPOSES);
    for (at, here) in values.iter().enumerate() {
        for (from, moved) in values.iter().enumerate() {
            let opens = world.ports.keys.open(&here.place, &moved.sealed).is_ok();
            assert_eq!(opens, at == from, "{:?} at {:?}", moved.place, here.place);
        }
    }
}

fn the_log_key_cannot_be_read_as_a_stored_response(database: Database) {
    let story = in_use(database);
    let world = &story.world;
    let Answer::Done { body, .. } = begin::execute(&world.ports, &call()).unwrap() else {
        panic!("the answer is lost");
    };
    assert_eq!(body, b"{\"clicks\":7}");
    world.execute("UPDATE idempotency_keys SET sealed_answer = (SELECT sealed FROM audit_log_secrets)");
    let error = begin::execute(&world.ports, &call()).unwrap_err();
    assert_eq!(error.kind(), Kind::Internal);
}

fn claimed_mail(world: &World) -> ClaimedMessage {
    let later = world.now() + TimeDelta::minutes(1);
    world.read_in_transaction(|transaction| {
        let claimed = transaction.outbox().claim(Channel::Mail, world.now(), later, 1);
        claimed.unwrap().remove(0)
    })
}

fn the_former_secret_keeps_working_until_all_values_are_resealed(database: Database) {
    let mut story = in_use(database);
    story.world.person("Nia");
    let token = story.world.token("Nia");
    let values = sealed_values(&story.world).len() as u64;

    story.world.ports.keys = Arc::new(TestKeys::with_secret(1).with_other(0));
    let ports = &story.world.ports;
    authenticate::execute(ports, &token).unwrap();
    assert!(authenticate::is_live(ports, &token).unwrap());
    assert!(matches!(
        begin::execute(ports, &call()).unwrap(),
        Answer::Done { .. }
    ));
    let remaining = reseal::count_remaining(ports).unwrap();
    assert_eq!((remaining.values, remaining.unreadable), (values, 0));
    assert!(remaining.entries > 0);
    let answer = reseal::execute(ports).unwrap();
    let expected = reseal::Answer {
        resealed: values,
        entries: remaining.entries,
        unreadable: 0,
    };
    assert_eq!(answer, expected);
    assert_eq!(reseal::count_remaining(ports).unwrap(), reseal::Remaining::default());
    assert_eq!(reseal::execute(ports).unwrap(), reseal::Answer::default());
    assert!(matches!(
        begin::execute(ports, &call()).unwrap(),
        Answer::Done { body, .. } if body == b"{\"clicks\":7}"
    ));

    story.world.ports.keys = Arc::new(TestKeys::with_secret(1));
    let world = &story.world;
    assert!(matches!(
        authenticate::execute(&world.ports, &token),
        Err(authenticate::Error::SignedOut)
    ));
    for value in sealed_values(world) {
        world.ports.keys.open(&value.place, &value.sealed).unwrap();
    }
    let mail = claimed_mail(world);
    let opened: MailMessage =
        envelope::open(world.ports.keys.as_ref(), &mail.reference, &mail.sealed).unwrap();
    assert!(!opened.subject.is_empty());
    assert!(
        continued(world, &InMemoryCheckpoint::default()) > 0,
        "the same key of the log signs"
    );
}

fn an_interrupted_rotation_continues(database: Database) {
    let mut story = in_use(database);
    story.world.ports.keys = Arc::new(TestKeys::with_secret(1).with_other(0));
    let world = &story.world;
    let values = sealed_values(world);
    let (done, left) = values.split_at(values.len() / 2);
    world.write(|transaction| {
        for value in done {
            let plain = world.ports.keys.open(&value.place, &value.sealed).unwrap();
            let sealed = world.ports.keys.seal(&value.place, &plain).unwrap();
            transaction.sealed_values().replace(value, &sealed).unwrap();
        }
    });
    assert_eq!(reseal::count_remaining(&world.ports).unwrap().values, left.len() as u64);
    let answer = reseal::execute(&world.ports).unwrap();
    assert_eq!((answer.resealed, answer.unreadable), (left.len() as u64, 0));
    assert_eq!(reseal::count_remaining(&world.ports).unwrap().values, 0);
}
