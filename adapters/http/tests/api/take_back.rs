//! `POST users/take-back/`: the link in the notice to an old address or number (decisions C15).

use std::sync::Arc;

use aditus_application::notifications::deliver_text;
use aditus_application::settings::Settings;
use aditus_application::testing::ListedTextMessages;
use aditus_domain::roles::Role;
use aditus_http::Api;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person, confirm_password, phone_of};
use crate::server::{Running, TestServer};

on_both_databases!(
    an_address_is_taken_back_once_without_a_session,
    a_link_is_valid_for_seven_days_and_cannot_be_guessed,
    the_old_address_can_be_restored_after_later_changes,
    a_number_is_taken_back_by_mail,
    the_old_number_gets_the_link_as_a_text_message,
    a_number_stays_reserved_for_its_owner,
);

const NEW: &str = "thief@people.example";
const NUMBER: &str = "+256772000111";
const UNKNOWN: &str = "This link has expired or was already used. It works once, within 7 days.";

fn move_to(server: &TestServer, client: &Client, address: &str) {
    client.post("users/setting-otp/", &json!({ "org_email": address }));
    let otp = server.code_mailed_to(address);
    let proof = json!({ "otp": otp, "username": address });
    assert_eq!(client.post("users/verify-otp/", &proof).status, 200);
    let changed = client.patch("users/update-user-email/", &json!({ "org_email": address }));
    assert_eq!(changed.status, 200);
}

fn move_number(server: &TestServer, ada: &Person) {
    ada.client.post("users/setting-otp/", &json!({ "phone": NUMBER }));
    let otp = server.code_mailed_to(&ada.email);
    let body = json!({ "phone": NUMBER, "otp": otp });
    assert_eq!(ada.client.patch("users/update-user-phone/", &body).status, 200);
}

/// Returns the token of the link in a text, if there is one.
fn token_in(text: &str) -> Option<String> {
    let (_, behind) = text.split_once("https://aditus.example/forgotPassword#takeBack=")?;
    Some(behind.chars().take_while(char::is_ascii_hexdigit).collect())
}

fn token_mailed_to(server: &TestServer, address: &str) -> String {
    let mails = server.mails_to(address);
    mails.iter().rev().find_map(|mail| token_in(&mail.text)).unwrap()
}

fn take_back(server: &TestServer, token: &str) -> Answer {
    server
        .guest()
        .post("users/take-back/", &json!({ "token": token }))
}

fn sign_in(server: &TestServer, username: &str) -> u16 {
    let body = json!({ "username": username, "password": PASSWORD });
    server.guest().post("users/signin/", &body).status
}

fn account(server: &TestServer, person: &Person) -> (Value, String) {
    server.write(|transaction| {
        let account = transaction.accounts().by_id(person.user).unwrap().unwrap();
        (
            json!(account.org_email.map(|address| address.as_str().to_owned())),
            account.phone.as_str().to_owned(),
        )
    })
}

fn an_address_is_taken_back_once_without_a_session(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    move_to(server, &ada.client, NEW);
    assert_eq!(account(server, &ada).0, NEW);
    let token = token_mailed_to(server, &ada.email);
    assert!(
        server
            .mails_to(NEW)
            .iter()
            .all(|mail| token_in(&mail.text).is_none()),
        "who made the change gets no link"
    );
    for _ in 0..2 {
        let opened = server.guest().get(&format!("users/take-back/?token={token}"));
        assert_ne!(opened.status, 200, "opening a link changes nothing");
        assert_eq!(account(server, &ada).0, NEW);
    }
    let done = take_back(server, &token).data(200);
    assert_eq!(done, json!({ "email": true, "needs_password": true }));
    assert_eq!(account(server, &ada).0, ada.email);
    assert_eq!(
        ada.client.get("users/detailuser/").status,
        401,
        "every session ends"
    );
    assert_eq!((sign_in(server, NEW), sign_in(server, &ada.email)), (401, 401));
    let title = "Aditus: The change of your email address was undone";
    for address in [&*ada.email, NEW] {
        assert_eq!(
            server.mails_to(address).pop().unwrap().subject,
            title,
            "{address}"
        );
    }
    take_back(server, &token).refuses(404, UNKNOWN);
    // The owner continues with a code to the restored address.
    let forgotten = json!({ "username": ada.email });
    assert_eq!(
        server.guest().post("users/forgot-password", &forgotten).status,
        200
    );
    let otp = server.code_mailed_to(&ada.email);
    let chosen = json!({ "username": ada.email, "password": PASSWORD, "otp": otp });
    assert_eq!(server.guest().post("users/forgot-password", &chosen).status, 200);
    assert_eq!((sign_in(server, NEW), sign_in(server, &ada.email)), (401, 200));
}

fn a_link_is_valid_for_seven_days_and_cannot_be_guessed(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    move_to(server, &ada.client, NEW);
    let token = token_mailed_to(server, &ada.email);
    assert_eq!(token.len(), 64, "256 bits");
    let other = format!("{}{}", &token[..63], if token.ends_with('0') { '1' } else { '0' });
    for wrong in ["", "x", &other, &token[..63], &format!("{token}0")] {
        take_back(server, wrong).refuses(404, UNKNOWN);
    }
    take_back(server, &"0".repeat(200)).refuses(400, UNKNOWN);
    server.clock.advance(TimeDelta::days(7));
    take_back(server, &token).refuses(404, UNKNOWN);
    server.clock.advance(TimeDelta::seconds(-1));
    assert_eq!(take_back(server, &token).status, 200);
    assert_eq!(account(server, &ada).0, ada.email);
}

fn the_old_address_can_be_restored_after_later_changes(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    move_to(server, &ada.client, NEW);
    let last = "thief.too@people.example";
    move_to(server, &ada.client, last);
    let of_owner = token_mailed_to(server, &ada.email);
    let of_thief = token_mailed_to(server, NEW);
    assert_eq!(take_back(server, &of_owner).status, 200);
    assert_eq!(account(server, &ada).0, ada.email);
    take_back(server, &of_thief).refuses(404, UNKNOWN);
    assert_eq!(account(server, &ada).0, ada.email);
}

fn a_number_is_taken_back_by_mail(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    move_number(server, &ada);
    assert_eq!(account(server, &ada).1, NUMBER);
    let token = token_mailed_to(server, &ada.email);
    let done = take_back(server, &token).data(200);
    assert_eq!(done, json!({ "email": false, "needs_password": true }));
    assert_eq!(account(server, &ada).1, phone_of("Ada"));
    assert_eq!(ada.client.get("users/detailuser/").status, 401);
    let title = "Aditus: The change of your phone number was undone";
    assert_eq!(server.mails_to(&ada.email).pop().unwrap().subject, title);
}

/// Checks it on a second server of the same installation, which sends text messages.
fn the_old_number_gets_the_link_as_a_text_message(server: &TestServer) {
    let ada = Installation::new(server).person("Ada", Role::DataRequester);
    let mut ports = server.ports.clone();
    ports.settings = Arc::new(Settings {
        text_messages: true,
        ..(*ports.settings).clone()
    });
    let running = Running::start(Api::new(ports));
    let body = json!({ "username": ada.email, "password": PASSWORD });
    let signed_in = running.guest().post("users/signin/", &body).json();
    let client = running
        .guest()
        .with_token(signed_in["user"]["token"].as_str().unwrap());
    confirm_password(&client);
    client.post("users/setting-otp/", &json!({ "phone": NUMBER }));
    let gateway = ListedTextMessages::default();
    deliver_text::execute(&server.ports, &gateway).unwrap();
    let otp = gateway.to(NUMBER).remove(0)[..6].to_owned();
    let change = json!({ "phone": NUMBER, "otp": otp });
    assert_eq!(client.patch("users/update-user-phone/", &change).status, 200);
    deliver_text::execute(&server.ports, &gateway).unwrap();
    let token = token_in(&gateway.to(&phone_of("Ada")).remove(0)).unwrap();
    assert_eq!(gateway.to(NUMBER).len(), 1, "who made the change gets no link");
    let body = json!({ "token": token });
    assert_eq!(running.guest().post("users/take-back/", &body).status, 200);
    assert_eq!(account(server, &ada).1, phone_of("Ada"));
    deliver_text::execute(&server.ports, &gateway).unwrap();
    for number in [NUMBER, &phone_of("Ada")] {
        assert!(
            gateway.to(number).pop().unwrap().contains("was undone"),
            "{number}"
        );
    }
}

fn a_number_stays_reserved_for_its_owner(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    move_number(server, &ada);
    eve.client
        .post("users/setting-otp/", &json!({ "phone": phone_of("Ada") }))
        .refuses_field(400, "phone", "The Phone is already register on Aditus");
    // A registration cannot take the number either.
    let newcomer = "newcomer@people.example";
    server
        .guest()
        .post("users/signup/", &json!({ "username": newcomer }));
    let mut form = crate::registration::form("Newcomer", &server.code_mailed_to(newcomer));
    form["phone"] = json!(phone_of("Ada"));
    let refused = server.guest().post("users/verify/", &form);
    refused.refuses(401, "User with this email or phone number already exists");
    server.clock.advance(TimeDelta::days(7));
    let again = installation.sign_in(&eve.email);
    confirm_password(&again);
    let asked = again.post("users/setting-otp/", &json!({ "phone": phone_of("Ada") }));
    assert_eq!(asked.status, 200);
}
