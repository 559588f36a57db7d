//! Tests of the master secret of an installation: a missing one, a lost one, and its rotation.

use std::fs;

use crate::installation::{Installation, Server, complained, said};
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
        complained(&output)
    );
    said(&output)
}

/// Runs a command that has to be refused, and returns its complaint.
fn refused(installation: &Installation, arguments: &[&str]) -> String {
    let output = installation.run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
    complained(&output)
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
fn a_missing_secret_of_an_installation_in_use_is_an_error_of_every_command() {
    for installation in Installation::on_both() {
        installation.begin_to_use();
        let (key, kept) = (installation.data(KEY), installation.path("kept.key"));
        fs::rename(&key, &kept).unwrap();
        let folder = installation.path("folder");
        let commands: [&[&str]; 10] = [
            &["serve"],
            &["audit", "verify"],
            &["audit", "keys"],
            &["audit", "keys", "--rotate"],
            &["audit", "export", &folder],
            &["retention"],
            &["set-password", "ada@people.example"],
            &["keys", "status"],
            &["keys", "prepare"],
            &["keys", "rotate"],
        ];
        for command in commands {
            let told = refused(&installation, command);
            assert!(
                told.contains("master.key is missing, and the database ")
                    && told.contains("; KEYS.md says how")
                    && told.contains("aditus keys replace-lost"),
                "{command:?}: {told}"
            );
        }
        let check = installation.run(&["check"]);
        assert_eq!(check.status.code(), Some(1));
        assert!(
            said(&check).contains("master.key is missing, and the database "),
            "{}",
            said(&check)
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
            let told = refused(&installation, &command);
            assert!(told.contains("this installation is not in use yet"), "{told}");
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
        installation.begin_to_use();
        let server = Server::start(&installation, &[]);
        let token = signed_in(&server);
        settled(&server);
        assert_eq!(server.end("-TERM"), Some(0));

        let told = refused(&installation, &["keys", "replace-lost"]);
        assert!(told.contains("is there, and is kept"), "{told}");
        fs::write(installation.data(KEY), "5a".repeat(32)).unwrap();
        let told = refused(&installation, &["serve"]);
        assert!(
            told.contains("does not open the key of the transparency log"),
            "{told}"
        );
        let checked = said(&installation.run(&["check"]));
        assert!(
            checked.contains("WARN   secrets: master.key does not open"),
            "{checked}"
        );
        fs::remove_file(installation.data(KEY)).unwrap();
        let told = succeeded(&installation, &["keys", "replace-lost"]);
        for lost in ["sessions", "codes", "passwords of data sources' databases"] {
            assert!(told.contains(lost), "{lost} in {told}");
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
fn a_rotation_beside_a_running_server_ends_nothing_until_the_former_secret_is_removed() {
    for installation in Installation::on_both() {
        installation.begin_to_use();
        let server = Server::start(&installation, &[]);
        let token = signed_in(&server);
        settled(&server);
        let told = refused(&installation, &["keys", "rotate"]);
        assert!(told.contains("run `aditus keys prepare` first"), "{told}");
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
        let told = succeeded(&installation, &["keys", "rotate"]);
        assert!(
            told.contains("Nothing is sealed with the former secret any more."),
            "{told}"
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
    installation.begin_to_use();
    let server = Server::start(&installation, &[]);
    settled(&server);
    assert_eq!(server.end("-TERM"), Some(0));
    succeeded(&installation, &["keys", "prepare"]);
    fs::rename(installation.data(KEY), installation.data(FORMER)).unwrap();
    fs::rename(installation.data(NEXT), installation.data(KEY)).unwrap();

    let told = succeeded(&installation, &["keys", "status"]);
    assert!(told.contains("The former secret is still needed"), "{told}");
    let check = said(&installation.run(&["check"]));
    assert!(
        check.contains("WARN   secrets: a rotation has begun and not ended"),
        "{check}"
    );
    let told = succeeded(&installation, &["keys", "rotate"]);
    assert!(
        !told.contains("Sealed anew: 0 values")
            && told.contains("Nothing is sealed with the former secret any more."),
        "{told}"
    );
}
