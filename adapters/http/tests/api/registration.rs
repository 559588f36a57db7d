//! Registers people without an account.

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::people::{email_of, phone_of};
use crate::server::TestServer;

/// The password of everyone who registers.
pub const NEW_PASSWORD: &str = "Quiet-River-7!";

/// A valid registration form of a person whose organisation is not registered.
pub fn form(name: &str, otp: &str) -> Value {
    json!({
        "username": email_of(name),
        "otp": otp,
        "user_id": null,
        "org": null,
        "tentative_organization": "Lakeside Clinic",
        "fname": name,
        "middle_name": "",
        "sname": "Namara",
        "designation": "Researcher",
        "phone": phone_of(name),
        "department": "Epidemiology",
        "org_email": email_of(name),
        "password": NEW_PASSWORD,
    })
}

/// Returns the form with some fields changed.
pub fn form_with(name: &str, otp: &str, changes: &Value) -> Value {
    let mut form = form(name, otp);
    for (field, value) in changes.as_object().unwrap() {
        form[field] = value.clone();
    }
    form
}

/// Requests a code and reads it from the mail.
pub fn code_for(server: &TestServer, name: &str) -> String {
    let email = email_of(name);
    let answer = server
        .guest()
        .post("users/signup/", &json!({ "username": email }));
    assert_eq!(answer.status, 200, "{}", answer.json());
    server.code_mailed_to(&email)
}

/// Sends the form.
pub fn verify(server: &TestServer, form: &Value) -> Answer {
    server.guest().post("users/verify/", form)
}

/// Registers a person. Returns a client with the new session, and the user.
pub fn registered(server: &TestServer, name: &str, changes: &Value) -> (Client, Value) {
    let otp = code_for(server, name);
    let answer = verify(server, &form_with(name, &otp, changes));
    assert_eq!(answer.status, 200, "{}", answer.json());
    let user = answer.json()["user"].clone();
    (server.guest().with_token(user["token"].as_str().unwrap()), user)
}

/// Returns digits that differ from the code.
pub fn wrong(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}
