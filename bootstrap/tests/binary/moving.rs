//! Moves a demonstration from SQLite to PostgreSQL, and continues it there.

use std::process::Stdio;

use crate::backups::{refused, rows_of_sqlite, succeeded, wrong_beside_the_demonstration};
use crate::installation::{Installation, Server, stdout_text};
use crate::proof::settled;

#[test]
fn an_installation_on_sqlite_moves_to_postgres() {
    let mut installation = Installation::on_sqlite();
    let postgres = Installation::on_postgres();
    let address = postgres.postgres().unwrap().to_owned();
    let arguments = ["migrate-database", "--to", &address];

    let server = Server::logging_to(Stdio::null(), &installation, &["--demo"]);
    let before = settled(&server);
    let running = refused(&installation.run(&arguments));
    assert!(
        running.contains("another program has the database open"),
        "{running}"
    );
    assert_eq!(server.end("-TERM"), Some(0));

    let backup = installation.path("backup");
    succeeded(&installation.run(&["backup", &backup]));
    let rows = rows_of_sqlite(&installation.data("aditus.db"));
    // The address comes from a file, so that its password appears in no list of processes.
    let file = installation.path("new-address");
    std::fs::write(&file, format!("{address}&password=s3cret\n")).unwrap();
    let mut by_file = installation.aditus(&["migrate-database"]);
    by_file.env("ADITUS_NEW_DATABASE_URL_FILE", &file);
    let reported = succeeded(&by_file.output().unwrap());
    assert!(!reported.contains("s3cret"), "{reported}");
    assert!(
        reported.contains("the digest of each table are the same in both databases")
            && reported.contains("grants.sql"),
        "{reported}"
    );
    assert_eq!(
        rows_of_sqlite(&installation.data("aditus.db")),
        rows,
        "the source is untouched"
    );
    let mut by_variable = installation.aditus(&["migrate-database"]);
    by_variable.env("ADITUS_NEW_DATABASE_URL", &address);
    let again = refused(&by_variable.output().unwrap());
    assert!(again.contains("the database is in use"), "{again}");

    let on_sqlite = refused(&installation.run(&["serve", "--demo"]));
    assert!(
        on_sqlite.contains("this installation was moved to postgres://"),
        "{on_sqlite}"
    );

    installation.configure("ADITUS_DATABASE_URL", &address);
    let wrong = wrong_beside_the_demonstration(&installation, &["check", "--deep"]);
    assert_eq!(wrong, Vec::<String>::new());
    let checked = stdout_text(&installation.run(&["check"]));
    let of_another =
        format!("TO DO  backups: the last backup, in {backup}, is of another kind of database (sqlite)");
    assert!(checked.contains(&of_another), "{checked}");
    succeeded(&installation.run(&["audit", "verify"]));
    let server = Server::logging_to(Stdio::null(), &installation, &["--demo"]);
    let after = settled(&server);
    assert_eq!(after["origin"], before["origin"]);
    let size = |log: &serde_json::Value| log["checkpoint"]["size"].as_u64().unwrap();
    assert!(size(&before) > 0 && size(&after) >= size(&before));
    let (status, sources) = server.call("GET", "/api/v1/data_dictionary/data_sources/", None, None);
    assert_eq!(status, 200, "{sources}");
    assert!(
        sources["data"]
            .as_array()
            .is_none_or(|sources| !sources.is_empty())
    );
    assert_eq!(server.end("-TERM"), Some(0));
    succeeded(&installation.run(&["audit", "verify"]));

    let there = refused(&installation.run(&["migrate-database", "--to", "postgres://elsewhere/aditus"]));
    assert!(
        there.contains("only an installation on SQLite can be moved"),
        "{there}"
    );
}
