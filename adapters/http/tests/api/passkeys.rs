//! The calls about passkeys (decisions O6, O7), with a fake authenticator.

use std::cell::RefCell;
use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::settings::Settings;
use aditus_application::testing::ListedPasskeys;
use aditus_domain::accounts::AccountState;
use aditus_domain::accounts::passkey::{ConfirmBy, MAX_PASSKEYS};
use aditus_domain::accounts::second_factor::{RequiredFor, RoleGroup};
use aditus_domain::roles::Role;
use aditus_http::Api;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::edits::{Board, DEVICES, device as new_device, with};
use crate::identities::{MINISTRY, Offering};
use crate::main_job::{decision, own_state};
use crate::people::{Installation, PASSWORD, Person, confirm_password, email_of};
use crate::server::{Running, TestServer};
use crate::{log, on_both_databases, second_factor};

on_both_databases!(
    passkeys_are_added_renamed_and_removed,
    adding_and_removing_need_a_confirmation,
    names_that_are_not_usable_are_refused,
    passkey_of_another_account_is_not_found,
    authenticator_is_added_once,
    accounts_have_a_limited_number_of_passkeys,
    passkey_alone_signs_in,
    passkeys_that_do_not_sign_in_are_refused_in_words,
    response_is_accepted_once_within_ten_minutes,
    one_response_sent_at_once_signs_in_once,
    response_to_another_challenge_is_refused,
    responses_that_are_none_are_refused,
    passkey_is_a_second_factor,
    invalid_responses_are_counted_and_end_the_sign_in,
    role_that_needs_a_second_factor_adds_a_passkey_at_sign_in,
    last_factor_of_a_role_that_needs_one_stays,
    recovery_codes_stay_while_there_is_a_factor,
    passkey_confirms_protected_acts,
    copied_passkey_is_refused_and_the_owner_is_warned,
    organisation_with_a_provider_refuses_passkeys_alone,
    reset_removes_the_passkeys,
    installation_without_passkeys_says_so,
    administrators_see_who_has_a_second_factor,
    secrets_are_in_no_later_answer,
    passkey_confirms_a_decision,
    decisions_are_confirmed_in_the_ways_of_the_installation,
    passkey_confirms_only_the_decision_that_was_shown,
    decision_carries_a_code_or_a_passkey,
    copied_passkey_decides_nothing,
);

const OWN: &str = "users/second-factor/";
const PASSKEYS: &str = "users/passkeys/";
const BEGIN_SIGN_IN: &str = "users/signin/passkey/options/";
const SIGN_IN: &str = "users/signin/passkey/";
const BEGIN_FACTOR: &str = "users/signin/passkey/second-factor/options/";
const FACTOR: &str = "users/signin/passkey/second-factor/";
const BEGIN_SET_UP: &str = "users/signin/second-factor/passkey/options/";
const SET_UP: &str = "users/signin/second-factor/passkey/";
const BEGIN_CONFIRM: &str = "users/confirm-passkey/options/";
const CONFIRM: &str = "users/confirm-passkey/";

const NEEDED: &str = "Enter your password to continue.";
const EXPIRED: &str = "This took too long, or was already used. Try again with your passkey.";
const UNAVAILABLE: &str = "Passkeys can't be used at this address.";
const UNKNOWN: &str = "This passkey is not known here. Sign in another way.";
const NONE: &str = "You have no passkey. Add one on your profile.";

/// The authenticator of a person, which has one passkey.
struct Device {
    authenticator: Arc<ListedPasskeys>,
    credential: RefCell<String>,
}

impl Device {
    fn new(server: &TestServer) -> Self {
        Self {
            authenticator: server.passkeys.clone(),
            credential: RefCell::default(),
        }
    }

    /// Makes a passkey. Returns the response of the browser.
    fn make(&self, options: &Value) -> Value {
        // The fake is the authenticator of all people, and has each excluded passkey.
        let options = with(options.clone(), json!({ "excluded": "" })).to_string();
        let made: Value = serde_json::from_str(&self.authenticator.make(&options).unwrap()).unwrap();
        made["id"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.credential.borrow_mut());
        made
    }

    /// Returns the response of a browser that makes the same passkey again.
    fn make_again(&self, options: &Value) -> Value {
        let id = self.credential.borrow().clone();
        let again = with(self.make(options), json!({ "id": id }));
        *self.credential.borrow_mut() = id;
        again
    }

    /// Signs the challenge. Returns the response of the browser.
    fn answer(&self, options: &Value) -> Value {
        let digits = self.credential.borrow();
        let id: Vec<u8> = (0..digits.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
            .collect();
        let signed = self.authenticator.sign_with(&options.to_string(), &id);
        serde_json::from_str(&signed.unwrap()).unwrap()
    }

    /// Returns a response with another signature.
    fn forged_answer(&self, options: &Value) -> Value {
        with(self.answer(options), json!({ "signature": "00".repeat(8) }))
    }

    /// Sets the signature counter back, as in a copy of the authenticator.
    fn set_counter_back(&self) {
        self.authenticator.set_back();
    }
}

/// Returns the options for the browser.
#[track_caller]
fn options(answer: &Answer) -> Value {
    let data = answer.data(200);
    assert!(data["expires_on"].is_string(), "{data}");
    assert!(data["options"]["challenge"].is_string(), "{data}");
    data["options"].clone()
}

fn begin_adding(client: &Client) -> Value {
    options(&client.post(&format!("{PASSKEYS}options/"), &json!({})))
}

fn send_new(client: &Client, name: &str, credential: &Value) -> Answer {
    client.post(PASSKEYS, &json!({ "name": name, "credential": credential }))
}

/// Adds a passkey of this device. Returns the answer of the call.
fn add(client: &Client, device: &Device, name: &str) -> Value {
    confirm_password(client);
    let credential = device.make(&begin_adding(client));
    send_new(client, name, &credential).data(200)
}

fn person_with_passkey(installation: &Installation<'_>, name: &str) -> (Person, Device) {
    let person = installation.person(name, Role::DataRequester);
    let device = Device::new(installation.server);
    add(&person.client, &device, "Laptop");
    (person, device)
}

fn passkeys(client: &Client) -> Vec<Value> {
    let own = client.get(OWN).data(200);
    own["passkeys"].as_array().unwrap().clone()
}

fn names(client: &Client) -> Vec<String> {
    let name = |passkey: &Value| passkey["name"].as_str().unwrap().to_owned();
    passkeys(client).iter().map(name).collect()
}

fn passkey_path(passkey: &Value) -> String {
    format!("{PASSKEYS}{}/", passkey["passkey_id"])
}

fn remove(client: &Client, passkey: &Value) -> Answer {
    client.post(&format!("{}remove/", passkey_path(passkey)), &json!({}))
}

/// Begins a sign-in with a passkey alone.
fn begin_sign_in(guest: &Client) -> Value {
    options(&guest.post(BEGIN_SIGN_IN, &json!({})))
}

fn send_sign_in(guest: &Client, credential: &Value) -> Answer {
    guest.post(SIGN_IN, &json!({ "credential": credential }))
}

fn sign_in(guest: &Client, device: &Device) -> Answer {
    send_sign_in(guest, &device.answer(&begin_sign_in(guest)))
}

fn enter_password(guest: &Client, name: &str) -> Answer {
    let body = json!({ "username": email_of(name), "password": PASSWORD });
    guest.post("users/signin/", &body)
}

/// Enters the password. Returns the token of the pending sign-in.
fn pending(guest: &Client, name: &str) -> String {
    let data = enter_password(guest, name).data(202);
    data["pending_token"].as_str().unwrap().to_owned()
}

fn begin_factor(guest: &Client, token: &str) -> Answer {
    guest.post(BEGIN_FACTOR, &json!({ "pending_token": token }))
}

fn send_factor(guest: &Client, token: &str, credential: &Value) -> Answer {
    let body = json!({ "pending_token": token, "credential": credential });
    guest.post(FACTOR, &body)
}

fn confirm(client: &Client, device: &Device) -> Answer {
    let options = options(&client.post(BEGIN_CONFIRM, &json!({})));
    client.post(CONFIRM, &json!({ "credential": device.answer(&options) }))
}

fn is_signed_in(client: &Client) -> bool {
    client.get("users/detailuser/").status == 200
}

/// Returns a client with the session of this answer.
fn session(guest: &Client, answer: &Answer) -> Client {
    let user = answer.json()["user"].clone();
    guest.with_token(user["token"].as_str().unwrap())
}

fn subjects(server: &TestServer, person: &Person) -> Vec<String> {
    let mails = server.mails_to(&person.email).into_iter();
    mails.map(|mail| mail.subject).collect()
}

/// Asserts that the owner of a passkey was mailed that a copy of it may exist.
#[track_caller]
fn assert_warned(server: &TestServer, person: &Person) {
    let subject = "Aditus: A passkey of yours may have been copied";
    let mails = subjects(server, person);
    assert!(mails.iter().any(|mailed| mailed == subject), "{mails:?}");
}

/// Returns the number of audit entries of each of these kinds, as a Super User reads them.
fn number_of<const N: usize>(installation: &Installation<'_>, kinds: [&str; N]) -> [usize; N] {
    let sara = installation.person("Auditor", Role::SuperUser);
    kinds.map(|kind| {
        let data = sara.client.get(&format!("audit/entries/?kind={kind}")).data(200);
        data["entries"].as_array().unwrap().len()
    })
}

/// Starts a server on the same database with other ports.
fn running(server: &TestServer, change: impl FnOnce(&mut Ports)) -> Running {
    let mut ports = server.ports.clone();
    change(&mut ports);
    Running::start(Api::new(ports))
}

/// Starts a server on the same database with other settings.
fn configured(server: &TestServer, change: impl FnOnce(&mut Settings)) -> Running {
    running(server, |ports| {
        let mut settings = (*ports.settings).clone();
        change(&mut settings);
        ports.settings = Arc::new(settings);
    })
}

fn passkeys_are_added_renamed_and_removed(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let own = ada.client.get(OWN).data(200);
    assert_eq!(
        (&own["passkeys"], &own["passkeys_available"]),
        (&json!([]), &json!(true))
    );
    let [laptop, phone] = [(); 2].map(|()| Device::new(server));
    let added = add(&ada.client, &laptop, "  Work laptop ");
    assert_eq!(added["recovery_codes"].as_array().unwrap().len(), 10);
    let shown = passkeys(&ada.client).remove(0);
    assert_eq!(
        shown,
        json!({
            "passkey_id": added["passkey_id"], "name": "Work laptop",
            "added_on": "2026-03-02T12:00:00Z", "last_used_on": null,
        })
    );
    server.clock.advance(TimeDelta::minutes(1));
    let second = add(&ada.client, &phone, "Phone");
    assert_eq!(
        second["recovery_codes"],
        json!([]),
        "those from before stay valid"
    );
    assert_eq!(names(&ada.client), ["Work laptop", "Phone"]);

    let renamed = ada
        .client
        .put(&passkey_path(&second), &json!({ "name": "Old phone" }));
    assert_eq!(
        renamed.json(),
        json!({ "code": 200, "message": "Your passkey was renamed." })
    );
    assert_eq!(names(&ada.client), ["Work laptop", "Old phone"]);

    for (passkey, left) in [(&added, 10), (&second, 0)] {
        let removed = remove(&ada.client, passkey);
        assert_eq!(removed.json()["message"], "Your passkey was removed.");
        assert_eq!(ada.client.get(OWN).data(200)["recovery_codes_left"], left);
        let again = remove(&ada.client, passkey);
        assert_eq!(again.status, 404);
        again.because("passkey_not_found");
    }
    assert_eq!(passkeys(&ada.client), Vec::<Value>::new());
    assert_eq!(enter_password(&server.guest(), "Ada").status, 200);
    sign_in(&server.guest(), &laptop).refuses(401, UNKNOWN);

    let mails = subjects(server, &ada);
    let about = mails.iter().filter(|subject| subject.contains("passkey"));
    assert_eq!(
        about.collect::<Vec<_>>(),
        [
            "Aditus: A passkey was added",
            "Aditus: A passkey was added",
            "Aditus: A passkey was removed",
            "Aditus: A passkey was removed",
        ]
    );
    let kinds = ["account.passkey_added", "account.passkey_removed"];
    assert_eq!(number_of(&installation, kinds), [2, 2]);
}

fn adding_and_removing_need_a_confirmation(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, _) = person_with_passkey(&installation, "Ada");
    let (app, codes) = second_factor::set_up(server, &ada.client);
    assert_eq!(codes, Vec::<String>::new(), "the passkey has made them");
    let passkey = passkeys(&ada.client).remove(0);
    server.clock.advance(TimeDelta::minutes(5));
    for path in [
        format!("{PASSKEYS}options/"),
        format!("{}remove/", passkey_path(&passkey)),
    ] {
        let refused = ada.client.post(&path, &json!({}));
        refused.refuses_with_code(403, 607, NEEDED);
        let wrong = ada.client.post(&path, &json!({ "current_code": "ABCDE-FGHJK" }));
        wrong.refuses_field(400, "current_code", "This code is wrong, or was already used.");
        let code = app.next_code(server);
        let right = ada.client.post(&path, &json!({ "current_code": code }));
        assert_eq!(right.status, 200, "{path}: {}", right.json());
    }
    assert_eq!(passkeys(&ada.client), Vec::<Value>::new());
}

fn names_that_are_not_usable_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, device) = person_with_passkey(&installation, "Ada");
    let passkey = passkeys(&ada.client).remove(0);
    let credential = device.make(&begin_adding(&ada.client));
    for (name, message) in [
        (" \u{200b} ".to_owned(), "The name is required"),
        ("x".repeat(61), "The name must not be longer than 60 characters"),
    ] {
        let body = json!({ "name": name });
        let renamed = ada.client.put(&passkey_path(&passkey), &body);
        renamed.refuses_field(400, "name", message);
        send_new(&ada.client, &name, &credential).refuses_field(400, "name", message);
    }
    assert_eq!(names(&ada.client), ["Laptop"]);
    // The ceremony is not used up, so the person can correct the name.
    let other = Device::new(server).make(&begin_adding(&ada.client));
    send_new(&ada.client, "", &other).refuses_field(400, "name", "The name is required");
    send_new(&ada.client, "Phone", &other).data(200);
}

fn passkey_of_another_account_is_not_found(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, _) = person_with_passkey(&installation, "Ada");
    let (eve, _) = person_with_passkey(&installation, "Eve");
    let passkey = passkeys(&ada.client).remove(0);
    let renamed = eve
        .client
        .put(&passkey_path(&passkey), &json!({ "name": "Mine" }));
    for refused in [renamed, remove(&eve.client, &passkey)] {
        assert_eq!(refused.status, 404, "{}", refused.json());
        refused.because("passkey_not_found");
    }
    assert_eq!(passkeys(&ada.client), [passkey]);
}

fn authenticator_is_added_once(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, device) = person_with_passkey(&installation, "Ada");
    let excluded = begin_adding(&ada.client)["excluded"].clone();
    assert_eq!(excluded, *device.credential.borrow());
    // Another person adds the same credential.
    let eve = installation.person("Eve", Role::DataRequester);
    for client in [&ada.client, &eve.client] {
        let again = device.make_again(&begin_adding(client));
        let refused = send_new(client, "Again", &again);
        assert_eq!(refused.status, 409);
        refused.because("passkey_exists");
    }
    assert_eq!(names(&ada.client), ["Laptop"]);
    assert_eq!(names(&eve.client), Vec::<String>::new());
}

fn accounts_have_a_limited_number_of_passkeys(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let spare = begin_adding(&ada.client);
    for n in 0..MAX_PASSKEYS {
        add(&ada.client, &Device::new(server), &format!("Key {n}"));
    }
    let late = send_new(&ada.client, "Late", &Device::new(server).make(&spare));
    assert_eq!(late.status, 409);
    late.because("too_many_passkeys");
    let refused = ada.client.post(&format!("{PASSKEYS}options/"), &json!({}));
    assert_eq!(refused.status, 409);
    refused.because("too_many_passkeys");
    assert_eq!(passkeys(&ada.client).len(), MAX_PASSKEYS);
    let first = passkeys(&ada.client).remove(0);
    assert_eq!(remove(&ada.client, &first).status, 200);
    add(&ada.client, &Device::new(server), "Another");
}

fn passkey_alone_signs_in(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, device) = person_with_passkey(&installation, "Ada");
    server.clock.advance(TimeDelta::minutes(2));
    let guest = server.guest();
    let begun = begin_sign_in(&guest);
    assert_eq!(begun["allowed"], "", "the options name no account");
    let answer = send_sign_in(&guest, &device.answer(&begun));
    assert_eq!(answer.json()["message"], "You are signed in.");
    assert_eq!(answer.data(200)["user_id"], ada.user.0);
    assert!(answer.cookie().starts_with("__Host-aditus_browser="));
    let client = session(&guest, &answer);
    assert!(is_signed_in(&client));
    let shown = passkeys(&client).remove(0);
    assert_eq!(shown["last_used_on"], "2026-03-02T12:02:00Z");
    let new_browser = "Aditus: New sign-in to your account";
    let mails = subjects(server, &ada);
    assert!(mails.iter().any(|subject| subject == new_browser), "{mails:?}");
    // A sign-in with the password needs the second factor.
    let data = enter_password(&guest, "Ada").data(202);
    assert_eq!(
        (&data["step"], &data["app"], &data["passkey"]),
        (&json!("enter_code"), &json!(false), &json!(true))
    );
    let sara = installation.person("Sara", Role::SuperUser);
    let entries = sara
        .client
        .get("audit/entries/?kind=account.signed_in")
        .data(200)
        .to_string();
    assert!(entries.contains("passkey"), "{entries}");
}

fn passkeys_that_do_not_sign_in_are_refused_in_words(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, device) = person_with_passkey(&installation, "Ada");
    let guest = server.guest();
    let stranger = Device::new(server);
    stranger.make(&begin_adding(&ada.client));
    let refused = sign_in(&guest, &stranger);
    refused.refuses(401, UNKNOWN);
    refused.because("passkey_not_found");
    assert_eq!(refused.header("set-cookie"), None);
    let set_state = |state: AccountState| {
        server.write(|transaction| {
            let mut account = transaction.accounts().by_id(ada.user).unwrap().unwrap();
            account.state = state;
            transaction.accounts().save(&account).unwrap();
        });
    };
    set_state(AccountState::Disabled);
    let disabled = sign_in(&guest, &device);
    disabled.refuses(
        401,
        "Your account is disabled. Contact the administrator of your organisation.",
    );
    disabled.because("account_disabled");
    assert_eq!(disabled.header("set-cookie"), None);
    set_state(AccountState::Active);
    assert_eq!(sign_in(&guest, &device).status, 200);
}

fn response_is_accepted_once_within_ten_minutes(server: &TestServer) {
    let installation = Installation::new(server);
    let (_, device) = person_with_passkey(&installation, "Ada");
    let guest = server.guest();
    let credential = device.answer(&begin_sign_in(&guest));
    server.clock.advance(TimeDelta::seconds(599));
    assert_eq!(send_sign_in(&guest, &credential).status, 200);
    let again = send_sign_in(&guest, &credential);
    assert_eq!(again.json()["message"], EXPIRED);
    again.because("passkey_expired");
    let late = device.answer(&begin_sign_in(&guest));
    server.clock.advance(TimeDelta::minutes(10));
    send_sign_in(&guest, &late).because("passkey_expired");
    // A response that is refused uses the challenge up, too.
    let begun = begin_sign_in(&guest);
    send_sign_in(&guest, &device.forged_answer(&begun)).because("passkey_invalid");
    send_sign_in(&guest, &device.answer(&begun)).because("passkey_expired");
}

fn one_response_sent_at_once_signs_in_once(server: &TestServer) {
    let installation = Installation::new(server);
    let (_, device) = person_with_passkey(&installation, "Ada");
    let guest = server.guest();
    let credential = device.answer(&begin_sign_in(&guest));
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let send = || send_sign_in(&guest, &credential).status;
        let calls: Vec<_> = (0..4).map(|_| scope.spawn(send)).collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409]);
}

fn response_to_another_challenge_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, device) = person_with_passkey(&installation, "Ada");
    let (eve, other) = person_with_passkey(&installation, "Eve");
    let guest = server.guest();
    let for_sign_in = device.answer(&begin_sign_in(&guest));
    let confirmed = ada.client.post(CONFIRM, &json!({ "credential": for_sign_in }));
    confirmed.because("passkey_expired");
    let of_ada = options(&ada.client.post(BEGIN_CONFIRM, &json!({})));
    send_sign_in(&guest, &device.answer(&of_ada)).because("passkey_expired");
    let of_ada = options(&ada.client.post(BEGIN_CONFIRM, &json!({})));
    let by_eve = json!({ "credential": other.answer(&of_ada) });
    eve.client.post(CONFIRM, &by_eve).because("passkey_expired");
    // A passkey of another account does not answer a challenge for this one.
    let of_ada = options(&ada.client.post(BEGIN_CONFIRM, &json!({})));
    let foreign = json!({ "credential": other.answer(&of_ada) });
    let refused = ada.client.post(CONFIRM, &foreign);
    assert!((400..500).contains(&refused.status), "{}", refused.json());
    assert_eq!(confirm(&ada.client, &device).status, 200);
    // Nor does one that is made elsewhere for this challenge.
    let unknown = device.answer(&json!({ "challenge": "ab".repeat(32) }));
    send_sign_in(&guest, &unknown).because("passkey_expired");
}

fn responses_that_are_none_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let guest = server.guest();
    for credential in [
        json!({}),
        json!({ "id": 7 }),
        json!({ "response": { "a": [null] } }),
    ] {
        let refused = send_sign_in(&guest, &credential);
        assert_eq!(refused.status, 400, "{}", refused.json());
        refused.because("passkey_invalid");
        send_new(&ada.client, "Laptop", &credential).because("passkey_invalid");
        let confirmed = ada.client.post(CONFIRM, &json!({ "credential": credential }));
        confirmed.because("passkey_invalid");
    }
    let long = json!({ "id": "A".repeat(16 * 1024) });
    let too_long = "This is too long for the response of a passkey.";
    send_sign_in(&guest, &long).refuses_field(400, "credential", too_long);
    send_new(&ada.client, "Laptop", &long).refuses_field(400, "credential", too_long);
    let huge = json!({ "id": "A".repeat(1024 * 1024) });
    assert_eq!(send_sign_in(&guest, &huge).status, 413);
    for other in [json!("text"), json!([]), Value::Null, json!(1)] {
        send_sign_in(&guest, &other).names_fields(&["credential"]);
    }
}

fn passkey_is_a_second_factor(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, device) = person_with_passkey(&installation, "Ada");
    let guest = server.guest();
    let answer = enter_password(&guest, "Ada");
    assert_eq!(
        answer.json()["message"],
        "Use your passkey, or enter a recovery code."
    );
    let token = answer.data(202)["pending_token"].as_str().unwrap().to_owned();
    let begun = options(&begin_factor(&guest, &token));
    assert_eq!(begun["allowed"], *device.credential.borrow());
    let credential = device.answer(&begun);
    let completed = send_factor(&guest, &token, &credential);
    assert_eq!(completed.data(200)["user_id"], ada.user.0);
    assert!(completed.cookie().starts_with("__Host-aditus_browser="));
    assert!(is_signed_in(&session(&guest, &completed)));
    send_factor(&guest, &token, &credential).because("sign_in_ended");
    begin_factor(&guest, &token).because("sign_in_ended");

    // An account with both factors accepts either one.
    let (app, _) = second_factor::set_up(server, &ada.client);
    let answer = enter_password(&guest, "Ada");
    assert_eq!(answer.json()["message"], "Enter a code of your second factor.");
    let data = answer.data(202);
    assert_eq!((&data["app"], &data["passkey"]), (&json!(true), &json!(true)));
    let body = json!({ "pending_token": data["pending_token"], "code": app.next_code(server) });
    guest.post("users/signin/code/", &body).data(200);
    let token = pending(&guest, "Ada");
    let begun = options(&begin_factor(&guest, &token));
    send_factor(&guest, &token, &device.answer(&begun)).data(200);
}

fn invalid_responses_are_counted_and_end_the_sign_in(server: &TestServer) {
    let installation = Installation::new(server);
    let (_, device) = person_with_passkey(&installation, "Ada");
    let guest = server.guest();
    let token = pending(&guest, "Ada");
    for left in [4, 3, 2, 1] {
        let begun = options(&begin_factor(&guest, &token));
        let refused = send_factor(&guest, &token, &device.forged_answer(&begun));
        assert_eq!(refused.status, 400, "{}", refused.json());
        assert_eq!(refused.json()["params"]["attempts_left"], left);
    }
    let begun = options(&begin_factor(&guest, &token));
    let ended = send_factor(&guest, &token, &device.forged_answer(&begun));
    assert_eq!(ended.status, 401);
    ended.because("sign_in_ended");
    begin_factor(&guest, &token).because("sign_in_ended");
    let begun = options(&begin_factor(&guest, &pending(&guest, "Ada")));
    // A response for another pending sign-in, or for none.
    send_factor(&guest, "none", &device.answer(&begun)).because("sign_in_ended");
}

fn role_that_needs_a_second_factor_adds_a_passkey_at_sign_in(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let running = configured(server, |settings| {
        settings.second_factor_required_for = RequiredFor::new([RoleGroup::Admin]);
    });
    let guest = running.guest();
    assert_eq!(
        enter_password(&guest, "Olga").status,
        200,
        "the time of grace begins"
    );
    server.clock.advance(TimeDelta::days(14));
    let data = enter_password(&guest, "Olga").data(202);
    assert_eq!(
        (&data["step"], &data["app"], &data["passkey"]),
        (&json!("set_up"), &json!(true), &json!(true))
    );
    let token = data["pending_token"].as_str().unwrap();
    begin_factor(&guest, token).because("other_sign_in_step");
    let begin = || options(&guest.post(BEGIN_SET_UP, &json!({ "pending_token": token })));
    let send = |name: &str, credential: &Value| {
        let body = json!({ "pending_token": token, "name": name, "credential": credential });
        guest.post(SET_UP, &body)
    };
    let device = Device::new(server);
    let credential = device.make(&begin());
    send(" ", &credential).refuses_field(400, "name", "The name is required");
    let completed = send("Work laptop", &credential);
    assert_eq!(completed.data(200)["user_id"], olga.user.0);
    assert_eq!(completed.json()["recovery_codes"].as_array().unwrap().len(), 10);
    let client = session(&guest, &completed);
    assert_eq!(names(&client), ["Work laptop"]);
    assert_eq!(send("Again", &credential).status, 401);
    assert_eq!(sign_in(&guest, &device).status, 200);
    guest
        .post(BEGIN_SET_UP, &json!({ "pending_token": "none" }))
        .because("sign_in_ended");
}

fn last_factor_of_a_role_that_needs_one_stays(server: &TestServer) {
    let installation = Installation::new(server);
    let running = configured(server, |settings| {
        settings.second_factor_required_for = RequiredFor::new([RoleGroup::Admin]);
    });
    let olga = installation.person("Olga", Role::Admin);
    let client = olga.client.moved_to(&running.guest());
    let first = add(&client, &Device::new(server), "Laptop");
    let refused = remove(&client, &first);
    assert_eq!(refused.status, 409);
    refused.because("second_factor_required");
    let second = add(&client, &Device::new(server), "Phone");
    assert_eq!(remove(&client, &first).status, 200);
    remove(&client, &second).because("second_factor_required");
    // With an app, neither is the last factor.
    second_factor::set_up(server, &client);
    let remove_app = || client.post(&format!("{OWN}remove/"), &json!({}));
    assert_eq!(remove_app().status, 200);
    second_factor::set_up(server, &client);
    assert_eq!(remove(&client, &second).status, 200);
    remove_app().because("second_factor_required");
}

fn recovery_codes_stay_while_there_is_a_factor(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let added = add(&ada.client, &Device::new(server), "Laptop");
    let code = |n: usize| added["recovery_codes"][n].as_str().unwrap().to_owned();
    let guest = server.guest();
    let enter = |code: &str| {
        let body = json!({ "pending_token": pending(&guest, "Ada"), "code": code });
        guest.post("users/signin/code/", &body)
    };
    enter(&code(0)).data(200);
    second_factor::set_up(server, &ada.client);
    let removed = ada.client.post(&format!("{OWN}remove/"), &json!({}));
    assert_eq!(removed.status, 200, "{}", removed.json());
    enter(&code(1)).data(200);
    confirm_password(&ada.client);
    assert_eq!(remove(&ada.client, &added).status, 200);
    assert_eq!(enter_password(&guest, "Ada").status, 200);
    assert_eq!(ada.client.get(OWN).data(200)["recovery_codes_left"], 0);
}

fn passkey_confirms_protected_acts(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, device) = person_with_passkey(&installation, "Ada");
    let thief = session(&server.guest(), &sign_in(&server.guest(), &device));
    server.clock.advance(TimeDelta::minutes(5));
    let act = |client: &Client| {
        let body = json!({ "org_email": "ada.new@people.example" });
        client.post("users/setting-otp/", &body)
    };
    for client in [&ada.client, &thief] {
        act(client).refuses_with_code(403, 607, NEEDED);
    }
    let confirmed = confirm(&ada.client, &device);
    assert_eq!(
        confirmed.json(),
        json!({ "code": 200, "message": "Your passkey is confirmed." })
    );
    assert_eq!(act(&ada.client).status, 200);
    act(&thief).refuses_with_code(403, 607, NEEDED);
    server.clock.advance(TimeDelta::minutes(5));
    act(&ada.client).refuses_with_code(403, 607, NEEDED);

    let begun = options(&ada.client.post(BEGIN_CONFIRM, &json!({})));
    let forged = json!({ "credential": device.forged_answer(&begun) });
    let refused = ada.client.post(CONFIRM, &forged);
    assert_eq!(refused.header("www-authenticate"), None, "the session goes on");
    refused.because("passkey_invalid");
    act(&ada.client).refuses_with_code(403, 607, NEEDED);
    let eve = installation.person("Eve", Role::DataRequester);
    let none = eve.client.post(BEGIN_CONFIRM, &json!({}));
    none.refuses(409, NONE);
    none.because("passkey_not_found");
    assert_eq!(server.guest().post(BEGIN_CONFIRM, &json!({})).status, 401);
    assert_eq!(number_of(&installation, ["account.passkey_confirmed"]), [1]);
}

fn copied_passkey_is_refused_and_the_owner_is_warned(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, device) = person_with_passkey(&installation, "Ada");
    let guest = server.guest();
    assert_eq!(sign_in(&guest, &device).status, 200);
    device.set_counter_back();
    let refused = sign_in(&guest, &device);
    assert_eq!(refused.status, 401, "{}", refused.json());
    refused.because("passkey_copied");
    assert_eq!(refused.header("set-cookie"), None);
    let token = pending(&guest, "Ada");
    let begun = options(&begin_factor(&guest, &token));
    device.set_counter_back();
    let refused = send_factor(&guest, &token, &device.answer(&begun));
    assert_eq!(refused.status, 401, "{}", refused.json());
    device.set_counter_back();
    let refused = confirm(&ada.client, &device);
    assert_eq!(refused.status, 401, "{}", refused.json());
    assert_eq!(refused.header("www-authenticate"), None, "the session goes on");
    refused.because("passkey_copied");
    assert_warned(server, &ada);
    assert_eq!(number_of(&installation, ["account.passkey_refused"]), [3]);
}

fn organisation_with_a_provider_refuses_passkeys_alone(server: &TestServer) {
    let provider = server.ports.settings.provider_organisation.clone();
    let offering = Offering::with(server, |ministry| {
        ministry.only_for = vec![provider.to_uppercase()];
    });
    let olga = offering.person("Olga", Role::Admin);
    let device = Device::new(server);
    add(&olga.client, &device, "Laptop");
    let guest = offering.running.guest();
    let refused = sign_in(&guest, &device);
    assert_eq!(refused.status, 401, "{}", refused.json());
    let params = refused.because("provider_required");
    assert_eq!(params["label"], "Ministry of Health");
    assert_eq!(refused.header("set-cookie"), None);
    // After the provider, the passkey is the second factor.
    offering.link(&olga.client, "olga");
    let data = offering.browser().arrives(MINISTRY, "olga").data(200);
    let pending = &data["pending_sign_in"];
    assert_eq!(pending["passkey"], true, "{data}");
    let token = pending["pending_token"].as_str().unwrap();
    let begun = options(&begin_factor(&guest, token));
    let completed = send_factor(&guest, token, &device.answer(&begun));
    assert_eq!(completed.data(200)["user_id"], olga.user.0);
}

fn reset_removes_the_passkeys(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, device) = person_with_passkey(&installation, "Ada");
    let sara = installation.person("Sara", Role::SuperUser);
    let reset = || {
        let body = json!({ "user_id": ada.user.0 });
        sara.client.post(&format!("{OWN}reset/"), &body)
    };
    assert_eq!(reset().status, 200);
    reset().because("no_second_factor");
    assert!(!is_signed_in(&ada.client), "every session has ended");
    let guest = server.guest();
    sign_in(&guest, &device).refuses(401, UNKNOWN);
    let client = session(&guest, &enter_password(&guest, "Ada"));
    assert_eq!(passkeys(&client), Vec::<Value>::new());
}

fn installation_without_passkeys_says_so(server: &TestServer) {
    let installation = Installation::new(server);
    let (ada, _) = person_with_passkey(&installation, "Ada");
    let running = running(server, |ports| ports.passkeys = None);
    let (guest, client) = (running.guest(), ada.client.moved_to(&running.guest()));
    let own = client.get(OWN).data(200);
    assert_eq!(own["passkeys_available"], false);
    let token = {
        let data = enter_password(&guest, "Ada").data(202);
        assert_eq!(data["passkey"], false, "a recovery code is left");
        data["pending_token"].as_str().unwrap().to_owned()
    };
    for answer in [
        guest.post(BEGIN_SIGN_IN, &json!({})),
        send_sign_in(&guest, &json!({})),
        begin_factor(&guest, &token),
        send_factor(&guest, &token, &json!({})),
        client.post(&format!("{PASSKEYS}options/"), &json!({})),
        send_new(&client, "Laptop", &json!({})),
        client.post(BEGIN_CONFIRM, &json!({})),
        client.post(CONFIRM, &json!({ "credential": {} })),
    ] {
        answer.refuses(409, UNAVAILABLE);
        answer.because("passkeys_unavailable");
    }
}

fn administrators_see_who_has_a_second_factor(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let sara = installation.person("Sara", Role::SuperUser);
    let with_app = installation.person("Abel", Role::DataAccessReviewer);
    let with_passkey = installation.person("Bela", Role::DataOfficer);
    installation.person("Cora", Role::DataOfficer);
    second_factor::set_up(server, &with_app.client);
    add(&with_passkey.client, &Device::new(server), "Laptop");
    let path = format!(
        "users/organization-users/?org_id={}&sort=name&page_size=100",
        installation.provider.0
    );
    for client in [&olga.client, &sara.client] {
        let rows = client.get(&path).data(200);
        let rows: Vec<(&str, bool)> = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                (
                    row["fname"].as_str().unwrap(),
                    row["has_second_factor"].as_bool().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            rows,
            [
                ("Abel", true),
                ("Bela", true),
                ("Cora", false),
                ("Olga", false),
                ("Sara", false)
            ]
        );
        let text = client.get(&path).json().to_string();
        assert!(!text.contains("passkey") && !text.contains("Laptop"), "{text}");
    }
    let counts = olga.client.get("users/organization-users/counts/").data(200);
    assert_eq!(counts["without_second_factor"], 3);
}

fn secrets_are_in_no_later_answer(server: &TestServer) {
    log::catch();
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let device = Device::new(server);
    let begun = begin_adding(&ada.client);
    let handle = begun["handle"].as_str().unwrap().to_owned();
    let credential = device.make(&begun);
    send_new(&ada.client, "Laptop", &credential).data(200);
    let sign_in = begin_sign_in(&server.guest());
    let answer = device.answer(&sign_in);
    send_sign_in(&server.guest(), &answer).data(200);
    let challenge = sign_in["challenge"].as_str().unwrap();
    let id = credential["id"].as_str().unwrap();
    for secret in [&handle, challenge, id] {
        let lines = log::lines_with(secret);
        assert!(lines.is_empty(), "{lines:#?}");
        for path in [OWN, "users/detailuser/", "users/activity/", "users/sessions/"] {
            let text = ada.client.get(path).json().to_string();
            assert!(!text.contains(secret), "{path}");
        }
    }
    // The handle says nothing about the person, and stays the same for the next passkey.
    assert!(!handle.contains(&email_of("Ada")));
    assert_eq!(begin_adding(&ada.client)["handle"], handle);
}

/// A board whose first reviewer has a passkey, on a server on which decisions are confirmed in these
/// ways.
struct PasskeyBoard<'a> {
    board: Board<'a>,
    reviewer: Person,
    device: Device,
    running: Running,
}

impl<'a> PasskeyBoard<'a> {
    fn new(server: &'a TestServer, confirm_by: &str) -> Self {
        let board = Board::new(server);
        let confirm_by = ConfirmBy::parse(confirm_by).unwrap();
        let running = configured(server, |settings| settings.confirm_by = confirm_by);
        let mut reviewer = board.staff[0].clone();
        reviewer.client = reviewer.client.moved_to(&running.guest());
        let device = Device::new(server);
        add(&reviewer.client, &device, "Laptop");
        Self {
            board,
            reviewer,
            device,
            running,
        }
    }

    fn path(&self) -> String {
        format!("data_requests/request_state/{}/", self.board.state)
    }

    fn begin_as(&self, client: &Client, approve: bool) -> Answer {
        let path = format!("{}passkey/options/", self.path());
        client.post(&path, &json!({ "status": approve }))
    }

    fn begin(&self, approve: bool) -> Value {
        options(&self.begin_as(&self.reviewer.client, approve))
    }

    fn body(&self, approve: bool) -> Value {
        decision(&self.reviewer, self.board.request, self.board.state, approve)
    }

    /// Sends the decision with this confirmation.
    fn put_as(&self, client: &Client, approve: bool, confirmation: &Value) -> Answer {
        let body = with(self.body(approve), confirmation.clone());
        client.put(&self.path(), &body)
    }

    fn put(&self, passkey: &Value, approve: bool) -> Answer {
        let confirmation = json!({ "passkey": passkey });
        self.put_as(&self.reviewer.client, approve, &confirmation)
    }

    /// Returns the permission to decide, as the page of the request shows it.
    fn offered_to(&self, client: &Client) -> Value {
        let path = format!("data_requests/?request_id={}", self.board.request);
        client.get(&path).data(200)["acting"]["decide"].clone()
    }

    #[track_caller]
    fn assert_undecided(&self) {
        let state = own_state(&self.reviewer, self.board.request);
        assert_eq!(state["state"], "Unattended");
    }
}

fn passkey_confirms_a_decision(server: &TestServer) {
    let pending = PasskeyBoard::new(server, "code, passkey");
    assert_eq!(
        pending.offered_to(&pending.reviewer.client),
        json!({ "allowed": true, "why_not": null, "confirm_by": ["code", "passkey"] })
    );
    let mails = server.mails_to(&pending.reviewer.email).len();
    let begun = pending.begin(true);
    assert_eq!(begun["allowed"], *pending.device.credential.borrow());
    let credential = pending.device.answer(&begun);
    let decided = pending.put(&credential, true);
    assert_eq!(
        decided.data(200),
        json!({ "status": "Pending", "approved": "You have successfully approved this request." })
    );
    assert_eq!(decided.json()["message"], "request state updated successfully");
    assert_eq!(
        server.mails_to(&pending.reviewer.email).len(),
        mails,
        "no code is mailed"
    );
    pending.put(&credential, true).because("already_decided");
    assert!(passkeys(&pending.reviewer.client)[0]["last_used_on"].is_string());
    let sara = pending.board.installation.person("Sara", Role::SuperUser);
    let entries = sara.client.get("audit/entries/?kind=request.decided").data(200);
    let entry = entries["entries"][0].to_string();
    assert!(
        entry.contains("signature") && entry.contains("client_data"),
        "{entry}"
    );
}

fn decisions_are_confirmed_in_the_ways_of_the_installation(server: &TestServer) {
    let pending = PasskeyBoard::new(server, "code, passkey");
    let only = |confirm_by: &str| {
        let confirm_by = ConfirmBy::parse(confirm_by).unwrap();
        configured(server, |settings| settings.confirm_by = confirm_by)
    };
    let on = |server: &Running| pending.reviewer.client.moved_to(&server.guest());
    let credential = pending.device.answer(&pending.begin(true));

    let by_code = only("code");
    let client = on(&by_code);
    assert_eq!(pending.offered_to(&client)["confirm_by"], json!(["code"]));
    for refused in [
        pending.begin_as(&client, true),
        pending.put_as(&client, true, &json!({ "passkey": credential })),
    ] {
        assert_eq!(refused.status, 409);
        refused.because("passkey_not_allowed");
    }

    let by_passkey = only("passkey");
    let client = on(&by_passkey);
    assert_eq!(pending.offered_to(&client)["confirm_by"], json!(["passkey"]));
    let otp = format!("{}otp/", pending.path());
    for refused in [
        client.post(&otp, &json!({ "status": true })),
        pending.put_as(&client, true, &json!({ "otp": "123456" })),
    ] {
        assert_eq!(refused.status, 409);
        refused.because("code_not_allowed");
    }
    pending.assert_undecided();

    let without = running(server, |ports| {
        let mut settings = (*ports.settings).clone();
        settings.confirm_by = ConfirmBy::parse("code, passkey").unwrap();
        ports.settings = Arc::new(settings);
        ports.passkeys = None;
    });
    let client = on(&without);
    assert_eq!(pending.offered_to(&client)["confirm_by"], json!(["code"]));
    pending.begin_as(&client, true).refuses(409, UNAVAILABLE);

    let gina = pending
        .board
        .installation
        .person("Gina", Role::DataAccessReviewer);
    let client = gina.client.moved_to(&pending.running.guest());
    let refused = pending.begin_as(&client, true);
    refused.refuses(409, NONE);
    refused.because("passkey_not_found");
}

fn passkey_confirms_only_the_decision_that_was_shown(server: &TestServer) {
    let pending = PasskeyBoard::new(server, "code, passkey");
    // The other outcome.
    let to_approve = pending.device.answer(&pending.begin(true));
    let refused = pending.put(&to_approve, false);
    assert!((400..500).contains(&refused.status), "{}", refused.json());
    pending.assert_undecided();
    // A challenge of another purpose.
    let confirmation = options(&pending.reviewer.client.post(BEGIN_CONFIRM, &json!({})));
    let refused = pending.put(&pending.device.answer(&confirmation), true);
    refused.because("passkey_expired");
    // An altered signature uses the challenge up.
    let begun = pending.begin(true);
    let forged = pending.put(&pending.device.forged_answer(&begun), true);
    assert_eq!(forged.status, 400, "{}", forged.json());
    forged.because("passkey_invalid");
    pending
        .put(&pending.device.answer(&begun), true)
        .because("passkey_expired");
    // Ten minutes later.
    let begun = pending.begin(true);
    server.clock.advance(TimeDelta::minutes(10));
    pending
        .put(&pending.device.answer(&begun), true)
        .because("passkey_expired");
    // The request has changed.
    let begun = pending.begin(true);
    let comment = pending.board.asks_for(DEVICES);
    let board = &pending.board;
    let added = board.ada.client.post(
        "data_requests/data-handling-device/",
        &with(
            new_device(board),
            json!({ "request": board.request, "comment_id": comment, "resolve": true }),
        ),
    );
    assert_eq!(added.status, 201, "{}", added.json());
    let changed = pending.put(&pending.device.answer(&begun), true);
    assert_eq!(changed.status, 409);
    changed.because("row_changed");
    pending.assert_undecided();
    pending
        .put(&pending.device.answer(&pending.begin(false)), false)
        .data(200);
}

fn decision_carries_a_code_or_a_passkey(server: &TestServer) {
    let pending = PasskeyBoard::new(server, "code, passkey");
    let send = |change: Value| pending.put_as(&pending.reviewer.client, true, &change);
    let credential = pending.device.answer(&pending.begin(true));
    send(json!({})).refuses_field(400, "otp", "OTP is required");
    send(json!({ "passkey": null })).refuses_field(400, "otp", "OTP is required");
    send(json!({ "otp": "123456", "passkey": credential })).refuses_field(
        400,
        "passkey",
        "Send either a code or a passkey.",
    );
    send(json!({ "passkey": { "id": "A".repeat(16 * 1024) } })).refuses_field(
        400,
        "passkey",
        "This is too long for the response of a passkey.",
    );
    let malformed = send(json!({ "passkey": [] }));
    malformed.refuses(400, "Passkey must be an object with named fields.");
    send(json!({ "passkey": {} })).because("passkey_invalid");
    // A field that breaks a rule does not use the challenge up.
    let deny = pending.device.answer(&pending.begin(false));
    let unfit = json!({ "passkey": deny, "reason": " " });
    let refused = pending.put_as(&pending.reviewer.client, false, &unfit);
    refused.refuses_field(400, "reason", "Comment is required");
    pending.put(&deny, false).data(200);
}

fn copied_passkey_decides_nothing(server: &TestServer) {
    let pending = PasskeyBoard::new(server, "passkey");
    assert_eq!(confirm(&pending.reviewer.client, &pending.device).status, 200);
    let begun = pending.begin(true);
    pending.device.set_counter_back();
    let refused = pending.put(&pending.device.answer(&begun), true);
    assert_eq!(refused.status, 401, "{}", refused.json());
    assert_eq!(refused.header("www-authenticate"), None, "the session goes on");
    refused.because("passkey_copied");
    pending.assert_undecided();
    assert_warned(server, &pending.reviewer);
}
