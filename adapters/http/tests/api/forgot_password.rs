//! `POST users/forgot-password`.

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::Role;
use aditus_http::ForwardedHeader;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, email_of};
use crate::proxies::behind_a_proxy;
use crate::registration::{NEW_PASSWORD, code_for, wrong};
use crate::server::{Running, TestServer};

on_both_databases!(
    the_code_replaces_the_password_and_ends_all_sessions,
    answers_do_not_reveal_the_existence_of_an_account,
    five_wrong_attempts_void_the_code,
    invalid_fields_are_named,
    a_code_is_valid_for_its_purpose_once_and_for_five_minutes,
    a_reset_unlocks_an_account_after_failed_sign_ins,
    anonymous_callers_cannot_prevent_a_reset_by_the_owner,
    a_code_goes_to_the_address_of_the_account,
);

fn ask(server: &TestServer, name: &str) -> Answer {
    server
        .guest()
        .post("users/forgot-password", &json!({ "username": email_of(name) }))
}

fn reset(server: &TestServer, name: &str, otp: &str) -> Answer {
    let body = json!({ "username": email_of(name), "password": NEW_PASSWORD, "otp": otp });
    server.guest().post("users/forgot-password", &body)
}

fn sign_in(server: &TestServer, name: &str, password: &str) -> u16 {
    let body = json!({ "username": email_of(name), "password": password });
    server.guest().post("users/signin/", &body).status
}

fn the_code_replaces_the_password_and_ends_all_sessions(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let second = installation.sign_in(&ada.email);
    let sent = ask(server, "Ada");
    assert_eq!(sent.status, 200);
    assert!(sent.json()["data"].is_string(), "the countdown begins then");
    let otp = server.code_mailed_to(&ada.email);
    assert_eq!(
        second.get("users/detailuser/").status,
        200,
        "nothing has changed yet"
    );

    let done = reset(server, "Ada", &otp);
    assert_eq!(done.status, 200, "{}", done.json());
    for client in [&ada.client, &second] {
        client
            .get("users/detailuser/")
            .refuses(401, "Please sign in to continue.");
    }
    assert_eq!(eve.client.get("users/detailuser/").status, 200);
    let last = server.mails_to(&ada.email).pop().unwrap();
    assert_eq!(last.subject, "Aditus: Your password was changed");
    assert!(last.text.contains("2 March 2026"), "{}", last.text);
    assert!(!last.text.contains(NEW_PASSWORD));
    assert_eq!(sign_in(server, "Ada", PASSWORD), 401);
    assert_eq!(sign_in(server, "Ada", NEW_PASSWORD), 200);
    assert_eq!(sign_in(server, "Eve", PASSWORD), 200);
}

/// Returns the answer without the fields that differ between any two calls.
fn shape(answer: &Answer) -> (u16, Value, Option<String>) {
    let mut body = answer.json();
    body.as_object_mut().unwrap().remove("call_id");
    let retry_after = answer.header("retry-after").map(ToOwned::to_owned);
    (answer.status, body, retry_after)
}

fn answers_do_not_reveal_the_existence_of_an_account(server: &TestServer) {
    let installation = Installation::new(server);
    installation.person("Ada", Role::DataRequester);
    installation.account("Dora", installation.provider, AccountState::Disabled);
    let names = ["Ada", "Dora", "Nobody"];
    let alike = |answers: [Answer; 3]| {
        let shapes = answers.each_ref().map(shape);
        assert_eq!(shapes[0], shapes[1]);
        assert_eq!(shapes[0], shapes[2]);
        shapes[0].0
    };
    assert_eq!(alike(names.map(|name| ask(server, name))), 200);
    assert_eq!(alike(names.map(|name| ask(server, name))), 429);
    assert_eq!(server.mails_to(&email_of("Ada")).len(), 1);
    assert_eq!(server.mails_to(&email_of("Dora")).len(), 0);
    assert_eq!(server.mails_to(&email_of("Nobody")).len(), 0);
    let guess = wrong(&server.code_mailed_to(&email_of("Ada")));
    for _ in 0..6 {
        assert_eq!(alike(names.map(|name| reset(server, name, &guess))), 400);
    }
    server.clock.advance(TimeDelta::minutes(5));
    assert_eq!(alike(names.map(|name| reset(server, name, &guess))), 400);
    for _ in 0..4 {
        assert_eq!(alike(names.map(|name| ask(server, name))), 200);
        server.clock.advance(TimeDelta::minutes(1));
    }
    assert_eq!(alike(names.map(|name| ask(server, name))), 429, "five an hour");
}

fn five_wrong_attempts_void_the_code(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    ask(server, "Ada");
    let otp = server.code_mailed_to(&ada.email);
    for _ in 0..4 {
        reset(server, "Ada", &wrong(&otp)).refuses_with_code(400, 605, "Wrong OTP");
    }
    let unknown = "This OTP does not exist please try again";
    reset(server, "Ada", &wrong(&otp)).refuses_with_code(400, 605, unknown);
    reset(server, "Ada", &otp).refuses_with_code(400, 605, unknown);
    assert_eq!(sign_in(server, "Ada", PASSWORD), 200);
}

fn invalid_fields_are_named(server: &TestServer) {
    let guest = server.guest();
    let post = |body: Value| guest.post("users/forgot-password", &body);
    post(json!({})).refuses_field(400, "username", "Email is required");
    post(json!({ "username": "ada" })).refuses_field(400, "username", "Email is invalid");
    let name = email_of("Ada");
    post(json!({ "username": name, "otp": "123456" })).refuses_field(400, "password", "Password is required");
    post(json!({ "username": name, "password": "short", "otp": "123456" })).refuses_field(
        400,
        "password",
        "Minimum 8 characters required",
    );
    post(json!({ "username": name, "password": NEW_PASSWORD })).refuses_field(
        400,
        "otp",
        "The OTP code is required",
    );
    post(json!({ "username": name, "password": NEW_PASSWORD, "otp": "12" })).refuses_field(
        400,
        "otp",
        "Wrong OTP",
    );
}

fn a_code_is_valid_for_its_purpose_once_and_for_five_minutes(server: &TestServer) {
    let unknown = "This OTP does not exist please try again";
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    ask(server, "Eve");
    let of_eve = server.code_mailed_to(&eve.email);
    reset(server, "Ada", &of_eve).refuses_with_code(400, 605, unknown);
    let for_sign_up = code_for(server, "Nia");
    reset(server, "Nia", &for_sign_up).refuses_with_code(400, 605, unknown);

    ask(server, "Ada");
    let otp = server.code_mailed_to(&ada.email);
    assert_eq!(reset(server, "Ada", &otp).status, 200);
    reset(server, "Ada", &otp).refuses_with_code(400, 605, unknown);
    server.clock.advance(TimeDelta::minutes(5));
    reset(server, "Eve", &of_eve).refuses(400, "OTP Expired");
}

fn a_reset_unlocks_an_account_after_failed_sign_ins(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    for _ in 0..10 {
        assert_eq!(sign_in(server, "Ada", "wrong"), 401);
    }
    assert_eq!(sign_in(server, "Ada", PASSWORD), 429);
    ask(server, "Ada");
    assert_eq!(
        reset(server, "Ada", &server.code_mailed_to(&ada.email)).status,
        200
    );
    assert_eq!(sign_in(server, "Ada", NEW_PASSWORD), 200);
}

/// Requests a code for Ada from this network, or enters one.
fn call_from(server: &Running, address: &str, cookie: &str, otp: Option<&str>) -> Answer {
    let mut body = json!({ "username": email_of("Ada") });
    if let Some(otp) = otp {
        body["otp"] = json!(otp);
        body["password"] = json!(NEW_PASSWORD);
    }
    let headers = [("x-forwarded-for", address), ("cookie", cookie)];
    server
        .guest()
        .call_with("POST", "users/forgot-password", &headers, &body)
}

fn anonymous_callers_cannot_prevent_a_reset_by_the_owner(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let behind_a_proxy = behind_a_proxy(server, ForwardedHeader::XForwardedFor);
    let signed_in = server.guest().post(
        "users/signin/",
        &json!({ "username": ada.email, "password": PASSWORD }),
    );
    let cookie = &signed_in.cookie();

    let (stranger, owner) = ("203.0.113.9", "198.51.100.1");
    let of_stranger = |otp: Option<&str>| call_from(&behind_a_proxy, stranger, "", otp);
    for _ in 0..5 {
        assert_eq!(of_stranger(None).status, 200);
        server.clock.advance(TimeDelta::seconds(30));
    }
    assert_eq!(
        of_stranger(None).status,
        429,
        "as often as one asks for one address"
    );
    assert_eq!(call_from(&behind_a_proxy, owner, "", None).status, 200);
    let otp = server.code_mailed_to(&ada.email);
    // The anonymous caller guesses. Even the right code is refused for another browser than the one
    // that requested it.
    for guess in [wrong(&otp), wrong(&otp), otp.clone(), wrong(&otp), wrong(&otp)] {
        assert_eq!(of_stranger(Some(&guess)).status, 400);
    }
    assert_eq!(call_from(&behind_a_proxy, owner, "", Some(&otp)).status, 200);

    // Anonymous callers in many networks use up the limit of mails; a known browser has its own
    // limit.
    server.clock.advance(TimeDelta::minutes(1));
    for n in 0..14 {
        let from = format!("203.0.113.{}", 10 + n);
        assert_eq!(call_from(&behind_a_proxy, &from, "", None).status, 200, "{n}");
    }
    let refused = call_from(&behind_a_proxy, "203.0.113.77", "", None);
    refused.refuses(429, "Too many attempts. Please try again later.");
    assert!(refused.header("retry-after").is_some());
    assert_eq!(call_from(&behind_a_proxy, stranger, cookie, None).status, 200);
    let otp = server.code_mailed_to(&ada.email);
    assert_eq!(call_from(&behind_a_proxy, stranger, "", Some(&otp)).status, 400);
    assert_eq!(
        call_from(&behind_a_proxy, owner, cookie, Some(&otp)).status,
        200,
        "the browser counts, wherever it moved"
    );
}

/// An address that compares as equal here may be another mailbox.
fn a_code_goes_to_the_address_of_the_account(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let typed = ada.email.to_uppercase();
    let asked = server
        .guest()
        .post("users/forgot-password", &json!({ "username": typed }));
    assert_eq!(asked.status, 200);
    let otp = server.code_mailed_to(&ada.email);
    let body = json!({ "username": typed, "password": NEW_PASSWORD, "otp": otp });
    assert_eq!(server.guest().post("users/forgot-password", &body).status, 200);
    assert_eq!(
        server.mails_to(&ada.email).len(),
        2,
        "the code, and that it was used"
    );
    assert_eq!(server.mails_to(&typed).len(), 0);
}
