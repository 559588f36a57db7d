//! A change of the phone number: `users/setting-otp/` and `users/update-user-phone/`.

use std::sync::Arc;

use aditus_application::notifications::deliver_text;
use aditus_application::settings::Settings;
use aditus_application::testing::ListedTextMessages;
use aditus_domain::roles::Role;
use aditus_http::Api;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::on_both_databases;
use crate::people::{Installation, Person, confirm_password, phone_of};
use crate::registration::wrong;
use crate::server::{Running, TestServer};

on_both_databases!(
    a_number_is_changed_with_the_code,
    a_gateway_sends_the_code_to_the_number,
    numbers_are_validated,
    a_code_is_valid_for_one_number_of_one_person,
    a_number_taken_meanwhile_is_refused,
);

const NEW: &str = "+256772000111";

fn ask(person: &Person, phone: &str) -> Answer {
    person
        .client
        .post("users/setting-otp/", &json!({ "phone": phone }))
}

fn change(person: &Person, phone: &str, otp: &str) -> Answer {
    let body = json!({ "phone": phone, "otp": otp });
    person.client.patch("users/update-user-phone/", &body)
}

fn number_of(person: &Person) -> Value {
    person.client.get("users/detailuser/").json()["user"]["phone"].clone()
}

fn a_number_is_changed_with_the_code(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let message = ask(&ada, NEW).json()["message"].clone();
    assert_eq!(
        message,
        "OTP sent successfully. Text messages are not available, so it was sent to a***@people.example"
    );
    let otp = server.code_mailed_to(&ada.email);
    let done = json!({ "code": 200, "message": "User phone information updated successfully." });
    assert_eq!(change(&ada, NEW, &otp).json(), done);
    assert_eq!(number_of(&ada), NEW);
    let last = server.mails_to(&ada.email).pop().unwrap();
    assert_eq!(last.subject, "Aditus: Your phone number was changed");
    let body = json!({ "username": NEW, "password": crate::people::PASSWORD });
    assert_eq!(server.guest().post("users/signin/", &body).status, 200);
}

/// Checks it on a second server of the same installation, which sends text messages.
fn a_gateway_sends_the_code_to_the_number(server: &TestServer) {
    let ada = Installation::new(server).person("Ada", Role::DataRequester);
    let mut ports = server.ports.clone();
    ports.settings = Arc::new(Settings {
        text_messages: true,
        ..(*ports.settings).clone()
    });
    let running = Running::start(Api::new(ports));
    let body = json!({ "username": ada.email, "password": crate::people::PASSWORD });
    let signed_in = running.guest().post("users/signin/", &body).json();
    let ada = Person {
        client: running
            .guest()
            .with_token(signed_in["user"]["token"].as_str().unwrap()),
        ..ada
    };
    confirm_password(&ada.client);
    let mails = server.mails_to(&ada.email).len();
    let message = ask(&ada, NEW).json()["message"].clone();
    assert_eq!(
        message,
        format!("OTP sent successfully. It was sent as a text message to {NEW}")
    );
    let gateway = ListedTextMessages::default();
    deliver_text::execute(&server.ports, &gateway).unwrap();
    let otp = gateway.to(NEW).remove(0)[..6].to_owned();
    assert_eq!(server.mails_to(&ada.email).len(), mails);
    assert_eq!(change(&ada, NEW, &otp).status, 200);
    assert_eq!(number_of(&ada), NEW);
}

fn numbers_are_validated(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    installation.person("Eve", Role::DataRequester);
    server.phones.invalidate("+256112345678");
    let unreal = "The phone number does not exist or is not a real phone number.";
    let current = "This is your current phone number. Please enter a new one.";
    for (phone, message) in [
        ("", "New Phone Number is required"),
        ("12", unreal),
        ("+256 772 000", unreal),
        ("+256112345678", unreal),
        (&*phone_of("Ada"), current),
    ] {
        ask(&ada, phone).refuses_field(400, "phone", message);
        change(&ada, phone, "123456").refuses_field(400, "phone", message);
    }
    ask(&ada, &phone_of("Eve")).refuses_field(400, "phone", "The Phone is already register on Aditus");
    change(&ada, &phone_of("Eve"), "").refuses_field(
        409,
        "phone",
        "This phone is already registered by another user",
    );
    change(&ada, NEW, "").refuses_field(400, "otp", "The OTP code is required");
    change(&ada, NEW, "12").refuses_field(400, "otp", "Failed to verify OTP");
    assert_eq!(number_of(&ada), phone_of("Ada"));
}

fn a_code_is_valid_for_one_number_of_one_person(server: &TestServer) {
    let unknown = "This OTP does not exist please try again";
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    ask(&ada, NEW);
    let otp = server.code_mailed_to(&ada.email);
    change(&eve, NEW, &otp).refuses_with_code(400, 605, unknown);
    change(&ada, "+256772000112", &otp).refuses_with_code(400, 605, unknown);
    // A code for an address does not prove a number.
    let address = "ada.new@people.example";
    eve.client
        .post("users/setting-otp/", &json!({ "org_email": address }));
    let for_address = server.code_mailed_to(address);
    change(&eve, NEW, &for_address).refuses_with_code(400, 605, unknown);
    for _ in 0..4 {
        change(&ada, NEW, &wrong(&otp)).refuses_with_code(400, 400, "Failed to verify OTP");
    }
    change(&ada, NEW, &wrong(&otp)).refuses_with_code(400, 605, unknown);
    change(&ada, NEW, &otp).refuses_with_code(400, 605, unknown);
    server.clock.advance(TimeDelta::seconds(30));
    ask(&ada, NEW);
    let late = server.code_mailed_to(&ada.email);
    server.clock.advance(TimeDelta::minutes(5));
    confirm_password(&ada.client);
    change(&ada, NEW, &late).refuses(400, "OTP Expired");
    assert_eq!(number_of(&ada), phone_of("Ada"));
}

fn a_number_taken_meanwhile_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    ask(&ada, &phone_of("Eve"));
    let otp = server.code_mailed_to(&ada.email);
    installation.person("Eve", Role::DataRequester);
    let answer = change(&ada, &phone_of("Eve"), &otp);
    answer.refuses_field(401, "phone", "User with this phone number already exists");
    assert_eq!(
        answer.header("www-authenticate"),
        None,
        "nobody is signed out by it"
    );
}
