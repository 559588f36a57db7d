//! The rows that come with the product have audit entries from the first start on.

use std::sync::Barrier;
use std::thread;

use aditus_application::audit::first_entries;
use aditus_application::testing::{settings, verified};
use aditus_domain::audit::Kind;
use aditus_domain::procedures::default_procedure;

use super::entries;
use super::stored::found;
use super::verify::finding_texts;
use crate::both_databases::Database;
use crate::world::World;

on_both_databases!(
    a_new_installation_is_verified_after_its_first_entries,
    one_of_several_starting_nodes_adds_the_entries,
);

/// A world after the first start, which adds the default procedure.
fn migrated(database: Database) -> World {
    let world = World::on(database(), settings());
    world.write(|transaction| {
        transaction
            .procedures()
            .add(&default_procedure(), true, true)
            .unwrap();
    });
    world
}

fn a_new_installation_is_verified_after_its_first_entries(database: Database) {
    let world = migrated(database);
    let before = found(&world);
    let rows = before.checked;
    assert!(rows > 10, "{rows}");
    let waiting = format!(
        "{rows} came with the product and have no entry yet; the first start of the server adds them"
    );
    assert_eq!((before.wrong, before.remarks), (vec![], vec![waiting]));
    assert_eq!(first_entries::execute(&world.ports).unwrap() as u64, rows);
    assert_eq!(first_entries::execute(&world.ports).unwrap(), 0, "once");
    let findings = verified(&world.ports);
    for finding in findings.iter().skip(3) {
        assert_eq!(
            (&finding.wrong, &finding.remarks),
            (&vec![], &vec![]),
            "{}",
            finding.subject
        );
    }
    let entries = entries(&world);
    assert_eq!(entries.len() as u64, rows);
    for entry in &entries {
        assert!(entry.kind == Kind::RecordAdded && entry.person.is_none());
        assert!(
            entry.canonical.contains("\"who\":\"product\""),
            "{}",
            entry.canonical
        );
    }
    for record in [
        "Organisation",
        "Approval Procedure",
        "Stage Type",
        "Purpose",
        "Equipment Type",
    ] {
        let named = format!("\"record\":\"{record}\"");
        assert!(
            entries.iter().any(|entry| entry.canonical.contains(&named)),
            "{record}"
        );
    }

    // The next start does not record rows that were added by hand since.
    world.tamper(
        "INSERT INTO purposes (id, purpose, active, search_text, row_version, sort_key)
         SELECT 7777, 'Any other', active, search_text, row_version, sort_key FROM purposes WHERE id = 1",
    );
    assert_eq!(first_entries::execute(&world.ports).unwrap(), 0);
    assert_eq!(
        finding_texts(&world),
        ["Purpose 7777: no entry says what is stored"]
    );
}

fn one_of_several_starting_nodes_adds_the_entries(database: Database) {
    let world = migrated(database);
    let ready = Barrier::new(3);
    let start = || {
        ready.wait();
        first_entries::execute(&world.ports).unwrap()
    };
    let mut added = thread::scope(|scope| {
        let nodes = [(); 3].map(|()| scope.spawn(start));
        nodes.map(|node| node.join().unwrap())
    });
    added.sort_unstable();
    assert_eq!(added[..2], [0, 0]);
    assert_eq!(entries(&world).len(), added[2]);
}
