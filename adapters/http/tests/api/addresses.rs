//! Email addresses with pasted white space, and with both forms of an internationalised domain,
//! lead to the same account wherever an address is accepted.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::organisations::{add, with};
use crate::people::Installation;
use crate::registration::{NEW_PASSWORD, form_with, verify};
use crate::server::TestServer;

on_both_databases!(
    spellings_of_an_address_lead_to_the_same_account,
    accented_local_parts_are_refused_with_the_reason,
    the_domain_of_an_organisation_is_found_in_both_forms,
);

const READABLE: &str = "ama@клиника.рф";
const DELIVERABLE: &str = "ama@xn--80apagcdp.xn--p1ai";
const WRITTEN: [&str; 7] = [
    READABLE,
    DELIVERABLE,
    " Ama@Клиника.рф ",
    "mailto:ama@клиника.рф",
    "Ama Kessie <ama@xn--80apagcdp.xn--p1ai>",
    "\u{a0}ama@клиника.рф\u{200b}",
    "ama@клиника.рф.",
];

fn spellings_of_an_address_lead_to_the_same_account(server: &TestServer) {
    let guest = server.guest();
    let asked = guest.post("users/signup/", &json!({ "username": DELIVERABLE }));
    assert_eq!(asked.status, 200, "{}", asked.json());
    let otp = server.code_mailed_to(DELIVERABLE);
    let addresses = json!({ "username": DELIVERABLE, "org_email": format!("mailto:{READABLE}") });
    let user = verify(server, &form_with("Ama", &otp, &addresses)).json()["user"].clone();
    assert_eq!(user["org_email"], READABLE);
    for written in WRITTEN {
        let post = |path: &str, body: Value| {
            let answer = guest.post(path, &body);
            (answer.status, answer.json())
        };
        let (status, answer) = post(
            "users/signin/",
            json!({ "username": written, "password": NEW_PASSWORD }),
        );
        assert_eq!(
            (status, &answer["user"]["user_id"]),
            (200, &user["user_id"]),
            "{written}"
        );
        let (_, known) = post("users/duplicate-email/", json!({ "org_email": written }));
        assert_eq!(known["state"], true, "{written}");
        let (status, _) = post("users/signup/", json!({ "username": written }));
        assert_eq!(status, 409, "{written}");
    }
    server.clock.advance(chrono::TimeDelta::minutes(1));
    let forgotten = guest.post("users/forgot-password", &json!({ "username": WRITTEN[4] }));
    assert_eq!(forgotten.status, 200);
    let reset = json!({
        "username": WRITTEN[3], "password": "Other-River-8!", "otp": server.code_mailed_to(DELIVERABLE),
    });
    assert_eq!(guest.post("users/forgot-password", &reset).status, 200);
    assert!(
        server.mails_to(READABLE).is_empty(),
        "mail servers take the other form"
    );
}

fn accented_local_parts_are_refused_with_the_reason(server: &TestServer) {
    let answer = server
        .guest()
        .post("users/signup/", &json!({ "username": "áma@people.example" }));
    let reason = "Email is invalid: accented letters and other scripts are only allowed after the @";
    answer.refuses_field(400, "username", reason);
}

fn the_domain_of_an_organisation_is_found_in_both_forms(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    add(
        &sara,
        &with(&json!({ "name": "Klinika", "domain": "xn--80apagcdp.xn--p1ai" })),
    );
    let again = with(&json!({ "name": "Second Klinika", "domain": "https://клиника.рф/" }));
    assert_eq!(sara.client.post("users/organizations/", &again).status, 409);
    for domain in ["клиника.рф", "xn--80apagcdp.xn--p1ai"] {
        let found = server
            .guest()
            .get(&format!("users/organizations/?domain={}", escaped(domain)));
        let row = found.data(200)[0].clone();
        assert_eq!(
            (&row["name"], &row["domain"]),
            (&json!("Klinika"), &json!("клиника.рф"))
        );
    }
}

/// Percent-encodes a text for a query.
fn escaped(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
