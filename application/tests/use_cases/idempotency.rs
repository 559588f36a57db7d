//! A call with an idempotency key is executed once.

use aditus_application::accounts::housekeeping;
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::idempotency::begin::{self, Answer, Command};
use aditus_application::idempotency::finish::{self, Outcome, body_hash};
use aditus_application::idempotency::{
    Claim, IdempotentDatabase, LEASE, LIFETIME, MAX_KEYS_PER_CALLER, MAX_RESPONSE_SIZE,
};
use aditus_application::ports::Database;
use aditus_application::{Failure, Kind};
use aditus_domain::ids::UserId;
use chrono::TimeDelta;

use crate::world::World;

const BODY: [u8; 32] = [5; 32];

fn call(key: &str) -> Command {
    Command {
        user: Some(UserId(1)),
        address: "198.51.100.7".to_owned(),
        route: "POST /api/v1/data_requests/submit".to_owned(),
        key: key.to_owned(),
    }
}

fn guest(address: &str) -> Command {
    Command {
        user: None,
        address: address.to_owned(),
        ..call("a")
    }
}

fn begun(world: &World, command: &Command) -> Answer {
    begin::execute(&world.ports, command).unwrap()
}

fn claimed(world: &World, command: &Command) -> Claim {
    match begun(world, command) {
        Answer::CarryOut(claim) => claim,
        other => panic!("{other:?}"),
    }
}

fn ended(world: &World, claim: Claim, outcome: Outcome) {
    finish::execute(&world.ports, &finish::Command { claim, outcome }).unwrap();
}

fn succeeded(answer: &[u8]) -> Outcome {
    Outcome::Succeeded {
        body: BODY,
        status: 201,
        answer: answer.to_vec(),
    }
}

/// Commits a transaction on behalf of the call.
fn work(world: &World, claim: Claim) -> bool {
    let idempotent = IdempotentDatabase::new(world.ports.database.clone(), claim);
    let transaction = idempotent.begin().unwrap();
    transaction.commit(unrecorded(Unrecorded::DemoOrTest)).is_ok()
}

#[test]
fn a_repeated_call_gets_the_stored_response_for_a_day() {
    let world = World::new();
    let claim = claimed(&world, &call("a"));
    assert_eq!(begun(&world, &call("a")), Answer::Running);
    assert!(work(&world, claim));
    assert_eq!(
        begun(&world, &call("a")),
        Answer::Running,
        "its answer may still come"
    );
    ended(&world, claim, succeeded(b"{}"));
    world.wait(LIFETIME - TimeDelta::microseconds(1));
    assert_eq!(
        begun(&world, &call("a")),
        Answer::Done {
            body_hash: body_hash(&world.ports, &BODY),
            status: 201,
            body: b"{}".to_vec(),
        }
    );
    world.wait(TimeDelta::microseconds(1));
    assert_ne!(claimed(&world, &call("a")), claim);
}

#[test]
fn keys_are_scoped_to_caller_and_route() {
    let world = World::new();
    claimed(&world, &call("a"));
    claimed(&world, &call("b"));
    claimed(
        &world,
        &Command {
            user: Some(UserId(2)),
            ..call("a")
        },
    );
    claimed(
        &world,
        &Command {
            route: "POST /api/v1/users/track".to_owned(),
            ..call("a")
        },
    );
    claimed(&world, &guest("198.51.100.7"));
    claimed(&world, &guest("198.51.100.8"));
    claimed(&world, &guest("2001:db8::1"));
    assert_eq!(
        begun(&world, &guest("2001:db8::2")),
        Answer::Running,
        "one network of IPv6"
    );
}

#[test]
fn the_answer_is_not_stored_in_clear() {
    let world = World::new();
    let claim = claimed(&world, &call("a"));
    ended(&world, claim, succeeded(b"{\"name\":\"Ada\"}"));
    let mut views = world.ports.database.read().unwrap();
    let kept = views.stored_calls().find(&claim.key_hash).unwrap().unwrap();
    let sealed = kept.answer.unwrap().sealed;
    assert!(!sealed.windows(3).any(|window| window == b"Ada"));
}

#[test]
fn refused_and_failed_calls_can_be_repeated_unless_committed() {
    let world = World::new();
    for outcome in [Outcome::Refused, Outcome::Failed] {
        let claim = claimed(&world, &call("a"));
        ended(&world, claim, outcome);
    }
    // A wrong code is counted in a separate transaction, and the call is refused.
    let claim = claimed(&world, &call("a"));
    assert!(work(&world, claim));
    ended(&world, claim, Outcome::Refused);
    let claim = claimed(&world, &call("a"));
    assert!(work(&world, claim));
    ended(&world, claim, Outcome::Failed);
    world.wait(LEASE);
    assert_eq!(begun(&world, &call("a")), Answer::AnswerLost);
}

/// For example, a submission was counted against its limit, and then the disk was full.
#[test]
fn separate_commits_do_not_mark_the_key() {
    let world = World::new();
    let claim = claimed(&world, &call("one"));
    let idempotent = IdempotentDatabase::new(world.ports.database.clone(), claim);
    idempotent
        .begin_separate()
        .unwrap()
        .commit(unrecorded(Unrecorded::DemoOrTest))
        .unwrap();
    ended(&world, claim, Outcome::Failed);
    claimed(&world, &call("one"));
}

#[test]
fn an_expired_attempt_is_replaced_and_cannot_commit() {
    let world = World::new();
    let dead = claimed(&world, &call("a"));
    world.wait(LEASE - TimeDelta::microseconds(1));
    assert_eq!(begun(&world, &call("a")), Answer::Running);
    world.wait(TimeDelta::microseconds(1));
    let alive = claimed(&world, &call("a"));
    assert!(!work(&world, dead) && work(&world, alive));
    ended(&world, dead, Outcome::Refused);
    ended(&world, alive, succeeded(b"{}"));
    assert!(matches!(begun(&world, &call("a")), Answer::Done { .. }));
}

#[test]
fn an_attempt_that_died_after_its_commit_is_not_repeated() {
    let world = World::new();
    let dead = claimed(&world, &call("a"));
    assert!(work(&world, dead));
    world.wait(LEASE);
    assert_eq!(begun(&world, &call("a")), Answer::AnswerLost);
}

#[test]
fn an_answer_that_is_too_large_is_not_kept() {
    let world = World::new();
    let claim = claimed(&world, &call("a"));
    assert!(work(&world, claim));
    ended(&world, claim, succeeded(&vec![0; MAX_RESPONSE_SIZE + 1]));
    world.wait(LEASE);
    assert_eq!(begun(&world, &call("a")), Answer::AnswerLost);
}

#[test]
fn keys_per_caller_are_limited() {
    let world = World::new();
    for number in 0..MAX_KEYS_PER_CALLER {
        claimed(&world, &call(&number.to_string()));
    }
    let error = begin::execute(&world.ports, &call("one more")).unwrap_err();
    assert!(matches!(error.kind(), Kind::TooMany(_)), "{error}");
    claimed(&world, &guest("198.51.100.7"));
    world.wait(LIFETIME);
    assert_eq!(housekeeping::execute(&world.ports).unwrap().keys, 0);
    world.wait(TimeDelta::microseconds(1));
    assert_eq!(
        housekeeping::execute(&world.ports).unwrap().keys,
        MAX_KEYS_PER_CALLER + 1
    );
    claimed(&world, &call("one more"));
}
