//! The real binary, started, asked and ended.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;

use crate::installation::{Installation, Server, complained};

#[test]
fn a_demonstration_is_filled_once_and_ends_in_order() {
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
    }
}

#[test]
fn without_demo_there_is_nothing_of_it() {
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
fn the_product_is_called_as_it_is_configured() {
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_PRODUCT_NAME", "Porta & Partners");
    let server = Server::start(&installation, &["--demo"]);
    for screen in ["/", "/about-porta-partners", "/index.html"] {
        let page = server.page(screen);
        for named in [
            "<title>Porta &amp; Partners</title>",
            r#"<meta name="application-name" content="Porta &amp; Partners" />"#,
            r#"content="Porta &amp; Partners is where"#,
            "<noscript>Porta &amp; Partners needs",
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
        assert!(
            mail["subject"]
                .as_str()
                .unwrap()
                .starts_with("Porta & Partners: "),
            "{mail}"
        );
        assert!(!mail["text"].as_str().unwrap().contains("Aditus"), "{mail}");
    }
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn what_keeps_it_from_starting_is_said_on_one_line() {
    let installation = Installation::on_sqlite();
    let server = Server::start(&installation, &[]);
    let refused = |changed: &[(&str, &str)]| {
        let output = installation
            .aditus(&["serve"])
            .envs(changed.iter().copied())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{changed:?}");
        let text = complained(&output);
        assert_eq!(
            text.lines().filter(|line| line.starts_with("aditus: ")).count(),
            1,
            "{text}"
        );
        text
    };
    assert!(refused(&[("ADITUS_PORT", server.port())]).contains("the port is taken"));
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
    assert!(refused(&[("ADITUS_MAIL_FROM", "nobody")]).contains("ADITUS_MAIL_FROM"));
}
