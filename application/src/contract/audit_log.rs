//! The contract of the transparency log's store.

use std::collections::HashMap;

use aditus_domain::audit::Kind;
use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use aditus_domain::ids::AuditEntryId;

use super::seed::{at, commit};
use crate::audit::log::views::{Extent, WriteProtection};
use crate::audit::log::witness::{CosignedCheckpoint, Trouble, TroubleKind, WitnessState};
use crate::audit::log::{AuditLog, Checkpoint, NewLeaves, SigningKey, WitnessLease};
use crate::audit::views::{EntryCursor, EntryFilter};
use crate::audit::{NewEntry, Unrecorded, unrecorded};
use crate::ports::{Database, EncodedEntry};

fn entries(database: &dyn Database, count: i64) {
    commit(database, |transaction| {
        for number in 0..count {
            let entry = NewEntry {
                at: at(number),
                kind: Kind::SignedIn,
                user: None,
                concerns: None,
                request: None,
                encoded: EncodedEntry {
                    canonical: format!(r#"{{"act":{{}},"number":{number}}}"#),
                    values: Vec::new(),
                },
                mac: [7; 32],
            };
            transaction.audit().add(&entry).unwrap();
        }
    });
}

/// A hash that is unique for its level and place.
fn hash(level: u8, place: u64) -> TreeHash {
    let mut bytes = [level; 32];
    bytes[..8].copy_from_slice(&place.to_be_bytes());
    TreeHash(bytes)
}

fn node(level: u8, place: u64) -> (Node, TreeHash) {
    (Node { level, place }, hash(level, place))
}

fn checkpoint(size: u64, root: u8) -> Checkpoint {
    Checkpoint {
        head: TreeHead {
            size,
            root: TreeHash([root; 32]),
        },
        signed_at: at(i64::try_from(size).unwrap()),
        note: format!("aditus.example/log\n{size}\n{root}\n"),
    }
}

fn pending(log: &mut dyn AuditLog) -> Vec<AuditEntryId> {
    log.pending(AuditEntryId(i64::MIN), 100)
        .unwrap()
        .into_iter()
        .map(|entry| entry.id)
        .collect()
}

/// Appends this many pending entries, each with the hash of its leaf.
fn append(log: &mut dyn AuditLog, from: u64, count: usize) {
    let entries: Vec<AuditEntryId> = pending(log).into_iter().take(count).collect();
    let nodes: Vec<_> = (from..).map(|place| node(0, place)).take(count).collect();
    log.append(NewLeaves {
        from,
        entries: &entries,
        nodes: &nodes,
    })
    .unwrap();
}

/// Pending entries are in the order of their ids, and are no longer pending once appended.
pub fn every_entry_is_pending_once(database: &dyn Database) {
    assert!(!database.read().unwrap().audit_log().is_pending().unwrap());
    entries(database, 5);
    let mut views = database.read().unwrap();
    assert!(views.audit_log().is_pending().unwrap());
    let waiting = views.audit_log().pending().unwrap();
    assert_eq!((waiting.entries, waiting.oldest), (5, Some(at(0))));
    drop(views);
    let mut ids = Vec::new();
    commit(database, |transaction| {
        let log = transaction.audit_log();
        assert!(log.try_lock().unwrap());
        let first = log.pending(AuditEntryId(i64::MIN), 2).unwrap();
        assert_eq!(first.len(), 2);
        assert_eq!(first[0].canonical, r#"{"act":{},"number":0}"#);
        assert_eq!(first[0].mac, [7; 32]);
        ids = pending(log);
        let after = log.pending(ids[1], 2).unwrap();
        assert_eq!(after.iter().map(|entry| entry.id).collect::<Vec<_>>(), ids[2..4]);
        assert!(ids.is_sorted());
        append(log, 0, 3);
        assert_eq!(pending(log), ids[3..]);
    });
    let mut views = database.read().unwrap();
    let waiting = views.audit_log().pending().unwrap();
    assert_eq!((waiting.entries, waiting.oldest), (2, Some(at(3))));
    let read = views.audit_log().waiting(ids[3], 10).unwrap();
    assert_eq!(read.len(), 1);
    assert_eq!((read[0].id, &read[0].mac[..]), (ids[4], &[7; 32][..]));
    let page = views
        .audit()
        .page(&EntryFilter::default(), EntryCursor::Newest, 10)
        .unwrap();
    let places: Vec<Option<u64>> = page.entries.iter().map(|entry| entry.log_index).collect();
    assert_eq!(places, [None, None, Some(2), Some(1), Some(0)], "newest first");
    drop(views);
    commit(database, |transaction| append(transaction.audit_log(), 3, 2));
    assert!(!database.read().unwrap().audit_log().is_pending().unwrap());
}

/// Entries that are already in the log get no new MAC.
pub fn pending_entries_get_new_macs(database: &dyn Database) {
    entries(database, 3);
    commit(database, |transaction| {
        let log = transaction.audit_log();
        let ids = pending(log);
        append(log, 0, 1);
        log.set_macs(&[(ids[0], [8; 32]), (ids[2], [9; 32])]).unwrap();
        let waiting = log.pending(AuditEntryId(i64::MIN), 10).unwrap();
        let macs: Vec<_> = waiting.iter().map(|entry| (entry.id, entry.mac[0])).collect();
        assert_eq!(macs, [(ids[1], 7), (ids[2], 9)]);
    });
}

/// Entries appended in a dropped transaction are still pending.
pub fn a_dropped_transaction_appends_nothing(database: &dyn Database) {
    entries(database, 2);
    let mut transaction = database.begin().unwrap();
    append(transaction.audit_log(), 0, 2);
    transaction.audit_log().add_checkpoint(&checkpoint(2, 7)).unwrap();
    drop(transaction);
    let mut views = database.read().unwrap();
    assert_eq!(views.audit_log().pending().unwrap().entries, 2);
    assert_eq!(views.audit_log().newest().unwrap(), None);
    assert!(views.audit_log().hashes(&[node(0, 0).0]).is_err());
}

/// Hashes are returned in the requested order, from a transaction and from a view. A missing one is
/// an error.
pub fn hashes_are_read_by_their_places(database: &dyn Database) {
    entries(database, 2);
    let nodes = [node(0, 0), node(0, 1), node(1, 0)];
    commit(database, |transaction| {
        let log = transaction.audit_log();
        let ids = pending(log);
        log.append(NewLeaves {
            from: 0,
            entries: &ids,
            nodes: &nodes,
        })
        .unwrap();
        let requested = [nodes[2].0, nodes[0].0, nodes[1].0, nodes[0].0];
        let read = log.hashes(&requested).unwrap();
        assert_eq!(read, [hash(1, 0), hash(0, 0), hash(0, 1), hash(0, 0)]);
        assert_eq!(log.hashes(&[]).unwrap(), []);
    });
    let mut views = database.read().unwrap();
    let log = views.audit_log();
    assert_eq!(
        log.hashes(&[nodes[1].0, nodes[2].0]).unwrap(),
        [hash(0, 1), hash(1, 0)]
    );
    assert!(log.hashes(&[nodes[0].0, node(1, 1).0]).is_err());
    let there = log
        .present_hashes(&[nodes[2].0, node(1, 1).0, nodes[0].0])
        .unwrap();
    assert_eq!(
        there,
        HashMap::from([nodes[2], nodes[0]].map(|(node, hash)| (node, Some(hash))))
    );
    assert_eq!(log.present_hashes(&[]).unwrap(), HashMap::new());
}

/// Returns the end of the log, the place where it continues, and the entries without a leaf.
pub fn the_extent_of_the_log_is_read(database: &dyn Database) {
    let mut views = database.read().unwrap();
    let log = views.audit_log();
    assert_eq!(log.extent().unwrap(), Extent::default());
    assert_eq!(
        (log.rightmost_hashes().unwrap(), log.next_index(0).unwrap()),
        (vec![], None)
    );
    drop(views);
    entries(database, 5);
    commit(database, |transaction| {
        append(transaction.audit_log(), 0, 3);
        transaction.audit_log().add_checkpoint(&checkpoint(2, 7)).unwrap();
    });
    let mut views = database.read().unwrap();
    let log = views.audit_log();
    assert_eq!(log.extent().unwrap(), Extent { leaves: 3, signed: 2 });
    assert_eq!(log.rightmost_hashes().unwrap(), [Node { level: 0, place: 2 }]);
    let resumes = [0, 2, 3].map(|from| log.next_index(from).unwrap());
    assert_eq!(resumes, [Some(0), Some(2), None]);
    let logged = log.logged(1, 100).unwrap();
    let places: Vec<u64> = logged.iter().map(|leaf| leaf.index).collect();
    assert_eq!(places, [1, 2]);
    let entry = logged[0].entry.as_ref().unwrap();
    assert_eq!(entry.canonical, r#"{"act":{},"number":1}"#);
    assert_eq!(entry.indexed.as_ref().unwrap().at, at(1));
    assert_eq!(log.unlogged(10).unwrap(), []);
    assert_eq!(log.stuck(10).unwrap(), []);
}

/// No leaf is skipped, and none has two entries.
pub fn leaves_follow_one_another(database: &dyn Database) {
    entries(database, 4);
    commit(database, |transaction| append(transaction.audit_log(), 0, 2));
    for from in [0, 1, 3] {
        let mut transaction = database.begin().unwrap();
        let log = transaction.audit_log();
        let ids = pending(log);
        let appended = NewLeaves {
            from,
            entries: &ids,
            nodes: &[],
        };
        assert!(log.append(appended).is_err(), "from {from}");
        assert!(transaction.commit(unrecorded(Unrecorded::DemoOrTest)).is_err());
    }
    // An entry in the tree cannot get a second leaf.
    let mut transaction = database.begin().unwrap();
    let first = pending(transaction.audit_log())[0];
    let in_tree = AuditEntryId(first.0 - 1);
    let again = NewLeaves {
        from: 2,
        entries: &[in_tree],
        nodes: &[],
    };
    assert!(transaction.audit_log().append(again).is_err());
    drop(transaction);
    commit(database, |transaction| append(transaction.audit_log(), 2, 2));
}

/// A checkpoint of a smaller tree than the one before, or of another tree of the same size, is
/// refused.
pub fn checkpoints_never_fork(database: &dyn Database) {
    let newest = || database.read().unwrap().audit_log().newest().unwrap();
    assert_eq!(newest(), None);
    for added in [checkpoint(2, 7), checkpoint(5, 8)] {
        commit(database, |transaction| {
            assert!(transaction.audit_log().add_checkpoint(&added).is_ok());
            assert_eq!(transaction.audit_log().newest().unwrap(), Some(added.clone()));
        });
        assert_eq!(newest(), Some(added));
    }
    for fork in [checkpoint(4, 8), checkpoint(5, 9)] {
        let mut transaction = database.begin().unwrap();
        assert!(transaction.audit_log().add_checkpoint(&fork).is_err(), "{fork:?}");
        drop(transaction);
        assert_eq!(newest(), Some(checkpoint(5, 8)));
    }
    // The same tree may be signed again, as with a new key.
    let again = Checkpoint {
        note: "signed by another key".to_owned(),
        ..checkpoint(5, 8)
    };
    commit(database, |transaction| {
        transaction.audit_log().add_checkpoint(&again).unwrap();
    });
    assert_eq!(newest(), Some(again));
}

/// Only the verifier key of the former key is kept.
pub fn a_new_key_replaces_the_secret(database: &dyn Database) {
    let key = |number: u8| SigningKey {
        origin: "aditus.example/log".to_owned(),
        verifier_key: format!("aditus.example/log+{number}"),
        sealed: vec![number; 40],
    };
    commit(database, |transaction| {
        let log = transaction.audit_log();
        assert_eq!(log.signing_key().unwrap(), None);
        log.set_signing_key(&key(1), at(1)).unwrap();
        assert_eq!(log.signing_key().unwrap(), Some(key(1)));
        log.set_signing_key(&key(2), at(2)).unwrap();
    });
    commit(database, |transaction| {
        assert_eq!(transaction.audit_log().signing_key().unwrap(), Some(key(2)));
    });
    let keys = database.read().unwrap().audit_log().keys().unwrap();
    let listed: Vec<_> = keys
        .iter()
        .map(|key| (key.verifier_key.as_str(), key.made_at))
        .collect();
    assert_eq!(
        listed,
        [("aditus.example/log+2", at(2)), ("aditus.example/log+1", at(1))]
    );
}

/// One of two concurrent writers continues the log.
pub fn one_writer_at_a_time_continues_the_log(database: &dyn Database) {
    entries(database, 20);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let mut appended = 0;
                    while database.read().unwrap().audit_log().is_pending().unwrap() {
                        let mut transaction = database.begin().unwrap();
                        let log = transaction.audit_log();
                        if !log.try_lock().unwrap() {
                            continue;
                        }
                        let size = log.newest().unwrap().map_or(0, |newest| newest.head.size);
                        let count = log.pending(AuditEntryId(i64::MIN), 2).unwrap().len();
                        if count == 0 {
                            continue;
                        }
                        append(log, size, count);
                        log.add_checkpoint(&checkpoint(size + count as u64, 1)).unwrap();
                        transaction.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
                        appended += count;
                    }
                    appended
                })
            })
            .collect();
        let all: usize = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
        assert_eq!(all, 20);
    });
    let newest = database.read().unwrap().audit_log().newest().unwrap().unwrap();
    assert_eq!(newest.head.size, 20);
}

/// The state of each witness is read as it was noted.
pub fn witnesses_are_kept_by_name(database: &dyn Database) {
    let witnesses = || database.read().unwrap().audit_log().witnesses().unwrap();
    assert_eq!(witnesses(), []);
    let agreed = WitnessState {
        agreed: Some(CosignedCheckpoint {
            size: 7,
            note: "aditus.example/log\n7\n".to_owned(),
            at: at(1),
        }),
        trouble: None,
        failures: 0,
        next: at(60),
    };
    let troubled = |kind| WitnessState {
        trouble: Some(Trouble {
            kind,
            message: "no".to_owned(),
            since: at(3),
        }),
        failures: 2,
        ..agreed.clone()
    };
    let note = |name: &str, state: &WitnessState| {
        commit(database, |transaction| {
            transaction.audit_log().save_witness_state(name, state).unwrap();
        });
    };
    note("https://b.example", &WitnessState::default());
    for kind in TroubleKind::ALL {
        note("https://a.example", &troubled(kind));
        assert_eq!(witnesses()[0], ("https://a.example".to_owned(), troubled(kind)));
    }
    note("https://a.example", &agreed);
    assert_eq!(
        witnesses(),
        [
            ("https://a.example".to_owned(), agreed),
            ("https://b.example".to_owned(), WitnessState::default())
        ]
    );
}

/// One of several nodes gets the lease on a witness until it ends. A lease that ends too far in the
/// future is ignored.
pub fn one_node_at_a_time_asks_a_witness(database: &dyn Database) {
    let lease = |now: i64| WitnessLease {
        now: at(now),
        until: at(now + 100),
        latest: at(now + 1_000),
    };
    let taken = |name: &str, now: i64| {
        let mut transaction = database.begin().unwrap();
        let taken = transaction
            .audit_log()
            .try_lease_witness(name, lease(now))
            .unwrap();
        transaction.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
        taken
    };
    let of_three: usize = std::thread::scope(|scope| {
        let nodes: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| taken("https://a.example", 0)))
            .collect();
        nodes
            .into_iter()
            .map(|node| usize::from(node.join().unwrap()))
            .sum()
    });
    assert_eq!(of_three, 1);
    assert!(!taken("https://a.example", 99));
    assert!(taken("https://b.example", 99), "another one is asked meanwhile");
    assert!(taken("https://a.example", 100));
    assert!(!taken("https://a.example", -700));
    assert!(taken("https://a.example", -900), "the clock was ahead");
    // Noting the result ends the lease.
    commit(database, |transaction| {
        let state = WitnessState {
            next: at(5),
            ..WitnessState::default()
        };
        transaction
            .audit_log()
            .save_witness_state("https://a.example", &state)
            .unwrap();
    });
    assert!(taken("https://a.example", 5));
}

/// The owner of the tables can alter them. A database without roles reports that.
pub fn the_guard_lists_the_tables_that_the_role_can_alter(database: &dyn Database) {
    match database.read().unwrap().audit_log().write_protection().unwrap() {
        WriteProtection::NoRoles | WriteProtection::InsertOnly => {}
        WriteProtection::Alterable(tables) => assert_eq!(tables.len(), 6, "{tables:?}"),
    }
}

/// Only readers of its request may read an entry. An entry about no request needs the scope of
/// everything.
pub fn a_whole_entry_is_read_within_the_scope(database: &dyn Database) {
    use super::fixtures::{provider, requester, start, submit};
    use super::seed::user;
    use crate::access::RequestScope;
    use crate::ports::SaltedValue;
    use aditus_domain::requests::content::Commitment;

    let (provider, requester) = (provider(database), requester(database));
    let request = submit(database, &requester, &provider, "Malaria", start());
    let value = SaltedValue {
        commitment: Commitment([1; 32]),
        salt: [2; 16],
        value: "Not enough is said of the purpose".to_owned(),
    };
    let entry = |request| NewEntry {
        at: at(0),
        kind: Kind::RequestDecided,
        user: None,
        concerns: None,
        request,
        encoded: EncodedEntry {
            canonical: r#"{"act":{}}"#.to_owned(),
            values: vec![value.clone()],
        },
        mac: [7; 32],
    };
    commit(database, |transaction| {
        transaction.audit().add(&entry(Some(request))).unwrap();
        transaction.audit().add(&entry(None)).unwrap();
    });
    let mut views = database.read().unwrap();
    let page = views
        .audit()
        .page(&EntryFilter::default(), EntryCursor::Newest, 2)
        .unwrap();
    let [of_none, of_request] = [page.entries[0].id, page.entries[1].id];
    let mut whole = |scope: &RequestScope, id| views.audit().entry_with_values(scope, id).unwrap();
    let found = whole(&requester.scope(), of_request).unwrap();
    assert_eq!((found.entry.id, found.values), (of_request, vec![value.clone()]));
    assert!(whole(&requester.scope(), of_none).is_none());
    assert!(whole(&RequestScope::Everything, of_none).is_some());
    let nobody = RequestScope::Limited {
        owner: user(database, 77),
        org_roles: Vec::new(),
    };
    assert!(whole(&nobody, of_request).is_none());
    assert!(whole(&RequestScope::Everything, AuditEntryId(987_654)).is_none());
}
