//! `POST users/confirm-password/`: a stolen session does not suffice for sensitive changes
//! (decisions C15).

use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::json;

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person};
use crate::server::TestServer;

on_both_databases!(
    sensitive_changes_require_the_password,
    a_confirmed_password_counts_five_minutes_in_one_session,
    wrong_passwords_are_refused_and_limited,
    the_current_session_ends_without_the_password,
    a_new_password_ends_all_other_sessions_and_is_notified,
    a_new_password_follows_the_rules,
);

const NEEDED: &str = "Enter your password to continue.";
const NEW: &str = "thief@people.example";

fn confirm(client: &Client, password: &str) -> Answer {
    client.post("users/confirm-password/", &json!({ "password": password }))
}

fn choose(client: &Client, password: &str) -> Answer {
    client.put("users/password/", &json!({ "password": password }))
}

/// Sends the calls about the own account that require the password.
fn tries(client: &Client) -> Vec<Answer> {
    vec![
        client.post("users/setting-otp/", &json!({ "org_email": NEW })),
        client.post("users/setting-otp/", &json!({ "phone": "+256772000111" })),
        client.patch("users/update-user-email/", &json!({ "org_email": NEW })),
        client.patch(
            "users/update-user-phone/",
            &json!({ "phone": "+256772000111", "otp": "000000" }),
        ),
        // An invalid new password, so that the owner's stays unchanged.
        choose(client, "short"),
        client.post("users/second-factor/", &json!({})),
        client.post("users/passkeys/options/", &json!({})),
        client.call("DELETE", "users/sessions/", &json!({})),
        client.call("DELETE", "users/sessions/999999/", &json!({})),
        client.call("DELETE", "users/identities/999999/", &json!({})),
    ]
}

/// Returns a stolen session: one whose password was not confirmed.
fn stolen(installation: &Installation<'_>, ada: &Person) -> Client {
    installation.sign_in(&ada.email)
}

fn sensitive_changes_require_the_password(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let thief = stolen(&installation, &ada);
    for minutes in [0, 4, 60] {
        server.clock.advance(TimeDelta::minutes(minutes));
        for refused in tries(&thief) {
            refused.refuses_with_code(403, 607, NEEDED);
            refused.because("password_needed");
            assert_eq!(
                refused.header("www-authenticate"),
                None,
                "nobody is signed out by it"
            );
        }
    }
    assert_eq!(server.mails_to(NEW).len(), 0);
    let user = ada.client.get("users/detailuser/").json()["user"].clone();
    assert_eq!(user["org_email"], ada.email);
    // A stolen session cannot use an address that the owner has proved.
    super::people::confirm_password(&ada.client);
    let own = "ada.new@people.example";
    ada.client
        .post("users/setting-otp/", &json!({ "org_email": own }));
    let otp = server.code_mailed_to(own);
    let proof = json!({ "otp": otp, "username": own });
    assert_eq!(ada.client.post("users/verify-otp/", &proof).status, 200);
    let taken_up = thief.patch("users/update-user-email/", &json!({ "org_email": own }));
    taken_up.refuses_with_code(403, 607, NEEDED);
}

fn a_confirmed_password_counts_five_minutes_in_one_session(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let (other, third) = (stolen(&installation, &ada), stolen(&installation, &ada));
    let done = json!({ "code": 200, "message": "Your password is confirmed." });
    assert_eq!(confirm(&other, PASSWORD).json(), done);
    for answer in tries(&third) {
        answer.refuses_with_code(403, 607, NEEDED);
    }
    server.clock.advance(TimeDelta::seconds(299));
    for answer in tries(&other) {
        assert_ne!(answer.status, 403);
    }
    server.clock.advance(TimeDelta::seconds(1));
    for answer in tries(&other) {
        answer.refuses_with_code(403, 607, NEEDED);
    }
    assert_eq!(
        third.get("users/detailuser/").status,
        401,
        "all others were ended"
    );
}

fn wrong_passwords_are_refused_and_limited(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let thief = stolen(&installation, &ada);
    confirm(&thief, "").refuses_field(400, "password", "The password is required");
    assert_eq!(confirm(&server.guest(), PASSWORD).status, 401);
    for _ in 0..10 {
        let wrong = confirm(&thief, "Wrong-Guess-9!");
        wrong.refuses(401, "Invalid Password");
        assert_eq!(wrong.header("www-authenticate"), None);
    }
    let limited = confirm(&thief, PASSWORD);
    assert_eq!(limited.status, 429);
    assert!(limited.header("retry-after").is_some());
    for answer in tries(&thief) {
        answer.refuses_with_code(403, 607, NEEDED);
    }
}

fn the_current_session_ends_without_the_password(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let other = stolen(&installation, &ada);
    let rows = other.get("users/sessions/").json()["data"].clone();
    let id = |current: bool| {
        let rows = rows.as_array().unwrap();
        let row = rows.iter().find(|row| row["current"] == current).unwrap();
        row["session_id"].as_i64().unwrap()
    };
    let end = |id: i64| other.call("DELETE", &format!("users/sessions/{id}/"), &json!({}));
    end(id(false)).refuses_with_code(403, 607, NEEDED);
    assert_eq!(end(id(true)).status, 204);
}

fn a_new_password_ends_all_other_sessions_and_is_notified(server: &TestServer) {
    const CHOSEN: &str = "Quiet-River-7!-Lantern";
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let other = stolen(&installation, &ada);
    let third = stolen(&installation, &ada);
    choose(&other, CHOSEN).refuses_with_code(403, 607, NEEDED);
    assert_eq!(confirm(&ada.client, PASSWORD).status, 200);
    let done = json!({ "code": 200, "message": "Your password is changed." });
    assert_eq!(choose(&ada.client, CHOSEN).json(), done);

    assert_eq!(ada.client.get("users/detailuser/").status, 200);
    for ended in [other, third] {
        assert_eq!(ended.get("users/detailuser/").status, 401);
    }
    let mail = server.mails_to(&ada.email).pop().unwrap();
    assert_eq!(mail.subject, "Aditus: Your password was changed");
    assert!(
        mail.text.contains("Every other session was signed out."),
        "{}",
        mail.text
    );
    assert!(!mail.text.contains(CHOSEN));
    let sign_in = |password: &str| {
        let body = json!({ "username": ada.email, "password": password });
        server.guest().post("users/signin/", &body).status
    };
    assert_eq!((sign_in(PASSWORD), sign_in(CHOSEN)), (401, 200));
}

fn a_new_password_follows_the_rules(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    assert_eq!(confirm(&ada.client, PASSWORD).status, 200);
    choose(&ada.client, "Short1!").refuses_field(400, "password", "Minimum 8 characters required");
    choose(&ada.client, PASSWORD).refuses_field(
        400,
        "password",
        "This is your current password. Choose another one.",
    );
    let guessable = choose(&ada.client, "Password1!");
    assert_eq!(guessable.status, 400);
    let said = guessable.json()["errors"]["password"][0].clone();
    assert_eq!(guessable.json()["message"], said);
    for refused in [json!({}), json!({ "password": null }), json!({ "password": 8 })] {
        assert_eq!(
            ada.client.put("users/password/", &refused).status,
            400,
            "{refused}"
        );
    }
    assert_eq!(
        ada.client
            .put("users/password/", &json!({ "password": "x".repeat(2000) }))
            .status,
        400
    );
    let body = json!({ "username": ada.email, "password": PASSWORD });
    assert_eq!(server.guest().post("users/signin/", &body).status, 200);
}
