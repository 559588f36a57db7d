//! `GET demo/mailbox/` and `demo/accounts/`.

use std::sync::Arc;

use aditus_http::Api;
use aditus_http::demo::{Demo, DemoAccount, DemoMail};
use chrono::DateTime;
use serde_json::json;

use crate::on_both_databases;
use crate::server::{Running, TestServer};

on_both_databases!(
    demo_calls_return_404_outside_of_a_demonstration,
    a_demonstration_shows_mails_and_accounts
);

fn demo_calls_return_404_outside_of_a_demonstration(server: &TestServer) {
    for path in [
        "demo/mailbox/",
        "demo/mailbox/?to=ada@people.example",
        "demo/accounts/",
    ] {
        server
            .guest()
            .get(path)
            .refuses(404, "This does not exist, or you may not see it.");
    }
}

/// A demonstration with two mails and one account.
struct Two;

impl Demo for Two {
    fn mails(&self, to: Option<&str>) -> Vec<DemoMail> {
        let mails = ["bela@people.example", "ada@people.example"].map(|address| DemoMail {
            to: address.to_owned(),
            subject: "Your code".to_owned(),
            text: "123456".to_owned(),
            sent_at: DateTime::UNIX_EPOCH,
        });
        mails
            .into_iter()
            .filter(|mail| to.is_none_or(|to| mail.to == to))
            .collect()
    }

    fn accounts(&self) -> Vec<DemoAccount> {
        vec![DemoAccount {
            username: "ada@people.example".to_owned(),
            name: "Ada Okello".to_owned(),
            role: None,
            password: "Demo-2026!".to_owned(),
        }]
    }
}

fn a_demonstration_shows_mails_and_accounts(server: &TestServer) {
    let running = Running::start(Api::new(server.ports.clone()).with_demo(Arc::new(Two)));
    let guest = running.guest();
    assert_eq!(guest.get("demo/mailbox/").data(200).as_array().unwrap().len(), 2);
    let mail = json!({
        "to": "ada@people.example",
        "subject": "Your code",
        "text": "123456",
        "sent_at": "1970-01-01T00:00:00Z",
    });
    for address in ["ada@people.example", "ada%40people.example"] {
        assert_eq!(
            guest.get(&format!("demo/mailbox/?to={address}")).data(200),
            json!([mail])
        );
    }
    assert_eq!(
        guest.get("demo/mailbox/?to=nobody@people.example").data(200),
        json!([])
    );
    assert_eq!(
        guest.get(&format!("demo/mailbox/?to={}", "x".repeat(321))).status,
        400
    );
    let account = json!({ "username": "ada@people.example", "name": "Ada Okello", "role": null, "password": "Demo-2026!" });
    assert_eq!(guest.get("demo/accounts/").data(200), json!([account]));
}
