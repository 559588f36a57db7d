//! Runs the contract of the database on SQLite.

use aditus_application::contract::DatabaseClause;
use aditus_application::contract::fixtures::{Requester, minute, provider, submit, transact};
use aditus_application::ports::MigratableDatabase;
use aditus_storage::testing::TestDatabase;
use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel::{Connection, QueryResult, RunQueryDsl, SqliteConnection};

fn run(clause: DatabaseClause) {
    let database = TestDatabase::sqlite();
    clause(&*database.store());
}

aditus_application::database_contract!(run);

/// Without this option, SQLite replans every statement with a bound LIMIT at each call: see
/// `.cargo/config.toml`.
#[test]
fn statements_are_planned_once() {
    let mut connection = SqliteConnection::establish(":memory:").unwrap();
    let stable: QueryResult<bool> =
        diesel::select(sql::<Bool>("sqlite_compileoption_used('ENABLE_QPSG')")).get_result(&mut connection);
    assert_eq!(stable, Ok(true));
}

/// Returns the bytes of the file and of its journal.
fn bytes_on_disk(database: &TestDatabase) -> Vec<u8> {
    let path = database.url().strip_prefix("sqlite://").unwrap();
    let mut bytes = std::fs::read(path).unwrap();
    // The journal is removed with the last connection.
    bytes.extend(std::fs::read(format!("{path}-wal")).unwrap_or_default());
    bytes
}

/// Returns the texts that are on the disk, ignoring case.
fn on_disk(database: &TestDatabase, texts: &[String]) -> Vec<String> {
    let bytes = bytes_on_disk(database).to_ascii_lowercase();
    let is_there = |text: &&String| {
        let text = text.to_lowercase().into_bytes();
        bytes.windows(text.len()).any(|window| window == text)
    };
    texts.iter().filter(is_there).cloned().collect()
}

#[test]
fn the_files_contain_nothing_of_an_erased_person() {
    let database = TestDatabase::sqlite();
    let store = database.store();
    let person = Requester::new(&*store, "Leonora", "Abernathy", "Halden University");
    let user = person.attendant.user;
    let (email, phone) = transact(&*store, |transaction| {
        let account = transaction.accounts().by_id(user).unwrap().unwrap();
        (
            account.org_email.unwrap().folded(),
            account.phone.as_str().to_owned(),
        )
    });
    let texts = [
        "Leonora".to_owned(),
        "Abernathy".to_owned(),
        email.clone(),
        phone.clone(),
    ];
    // These updates, by a connection without secure deletion, move the row between pages.
    for length in [3000, 10, 6000, 0] {
        let moved = format!("UPDATE users SET designation = hex(zeroblob({length})) WHERE id = {user}");
        database.execute(&moved).unwrap();
    }
    // Free pages with old content, more than an erasure reuses.
    let image = texts.join(" ").repeat(5000);
    database
        .execute(&format!(
            "CREATE TABLE moved (image TEXT); INSERT INTO moved VALUES ('{image}'); DROP TABLE moved;"
        ))
        .unwrap();
    assert_eq!(on_disk(&database, &texts), texts);

    transact(&*store, |transaction| {
        let erased = transaction
            .erasures()
            .erase_account(user, &[&email], &[[0; 32]], minute(9));
        erased.unwrap();
    });
    assert_eq!(on_disk(&database, &texts), Vec::<String>::new());
}

#[test]
fn the_files_contain_nothing_of_a_removed_request() {
    let database = TestDatabase::sqlite();
    let store = database.store();
    let requester = Requester::new(&*store, "Leonora", "Abernathy", "Halden University");
    let provider = provider(&*store);
    let [removed, stays] = ["Dengue in the valleys", "Cholera at the lake"]
        .map(|title| submit(&*store, &requester, &provider, title, minute(0)));
    let texts = [
        "Dengue in the valleys".to_owned(),
        "Cholera at the lake".to_owned(),
    ];
    assert_eq!(on_disk(&database, &texts), texts);
    transact(&*store, |transaction| {
        let retentions = transaction.retentions();
        assert_eq!(retentions.lock_requests(&[removed, stays]).unwrap().len(), 2);
        retentions.remove_requests(&[removed], minute(9)).unwrap();
    });
    transact(&*store, |transaction| {
        transaction.retentions().erase_remnants().unwrap();
    });
    assert_eq!(on_disk(&database, &texts), texts[1..]);
}

#[test]
fn a_rewrite_that_was_interrupted_is_done_at_the_next_start() {
    let database = TestDatabase::sqlite();
    let image = "Leonora Abernathy ".repeat(5000);
    database
        .execute(&format!(
            "CREATE TABLE erased (image TEXT); INSERT INTO erased VALUES ('{image}'); DROP TABLE erased;"
        ))
        .unwrap();
    let texts = ["Abernathy".to_owned()];
    assert_eq!(on_disk(&database, &texts), texts);
    // Marks the file to be rewritten.
    database.execute("PRAGMA user_version = 1").unwrap();
    database.store().migrate().unwrap();
    assert_eq!(on_disk(&database, &texts), Vec::<String>::new());
}
