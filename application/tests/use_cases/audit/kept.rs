//! A kept checkpoint shows if the log still begins with it, and what was done where it does not.

use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::audit::log::{checkpoint, rotate, state};
use aditus_application::audit::verify::kept::{self, CheckpointFile, Fault};
use aditus_application::ports::{SealedPlace, SignedHead, TransparencyLog as _};
use aditus_domain::audit::log::{TreeHash, TreeHead};
use aditus_log::C2spLog;

use super::log::continued;
use super::verify::finding_texts;
use crate::both_databases::Database;
use crate::story::Story;
use crate::world::World;

on_both_databases!(
    the_log_begins_with_every_checkpoint_that_it_has_published,
    a_kept_checkpoint_reveals_a_second_history,
    an_older_database_a_forged_signature_and_another_log_get_different_errors,
    checkpoints_signed_by_a_retired_key_are_reported,
);

fn compared(world: &World, note: &str) -> Result<TreeHead, Fault> {
    kept::compare(&world.ports, note).unwrap()
}

fn published(world: &World) -> String {
    continued(world, &InMemoryCheckpoint::default());
    checkpoint::execute(&world.ports).unwrap().unwrap()
}

fn size(world: &World) -> u64 {
    state::execute(&world.ports)
        .unwrap()
        .checkpoint
        .unwrap()
        .head
        .size
}

/// Returns the secret of the current signing key, as someone gets it who has the database and the
/// secrets of the installation.
fn stolen_secret(world: &World) -> Vec<u8> {
    let key =
        world.read_in_transaction(|transaction| transaction.audit_log().signing_key().unwrap().unwrap());
    let place = SealedPlace::LogKey(key.verifier_key);
    world.ports.keys.open(&place, &key.sealed).unwrap()
}

fn signed_by(secret: &[u8], size: u64, root: TreeHash) -> String {
    let signed = SignedHead {
        origin: "aditus.example/log".to_owned(),
        head: TreeHead { size, root },
    };
    C2spLog.sign(&signed, &[secret]).unwrap()
}

fn the_log_begins_with_every_checkpoint_that_it_has_published(database: Database) {
    let story = Story::on(database());
    let world = &story.world;
    let mut kept = vec![published(world)];
    for _ in 0..3 {
        story.submitted();
        kept.push(published(world));
    }
    rotate::execute(&world.ports).unwrap();
    kept.push(checkpoint::execute(&world.ports).unwrap().unwrap());
    kept.push(published(world));
    let kept: Vec<CheckpointFile> = kept
        .into_iter()
        .enumerate()
        .map(|(number, note)| CheckpointFile {
            name: format!("checkpoint-{number}"),
            note,
        })
        .collect();
    let finding = kept::execute(&world.ports, &kept).unwrap();
    assert_eq!(
        (finding.checked, finding.wrong_in_all),
        (6, 0),
        "{:?}",
        finding.wrong
    );
    assert_eq!(finding.remarks.len(), 6);
    assert!(finding.remarks[5].ends_with(&format!("begins with its {} entries", size(world))));
}

fn a_kept_checkpoint_reveals_a_second_history(database: Database) {
    let story = Story::on(database());
    let world = &story.world;
    let secret = {
        published(world);
        stolen_secret(world)
    };
    let size = size(world);
    let other = signed_by(&secret, size, TreeHash([9; 32]));
    assert_eq!(compared(world, &other), Err(Fault::Fork { size }));
    let earlier = signed_by(&secret, 2, TreeHash([9; 32]));
    assert_eq!(compared(world, &earlier), Err(Fault::Fork { size: 2 }));
    let finding = kept::execute(
        &world.ports,
        &[CheckpointFile {
            name: "of-last-year".to_owned(),
            note: other,
        }],
    );
    let wrong = finding.unwrap().wrong;
    assert!(
        wrong[0].starts_with("of-last-year: the history was forked"),
        "{wrong:?}"
    );
}

fn an_older_database_a_forged_signature_and_another_log_get_different_errors(database: Database) {
    let story = Story::on(database());
    let world = &story.world;
    let note = published(world);
    let stored = size(world);
    let later = signed_by(&stolen_secret(world), stored + 5, TreeHash([9; 32]));
    assert_eq!(
        compared(world, &later),
        Err(Fault::Older {
            kept: stored + 5,
            stored
        })
    );
    let of_another_address = SignedHead {
        origin: "other.example/log".to_owned(),
        head: state::execute(&world.ports).unwrap().checkpoint.unwrap().head,
    };
    let of_another_address = C2spLog
        .sign(&of_another_address, &[&stolen_secret(world)])
        .unwrap();
    assert_eq!(
        compared(world, &of_another_address),
        Err(Fault::OtherLog("other.example/log".to_owned()))
    );
    let other = Story::on(database());
    other.submitted();
    let of_other = published(&other.world);
    let altered = note.replacen(&format!("\n{stored}\n"), "\n3\n", 1);
    for forged in [&of_other, &altered] {
        assert_eq!(compared(world, forged), Err(Fault::NotSigned), "{forged}");
    }
    for no_checkpoint in ["", "nothing", &note[..20]] {
        assert_eq!(
            compared(world, no_checkpoint),
            Err(Fault::Form),
            "{no_checkpoint:?}"
        );
    }
}

/// The secret of the key was copied before the key was retired.
fn checkpoints_signed_by_a_retired_key_are_reported(database: Database) {
    let story = Story::on(database()).recorded();
    let world = &story.world;
    let old = published(world);
    let secret = stolen_secret(world);
    let retired_at = size(world);
    let key = state::execute(&world.ports).unwrap().keys[0].verifier_key.clone();
    rotate::execute(&world.ports).unwrap();
    story.submitted();
    published(world);
    let newest = state::execute(&world.ports).unwrap().checkpoint.unwrap();
    assert!(
        compared(world, &old).is_ok(),
        "what it signed in its time is as good as ever"
    );

    // An invented history, and even the right tree.
    for root in [TreeHash([9; 32]), newest.head.root] {
        let forged = signed_by(&secret, newest.head.size, root);
        assert_eq!(
            compared(world, &forged),
            Err(Fault::Retired {
                key: key.clone(),
                size: newest.head.size,
                retired_at
            })
        );
    }
    assert_eq!(
        compared(world, &signed_by(&secret, retired_at, TreeHash([9; 32]))),
        Err(Fault::Fork { size: retired_at })
    );

    // The same forged checkpoint, stored in the database itself.
    assert_eq!(finding_texts(world), Vec::<String>::new());
    let forged = signed_by(&secret, newest.head.size, newest.head.root);
    world.execute(&format!(
        "INSERT INTO audit_checkpoints (size, root, signed_at, note)
         SELECT size, root, signed_at, '{forged}' FROM audit_checkpoints ORDER BY id DESC LIMIT 1"
    ));
    let wrong = finding_texts(world);
    assert!(
        wrong.len() == 1
            && wrong[0].contains("which was retired before: someone has kept the secret of that key"),
        "{wrong:?}"
    );
}
