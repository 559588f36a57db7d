//! Tests that start, call and stop the real server.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::installation::{Installation, Server, stderr_text, stdout_text};
use crate::proof::settled;

#[test]
fn a_demonstration_is_filled_once_and_not_served_without_demo() {
    for installation in Installation::on_both() {
        let server = Server::start(&installation, &["--demo"]);
        let (status, _) = server.call("GET", "/health/ready", None, None);
        assert_eq!(status, 200);

        let (_, accounts) = server.call("GET", "/api/v1/demo/accounts", None, None);
        let accounts = accounts["data"].as_array().unwrap().clone();
        assert_eq!(accounts.len(), 14);
        for account in &accounts {
            server.sign_in(account["username"].as_str().unwrap(), "Demo-2026!");
        }
        let token = server.sign_in("super-user@aditus.example", "Demo-2026!");
        assert!(
            !needs_second_factor(&server, &token),
            "visitors share the accounts"
        );
        let (status, all) = server.call(
            "GET",
            "/api/v1/data_requests/all/?page_size=100",
            Some(&token),
            None,
        );
        assert_eq!(status, 200, "{all}");
        let rows = all["data"].as_array().unwrap();
        assert!(rows.len() >= 12, "{} requests", rows.len());
        let statuses: BTreeSet<&str> = rows.iter().filter_map(|row| row["status"].as_str()).collect();
        assert_eq!(statuses, ["Approved", "Denied", "Pending", "Recalled"].into());

        let (_, mails) = server.call("GET", "/api/v1/demo/mailbox/", None, None);
        assert!(mails["data"].as_array().unwrap().len() > 50);
        assert_eq!(server.end("-TERM"), Some(0));
        let verified = installation.run(&["audit", "verify"]);
        assert_eq!(verified.status.code(), Some(0), "{}", stdout_text(&verified));

        let again = Server::start(&installation, &["--demo"]);
        let token = again.sign_in("super-user@aditus.example", "Demo-2026!");
        let (_, same) = again.call(
            "GET",
            "/api/v1/data_requests/all/?page_size=100",
            Some(&token),
            None,
        );
        assert_eq!(
            same["page"]["total"], all["page"]["total"],
            "nothing is added to what is there"
        );
        let (_, offered) = again.call("GET", "/api/v1/demo/accounts", None, None);
        assert_eq!(offered["data"].as_array().unwrap().len(), 14);
        assert_eq!(again.end("-TERM"), Some(0));

        // The password of the demonstration's accounts is public.
        let refused = installation.run(&["serve"]);
        assert_eq!(refused.status.code(), Some(2));
        let text = stderr_text(&refused);
        assert!(
            text.contains("it contains a demonstration") && text.contains("aditus serve --demo"),
            "{text}"
        );
        let check = installation.run(&["check"]);
        assert_eq!(check.status.code(), Some(1));
        assert!(
            stdout_text(&check).contains("WRONG  demonstration: "),
            "{}",
            stdout_text(&check)
        );
    }
}

/// Returns true if the second factor of this person is required.
fn needs_second_factor(server: &Server, token: &str) -> bool {
    let (status, own) = server.call("GET", "/api/v1/users/second-factor/", Some(token), None);
    assert_eq!(status, 200, "{own}");
    own["data"]["required"].as_bool().unwrap()
}

#[test]
fn super_users_need_a_second_factor_unless_none_is_required() {
    let mut installation = Installation::on_sqlite();
    installation.create_super_user();
    let required = |installation: &Installation| {
        let server = Server::start(installation, &[]);
        let token = server.sign_in("ada@people.example", "Quiet-River-7!");
        let required = needs_second_factor(&server, &token);
        assert_eq!(server.end("-TERM"), Some(0));
        required
    };
    assert!(required(&installation));
    installation.configure("ADITUS_SECOND_FACTOR_REQUIRED_FOR", "none");
    assert!(!required(&installation));
}

#[test]
fn a_database_in_use_is_refused_as_a_demonstration() {
    for installation in Installation::on_both() {
        installation.create_super_user();
        let refused = installation.run(&["serve", "--demo"]);
        assert_eq!(refused.status.code(), Some(2));
        let text = stderr_text(&refused);
        assert!(
            text.contains("it holds data that is not the demonstration's"),
            "{text}"
        );
        assert!(stdout_text(&installation.run(&["check"])).contains("OK     demonstration: "));
        let server = Server::start(&installation, &[]);
        server.sign_in("ada@people.example", "Quiet-River-7!");
        assert_eq!(server.call("GET", "/api/v1/demo/accounts", None, None).0, 404);
        assert_eq!(server.end("-TERM"), Some(0));
    }
}

#[test]
fn a_log_that_cannot_be_written_fails_no_call() {
    let (unread, pipe) = std::io::pipe().unwrap();
    drop(unread);
    let full = File::options().write(true).open("/dev/full").unwrap();
    for log in [Stdio::from(pipe), Stdio::from(full)] {
        let installation = Installation::on_sqlite();
        let server = Server::logging_to(log, &installation, &[]);
        let wrong = r#"{"username": "nobody@people.example", "password": "x"}"#;
        for _ in 0..3 {
            let (status, answer) = server.call("POST", "/api/v1/users/signin/", None, Some(wrong));
            assert_eq!(
                (status, &answer["message"]),
                (401, &"Invalid username or password.".into())
            );
        }
        assert_eq!(server.end("-TERM"), Some(0));
    }
}

#[test]
fn call_logs_are_bounded_and_contain_no_input() {
    for format in ["text", "json"] {
        let mut installation = Installation::on_sqlite();
        installation.configure("ADITUS_LOG_FORMAT", format);
        let mut log = tempfile::tempfile().unwrap();
        let server = Server::logging_to(log.try_clone().unwrap().into(), &installation, &[]);
        let secret = "Quiet-River-7!".repeat(500);
        let nasty = serde_json::json!({ "username": format!("a\nINFO forged {secret}"), "password": secret, "x\ny": secret });
        let path = "/api/v1/users/signin/";
        assert_eq!(server.call("POST", path, None, Some(&nasty.to_string())).0, 400);
        assert_eq!(
            server
                .call("DELETE", "/api/v1/users/sessions/Quiet-River/", None, None)
                .0,
            401
        );
        assert_eq!(server.end("-TERM"), Some(0));
        let mut text = String::new();
        log.seek(SeekFrom::Start(0)).unwrap();
        log.read_to_string(&mut text).unwrap();
        assert!(
            !text.contains("Quiet-River") && !text.contains("forged"),
            "{text}"
        );
        assert_eq!(text.matches("call refused").count(), 2, "{text}");
        assert!(text.contains("/api/v1/users/sessions/{id}"), "{text}");
        assert!(text.lines().all(|line| line.len() < 8 * 1024));
        if format == "json" {
            // The reason for a failed start is in the same stream.
            let refused = installation
                .aditus(&["serve"])
                .env("ADITUS_DATA_DIR", "/proc/aditus")
                .output()
                .unwrap();
            assert_eq!(refused.status.code(), Some(2));
            let reported = stderr_text(&refused);
            assert!(reported.contains("ADITUS_DATA_DIR"), "{reported}");
            for line in text.lines().chain(reported.lines()) {
                serde_json::from_str::<serde_json::Value>(line).unwrap();
            }
        }
    }
}

#[test]
fn mail_files_are_deleted_after_30_days() {
    let installation = Installation::on_sqlite();
    let folder = installation.data("mail");
    std::fs::create_dir_all(&folder).unwrap();
    let (old, young) = (folder.join("old.eml"), folder.join("young.eml"));
    for (path, days) in [(&old, 31), (&young, 29)] {
        let file = File::create(path).unwrap();
        let made = file.metadata().unwrap().modified().unwrap();
        file.set_modified(made - Duration::from_hours(24 * days)).unwrap();
    }
    let server = Server::start(&installation, &[]);
    while old.exists() {
        assert_eq!(server.call("GET", "/health/live", None, None).0, 200);
    }
    assert!(young.exists());
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn a_server_without_demo_has_no_demo_calls() {
    let installation = Installation::on_sqlite();
    let server = Server::start(&installation, &[]);
    assert_eq!(server.call("GET", "/api/v1/demo/accounts", None, None).0, 404);
    assert_eq!(server.call("GET", "/health/live", None, None).0, 200);
    let mode = std::fs::metadata(installation.data(""))
        .unwrap()
        .permissions()
        .mode()
        & 0o777;
    assert_eq!(mode, 0o700);
    assert_eq!(server.end("-INT"), Some(0));
}

#[test]
fn the_configured_product_name_is_used() {
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_PRODUCT_NAME", "Porta & Partners");
    let server = Server::start(&installation, &["--demo"]);
    for (screen, title) in [
        ("/", "<title>Home · Porta &amp; Partners</title>"),
        (
            "/about-porta-partners",
            "<title>About · Porta &amp; Partners</title>",
        ),
        ("/index.html", "<title>Porta &amp; Partners</title>"),
    ] {
        let page = server.page(screen);
        for named in [
            title,
            r#"<meta name="application-name" content="Porta &amp; Partners" />"#,
            r#"content="Porta &amp; Partners is where"#,
            "Porta &amp; Partners needs JavaScript",
        ] {
            assert!(page.contains(named), "{screen}: {named} in {page}");
        }
        assert!(!page.contains("Aditus"), "{page}");
    }
    let (_, document) = server.call("GET", "/api/v1/openapi.json", None, None);
    assert_eq!(document["info"]["title"], "Porta & Partners");
    let text = document.to_string();
    assert!(!text.contains("Aditus"), "{:?}", text.split("Aditus").next());
    let (_, mails) = server.call("GET", "/api/v1/demo/mailbox/", None, None);
    for mail in mails["data"].as_array().unwrap() {
        // The subject of a mail begins with its request, or else with the product.
        let subject = mail["subject"].as_str().unwrap();
        let named = ["Porta & Partners: ", "DAC", "REQ"].map(|start| subject.starts_with(start));
        assert!(named.contains(&true), "{mail}");
        assert!(!mail["text"].as_str().unwrap().contains("Aditus"), "{mail}");
    }
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn a_second_server_on_one_sqlite_file_is_refused_until_the_first_one_ends() {
    let installation = Installation::on_sqlite();
    installation.create_super_user();
    let server = Server::start(&installation, &[]);
    for _ in 0..2 {
        let second = installation.run(&["serve"]);
        assert_eq!(second.status.code(), Some(2));
        let text = stderr_text(&second);
        assert!(
            text.contains("another server uses the database") && text.contains("stop that one first"),
            "{text}"
        );
    }
    // Other commands can run beside the server.
    settled(&server);
    let backup = installation.path("backup");
    for command in [
        &["migrate"][..],
        &["check"],
        &["backup", &backup],
        &["audit", "verify"],
    ] {
        let output = installation.run(command);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{command:?}: {}",
            stderr_text(&output)
        );
    }
    assert_eq!(server.call("GET", "/health/ready", None, None).0, 200);
    // The lock ends with the process, even if that is killed.
    assert_eq!(server.end("-KILL"), None);
    let next = Server::start(&installation, &[]);
    assert_eq!(next.end("-TERM"), Some(0));
}

#[test]
fn a_sqlite_file_with_a_second_hard_link_is_refused() {
    let installation = Installation::on_sqlite();
    installation.create_super_user();
    let server = Server::start(&installation, &[]);
    let link = installation.path("link.db");
    std::fs::hard_link(installation.data("aditus.db"), &link).unwrap();
    for command in ["serve", "migrate"] {
        let refused = installation
            .aditus(&[command])
            .env("ADITUS_DATABASE_URL", format!("sqlite://{link}"))
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(2));
        let text = stderr_text(&refused);
        assert!(text.contains("link.db has 2 names (hard links)"), "{text}");
    }
    assert!(!Path::new(&format!("{link}-wal")).exists(), "it was not opened");
    let check = stdout_text(&installation.run(&["check"]));
    assert!(
        check.contains("WRONG  database: ADITUS_DATABASE_URL: the file "),
        "{check}"
    );
    assert_eq!(server.end("-TERM"), Some(0));

    std::fs::remove_file(&link).unwrap();
    let server = Server::start(&installation, &[]);
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn servers_share_a_database_on_postgres() {
    let installation = Installation::on_postgres();
    let servers = [(); 2].map(|()| Server::start(&installation, &[]));
    for server in servers {
        assert_eq!(server.end("-TERM"), Some(0));
    }
}

#[test]
fn a_failed_start_is_explained_on_one_line() {
    let installation = Installation::on_sqlite();
    let server = Server::start(&installation, &[]);
    let refused = |changed: &[(&str, &str)]| {
        let output = installation
            .aditus(&["serve"])
            .envs(changed.iter().copied())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{changed:?}");
        let text = stderr_text(&output);
        assert_eq!(
            text.lines().filter(|line| line.starts_with("aditus: ")).count(),
            1,
            "{text}"
        );
        text
    };
    assert!(refused(&[("ADITUS_PORT", server.port())]).contains("the port is in use"));
    assert!(
        refused(&[("ADITUS_DATA_DIR", "/proc/aditus")])
            .contains("ADITUS_DATA_DIR: the data folder /proc/aditus")
    );
    let unreachable = "postgres://ada:s3cret@127.0.0.1:1/aditus";
    let text = refused(&[("ADITUS_DATABASE_URL", unreachable)]);
    assert!(
        text.contains("ADITUS_DATABASE_URL: the database postgres://ada:***@127.0.0.1:1/aditus"),
        "{text}"
    );
    assert!(!text.contains("s3cret"));
    assert!(
        refused(&[("ADITUS_DATABASE_URL", "mysql://x")]).contains("must begin with sqlite:// or postgres://")
    );
    assert!(refused(&[("ADITUS_PROT", "1")]).contains("ADITUS_PROT"));
    // The server still has the database.
    assert_eq!(server.end("-TERM"), Some(0));
    assert!(refused(&[("ADITUS_MAIL_FROM", "nobody")]).contains("ADITUS_MAIL_FROM"));
}
