//! Tests of the audit tables: the database rejects changes of entries, and allows the erasure of
//! the values that entries commit to.

use std::collections::BTreeSet;

use aditus_application::audit::NewEntry;
use aditus_application::audit::log::{Checkpoint, NewLeaves, SigningKey};
use aditus_application::contract::seed;
use aditus_application::ports::{EncodedEntry, SaltedValue};
use aditus_domain::audit::Kind;
use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use aditus_domain::ids::AuditEntryId;
use aditus_domain::requests::content::Commitment;
use aditus_storage::testing::TestDatabase;

use crate::schemas::{lines, postgres, sqlite};

/// Adds an entry with a value beside it to the log.
fn add_logged_entry(database: &TestDatabase) {
    seed::commit(&*database.store(), |transaction| {
        let entry = NewEntry {
            at: seed::at(0),
            kind: Kind::EmailChanged,
            user: None,
            concerns: None,
            request: None,
            encoded: EncodedEntry {
                canonical: "{}".to_owned(),
                values: vec![SaltedValue {
                    commitment: Commitment([1; 32]),
                    salt: [2; 16],
                    value: "ada@people.example".to_owned(),
                }],
            },
            mac: [7; 32],
        };
        transaction.audit().add(&entry).unwrap();
        let log = transaction.audit_log();
        let key = SigningKey {
            origin: "aditus.example/log".to_owned(),
            verifier_key: "aditus.example/log+1".to_owned(),
            sealed: vec![4; 40],
        };
        log.set_signing_key(&key, seed::at(0)).unwrap();
        let leaf = TreeHash([3; 32]);
        let appended = NewLeaves {
            from: 0,
            entries: &[log.pending(AuditEntryId(i64::MIN), 1).unwrap()[0].id],
            nodes: &[(Node { level: 0, place: 0 }, leaf)],
        };
        log.append(appended).unwrap();
        let checkpoint = Checkpoint {
            head: TreeHead { size: 1, root: leaf },
            signed_at: seed::at(0),
            note: "aditus.example/log\n1\n".to_owned(),
        };
        log.add_checkpoint(&checkpoint).unwrap();
    });
}

/// Returns every column of the rows of a table.
fn rows(database: &TestDatabase, table: &str) -> BTreeSet<String> {
    if database.url().starts_with("sqlite") {
        let mut connection = sqlite(database);
        let columns = format!(
            "SELECT group_concat('quote(' || name || ')', ' || ') AS text FROM pragma_table_info('{table}')"
        );
        let columns = lines(&mut connection, &columns).pop_first().unwrap();
        lines(&mut connection, &format!("SELECT {columns} AS text FROM {table}"))
    } else {
        lines(
            &mut postgres(database),
            &format!("SELECT t::text AS text FROM {table} t"),
        )
    }
}

/// An attempt to replace an audit row: the table, a key, the columns that stay, the column that
/// changes, and its new value.
type Alteration = [&'static str; 5];

/// Covers each key of each table.
#[rustfmt::skip]
const ALTERATIONS: [Alteration; 9] = [
    ["audit_entries", "id", "id, at, kind", "canonical", "'[]'"],
    ["audit_entries", "id", "id, at, kind, canonical", "user_id", "7"],
    ["audit_values", "entry_id, commitment", "entry_id, commitment, salt", "value", "'somebody'"],
    ["audit_leaves", "leaf_index", "leaf_index", "entry_id", "entry_id + 1"],
    ["audit_leaves", "entry_id", "entry_id", "leaf_index", "leaf_index + 1"],
    ["audit_tree", "level, place", "level, place", "hash", "hash || hash"],
    ["audit_checkpoints", "id", "id, size, root, signed_at", "note", "'another'"],
    ["audit_log_keys", "id", "id, origin, made_at", "verifier_key", "'another'"],
    ["audit_log_keys", "verifier_key", "verifier_key, made_at", "origin", "'another'"],
];

/// The messages of the triggers.
const REFUSALS: [&str; 4] = [
    "an entry of the record is never ",
    "what an entry of the record commits to is never altered",
    "the log is never altered",
    "leaves of the log follow one another",
];

fn statements([table, key, kept, altered, becomes]: &Alteration, on_sqlite: bool) -> Vec<String> {
    let another = format!("INTO {table} ({kept}, {altered}) SELECT {kept}, {becomes} FROM {table}");
    let mut statements = vec![format!("UPDATE {table} SET {altered} = {becomes}")];
    if on_sqlite {
        statements.push(format!("INSERT OR REPLACE {another}"));
    } else {
        statements.push(format!(
            "INSERT {another} ON CONFLICT ({key}) DO UPDATE SET {altered} = EXCLUDED.{altered}"
        ));
        statements.push(format!("TRUNCATE {table} CASCADE"));
    }
    // Values beside entries can be erased.
    if *table != "audit_values" {
        statements.push(format!("DELETE FROM {table}"));
    }
    statements
}

fn audit_tables_reject_updates_replacements_and_deletes(database: &TestDatabase) {
    add_logged_entry(database);
    let on_sqlite = database.url().starts_with("sqlite");
    for alteration in &ALTERATIONS {
        let before = rows(database, alteration[0]);
        assert_eq!(before.len(), 1, "{alteration:?}");
        for statement in statements(alteration, on_sqlite) {
            let refused = database.execute(&statement).unwrap_err().to_string();
            let by_trigger = REFUSALS.iter().any(|words| refused.contains(words));
            assert!(by_trigger, "{statement}: {refused}");
            assert_eq!(rows(database, alteration[0]), before, "{statement}");
        }
    }
    database.execute("DELETE FROM audit_values").unwrap();
    assert!(database.execute("DELETE FROM audit_entries").is_err());
    assert_eq!(
        rows(database, "audit_entries").len(),
        1,
        "the entry stays without its meaning"
    );
}

#[test]
fn audit_tables_reject_updates_replacements_and_deletes_on_sqlite() {
    audit_tables_reject_updates_replacements_and_deletes(&TestDatabase::sqlite());
}

#[test]
fn audit_tables_reject_updates_replacements_and_deletes_on_postgres() {
    audit_tables_reject_updates_replacements_and_deletes(&TestDatabase::postgres());
}
