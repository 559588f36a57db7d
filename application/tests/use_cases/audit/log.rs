//! The transparency log: every entry is appended to it, and signed entries stay unchanged.

use aditus_application::audit::log::kept::{InMemoryCheckpoint, KeptCheckpoint as _};
use aditus_application::audit::log::sequence::Error;
use aditus_application::audit::log::{checkpoint, continuity, publish, rotate, sequence, state, tile};
use aditus_application::ports::TransparencyLog as _;
use aditus_domain::audit::Kind;
use aditus_domain::audit::log::{Tile, TreeHash, TreeHead};
use aditus_log::C2spLog;

use super::entries;
use crate::both_databases::Database;
use crate::story::Story;
use crate::world::World;

on_both_databases!(
    every_entry_gets_into_the_log_and_its_head_is_signed,
    tiles_are_read_where_the_tree_has_them,
    a_new_key_signs_what_is_signed_once_more_beside_the_former,
    a_key_that_cannot_be_opened_is_replaced,
    a_database_that_is_older_than_what_was_published_is_not_continued,
    an_older_state_of_the_same_database_is_not_continued,
    a_tree_that_was_altered_is_not_signed,
);

/// Runs the sequencer until no entry is pending. Returns the number of entries appended.
pub fn continued(world: &World, kept: &InMemoryCheckpoint) -> usize {
    let mut appended = 0;
    loop {
        match sequence::execute(&world.ports, kept).unwrap().appended {
            0 => return appended,
            some => appended += some,
        }
    }
}

fn obstacles(world: &World, kept: &InMemoryCheckpoint) -> Vec<Error> {
    let log_ports = continuity::LogPorts::from_ports(&world.ports);
    continuity::execute(log_ports, kept).unwrap().obstacles
}

fn log(world: &World) -> state::Answer {
    state::execute(&world.ports).unwrap()
}

fn head(world: &World) -> TreeHead {
    log(world).checkpoint.unwrap().head
}

/// Recomputes the tree over all entries in the order of their leaves.
fn made_anew(world: &World) -> TreeHead {
    let mut placed: Vec<(u64, TreeHash)> = entries(world)
        .into_iter()
        .map(|entry| (entry.log_index.unwrap(), C2spLog.leaf(entry.canonical.as_bytes())))
        .collect();
    placed.sort_unstable();
    assert!(
        (0..).zip(&placed).all(|(place, (index, _))| place == *index),
        "no gap"
    );
    let leaves: Vec<TreeHash> = placed.into_iter().map(|(_, leaf)| leaf).collect();
    let none = &mut |_: &[_]| Ok(Vec::new());
    C2spLog.append(0, &leaves, none).unwrap().head
}

fn every_entry_gets_into_the_log_and_its_head_is_signed(database: Database) {
    let story = Story::on(database());
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    assert_eq!(checkpoint::execute(&world.ports).unwrap(), None);
    assert_eq!((log(world).origin, log(world).checkpoint), (None, None));
    let waiting = entries(world).len();
    assert_eq!(log(world).pending.entries, waiting as u64);

    // The first checkpoint creates a key, which has an audit entry as well.
    assert_eq!(continued(world, &kept), waiting + 1);
    let made = entries(world)
        .into_iter()
        .filter(|entry| entry.kind == Kind::LogKeyMade);
    assert_eq!(made.count(), 1);
    assert_eq!(head(world), made_anew(world));
    let state = log(world);
    assert_eq!(state.origin.as_deref(), Some("aditus.example/log"));
    assert_eq!(state.pending.entries, 0);
    let note = checkpoint::execute(&world.ports).unwrap().unwrap();
    let signed = C2spLog.open(&note, &[&state.keys[0].verifier_key]).unwrap();
    assert_eq!(
        (signed.head, signed.origin.as_str()),
        (head(world), "aditus.example/log")
    );
    assert_eq!(kept.read().unwrap(), Some(note));

    // The log grows, and still begins with the signed part.
    let earlier = head(world);
    let request = story.submitted();
    story.all_approve(request);
    assert!(continued(world, &kept) > 6);
    let later = head(world);
    assert_eq!(later, made_anew(world));
    let mut views = world.ports.database.read().unwrap();
    let log = views.audit_log();
    let proof = C2spLog
        .prove_consistency(earlier.size, later.size, &mut |nodes| log.hashes(nodes))
        .unwrap();
    assert!(C2spLog.is_consistent(earlier, later, &proof));
    drop(views);
    assert_eq!(continued(world, &kept), 0, "nothing waits");
}

fn tiles_are_read_where_the_tree_has_them(database: Database) {
    let story = Story::on(database());
    let world = &story.world;
    continued(world, &InMemoryCheckpoint::default());
    let size = head(world).size;
    let width = |path: &str| {
        let found = tile::execute(&world.ports, Tile::parse(path).unwrap()).unwrap();
        found.map(|bytes| bytes.len() as u64 / 32)
    };
    assert!(size < 256);
    assert_eq!(width(&format!("0/000.p/{size}")), Some(size));
    assert_eq!(width("0/000.p/1"), Some(1));
    assert_eq!(width(&format!("0/000.p/{}", size + 1)), None);
    assert_eq!(
        (width("0/000"), width("1/000.p/1"), width("0/001.p/1")),
        (None, None, None)
    );

    // The same by files; the checkpoint is written last.
    let (mut files, mut reports) = (Vec::new(), Vec::new());
    let written = publish::execute(
        &world.ports,
        &mut |path, bytes| {
            files.push((path.to_owned(), bytes.len()));
            Ok(())
        },
        &mut |progress| reports.push(progress),
    )
    .unwrap();
    assert_eq!((written.size, written.tiles), (size, 1));
    assert_eq!(reports, [publish::Progress { tiles: 1, all: 1 }]);
    let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["keys", &format!("tile/0/000.p/{size}"), "checkpoint"]);
    assert_eq!(files[1].1 as u64, size * 32);
}

fn a_new_key_signs_what_is_signed_once_more_beside_the_former(database: Database) {
    let story = Story::on(database());
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    continued(world, &kept);
    let former = log(world).keys[0].verifier_key.clone();
    let before = head(world);
    let new = rotate::execute(&world.ports).unwrap();
    let note = checkpoint::execute(&world.ports).unwrap().unwrap();
    for key in [&former, &new] {
        assert_eq!(C2spLog.open(&note, &[key]).unwrap().head, before);
    }
    let keys: Vec<String> = log(world).keys.into_iter().map(|key| key.verifier_key).collect();
    assert_eq!(keys, [new.clone(), former.clone()]);
    assert_eq!(continued(world, &kept), 1, "that a key was made is recorded");
    let note = checkpoint::execute(&world.ports).unwrap().unwrap();
    assert_eq!(C2spLog.open(&note, &[&new]).unwrap().head.size, before.size + 1);
    assert!(C2spLog.open(&note, &[&former]).is_err());
}

/// Anything the retired key signed of a larger tree is forged, so the size at retirement is
/// published.
#[test]
fn a_former_key_has_its_retirement_time_and_size() {
    let story = Story::begin();
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    let retired = || {
        let keys = log(world).keys.into_iter();
        keys.map(|key| key.retired.map(|retired| retired.size))
            .collect::<Vec<_>>()
    };
    let grown = |times: usize| {
        for _ in 0..times {
            story.submitted();
            continued(world, &kept);
        }
        head(world).size
    };
    rotate::execute(&world.ports).unwrap();
    assert_eq!(retired(), [None]);
    rotate::execute(&world.ports).unwrap();
    assert_eq!(retired(), [None, Some(0)], "it has signed nothing");
    let first = grown(1);
    assert_eq!(retired(), [None, Some(0)]);
    rotate::execute(&world.ports).unwrap();
    assert_eq!(retired(), [None, Some(first), Some(0)]);
    // Two rotations in a row, and the last of a few checkpoints.
    rotate::execute(&world.ports).unwrap();
    let second = grown(5);
    rotate::execute(&world.ports).unwrap();
    let all = [None, Some(second), Some(first), Some(first), Some(0)];
    assert_eq!(retired(), all);
    let keys = log(world).keys;
    for (newer, key) in keys.iter().zip(&keys[1..]) {
        assert_eq!(key.retired.unwrap().at, newer.made_at);
    }
    for count in 1..9 {
        grown(count);
        assert_eq!(retired(), all, "however many checkpoints follow");
    }
}

fn a_key_that_cannot_be_opened_is_replaced(database: Database) {
    let story = Story::on(database());
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    continued(world, &kept);
    let before = head(world).size;
    world.execute("UPDATE audit_log_secrets SET sealed = substr(sealed, 1, 1)");
    story.submitted();
    assert!(matches!(
        sequence::execute(&world.ports, &kept),
        Err(Error::Sealed)
    ));
    let looked = obstacles(world, &kept);
    assert!(matches!(looked[..], [Error::Sealed]), "{looked:?}");
    // Under other secrets, these MACs would be foreign.
    world.execute("UPDATE audit_pending SET mac = substr(mac, 2)");
    let new = rotate::execute(&world.ports).unwrap();
    assert!(continued(world, &kept) > 0);
    let note = checkpoint::execute(&world.ports).unwrap().unwrap();
    assert!(C2spLog.open(&note, &[&new]).is_ok());
    assert_eq!(log(world).pending.entries, 0);
    let former = log(world).keys.pop().unwrap();
    assert_eq!(former.retired.map(|retired| retired.size), Some(before));
}

/// Continuing an older database than the published log would fork the log.
fn a_database_that_is_older_than_what_was_published_is_not_continued(database: Database) {
    let story = Story::on(database());
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    continued(world, &kept);
    let old = kept.read().unwrap().unwrap();
    story.submitted();
    continued(world, &kept);

    // A node that was suspended has published an older tree than the database holds, and the newer
    // one continues it.
    let behind = InMemoryCheckpoint::default();
    behind.save(&old).unwrap();
    story.submitted();
    assert!(continued(world, &behind) > 0);

    // The database of another installation, beside the checkpoint file of this one.
    let other = Story::on(database());
    let refused = sequence::execute(&other.world.ports, &kept);
    assert!(matches!(refused, Err(Error::Other { stored: 0 })), "{refused:?}");
    let looked = obstacles(&other.world, &kept);
    assert!(matches!(looked[..], [Error::Other { stored: 0 }]), "{looked:?}");
    assert!(obstacles(world, &kept).is_empty());
    assert!(checkpoint::execute(&other.world.ports).unwrap().is_none());
    assert!(log(&other.world).pending.entries > 0, "they wait");
    let message = refused.unwrap_err().to_string();
    assert!(
        message.contains("of another installation") && message.contains("log.checkpoint"),
        "{message}"
    );
    assert!(
        continued(&other.world, &InMemoryCheckpoint::default()) > 0,
        "once the file is gone"
    );
}

fn an_older_state_of_the_same_database_is_not_continued(database: Database) {
    let story = Story::on(database());
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    continued(world, &kept);
    let before = head(world);
    story.submitted();
    continued(world, &kept);
    // The state that a backup from before the submission would restore.
    world.tamper(&format!(
        "CREATE TABLE lost AS SELECT entry_id FROM audit_leaves WHERE leaf_index >= {size};
         DELETE FROM audit_leaves WHERE leaf_index >= {size};
         DELETE FROM audit_values WHERE entry_id IN (SELECT entry_id FROM lost);
         DELETE FROM audit_entries WHERE id IN (SELECT entry_id FROM lost);
         DELETE FROM audit_tree WHERE (place + 1) * (1 << CAST(level AS INTEGER)) > {size};
         DELETE FROM audit_checkpoints WHERE size > {size}",
        size = before.size
    ));
    assert_eq!(head(world), before);
    story.submitted();
    let refused = sequence::execute(&world.ports, &kept);
    let size = before.size;
    assert!(
        matches!(refused, Err(Error::Older { kept, stored }) if kept > size && stored == size),
        "{refused:?}"
    );
    // The state after a restore without the key: both problems have to be reported.
    world.execute("UPDATE audit_log_secrets SET sealed = substr(sealed, 1, 1)");
    let looked = obstacles(world, &kept);
    assert!(
        matches!(looked[..], [Error::Sealed, Error::Older { stored, .. }] if stored == size),
        "{looked:?}"
    );
}

fn a_tree_that_was_altered_is_not_signed(database: Database) {
    let story = Story::on(database());
    let (world, kept) = (&story.world, InMemoryCheckpoint::default());
    continued(world, &kept);
    world.tamper(
        "CREATE TABLE aside AS SELECT hash FROM audit_tree WHERE level = 0 AND place = 0;
         UPDATE audit_tree SET hash = (SELECT hash FROM aside)",
    );
    story.submitted();
    let refused = sequence::execute(&world.ports, &kept);
    assert!(matches!(refused, Err(Error::Altered { .. })), "{refused:?}");
    let looked = obstacles(world, &kept);
    assert!(matches!(looked[..], [Error::Altered { .. }]), "{looked:?}");
    assert_eq!(log(world).checkpoint.unwrap().note, kept.read().unwrap().unwrap());
}
