//! A change of the email address: `users/setting-otp/`, `users/verify-otp/` and
//! `users/update-user-email/`.

use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::on_both_databases;
use crate::people::{Installation, Person, confirm_password, email_of};
use crate::registration::wrong;
use crate::server::TestServer;

on_both_databases!(
    a_proven_address_becomes_the_accounts,
    an_unproven_address_is_refused,
    a_proof_is_valid_for_ten_minutes_one_address_and_one_person,
    wrong_codes_are_refused_and_limited,
    addresses_are_validated,
    an_account_without_an_address_adds_one,
);

const NEW: &str = "ada.new@people.example";

fn ask(person: &Person, address: &str) -> Answer {
    person
        .client
        .post("users/setting-otp/", &json!({ "org_email": address }))
}

fn prove(person: &Person, address: &str, otp: &str) -> Answer {
    let body = json!({ "otp": otp, "username": address });
    person.client.post("users/verify-otp/", &body)
}

fn change(person: &Person, address: &str) -> Answer {
    let body = json!({ "org_email": address, "email_is_verified": true });
    person.client.patch("users/update-user-email/", &body)
}

fn address_of(person: &Person) -> Value {
    person.client.get("users/detailuser/").json()["user"]["org_email"].clone()
}

const UNPROVEN: &str = "OTP is required in order to complete Email update.";
const UNKNOWN: &str = "This OTP does not exist please try again";

fn a_proven_address_becomes_the_accounts(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let sent = ask(&ada, NEW);
    assert_eq!(
        (sent.status, &sent.json()["message"]),
        (200, &json!("OTP sent successfully"))
    );
    assert!(sent.json()["data"].is_string());
    server.clock.advance(TimeDelta::seconds(30));
    assert_eq!(ask(&ada, NEW).json()["message"], format!("Sent an OTP to {NEW}"));
    let otp = server.code_mailed_to(NEW);
    assert_eq!(
        server.mails_to(&ada.email).len(),
        0,
        "the code goes to the new address only"
    );
    assert_eq!(prove(&ada, NEW, &otp).status, 200);
    assert_eq!(address_of(&ada), ada.email, "proving changes nothing yet");
    let done = json!({ "code": 200, "message": "User email information updated successfully." });
    assert_eq!(change(&ada, NEW).json(), done);
    assert_eq!(address_of(&ada), NEW);
    for address in [&*ada.email, NEW] {
        let last = server.mails_to(address).pop().unwrap();
        assert_eq!(
            last.subject, "Aditus: Your email address was changed",
            "{address}"
        );
        assert!(last.text.contains("a***@people.example"), "{}", last.text);
    }
    let signin = |username: &str| {
        let body = json!({ "username": username, "password": crate::people::PASSWORD });
        server.guest().post("users/signin/", &body).status
    };
    assert_eq!((signin(&ada.email), signin(NEW)), (401, 200));
    assert_eq!(
        ada.client.get("users/detailuser/").status,
        200,
        "the session goes on"
    );
}

fn an_unproven_address_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    change(&ada, NEW).refuses_field(400, "otp", UNPROVEN);
    ask(&ada, NEW);
    change(&ada, NEW).refuses_field(400, "otp", UNPROVEN);
    let otp = server.code_mailed_to(NEW);
    prove(&ada, NEW, &wrong(&otp)).refuses_with_code(
        400,
        605,
        "You have entered an incorrect otp. Please try again.",
    );
    change(&ada, NEW).refuses_field(400, "otp", UNPROVEN);
    assert_eq!(prove(&ada, NEW, &otp).status, 200);
    change(&ada, "ada.third@people.example").refuses_field(400, "otp", UNPROVEN);
    assert_eq!(address_of(&ada), ada.email);
    assert_eq!(
        change(&ada, "ADA.New@people.example").status,
        200,
        "case makes no other address"
    );
}

fn a_proof_is_valid_for_ten_minutes_one_address_and_one_person(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    ask(&ada, NEW);
    let otp = server.code_mailed_to(NEW);
    prove(&eve, NEW, &otp).refuses_with_code(400, 605, UNKNOWN);
    prove(&ada, "ada.third@people.example", &otp).refuses_with_code(400, 605, UNKNOWN);
    assert_eq!(prove(&ada, NEW, &otp).status, 200);
    prove(&ada, NEW, &otp).refuses_with_code(400, 605, UNKNOWN);
    change(&eve, NEW).refuses_field(400, "otp", UNPROVEN);
    server
        .clock
        .advance(TimeDelta::minutes(10) + TimeDelta::seconds(1));
    for person in [&ada, &eve] {
        confirm_password(&person.client);
    }
    change(&ada, NEW).refuses_field(400, "otp", UNPROVEN);

    // A code for a phone number does not prove an address.
    let phone = json!({ "phone": "+256772000111" });
    assert_eq!(eve.client.post("users/setting-otp/", &phone).status, 200);
    let for_phone = server.code_mailed_to(&eve.email);
    prove(&eve, NEW, &for_phone).refuses_with_code(400, 605, UNKNOWN);
    // The code has expired.
    ask(&ada, NEW);
    let late = server.code_mailed_to(NEW);
    server.clock.advance(TimeDelta::minutes(5));
    prove(&ada, NEW, &late).refuses(400, "OTP Expired");
}

fn wrong_codes_are_refused_and_limited(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    ask(&ada, NEW);
    let otp = server.code_mailed_to(NEW);
    for _ in 0..4 {
        let answer = prove(&ada, NEW, &wrong(&otp));
        answer.refuses_with_code(400, 605, "You have entered an incorrect otp. Please try again.");
    }
    prove(&ada, NEW, &wrong(&otp)).refuses_with_code(400, 605, UNKNOWN);
    prove(&ada, NEW, &otp).refuses_with_code(400, 605, UNKNOWN);
    // Five codes an hour, independently of the address.
    for number in 0..4 {
        server.clock.advance(TimeDelta::seconds(30));
        assert_eq!(ask(&ada, &format!("ada{number}@people.example")).status, 200);
    }
    server.clock.advance(TimeDelta::seconds(30));
    let refused = ask(&ada, "victim@people.example");
    refused.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(refused.header("retry-after"), Some("3450"));
    assert_eq!(server.mails_to("victim@people.example").len(), 0);
}

fn addresses_are_validated(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    installation.person("Eve", Role::DataRequester);
    let taken = "The Email Address is already register on Aditus";
    for (address, message) in [
        ("", "New Email Address is required"),
        ("ada", "Email is invalid"),
        ("EVE@people.example", taken),
        (&*ada.email, taken),
    ] {
        ask(&ada, address).refuses_field(400, "org_email", message);
    }
    let both = json!({ "org_email": NEW, "phone": "+256772000111" });
    ada.client.post("users/setting-otp/", &both).refuses_field(
        400,
        "phone",
        "Send org_email or phone, not both.",
    );
    ada.client.post("users/setting-otp/", &json!({})).refuses_field(
        400,
        "org_email",
        "New Email Address is required",
    );
    prove(&ada, NEW, "").refuses_field(400, "otp", UNPROVEN);
    prove(&ada, "", "123456").refuses_field(400, "username", "New Email Address is required");
    change(&ada, "").refuses_field(400, "org_email", "New Email Address is required");
    let taken = change(&ada, &email_of("Eve"));
    taken.refuses_field(
        409,
        "org_email",
        "This email is already registered by another user",
    );
    taken.because("email_taken");
}

fn an_account_without_an_address_adds_one(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    server.write(|transaction| {
        let mut account = transaction.accounts().by_id(ada.user).unwrap().unwrap();
        account.org_email = None;
        account.email_is_verified = false;
        transaction.accounts().save(&account).unwrap();
    });
    let phone = json!({ "phone": "+256772000111" });
    ada.client.post("users/setting-otp/", &phone).refuses(
        409,
        "Your account has no email address to send an OTP to. Add one to your account.",
    );
    ask(&ada, NEW);
    prove(&ada, NEW, "").refuses_field(400, "otp", "The OTP Code is required");
    assert_eq!(prove(&ada, NEW, &server.code_mailed_to(NEW)).status, 200);
    assert_eq!(change(&ada, NEW).status, 200);
    let user = ada.client.get("users/detailuser/").json()["user"].clone();
    assert_eq!(
        (&user["org_email"], &user["email_is_verified"]),
        (&json!(NEW), &json!(true))
    );
}
