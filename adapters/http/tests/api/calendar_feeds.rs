//! `users/calendar-feed/` and `GET calendar/feed/{token}.ics`: a calendar of a person's own due dates.

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::due_dates::{on, set_target};
use crate::erasure::withdraw;
use crate::log;
use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person, confirm_password};
use crate::server::TestServer;
use crate::submission::submitted_as;

on_both_databases!(
    calendar_programs_read_due_dates_without_a_session,
    an_address_is_shown_once,
    addresses_that_no_longer_work_are_unknown,
    a_feed_needs_a_confirmed_password,
    the_token_is_not_logged,
);

const OWN: &str = "users/calendar-feed/";
const UNKNOWN: &str = "There is no calendar feed at this address. It may have been renewed or switched off.";

/// Creates the feed, or renews its address. Returns the path in its address.
fn made(client: &Client) -> String {
    let data = client.post(OWN, &json!({})).data(201);
    let address = data["address"].as_str().unwrap();
    address.strip_prefix("https://aditus.example").unwrap().to_owned()
}

fn read(server: &TestServer, path: &str) -> Answer {
    server.guest().get(path)
}

fn text(answer: &Answer) -> String {
    assert_eq!(answer.status, 200);
    String::from_utf8(answer.bytes.clone()).unwrap()
}

/// Returns the refusal without the id of the call.
fn unknown(server: &TestServer, path: &str) -> Value {
    let mut refused = read(server, path).refuses(404, UNKNOWN);
    refused.as_object_mut().unwrap().remove("call_id");
    refused
}

fn calendar_programs_read_due_dates_without_a_session(server: &TestServer) {
    on(server, "2027-03-01");
    let installation = Installation::new(server);
    let super_user = installation.person("Sara", Role::SuperUser);
    set_target(&super_user.client, "Data Access Reviewer", 10);
    let requester = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let id = submitted_as(&installation, &requester, "Measles");
    let [path, of_requester] = [&staff[0], &requester].map(|person| made(&person.client));
    on(server, "2027-03-12");

    let answer = read(server, &path);
    for (name, value) in [
        ("content-type", "text/calendar; charset=utf-8"),
        ("cache-control", "no-store"),
        (
            "content-disposition",
            "attachment; filename=\"due-dates.ics\"; filename*=UTF-8''due%2Ddates.ics",
        ),
    ] {
        assert_eq!(answer.header(name), Some(value));
    }
    let text_of_feed = text(&answer).replace("\r\n ", "");
    for line in [
        "METHOD:PUBLISH".to_owned(),
        "X-WR-CALNAME:Aditus: due dates".to_owned(),
        format!("SUMMARY:Decide on DAC00{id} (Data Access Reviewer)"),
        "DTSTAMP:20270312T090000Z".to_owned(),
        "DTSTART;VALUE=DATE:20270315".to_owned(),
        "DTEND;VALUE=DATE:20270316".to_owned(),
        format!("URL:https://aditus.example/datarequest?request_id={id}&as=Data+Access+Reviewer"),
    ] {
        assert!(
            text_of_feed.lines().any(|found| found == line),
            "{line} is not in {text_of_feed}"
        );
    }
    assert!(text_of_feed.contains("DESCRIPTION:State: Due soon\\nStage: Data Access Reviewer\\, "));
    for private in ["Measles", "Ada", "Okello", "@people.example"] {
        assert!(!text_of_feed.contains(private), "{private} in {text_of_feed}");
    }
    assert!(!text(&read(server, &of_requester)).contains("BEGIN:VEVENT"));

    let reviewer = Person {
        client: installation.sign_in(&staff[0].email),
        ..staff[0].clone()
    };
    decide(server, &reviewer, id, true);
    assert!(!text(&read(server, &path)).contains("BEGIN:VEVENT"));
}

fn an_address_is_shown_once(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataAccessReviewer);
    let eve = installation.person("Eve", Role::DataAccessReviewer);
    assert_eq!(ada.client.get(OWN).data(200), json!({ "made_on": null }));
    let path = made(&ada.client);
    let token = path
        .strip_prefix("/api/v1/calendar/feed/")
        .and_then(|file| file.strip_suffix(".ics"))
        .unwrap();
    assert!(token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let state = ada.client.get(OWN);
    assert_eq!(state.data(200), json!({ "made_on": "2026-03-02T12:00:00Z" }));
    assert_eq!(eve.client.get(OWN).data(200), json!({ "made_on": null }));
    server.clock.advance(TimeDelta::minutes(1));
    let renewed = made(&ada.client);
    assert_ne!(renewed, path);
    let state = ada.client.get(OWN).data(200);
    assert_eq!(state, json!({ "made_on": "2026-03-02T12:01:00Z" }));
    for _ in 0..2 {
        assert_eq!(ada.client.call("DELETE", OWN, &json!({})).status, 204);
        assert_eq!(ada.client.get(OWN).data(200), json!({ "made_on": null }));
    }
}

fn addresses_that_no_longer_work_are_unknown(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let [renewed, off, disabled, erased] = ["Ada", "Bela", "Cora", "Dina"].map(|name| {
        let person = installation.person(name, Role::DataRequester);
        let path = made(&person.client);
        text(&read(server, &path));
        (person, path)
    });
    made(&renewed.0.client);
    off.0.client.call("DELETE", OWN, &json!({}));
    server.write(|transaction| {
        let mut account = transaction.accounts().by_id(disabled.0.user).unwrap().unwrap();
        account.state = AccountState::Disabled;
        transaction.accounts().save(&account).unwrap();
    });
    withdraw(&installation, &sara, erased.0.assigned_role);
    let erasure = json!({
        "password": PASSWORD, "confirmation": erased.0.email, "reason": "Asked by letter, file 7/12",
    });
    let answer = sara
        .client
        .post(&format!("users/erase/{}/", erased.0.user), &erasure);
    assert_eq!(answer.status, 200, "{}", answer.json());
    let never = unknown(server, &format!("/api/v1/calendar/feed/{}.ics", "0".repeat(64)));
    assert_eq!(never["reason"], "calendar_feed_not_found");
    for (person, path) in [renewed, off, disabled, erased] {
        assert_eq!(unknown(server, &path), never, "{}", person.email);
    }
}

fn a_feed_needs_a_confirmed_password(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataAccessReviewer);
    let client = installation.sign_in(&ada.email);
    let refused = client
        .post(OWN, &json!({}))
        .refuses(403, "Enter your password to continue.");
    assert_eq!(refused["code"], 607);
    assert_eq!(client.get(OWN).data(200), json!({ "made_on": null }));
    confirm_password(&client);
    made(&client);
    server.clock.advance(TimeDelta::minutes(6));
    assert_eq!(client.post(OWN, &json!({})).status, 403, "to renew it, too");
    assert_eq!(client.call("DELETE", OWN, &json!({})).status, 204);
}

fn the_token_is_not_logged(server: &TestServer) {
    log::catch();
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataAccessReviewer);
    let path = made(&ada.client);
    text(&read(server, &path));
    let guest = server.guest();
    for method in ["POST", "PUT", "DELETE"] {
        assert_eq!(guest.send(method, &path, None, b"").status, 405, "{method}");
    }
    assert_eq!(guest.get(&format!("{path}/more")).status, 404);
    ada.client.call("DELETE", OWN, &json!({}));
    let refused = read(server, &path);
    let lines = log::lines_of(&refused);
    let route = "/api/v1/calendar/feed/{token}.ics";
    assert_eq!(lines[0]["span"]["http.route"], route);
    let token = &path["/api/v1/calendar/feed/".len()..][..64];
    assert_eq!(log::lines_with(token), [""; 0]);
}
