//! Loads that the log withstands: a text of 10 MiB, clocks that jump back, and a full disk.

use aditus_application::audit::evidence::entry_evidence;
use aditus_application::audit::log::kept::{InMemoryCheckpoint, KeptCheckpoint as _};
use aditus_application::audit::log::sequence::{self, Error};
use aditus_application::audit::log::{checkpoint, state};
use aditus_application::audit::verify::kept;
use aditus_application::audit::{check, record_all};
use aditus_application::ports::StoreError;
use aditus_application::testing::ListedPasskeys;
use aditus_canonical::CanonicalJson;
use aditus_domain::audit::{Act, Actor, Kind, Personal};
use aditus_log::C2spLog;
use chrono::TimeDelta;

use super::entries;
use super::log::continued;
use super::verify::finding_texts;
use crate::both_databases::Database;
use crate::story::Story;
use crate::world::World;

on_both_databases!(
    an_entry_with_ten_mebibytes_is_logged_verified_and_proved,
    clocks_that_jump_back_alter_neither_order_nor_checkpoints,
    a_clock_that_jumps_back_by_less_than_an_hour_is_not_reported,
);

const MIB: usize = 1024 * 1024;

fn recorded(world: &World, acts: Vec<Act>) {
    let mut transaction = world.ports.database.begin().unwrap();
    let recorded = record_all(&world.ports, transaction.as_mut(), Actor::System, acts).unwrap();
    transaction.commit(recorded).unwrap();
}

/// The large text is in the entry itself, which the product never does, and in a value beside it.
fn an_entry_with_ten_mebibytes_is_logged_verified_and_proved(database: Database) {
    let story = Story::on(database()).recorded();
    let world = &story.world;
    let long: &'static str = Box::leak("x".repeat(10 * MIB).into_boxed_str());
    let request = story.submitted();
    recorded(
        world,
        vec![
            Act::RequestExported { request, what: long },
            Act::SignUpCodeSent {
                email: Personal::new(long),
            },
        ],
    );
    continued(world, &InMemoryCheckpoint::default());
    assert_eq!(finding_texts(world), Vec::<String>::new());
    let key = state::execute(&world.ports).unwrap().keys[0].verifier_key.clone();
    for kind in [Kind::RequestExported, Kind::SignUpCodeSent] {
        let entry = entries(world)
            .into_iter()
            .find(|entry| entry.kind == kind)
            .unwrap();
        let file = entry_evidence(&world.ports, &story.super_user, entry.id).unwrap();
        assert!(file.bytes.len() > 10 * MIB && file.bytes.len() < check::MAX_FILE_SIZE);
        let answer = check::execute(
            &CanonicalJson,
            &C2spLog,
            &ListedPasskeys::default(),
            &file.bytes,
            &[&key],
        );
        assert!(answer.is_proved(), "{kind:?}: {:?}", answer.checks);
    }
}

fn clocks_that_jump_back_alter_neither_order_nor_checkpoints(database: Database) {
    let story = Story::on(database()).recorded();
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    let mut checkpoints = Vec::new();
    for jump in [TimeDelta::days(-400), TimeDelta::days(30), TimeDelta::hours(-9)] {
        story.submitted();
        continued(world, &kept);
        checkpoints.push(checkpoint::execute(&world.ports).unwrap().unwrap());
        world.wait(jump);
    }
    recorded(
        world,
        vec![Act::SignUpCodeSent {
            email: Personal::new("ada@people.example"),
        }],
    );
    continued(world, &kept);
    let entries = entries(world);
    let times: Vec<_> = entries.iter().map(|entry| entry.at).collect();
    assert!(times.is_sorted(), "the list is by time");
    let mut logged: Vec<_> = entries
        .iter()
        .map(|entry| (entry.log_index.unwrap(), entry.id))
        .collect();
    logged.sort_unstable();
    assert!(
        logged.is_sorted_by_key(|(_, id)| *id),
        "the log is by the order in which they were recorded"
    );
    let first = entries.iter().find(|entry| entry.log_index == Some(0)).unwrap();
    assert!(
        first.at > times[0],
        "what was recorded later tells an earlier time"
    );
    // The newest checkpoint is the one of the largest tree, regardless of the clock at the time of
    // signing.
    let newest = state::execute(&world.ports).unwrap().checkpoint.unwrap();
    assert_eq!(newest.head.size, entries.len() as u64);
    for kept in checkpoints {
        assert!(kept::compare(&world.ports, &kept).unwrap().is_ok());
    }
    // Only the entries made while the clock was behind are reported. They cannot be distinguished
    // from entries that were added later.
    let wrong = finding_texts(world);
    assert_eq!(wrong.len(), 1, "{wrong:#?}");
    assert!(
        wrong[0].contains(", before entry ")
            && wrong[0]
                .ends_with(", which was logged before them: they were added later, or a clock was wrong"),
        "{wrong:#?}"
    );
}

fn a_clock_that_jumps_back_by_less_than_an_hour_is_not_reported(database: Database) {
    let story = Story::on(database()).recorded();
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    for jump in [-59, 20, -20, 59] {
        story.submitted();
        continued(world, &kept);
        world.wait(TimeDelta::minutes(jump));
    }
    story.submitted();
    continued(world, &kept);
    assert_eq!(finding_texts(world), Vec::<String>::new());
}

#[test]
fn a_disk_that_is_full_during_an_append_loses_nothing() {
    let story = Story::begin().recorded();
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    continued(world, &kept);
    let before = kept.read().unwrap();
    let some = (0..400).map(|number| Act::SignUpCodeSent {
        email: Personal::new(format!("person-{number}@people.example")),
    });
    recorded(world, some.collect());
    let acknowledged = entries(world).len();
    world.fill_disk();
    for _ in 0..2 {
        let refused = sequence::execute(&world.ports, &kept);
        assert!(
            matches!(refused, Err(Error::Store(StoreError::Full(_)))),
            "{refused:?}"
        );
    }
    assert_eq!(kept.read().unwrap(), before, "nothing was published");
    assert_eq!(state::execute(&world.ports).unwrap().pending.entries, 400);
    world.free_disk();
    assert_eq!(continued(world, &kept), 400);
    let entries = entries(world);
    assert_eq!(entries.len(), acknowledged);
    assert!(entries.iter().all(|entry| entry.log_index.is_some()));
    assert_eq!(finding_texts(world), Vec::<String>::new());
}
