//! Alterations of the audit log by someone who can write to the database are named exactly, and
//! nothing else is.

use aditus_application::audit::log::kept::{InMemoryCheckpoint, KeptCheckpoint as _};
use aditus_application::audit::log::sequence::{self, Sequenced};
use aditus_application::audit::verify::kept::{self, CheckpointFile, Fault};
use aditus_application::audit::verify::{self, VerifyEvent};
use aditus_application::audit::{record_all, record_at};
use aditus_application::ports::DemonstrationMark;
use aditus_application::testing::{settings, verified};
use aditus_domain::audit::{Act, Actor, Kind};
use aditus_domain::roles::Role;
use aditus_storage::testing::TestDatabase;
use chrono::TimeDelta;

use super::entries;
use super::log::continued;
use super::verify::finding_texts;
use crate::both_databases::Database;
use crate::story::Story;
use crate::world::World;

on_both_databases!(
    each_alteration_has_exact_findings,
    entries_with_a_foreign_mac_are_never_logged,
    a_backdated_entry_is_reported,
    an_entry_backdated_within_clock_skew_is_not_reported,
    backdated_entries_of_a_demonstration_are_only_a_remark,
    removed_checkpoints_are_detected_by_the_kept_one,
    a_kept_checkpoint_is_not_judged_without_hashes,
    malformed_values_beside_entries_are_reported,
    progress_counts_match_the_findings,
);

fn recorded(world: &World, entries: i64) {
    let mut transaction = world.ports.database.begin().unwrap();
    let act = Act::RecordExported { entries };
    let recorded = record_all(&world.ports, transaction.as_mut(), Actor::System, [act]).unwrap();
    transaction.commit(recorded).unwrap();
}

/// Returns the findings about the log itself. The rows that migrations add are not recorded here.
fn log_findings(world: &World) -> Vec<String> {
    let of_log = verified(&world.ports).into_iter().take(3);
    of_log.flat_map(|finding| finding.wrong).collect()
}

/// A log of nine entries from noon on, the third of which is about the key; leaf 0 is entry 1. The
/// first of the four checkpoints has three entries, each later one two more.
fn logged(database: Database, own: &InMemoryCheckpoint) -> World {
    let world = World::on(database(), settings());
    for number in 0..8 {
        recorded(&world, number);
        world.wait(TimeDelta::minutes(10));
        if number % 2 == 1 {
            continued(&world, own);
        }
    }
    world
}

/// The alterations made by hand, each with the complete list of its findings.
const ALTERED: [(&str, &[&str]); 20] = [
    (
        "DELETE FROM audit_entries WHERE id = 5",
        &["entry 5 (leaf 4): it no longer exists"],
    ),
    (
        "DELETE FROM audit_leaves WHERE leaf_index = 4",
        &["leaf 4 is not there, in which entry 5 was logged, which is in no other"],
    ),
    (
        "DELETE FROM audit_leaves WHERE leaf_index = 4; DELETE FROM audit_entries WHERE id = 5",
        &["leaf 4 is not there"],
    ),
    // The hashes for five and seven entries are computed from the level below.
    (
        "DELETE FROM audit_tree WHERE level = 2 AND place = 0",
        &["the hash at level 2, place 0, is not there"],
    ),
    (
        "DELETE FROM audit_tree WHERE level = 0 AND place = 8",
        &["the hash at level 0, place 8, is not there"],
    ),
    (
        "UPDATE audit_tree SET hash = substr(hash, 1, 4) WHERE level = 1 AND place = 1",
        &["the hash at level 1, place 1, is no SHA-256"],
    ),
    (
        "UPDATE audit_tree SET hash = (SELECT root FROM audit_checkpoints WHERE size = 9) WHERE level = 1 AND place = 1",
        &["the hash at level 1, place 1, is not that of the two below it (leaves 2 to 3)"],
    ),
    (
        "UPDATE audit_tree SET hash = (SELECT root FROM audit_checkpoints WHERE size = 9) WHERE level = 0 AND place = 3",
        &["the hash at level 0, place 3, is not that of its entry, which is what was logged"],
    ),
    (
        "INSERT INTO audit_tree (level, place, hash) SELECT 5, 7, root FROM audit_checkpoints WHERE size = 9",
        &["the hash at level 5, place 7, is of leaves that are not there"],
    ),
    // Two entries, and two leaves, are exchanged.
    (
        "CREATE TABLE aside AS SELECT id, canonical FROM audit_entries WHERE id IN (5, 7);
         UPDATE audit_entries SET canonical = (SELECT canonical FROM aside WHERE aside.id = 12 - audit_entries.id) WHERE id IN (5, 7)",
        &[
            "entry 5 (leaf 4): its column at is 2026-03-02 12:30:00 UTC, and it says 2026-03-02 12:50:00 UTC",
            "entry 7 (leaf 6): its column at is 2026-03-02 12:50:00 UTC, and it says 2026-03-02 12:30:00 UTC",
            "entry 5 (leaf 4): it is not what was logged, but what was logged in leaf 6",
            "entry 7 (leaf 6): it is not what was logged, but what was logged in leaf 4",
        ],
    ),
    (
        "UPDATE audit_leaves SET leaf_index = 100000 WHERE leaf_index = 4; UPDATE audit_leaves SET leaf_index = 4 WHERE leaf_index = 6;
         UPDATE audit_leaves SET leaf_index = 6 WHERE leaf_index = 100000",
        &[
            "entry 7 (leaf 4): it is not what was logged, but what was logged in leaf 6",
            "entry 5 (leaf 6): it is not what was logged, but what was logged in leaf 4",
        ],
    ),
    (
        "UPDATE audit_leaves SET leaf_index = 100000 WHERE leaf_index = 4",
        &[
            "the hash at level 0, place 100000, is not there",
            "leaf 100000 is in no checkpoint: the largest that is stored has 9 entries; later ones were removed, or what is behind it was added",
            "leaf 4 is not there",
        ],
    ),
    (
        "UPDATE audit_entries SET canonical = replace(canonical, '\"entries\":3', '\"entries\":7') WHERE id = 5",
        &["entry 5 (leaf 4): it is not what was logged"],
    ),
    (
        "UPDATE audit_entries SET at = (SELECT made_at FROM audit_log_keys), kind = 'account.signed_in', user_id = 3 WHERE id = 5",
        &[
            "entry 5 (leaf 4): its column at is 2026-03-02 12:20:00 UTC, and it says 2026-03-02 12:30:00 UTC; its column kind is \
             account.signed_in, and it says record_of_acts.exported; its column user_id is 3, and it says nothing",
        ],
    ),
    // The leaf hash is altered to match, so only the signed checkpoint reveals it.
    (
        "CREATE TABLE aside AS SELECT at, canonical FROM audit_entries WHERE id = 8;
         UPDATE audit_entries SET at = (SELECT at FROM aside), canonical = (SELECT canonical FROM aside) WHERE id = 9;
         CREATE TABLE hashes AS SELECT hash FROM audit_tree WHERE level = 0 AND place = 7;
         UPDATE audit_tree SET hash = (SELECT hash FROM hashes) WHERE level = 0 AND place = 8",
        &["checkpoint 4 of 9 entries: the tree that is stored has another root; up to 7 entries it has the right one"],
    ),
    (
        "DELETE FROM audit_checkpoints WHERE size > 5;
         UPDATE audit_entries SET canonical = replace(canonical, '\"entries\":7', '\"entries\":3') WHERE id = 9",
        &[
            "leaves 5 to 8 are in no checkpoint: the largest that is stored has 5 entries; later ones were removed, or what is behind it was added",
            "entry 9 (leaf 8): it is not what was logged",
        ],
    ),
    (
        "UPDATE audit_checkpoints SET root = substr(root, 1, 4) WHERE size = 5",
        &["checkpoint 2: its row holds none"],
    ),
    (
        "INSERT INTO audit_entries (at, kind, canonical) SELECT at, kind, replace(canonical, '\"entries\":7', '\"entries\":3')
         FROM audit_entries WHERE id = 9",
        &["entry 10: it is not in the log, and does not wait for it"],
    ),
    (
        "INSERT INTO audit_pending (entry_id) VALUES (5)",
        &["entry 5: it waits for the log and is in it already"],
    ),
    (
        "INSERT INTO audit_pending (entry_id) VALUES (77)",
        &["entry 77: it waits for the log, but it no longer exists"],
    ),
];

fn each_alteration_has_exact_findings(database: Database) {
    let untouched = logged(database, &InMemoryCheckpoint::default());
    assert_eq!(log_findings(&untouched), [""; 0]);
    for (alteration, expected) in ALTERED {
        let world = logged(database, &InMemoryCheckpoint::default());
        world.tamper(alteration);
        assert_eq!(log_findings(&world), expected, "{alteration}");
    }
}

/// PostgreSQL accepts only times in such a column.
#[test]
fn an_invalid_time_column_is_reported() {
    let world = logged(TestDatabase::sqlite, &InMemoryCheckpoint::default());
    world.tamper("UPDATE audit_entries SET at = 'long ago' WHERE id = 5");
    assert_eq!(
        log_findings(&world),
        ["entry 5 (leaf 4): its column at holds no time"]
    );
}

/// Adds an entry with the time of another one, as someone with the secrets could.
fn added_by_hand(world: &World, like: i64) {
    let like = entries(world)
        .into_iter()
        .find(|entry| entry.id.0 == like)
        .unwrap();
    let mut transaction = world.ports.database.begin().unwrap();
    let act = Act::RecordExported { entries: 0 };
    let recorded = record_at(&world.ports, transaction.as_mut(), like.at, Actor::System, [act]).unwrap();
    transaction.commit(recorded).unwrap();
    assert!(continued(world, &InMemoryCheckpoint::default()) > 0);
}

/// A writer to the database has no MAC for an invented entry, and the MAC of another entry does not
/// fit.
fn entries_with_a_foreign_mac_are_never_logged(database: Database) {
    let world = logged(database, &InMemoryCheckpoint::default());
    recorded(&world, 8);
    world.tamper(
        "INSERT INTO audit_entries (at, kind, canonical) SELECT at, kind, replace(canonical, '\"entries\":7', '\"entries\":3')
         FROM audit_entries WHERE id = 9;
         INSERT INTO audit_pending (entry_id, mac) SELECT 11, mac FROM audit_pending WHERE entry_id = 10;
         INSERT INTO audit_entries (at, kind, canonical) SELECT at, kind, canonical FROM audit_entries WHERE id = 11;
         INSERT INTO audit_pending (entry_id) VALUES (12)",
    );
    recorded(&world, 9);
    let sequenced = |appended, foreign| {
        assert_eq!(
            sequence::execute(&world.ports, &InMemoryCheckpoint::default()).unwrap(),
            Sequenced {
                appended,
                foreign: Some(foreign)
            }
        );
    };
    sequenced(2, 2);
    sequenced(0, 2);
    let of_others = |id| {
        format!(
            "entry {id}: it waits for the log and was not written with the secrets of this installation, so that the log does not take it"
        )
    };
    assert_eq!(log_findings(&world), [of_others(11), of_others(12)]);
    let places: Vec<_> = entries(&world)
        .into_iter()
        .map(|entry| (entry.id.0, entry.log_index))
        .collect();
    assert!(
        places.contains(&(10, Some(9))) && places.contains(&(13, Some(10))),
        "{places:?}"
    );
    assert!(
        places.contains(&(11, None)) && places.contains(&(12, None)),
        "{places:?}"
    );

    // An entry that is altered while pending no longer matches its MAC.
    recorded(&world, 10);
    world.tamper("UPDATE audit_entries SET canonical = replace(canonical, '\"entries\":10', '\"entries\":11') WHERE id = 14");
    sequenced(0, 3);
    assert_eq!(
        log_findings(&world),
        [of_others(11), of_others(12), of_others(14)]
    );
}

fn a_backdated_entry_is_reported(database: Database) {
    let world = logged(database, &InMemoryCheckpoint::default());
    added_by_hand(&world, 1);
    recorded(&world, 8);
    added_by_hand(&world, 1);
    added_by_hand(&world, 2);
    assert_eq!(
        log_findings(&world),
        [
            "entry 10 (leaf 9) is dated 2026-03-02 12:00:00 UTC, before entry 9 (leaf 8) of 2026-03-02 13:10:00 UTC, which was logged before \
             it: it was added later, or a clock was wrong",
            "2 entries, from entry 12 (leaf 11) to entry 13 (leaf 12), are dated from 2026-03-02 12:00:00 UTC on, before entry 11 (leaf 10) \
             of 2026-03-02 13:20:00 UTC, which was logged before them: they were added later, or a clock was wrong",
        ]
    );
}

/// Such an entry cannot be distinguished from one that the product wrote.
fn an_entry_backdated_within_clock_skew_is_not_reported(database: Database) {
    let world = logged(database, &InMemoryCheckpoint::default());
    added_by_hand(&world, 4);
    assert_eq!(log_findings(&world), [""; 0]);
}

fn backdated_entries_of_a_demonstration_are_only_a_remark(database: Database) {
    let world = logged(database, &InMemoryCheckpoint::default());
    added_by_hand(&world, 1);
    let mark = DemonstrationMark::Complete;
    world.write(|transaction| transaction.installation().mark_demonstration(mark).unwrap());
    let entries = verified(&world.ports).swap_remove(0);
    assert_eq!(entries.wrong, [""; 0]);
    assert_eq!(
        entries.remarks,
        [
            "1 times entries are dated before what was logged earlier: this is a demonstration, whose past is made up"
        ]
    );
}

/// The log was cut at the end of a checkpoint, and the rest is intact.
fn removed_checkpoints_are_detected_by_the_kept_one(database: Database) {
    let own = InMemoryCheckpoint::default();
    let world = logged(database, &own);
    world.tamper(
        "DELETE FROM audit_checkpoints WHERE size > 7; DELETE FROM audit_leaves WHERE leaf_index >= 7;
         DELETE FROM audit_tree WHERE (level = 0 AND place >= 7) OR (level = 1 AND place = 3) OR (level = 2 AND place = 1) OR level = 3;
         DELETE FROM audit_entries WHERE id > 7",
    );
    assert_eq!(log_findings(&world), [""; 0]);
    let kept = CheckpointFile {
        name: "log.checkpoint".to_owned(),
        note: own.read().unwrap().unwrap(),
    };
    assert_eq!(
        kept::execute(&world.ports, &[kept]).unwrap().wrong,
        [
            "log.checkpoint: the database is older: the checkpoint has 9 entries, and the log that is stored 7; the last ones are lost"
        ]
    );
}

fn a_kept_checkpoint_is_not_judged_without_hashes(database: Database) {
    let own = InMemoryCheckpoint::default();
    let world = logged(database, &own);
    let note = own.read().unwrap().unwrap();
    world.tamper("DELETE FROM audit_tree WHERE level = 3");
    assert!(
        kept::compare(&world.ports, &note).unwrap().is_ok(),
        "it is made of those below"
    );
    world.tamper("DELETE FROM audit_tree WHERE level = 2 AND place = 1");
    assert_eq!(
        kept::compare(&world.ports, &note).unwrap(),
        Err(Fault::Incomplete { size: 9 })
    );
    let checkpoints = verified(&world.ports).swap_remove(1);
    assert_eq!(checkpoints.wrong, [""; 0]);
    assert_eq!(
        checkpoints.remarks,
        ["1 could not be compared with the tree, of which hashes are missing"]
    );
}

/// A denial with its two texts, whose salts or commitments are truncated.
fn malformed_values_beside_entries_are_reported(database: Database) {
    for column in ["salt", "commitment"] {
        let story = Story::on(database()).recorded();
        let request = story.submitted();
        story.decides(Role::DataAccessReviewer, request, false).unwrap();
        continued(&story.world, &InMemoryCheckpoint::default());
        let entries = entries(&story.world);
        let decided = entries.iter().find(|entry| entry.kind == Kind::RequestDecided);
        let decided = decided.unwrap().id;
        let checked = verified(&story.world.ports).swap_remove(2).checked;
        story.world.tamper(&format!(
            "UPDATE audit_values SET {column} = substr({column}, 1, 4) WHERE entry_id = {decided}"
        ));
        let beside = format!(
            "entry {decided}: what is kept beside it has a salt or a commitment of another length, and is no text that it commits to"
        );
        let unproved = |what: &str| {
            format!(
                "request {request}: nothing proves the {what} of a decision at stage 3: what entry {decided} commits to is no \
                 longer kept beside it"
            )
        };
        assert_eq!(
            finding_texts(&story.world),
            [
                beside.clone(),
                beside,
                unproved("reason"),
                unproved("recommendation")
            ]
        );
        assert_eq!(
            verified(&story.world.ports).swap_remove(2).checked,
            checked,
            "the rest is looked at all the same"
        );
    }
}

fn progress_counts_match_the_findings(database: Database) {
    let story = Story::on(database());
    let request = story.submitted();
    story.decides(Role::DataAccessReviewer, request, false).unwrap();
    continued(&story.world, &InMemoryCheckpoint::default());
    let mut progress: Vec<(&str, u64)> = Vec::new();
    verify::execute(&story.world.ports, &mut |event| {
        if let VerifyEvent::Progress { subject, done, .. } = event {
            progress.retain(|(other, _)| *other != subject);
            progress.push((subject, done));
        }
    })
    .unwrap();
    progress.sort_unstable();
    let mut checked: Vec<(&str, u64)> = verified(&story.world.ports)
        .iter()
        .map(|finding| (finding.subject, finding.checked))
        .collect();
    checked.sort_unstable();
    assert_eq!(progress, checked);
    assert!(
        progress.len() == 8 && progress.iter().all(|(_, done)| *done > 0),
        "{progress:?}"
    );
}
