//! Tests of the master secret of an installation: a missing one, a lost one, and its rotation.

use std::fs;

use crate::installation::{Installation, Server, stderr_text, stdout_text};
use crate::proof::{json, settled};

const KEY: &str = "secrets/master.key";
const NEXT: &str = "secrets/master.key.next";
const FORMER: &str = "secrets/master.key.old";

/// Runs a command that has to succeed, and returns its output.
fn succeeded(installation: &Installation, arguments: &[&str]) -> String {
    let output = installation.run(arguments);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{arguments:?}: {}",
        stderr_text(&output)
    );
    stdout_text(&output)
}

/// Runs a command that has to be refused, and returns its standard error.
fn refused(installation: &Installation, arguments: &[&str]) -> String {
    let output = installation.run(arguments);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{arguments:?}: {}",
        stdout_text(&output)
    );
    stderr_text(&output)
}

/// Returns true if the token opens a session.
fn opens(server: &Server, token: &str) -> bool {
    match server
        .call("GET", "/api/v1/users/detailuser/", Some(token), None)
        .0
    {
        200 => true,
        401 => false,
        other => panic!("status {other}"),
    }
}

fn signed_in(server: &Server) -> String {
    server.sign_in("ada@people.example", "Quiet-River-7!")
}

#[test]
fn a_missing_secret_of_an_installation_in_use_fails_the_commands_that_need_it() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let (key, kept) = (installation.data(KEY), installation.path("kept.key"));
        fs::rename(&key, &kept).unwrap();
        let folder = installation.path("folder");
        let commands: [&[&str]; 11] = [
            &["serve"],
            &["audit", "verify"],
            &["audit", "keys"],
            &["audit", "keys", "--rotate"],
            &["audit", "export", &folder],
            &["retention"],
            &["set-password", "ada@people.example"],
            &["reset-second-factor", "ada@people.example"],
            &["keys", "status"],
            &["keys", "prepare"],
            &["keys", "rotate"],
        ];
        for command in commands {
            let reported = refused(&installation, command);
            assert!(
                reported.contains("master.key is missing, and the database ")
                    && reported.contains("; KEYS.md says how")
                    && reported.contains("aditus keys replace-lost"),
                "{command:?}: {reported}"
            );
        }
        let check = installation.run(&["check"]);
        assert_eq!(check.status.code(), Some(1));
        assert!(
            stdout_text(&check).contains("master.key is missing, and the database "),
            "{}",
            stdout_text(&check)
        );
        assert!(!key.exists(), "no command makes another one");
        // A backup contains no secrets, and is most needed now.
        succeeded(&installation, &["backup", &installation.path("backup")]);
        assert!(!key.exists());

        fs::rename(&kept, &key).unwrap();
        succeeded(&installation, &["audit", "verify"]);
    }
}

#[test]
fn an_unused_installation_gets_its_secret_at_the_first_start_only() {
    for installation in Installation::on_both() {
        succeeded(&installation, &["migrate"]);
        for command in [
            &["check"][..],
            &["audit", "keys"],
            &["audit", "verify"],
            &["retention"],
        ] {
            succeeded(&installation, command);
        }
        for command in [["keys", "prepare"], ["keys", "replace-lost"]] {
            let reported = refused(&installation, &command);
            assert!(
                reported.contains("this installation is not in use yet"),
                "{reported}"
            );
        }
        assert!(!installation.data(KEY).exists());
        let server = Server::start(&installation, &[]);
        assert!(installation.data(KEY).exists());
        assert_eq!(server.end("-TERM"), Some(0));
    }
}

#[test]
fn a_lost_secret_is_replaced_by_a_command_that_lists_the_losses() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let server = Server::start(&installation, &[]);
        let token = signed_in(&server);
        settled(&server);
        assert_eq!(server.end("-TERM"), Some(0));

        let reported = refused(&installation, &["keys", "replace-lost"]);
        assert!(reported.contains("exists and was not changed"), "{reported}");
        fs::write(installation.data(KEY), "5a".repeat(32)).unwrap();
        let reported = refused(&installation, &["serve"]);
        assert!(
            reported.contains("does not open the key of the transparency log"),
            "{reported}"
        );
        let checked = stdout_text(&installation.run(&["check"]));
        assert!(
            checked.contains("WARN   secrets: master.key does not open"),
            "{checked}"
        );
        fs::remove_file(installation.data(KEY)).unwrap();
        let reported = succeeded(&installation, &["keys", "replace-lost"]);
        for lost in [
            "sessions",
            "codes",
            "second factors",
            "database passwords of data sources",
        ] {
            assert!(reported.contains(lost), "{lost} in {reported}");
        }

        let server = Server::start(&installation, &[]);
        assert!(!opens(&server, &token));
        signed_in(&server);
        let log = settled(&server);
        assert_eq!(log["keys"].as_array().unwrap().len(), 2, "{log}");
        assert_eq!(server.end("-TERM"), Some(0));
        succeeded(&installation, &["audit", "verify"]);
    }
}

#[test]
fn a_rotation_ends_no_session_until_the_former_secret_is_removed() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let server = Server::start(&installation, &[]);
        let token = signed_in(&server);
        settled(&server);
        let reported = refused(&installation, &["keys", "rotate"]);
        assert!(reported.contains("run `aditus keys prepare` first"), "{reported}");
        let before = fs::read(installation.data(KEY)).unwrap();
        succeeded(&installation, &["keys", "prepare"]);
        assert_eq!(server.end("-TERM"), Some(0));

        let server = Server::start(&installation, &[]);
        assert!(opens(&server, &token));
        succeeded(&installation, &["keys", "rotate"]);
        assert_eq!(fs::read(installation.data(FORMER)).unwrap(), before);
        assert!(!installation.data(NEXT).exists());
        // This server knows the next secret beside the one that it began with.
        assert!(opens(&server, &token));
        let between = signed_in(&server);
        settled(&server);
        assert_eq!(server.end("-TERM"), Some(0));
        let reported = succeeded(&installation, &["keys", "rotate"]);
        assert!(
            reported.contains("The former secret is no longer needed."),
            "{reported}"
        );
        assert!(refused(&installation, &["keys", "prepare"]).contains("has not ended"));

        let server = Server::start(&installation, &[]);
        assert!(opens(&server, &token) && opens(&server, &between));
        let after = signed_in(&server);
        let path = "/api/v1/audit/entries/?kind=secrets.changed";
        let (_, entries) = server.call("GET", path, Some(&after), None);
        let entries = entries["data"]["entries"].as_array().unwrap();
        assert_eq!(entries.len(), 1, "{entries:?}");
        assert_eq!(
            (&entries[0]["details"]["how"], &entries[0]["who"]),
            (&"rotated".into(), &"product".into())
        );
        settled(&server);
        assert_eq!(server.end("-TERM"), Some(0));

        fs::remove_file(installation.data(FORMER)).unwrap();
        let server = Server::start(&installation, &[]);
        assert!(!opens(&server, &token) && !opens(&server, &between));
        assert!(opens(&server, &after));
        let log = settled(&server);
        assert_eq!(log["keys"].as_array().unwrap().len(), 1, "the same key signs");
        assert_eq!(server.end("-TERM"), Some(0));
        assert_eq!(
            json(&installation, &["audit", "verify", "--json"], 0)["verified"],
            true
        );
    }
}

#[test]
fn an_interrupted_rotation_continues() {
    let installation = Installation::on_sqlite();
    installation.create_super_user();
    let server = Server::start(&installation, &[]);
    settled(&server);
    assert_eq!(server.end("-TERM"), Some(0));
    succeeded(&installation, &["keys", "prepare"]);
    fs::rename(installation.data(KEY), installation.data(FORMER)).unwrap();
    fs::rename(installation.data(NEXT), installation.data(KEY)).unwrap();

    let reported = succeeded(&installation, &["keys", "status"]);
    assert!(
        reported.contains("The former secret is still needed"),
        "{reported}"
    );
    let check = stdout_text(&installation.run(&["check"]));
    assert!(
        check.contains("WARN   secrets: a rotation was interrupted"),
        "{check}"
    );
    let reported = succeeded(&installation, &["keys", "rotate"]);
    assert!(
        !reported.contains("Re-encrypted: 0 values")
            && reported.contains("The former secret is no longer needed."),
        "{reported}"
    );
}
