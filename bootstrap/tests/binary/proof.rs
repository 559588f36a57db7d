//! Tests of the transparency log of a running server, and of the commands that prove it.

use std::fs;

use serde_json::Value;

use crate::commands::execute;
use crate::installation::{Installation, Server, exchange, stderr_text, stdout_text, until};

/// Returns the state of the log, once no entries wait for it.
pub fn settled(server: &Server) -> Value {
    until(|| {
        let (status, log) = server.call("GET", "/api/v1/audit/log/", None, None);
        assert_eq!(status, 200, "{log}");
        (log["data"]["waiting"] == 0 && log["data"]["checkpoint"].is_object()).then(|| log["data"].clone())
    })
}

/// Runs a command that has to end with this code, and returns its output as JSON.
pub fn json(installation: &Installation, arguments: &[&str], code: i32) -> Value {
    let output = installation.run(arguments);
    assert_eq!(
        output.status.code(),
        Some(code),
        "{}{}",
        stdout_text(&output),
        stderr_text(&output)
    );
    serde_json::from_str(&stdout_text(&output)).unwrap()
}

/// Exports the log into this folder, and again into another one with readable output. Returns its
/// checkpoint.
fn exported(installation: &Installation, folder: &str) -> String {
    let written = json(installation, &["audit", "export", folder, "--json"], 0);
    let checkpoint = fs::read_to_string(format!("{folder}/checkpoint")).unwrap();
    let size: u64 = checkpoint.lines().nth(1).unwrap().parse().unwrap();
    let expected = serde_json::json!({ "folder": folder, "entries": size, "tiles": 1 });
    assert_eq!(written, expected);

    let reported = installation.run(&["audit", "export", &installation.path("for-people")]);
    assert_eq!(reported.status.code(), Some(0), "{}", stderr_text(&reported));
    let of_it = format!(": the log of {size} entries in ");
    assert!(
        stdout_text(&reported).contains(&of_it),
        "{}",
        stdout_text(&reported)
    );
    checkpoint
}

#[test]
fn entries_are_proved_without_the_server() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let server = Server::start(&installation, &[]);
        let token = server.sign_in("ada@people.example", "Quiet-River-7!");
        let log = settled(&server);
        let kept = until(|| fs::read_to_string(installation.data("log.checkpoint")).ok());
        assert!(kept.starts_with(log["origin"].as_str().unwrap()));

        // The built-in records are the first entries.
        let path = "/api/v1/audit/entries/?kind=record.added&page_size=100";
        let (_, entries) = server.call("GET", path, Some(&token), None);
        let added = entries["data"]["entries"].as_array().unwrap();
        let of_procedure = added
            .iter()
            .find(|entry| entry["details"]["record"] == "Approval Procedure");
        assert_eq!(of_procedure.unwrap()["who"], "product");

        let path = "/api/v1/audit/entries/?kind=account.signed_in";
        let (_, entries) = server.call("GET", path, Some(&token), None);
        let entry = entries["data"]["entries"][0].clone();
        assert!(entry["log_index"].is_u64(), "{entry}");
        let path = format!("/api/v1/audit/entries/{}/evidence/", entry["entry_id"]);
        let (head, evidence) = exchange(server.address(), "GET", &path, Some(&token), None);
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        settled(&server);
        assert_eq!(server.end("-TERM"), Some(0));

        // A machine without any knowledge of the installation.
        let stranger = Installation::on_sqlite();
        let (file, altered) = (
            stranger.path("entry.evidence.json"),
            stranger.path("altered.evidence.json"),
        );
        fs::write(&file, &evidence).unwrap();
        fs::write(
            &altered,
            evidence.replace("account.signed_in", "account.signed_out"),
        )
        .unwrap();
        let key = log["keys"][0]["verifier_key"].as_str().unwrap();
        let checked = stranger.run(&["audit", "check", &file, "--key", key]);
        assert_eq!(checked.status.code(), Some(0), "{}", stdout_text(&checked));
        assert!(
            stdout_text(&checked).contains("proves: \"Signed in\"")
                && stdout_text(&checked).contains(&format!(
                    "The entry says: by account {}.\n",
                    entry["person"]["user_id"]
                ))
                && stdout_text(&checked).contains(&format!("Signed by {key}.")),
            "{}",
            stdout_text(&checked)
        );
        let answer = json(&stranger, &["audit", "check", &file, "--key", key, "--json"], 0);
        assert_eq!(
            (&answer["proved"], &answer["kind"], &answer["signed_by"]),
            (&true.into(), &"account.signed_in".into(), &vec![key].into())
        );
        let checked = stranger.run(&["audit", "check", &altered, "--key", key]);
        assert_eq!(checked.status.code(), Some(1));
        assert!(stdout_text(&checked).contains("WRONG  The entry is in the log that was signed"));
        assert!(!stranger.data("").exists(), "nothing is made there");
        let nothing = stranger.run(&["audit", "check", &stranger.path("none"), "--key", key]);
        assert_eq!(nothing.status.code(), Some(2));

        // Verifies the whole installation.
        let verified = installation.run(&["audit", "verify"]);
        assert_eq!(verified.status.code(), Some(0), "{}", stdout_text(&verified));
        assert!(
            stdout_text(&verified).contains("OK     entries in the log: "),
            "{}",
            stdout_text(&verified)
        );
        assert_eq!(
            json(&installation, &["audit", "verify", "--json"], 0)["verified"],
            true
        );
        let folder = installation.path("published");
        let checkpoint = exported(&installation, &folder);
        assert_eq!(
            fs::read_to_string(installation.data("log.checkpoint")).unwrap(),
            checkpoint
        );
        assert_eq!(
            fs::read_to_string(format!("{folder}/keys")).unwrap(),
            format!("{key}\n")
        );
        let again = installation.run(&["audit", "export", &folder]);
        assert_eq!(again.status.code(), Some(2));
        assert!(stderr_text(&again).contains("is not empty"));

        // The log continues with a new key.
        let rotated = json(&installation, &["audit", "keys", "--rotate", "--json"], 0);
        let keys = rotated["keys"].as_array().unwrap();
        assert_eq!((keys.len(), &keys[1]["verifier_key"]), (2, &key.into()));
        let retired_at = &keys[1]["retired_size"];
        assert!(checkpoint.contains(&format!("\n{retired_at}\n")), "{retired_at}");
        let listed = stdout_text(&installation.run(&["audit", "keys"]));
        let ended = format!(", when the log had {retired_at} entries\n");
        assert!(listed.contains(&ended), "{listed}");
        let server = Server::start(&installation, &[]);
        let log = settled(&server);
        assert_eq!(log["keys"][1]["retired_at"], log["keys"][0]["made_at"]);
        assert_eq!(&log["keys"][1]["retired_size"], retired_at);
        assert_eq!(server.end("-TERM"), Some(0));
        assert_eq!(
            json(&installation, &["audit", "verify", "--json"], 0)["verified"],
            true
        );
    }
}

/// Write access to the database without the secrets adds nothing to the log, and the log continues.
#[test]
fn a_foreign_entry_is_skipped_and_reported() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let server = Server::start(&installation, &[]);
        let size = |log: &Value| log["checkpoint"]["size"].as_u64().unwrap();
        let before = size(&settled(&server));
        execute(
            &installation,
            "INSERT INTO audit_entries (at, kind, canonical) SELECT at, kind, canonical FROM audit_entries WHERE id = 1;
             INSERT INTO audit_pending (entry_id) SELECT max(id) FROM audit_entries",
        );
        server.sign_in("ada@people.example", "Quiet-River-7!");
        let log = until(|| {
            let (_, log) = server.call("GET", "/api/v1/audit/log/", None, None);
            (log["data"]["waiting"] == 1 && size(&log["data"]) > before).then_some(log)
        });
        assert_eq!(server.end("-TERM"), Some(0), "{log}");
        let reported = stdout_text(&installation.run(&["check"]));
        assert!(
            reported.contains("WRONG  foreign entries: 1 entry in the queue of the log, not written with the secrets of this installation."),
            "{reported}"
        );
        let verified = installation.run(&["audit", "verify"]);
        assert_eq!(verified.status.code(), Some(1));
        let words = ": it waits for the log and was not written with the secrets of this installation";
        assert!(
            stdout_text(&verified).contains(words),
            "{}",
            stdout_text(&verified)
        );
    }
}

/// The finding remains after the next start.
#[test]
fn a_role_added_manually_before_the_first_entry_is_reported() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let server = Server::start(&installation, &[]);
        settled(&server);
        assert_eq!(server.end("-TERM"), Some(0));
        assert_eq!(
            json(&installation, &["audit", "verify", "--json"], 0)["verified"],
            true
        );
        execute(
            &installation,
            "INSERT INTO users (fname, sname, phone_key, phone, designation, department, organisation_id, password_hash, state, \
                 email_is_verified, created_on, version) \
                 SELECT 'Eve', 'Moss', '+12125550177', '+12125550177', designation, department, organisation_id, password_hash, state, \
                 FALSE, created_on, version FROM users; \
             INSERT INTO assigned_roles (user_id, org_role_id, status_id, created_on) \
                 SELECT (SELECT max(id) FROM users), org_role_id, status_id, created_on FROM assigned_roles; \
             INSERT INTO assigned_role_statuses (assigned_role_id, status_id, changed_on) \
                 SELECT (SELECT max(id) FROM assigned_roles), status_id, created_on FROM assigned_roles \
                 WHERE id = (SELECT max(id) FROM assigned_roles)",
        );
        let is_named = || {
            let verified = installation.run(&["audit", "verify"]);
            assert_eq!(verified.status.code(), Some(1), "{}", stdout_text(&verified));
            assert!(
                stdout_text(&verified).contains("(Super User of organisation ")
                    && stdout_text(&verified).contains(", and no entry gave it"),
                "{}",
                stdout_text(&verified)
            );
        };
        is_named();
        let server = Server::start(&installation, &[]);
        settled(&server);
        assert_eq!(server.end("-TERM"), Some(0));
        is_named();
    }
}

#[test]
fn the_name_of_a_log_is_permanent_and_a_generic_one_causes_a_warning() {
    let mut named = Installation::on_sqlite();
    named.run(&["migrate"]);
    let line = |installation: &Installation| {
        let reported = stdout_text(&installation.run(&["check"]));
        let line = reported.lines().find(|line| line.contains(" name of the log: "));
        line.unwrap_or_else(|| panic!("{reported}")).to_owned()
    };
    let before = line(&named);
    assert!(
        before.starts_with("TO DO ")
            && before.contains("permanently name the transparency log localhost:0/log"),
        "{before}"
    );
    named.configure("ADITUS_AUDIT_ORIGIN", "data.example/log");
    assert_eq!(line(&named), "OK     name of the log: data.example/log");
    let server = Server::start(&named, &[]);
    assert_eq!(settled(&server)["origin"], "data.example/log");
    assert_eq!(server.end("-TERM"), Some(0));
    named.configure("ADITUS_AUDIT_ORIGIN", "other.example/log");
    let after = line(&named);
    assert!(
        after.starts_with("WARN ") && after.contains("data.example/log, permanently: ADITUS_AUDIT_ORIGIN ("),
        "{after}"
    );

    let unnamed = Installation::on_sqlite();
    unnamed.run(&["migrate"]);
    let log = unnamed.path("log");
    let server = Server::logging_to(fs::File::create(&log).unwrap().into(), &unnamed, &[]);
    settled(&server);
    assert_eq!(server.end("-TERM"), Some(0));
    let reported = fs::read_to_string(log).unwrap();
    assert!(
        reported.contains("the transparency log will be permanently called localhost:0/log"),
        "{reported}"
    );
    let warned = line(&unnamed);
    assert!(
        warned.starts_with("WARN ") && warned.contains("localhost:0/log, permanently"),
        "{warned}"
    );
}
