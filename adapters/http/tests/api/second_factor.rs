//! The calls about second factors. `oathtool` shows the codes: an authenticator app that knows the
//! secret as it was shown, and none of our code.

use std::process::Command;

use aditus_application::ports::Clock;
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person, confirm_password, email_of};
use crate::server::TestServer;

on_both_databases!(
    sign_in_waits_for_a_code,
    wrong_codes_are_counted_and_end_the_sign_in,
    texts_that_are_no_codes_are_refused_in_words,
    recovery_codes_work_once,
    app_is_replaced_and_removed,
    changes_need_the_password_or_a_code,
    super_user_resets_a_second_factor,
    secrets_are_in_no_later_answer,
);

const OWN: &str = "users/second-factor/";
const CODE: &str = "users/signin/code/";

/// An authenticator app that the person typed the secret into.
pub struct App(String);

impl App {
    fn add(shown: &Value) -> Self {
        Self(shown["secret"].as_str().unwrap().to_owned())
    }

    /// Returns the code that the app shows now.
    fn code(&self, server: &TestServer) -> String {
        let now = format!("--now=@{}", server.clock.now().timestamp());
        let output = Command::new("oathtool")
            .args([
                "--totp=sha1",
                "--base32",
                "--digits=6",
                "--time-step-size=30s",
                &now,
            ])
            .arg(&self.0)
            .output()
            .unwrap_or_else(|error| panic!("oathtool: {error}; `scripts/setup test` installs it"));
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Moves the clock to the next code, because each is accepted once.
    pub fn next_code(&self, server: &TestServer) -> String {
        server.clock.advance(TimeDelta::seconds(30));
        self.code(server)
    }
}

/// Sets up an app. Returns it with the recovery codes.
pub fn set_up(server: &TestServer, client: &Client) -> (App, Vec<String>) {
    confirm_password(client);
    let app = App::add(&client.post(OWN, &json!({})).data(200));
    let code = app.next_code(server);
    let data = client
        .post(&format!("{OWN}confirm/"), &json!({ "code": code }))
        .data(200);
    let codes = data["recovery_codes"].as_array().unwrap();
    (
        app,
        codes
            .iter()
            .map(|code| code.as_str().unwrap().to_owned())
            .collect(),
    )
}

fn person_with_app(installation: &Installation<'_>, name: &str) -> (Person, App, Vec<String>) {
    let person = installation.person(name, Role::DataRequester);
    let (app, codes) = set_up(installation.server, &person.client);
    (person, app, codes)
}

fn enter_password(server: &TestServer, name: &str) -> Answer {
    let body = json!({ "username": email_of(name), "password": PASSWORD });
    server.guest().post("users/signin/", &body)
}

/// Enters the password. Returns the token of the pending sign-in.
fn pending(server: &TestServer, name: &str) -> String {
    let data = enter_password(server, name).data(202);
    assert_eq!(data["step"], "enter_code");
    data["pending_token"].as_str().unwrap().to_owned()
}

fn enter(server: &TestServer, token: &str, code: &str) -> Answer {
    let body = json!({ "pending_token": token, "code": code });
    server.guest().post(CODE, &body)
}

fn sign_in_waits_for_a_code(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, app, codes) = person_with_app(&installation, "Ada");
    assert_eq!(codes.len(), 10);
    let answer = enter_password(server, "Ada");
    assert_eq!(answer.header("set-cookie"), None, "the browser is not known yet");
    let data = answer.data(202);
    let token = data["pending_token"].as_str().unwrap();
    assert_eq!(
        server.guest().with_token(token).get("users/detailuser/").status,
        401
    );
    let code = app.next_code(server);
    let answer = enter(server, token, &code);
    let user = answer.data(200);
    assert_eq!(user["user_id"], ada.user.0);
    let client = server.guest().with_token(user["token"].as_str().unwrap());
    assert_eq!(client.get("users/detailuser/").status, 200);
    enter(server, token, &app.next_code(server)).because("sign_in_ended");
    let again = pending(server, "Ada");
    enter(server, &again, &code).refuses(
        400,
        "This code was already used. Wait for the next one. You can try 4 more times.",
    );
}

fn wrong_codes_are_counted_and_end_the_sign_in(server: &TestServer) {
    let installation = Installation::new(server);
    let (_, app, _) = person_with_app(&installation, "Ada");
    let token = pending(server, "Ada");
    for left in [4, 3, 2, 1] {
        let params = enter(server, &token, "ABCDE-FGHJK").because("code_wrong");
        assert_eq!(params["attempts_left"], left);
    }
    enter(server, &token, "ABCDE-FGHJK").refuses(
        401,
        "This code is wrong. After 5 wrong codes this sign-in has ended. Enter your username and password again.",
    );
    enter(server, &token, &app.next_code(server)).because("sign_in_ended");
    let titles = server
        .mails_to(&email_of("Ada"))
        .into_iter()
        .map(|mail| mail.subject);
    assert!(
        titles
            .into_iter()
            .any(|title| title.contains("Wrong codes or passkeys were entered"))
    );
}

fn texts_that_are_no_codes_are_refused_in_words(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, _, _) = person_with_app(&installation, "Ada");
    let token = pending(server, "Ada");
    for (code, message) in [
        ("", "The code is required"),
        (
            "12345",
            "Enter the 6 digits of your authenticator app, or one of your recovery codes",
        ),
    ] {
        enter(server, &token, code).refuses_field(400, "code", message);
    }
    let confirm = |code: &str| {
        ada.client
            .post(&format!("{OWN}confirm/"), &json!({ "code": code }))
    };
    confirm("ABCDE-FGHJK").refuses_field(400, "code", "Enter the 6 digits of your authenticator app");
    confirm("123456").because("set_up_expired");
    enter(server, "none", "123456").because("sign_in_ended");
}

fn recovery_codes_work_once(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, _, codes) = person_with_app(&installation, "Ada");
    let typed = codes[0].replace('-', "").to_lowercase();
    assert_eq!(enter(server, &pending(server, "Ada"), &typed).status, 200);
    enter(server, &pending(server, "Ada"), &codes[0]).because("code_wrong");
    assert_eq!(ada.client.get(OWN).data(200)["recovery_codes_left"], 9);
    confirm_password(&ada.client);
    let path = format!("{OWN}recovery-codes/");
    let new = ada.client.post(&path, &json!({})).data(200)["recovery_codes"].clone();
    assert_eq!(new.as_array().unwrap().len(), 10);
    enter(server, &pending(server, "Ada"), &codes[1]).because("code_wrong");
    let code = new[0].as_str().unwrap();
    assert_eq!(enter(server, &pending(server, "Ada"), code).status, 200);
}

fn app_is_replaced_and_removed(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, old, _) = person_with_app(&installation, "Ada");
    let own = ada.client.get(OWN).data(200);
    assert_eq!(
        (&own["required"], &own["required_from"]),
        (&json!(false), &Value::Null)
    );
    assert!(
        own["app_added_on"].is_string() && own["app_last_used_on"].is_null(),
        "{own}"
    );
    let (new, codes) = set_up(server, &ada.client);
    assert_eq!(codes, Vec::<String>::new(), "those from before stay valid");
    let token = pending(server, "Ada");
    enter(server, &token, &old.next_code(server)).because("code_wrong");
    assert_eq!(enter(server, &token, &new.next_code(server)).status, 200);
    confirm_password(&ada.client);
    let remove = || ada.client.post(&format!("{OWN}remove/"), &json!({}));
    assert_eq!(remove().status, 200);
    remove().because("no_second_factor");
    assert_eq!(enter_password(server, "Ada").status, 200);
    assert_eq!(ada.client.get(OWN).data(200)["app_added_on"], Value::Null);
}

fn changes_need_the_password_or_a_code(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, app, _) = person_with_app(&installation, "Ada");
    server.clock.advance(TimeDelta::minutes(5));
    for path in [
        OWN.to_owned(),
        format!("{OWN}remove/"),
        format!("{OWN}recovery-codes/"),
    ] {
        let refused = ada.client.post(&path, &json!({}));
        refused.refuses_with_code(403, 607, "Enter your password to continue.");
        let code = app.next_code(server);
        let wrong = ada.client.post(&path, &json!({ "current_code": "ABCDE-FGHJK" }));
        wrong.refuses_field(400, "current_code", "This code is wrong, or was already used.");
        if path != format!("{OWN}remove/") {
            assert_eq!(
                ada.client.post(&path, &json!({ "current_code": code })).status,
                200,
                "{path}"
            );
            let again = ada.client.post(&path, &json!({ "current_code": code }));
            again.because("code_wrong");
        }
    }
}

fn super_user_resets_a_second_factor(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, _, _) = person_with_app(&installation, "Ada");
    let sara = installation.person("Sara", Role::SuperUser);
    let reset =
        |client: &Client, user: i64| client.post(&format!("{OWN}reset/"), &json!({ "user_id": user }));
    reset(&sara.client, sara.user.0).because("own_second_factor");
    reset(&ada.client, sara.user.0).because("role_not_allowed");
    let unconfirmed = installation.sign_in(&sara.email);
    reset(&unconfirmed, ada.user.0).refuses_with_code(403, 607, "Enter your password to continue.");
    confirm_password(&sara.client);
    reset(&sara.client, 999_999).because("user_not_found");
    assert_eq!(reset(&sara.client, ada.user.0).status, 200);
    reset(&sara.client, ada.user.0).because("no_second_factor");
    assert_eq!(
        ada.client.get("users/detailuser/").status,
        401,
        "every session has ended"
    );
    assert_eq!(enter_password(server, "Ada").status, 200);
    let entries = sara
        .client
        .get("audit/entries/?kind=account.second_factor_reset")
        .data(200);
    assert_eq!(entries["entries"].as_array().unwrap().len(), 1);
}

fn secrets_are_in_no_later_answer(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    confirm_password(&ada.client);
    let shown = ada.client.post(OWN, &json!({})).data(200);
    let secret = shown["secret"].as_str().unwrap().replace(' ', "");
    assert!(shown["address"].as_str().unwrap().contains(&secret));
    let app = App::add(&shown);
    let code = app.next_code(server);
    ada.client
        .post(&format!("{OWN}confirm/"), &json!({ "code": code }))
        .data(200);
    for path in [OWN, "users/detailuser/", "users/activity/"] {
        let text = ada.client.get(path).json().to_string();
        assert!(!text.contains(&secret), "{path}");
    }
}
