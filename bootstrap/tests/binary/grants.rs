//! Tests of a server on PostgreSQL whose role can add audit entries but not alter them
//! (docs/operating/GRANTS.md).

use std::path::Path;
use std::process::Command;

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::BigInt;
use diesel::{Connection, PgConnection, RunQueryDsl};

use crate::backups::{refused, succeeded, take_key};
use crate::installation::{Installation, Server, stderr_text, stdout_text};
use crate::proof::{json, settled};

const OWNER: &str = "record_owner";
const SERVER: &str = "record_server";

/// Returns the address of the database for a role.
fn address(database: &str, role: &str) -> String {
    database.replace("user=aditus", &format!("user={role}"))
}

fn execute(address: &str, statements: &str) -> Result<(), String> {
    let mut connection = PgConnection::establish(address).unwrap();
    connection
        .batch_execute(statements)
        .map_err(|error| error.to_string())
}

/// Runs the script that ships, as a database administrator does.
fn grant(database: &str) {
    let found = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/postgres"))
        .arg("find")
        .output()
        .unwrap();
    let psql = Path::new(stdout_text(&found).trim()).join("psql");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operating/grants.sql");
    let output = Command::new(psql)
        .args(["--no-psqlrc", "--quiet", &format!("--set=role={SERVER}")])
        .arg(format!("--file={}", script.display()))
        .arg(address(database, OWNER))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr_text(&output));
}

/// Asserts that this role cannot alter audit entries.
fn assert_audit_log_cannot_be_altered(by_server: &str) {
    for table in [
        "audit_entries",
        "audit_leaves",
        "audit_tree",
        "audit_checkpoints",
        "audit_log_keys",
        "audit_values",
    ] {
        let column = match table {
            "audit_tree" => "place",
            "audit_leaves" => "leaf_index",
            "audit_values" => "entry_id",
            _ => "id",
        };
        let mut statements = vec![
            format!("UPDATE {table} SET {column} = {column}"),
            format!("TRUNCATE {table}"),
            format!("TRUNCATE {table} CASCADE"),
            format!("ALTER TABLE {table} DISABLE TRIGGER ALL"),
            format!("DROP TABLE {table} CASCADE"),
            format!(
                "CREATE TRIGGER mine BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record()"
            ),
        ];
        if table != "audit_values" {
            statements.push(format!("DELETE FROM {table}"));
        }
        for statement in statements {
            let refused = execute(by_server, &statement).unwrap_err();
            assert!(
                refused.contains("permission denied") || refused.contains("must be owner"),
                "{statement}: {refused}"
            );
        }
    }
    for statement in [
        "CREATE OR REPLACE FUNCTION refuse_change_of_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
        "DROP FUNCTION refuse_change_of_log() CASCADE",
        "SET session_replication_role = replica",
        "CREATE TABLE audit_more (id BIGINT)",
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('1')",
        "SET ROLE record_owner",
    ] {
        assert!(execute(by_server, statement).is_err(), "{statement}");
    }
}

/// Creates an empty database that belongs to the owner, and returns its address for a superuser.
/// The roles have to exist.
fn owned_database(postgres: &Installation, name: &str) -> String {
    let superuser = postgres.beside(name).postgres().unwrap().to_owned();
    execute(
        &superuser,
        &format!(
            "ALTER DATABASE {name} OWNER TO {OWNER}; ALTER SCHEMA public OWNER TO {OWNER};
             REVOKE CREATE ON SCHEMA public FROM PUBLIC"
        ),
    )
    .unwrap();
    superuser
}

fn create_roles(postgres: &Installation) {
    let statements = format!("CREATE ROLE {OWNER} LOGIN; CREATE ROLE {SERVER} LOGIN");
    execute(postgres.postgres().unwrap(), &statements).unwrap();
}

#[test]
fn a_server_works_with_a_role_that_cannot_alter_the_audit_log() {
    let postgres = Installation::on_postgres();
    create_roles(&postgres);
    let superuser = owned_database(&postgres, "owned");
    let mut installation = Installation::on_sqlite();
    let by = |installation: &mut Installation, role| {
        installation.configure("ADITUS_DATABASE_URL", &address(&superuser, role));
    };

    // The schema does not exist yet, and the server may not create it.
    by(&mut installation, SERVER);
    let refused = installation.run(&["serve"]);
    assert_eq!(refused.status.code(), Some(2));
    let reported = stderr_text(&refused);
    assert!(
        reported.contains("may not change the schema. Run `aditus migrate` with the address of the role that owns the database"),
        "{reported}"
    );
    by(&mut installation, OWNER);
    assert_eq!(installation.run(&["migrate"]).status.code(), Some(0));
    let reported = stdout_text(&installation.run(&["check"]));
    assert!(
        reported.contains("WARN   audit log: the database role of this server could disable the protection of audit_checkpoints, audit_entries,"),
        "{reported}"
    );
    grant(&superuser);

    // With the grants, the server works as usual.
    by(&mut installation, SERVER);
    let reported = stdout_text(&installation.run(&["check"]));
    assert!(
        reported
            .contains("OK     audit log: the database role of this server can add entries and change none"),
        "{reported}"
    );
    assert!(!reported.contains("WRONG  database"), "{reported}");
    let server = Server::start(&installation, &["--demo"]);
    let (_, accounts) = server.call("GET", "/api/v1/demo/accounts", None, None);
    let username = accounts["data"][0]["username"].as_str().unwrap().to_owned();
    let token = server.sign_in(&username, "Demo-2026!");
    let (status, ended) = server.call("POST", "/api/v1/users/signout/", Some(&token), Some("{}"));
    assert_eq!(status, 200, "{ended}");
    let log = settled(&server);
    assert!(log["checkpoint"]["size"].as_u64().unwrap() > 3, "{log}");
    let of_demo = stdout_text(&installation.run(&["audit", "verify"]));
    assert!(of_demo.contains("OK     entries in the log"), "{of_demo}");

    assert_audit_log_cannot_be_altered(&address(&superuser, SERVER));
    assert_eq!(server.end("-TERM"), Some(0));
    assert_eq!(
        json(&installation, &["audit", "verify", "--json"], 0)["verified"],
        true
    );

    // An upgrade: only the owner may migrate.
    execute(
        &address(&superuser, OWNER),
        "DROP TABLE idempotency_keys; DELETE FROM __diesel_schema_migrations WHERE version = '20261128000013'",
    )
    .unwrap();
    let refused = installation.run(&["serve", "--demo"]);
    assert_eq!(refused.status.code(), Some(2));
    let reported = stderr_text(&refused);
    assert!(
        reported.contains("there are migrations to apply (1)") && reported.contains("GRANTS.md"),
        "{reported}"
    );
    by(&mut installation, OWNER);
    assert_eq!(installation.run(&["migrate"]).status.code(), Some(0));
    grant(&superuser);
    by(&mut installation, SERVER);
    let server = Server::start(&installation, &["--demo"]);
    server.sign_in(&username, "Demo-2026!");
    settled(&server);
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn the_owner_restores_a_backup_and_the_server_continues_with_its_own_role() {
    let postgres = Installation::on_postgres();
    create_roles(&postgres);
    let superuser = owned_database(&postgres, "owned");
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_DATABASE_URL", &address(&superuser, OWNER));
    succeeded(&installation.run(&["migrate"]));
    grant(&superuser);
    installation.configure("ADITUS_DATABASE_URL", &address(&superuser, SERVER));
    installation.create_super_user();
    let backup = installation.path("backup");
    succeeded(&installation.run(&["backup", &backup]));

    let superuser = owned_database(&postgres, "again");
    let mut target = Installation::on_sqlite();
    take_key(&installation, &target);
    let by = |target: &mut Installation, role| {
        target.configure("ADITUS_DATABASE_URL", &address(&superuser, role));
    };
    // The role of the server cannot create tables: the restore is refused before anything is
    // stored.
    by(&mut target, SERVER);
    let reported = refused(&target.run(&["restore", &backup]));
    assert!(
        reported.contains("nothing was restored or changed")
            && reported.contains("the role record_server of ADITUS_DATABASE_URL may not create tables, nor create the extension pg_trgm")
            && reported.contains("the address of the role that owns the database")
            && reported.contains("grants.sql"),
        "{reported}"
    );
    assert!(!target.data("restore.unfinished").exists());

    by(&mut target, OWNER);
    let reported = succeeded(&target.run(&["restore", &backup]));
    assert!(
        reported.contains("If the server uses a separate database role") && reported.contains("grants.sql"),
        "{reported}"
    );

    // A restored database has no grants.
    by(&mut target, SERVER);
    let reported = refused(&target.run(&["migrate"]));
    assert!(reported.contains("Run grants.sql"), "{reported}");
    let reported = refused(&target.run(&["serve"]));
    assert!(reported.contains("Run grants.sql"), "{reported}");
    let reported = stdout_text(&target.run(&["check"]));
    let line = reported
        .lines()
        .find(|line| line.starts_with("WRONG  database: "))
        .unwrap_or_else(|| panic!("{reported}"));
    assert!(
        line.contains("Run grants.sql") && !line.contains("not of this version"),
        "{line}"
    );

    by(&mut target, OWNER);
    succeeded(&target.run(&["migrate"]));
    grant(&superuser);
    by(&mut target, SERVER);
    let server = Server::start(&target, &[]);
    server.sign_in("ada@people.example", "Quiet-River-7!");
    settled(&server);
    // The owner detects the server although that uses another role.
    by(&mut target, OWNER);
    let reported = refused(&target.run(&["restore", &backup]));
    assert!(reported.contains("stop every server that uses it"), "{reported}");
    assert_eq!(server.end("-TERM"), Some(0));
    by(&mut target, SERVER);
    let reported = succeeded(&target.run(&["check"]));
    assert!(
        reported
            .contains("OK     audit log: the database role of this server can add entries and change none"),
        "{reported}"
    );
    succeeded(&target.run(&["audit", "verify"]));
}

#[test]
fn migrate_database_by_the_role_of_the_server_names_the_owner_before_anything_is_copied() {
    let postgres = Installation::on_postgres();
    create_roles(&postgres);
    let superuser = owned_database(&postgres, "owned");
    let [by_owner, by_server] = [OWNER, SERVER].map(|role| address(&superuser, role));
    let installation = Installation::on_sqlite();
    installation.create_super_user();
    let refuses_the_server = || {
        let reported = refused(&installation.run(&["migrate-database", "--to", &by_server]));
        assert!(
            reported.contains("the role record_server of the new database's address may not ")
                && reported.contains("Run `aditus migrate-database` with an address of")
                && reported.contains("the role that owns the database, record_owner;"),
            "{reported}"
        );
    };
    let number_of_tables = || {
        let mut connection = PgConnection::establish(&superuser).unwrap();
        let number = sql::<BigInt>("(SELECT count(*) FROM pg_tables WHERE schemaname = 'public')");
        diesel::select(number).get_result::<i64>(&mut connection).unwrap()
    };

    refuses_the_server();
    assert_eq!(number_of_tables(), 0);

    // The tables belong to the owner: first without the grants of grants.sql, then with them.
    let mut empty = Installation::on_sqlite();
    empty.configure("ADITUS_DATABASE_URL", &by_owner);
    succeeded(&empty.run(&["migrate"]));
    refuses_the_server();
    grant(&superuser);
    refuses_the_server();

    succeeded(&installation.run(&["migrate-database", "--to", &by_owner]));
}
