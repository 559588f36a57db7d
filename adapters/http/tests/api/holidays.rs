//! `POST calendar/holidays/preview/`: the holidays of a calendar file.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(
    a_super_user_previews_the_holidays_of_a_file,
    the_preview_changes_nothing,
    other_roles_cannot_preview_holidays,
    wrong_years_are_errors_at_their_fields,
    files_without_holidays_are_refused,
    other_files_are_refused,
    large_files_are_refused,
    hostile_rules_are_left_out,
    the_form_has_one_file,
);

const PREVIEW: &str = "calendar/holidays/preview/";

fn super_user(server: &TestServer) -> Client {
    Installation::new(server).person("Sara", Role::SuperUser).client
}

/// Returns a calendar file with these events, each given by its lines.
fn file_of(events: &[&str]) -> Vec<u8> {
    let mut file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n".to_owned();
    for event in events {
        file = format!("{file}BEGIN:VEVENT\r\n{event}\r\nEND:VEVENT\r\n");
    }
    (file + "END:VCALENDAR\r\n").into_bytes()
}

fn send_file(client: &Client, query: &str, bytes: &[u8]) -> Answer {
    let head = b"--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.ics\"\r\n\r\n";
    let body = [head, bytes, b"\r\n--cut--\r\n"].concat();
    let media = "multipart/form-data; boundary=cut";
    client.send("POST", &format!("{PREVIEW}{query}"), Some(media), &body)
}

fn preview(client: &Client, query: &str, events: &[&str]) -> Value {
    send_file(client, query, &file_of(events)).data(200)
}

fn a_super_user_previews_the_holidays_of_a_file(server: &TestServer) {
    let client = super_user(server);
    let events = [
        "DTSTART;VALUE=DATE:20200930\r\nDTEND;VALUE=DATE:20201002\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Botswana Day",
        "DTSTART;VALUE=DATE:20270101\r\nSUMMARY:New Year\\, and\r\n  more",
        "DTSTART;TZID=Mars/Olympus:20270504T080000\r\nSUMMARY:Staff meeting",
        "DTSTART;VALUE=DATE:20270505",
    ];
    let expected = json!({
        "holidays": [
            { "day": "2027-01-01", "name": "New Year, and more" },
            { "day": "2027-09-30", "name": "Botswana Day" },
            { "day": "2027-10-01", "name": "Botswana Day" },
        ],
        "left_out": [
            { "name": "Staff meeting", "reason": "It has a time of day. A holiday is a whole day." },
            { "name": null, "reason": "It has no name." },
        ],
        "left_out_count": 2,
    });
    assert_eq!(
        preview(&client, "?first_year=2027&last_year=2027", &events),
        expected
    );
    // Two days in each of six years, and one more in 2027.
    let usual = preview(&client, "?first_year=2027", &events);
    assert_eq!(usual["holidays"].as_array().unwrap().len(), 6 * 2 + 1);
}

fn the_preview_changes_nothing(server: &TestServer) {
    let client = super_user(server);
    let before = client.get("calendar/").data(200);
    let entries = client.get("audit/entries/").data(200);
    let event = "DTSTART;VALUE=DATE:20270101\r\nSUMMARY:New Year";
    preview(&client, "?first_year=2027", &[event]);
    assert_eq!(client.get("calendar/").data(200), before);
    assert_eq!(client.get("audit/entries/").data(200), entries);
}

fn other_roles_cannot_preview_holidays(server: &TestServer) {
    let installation = Installation::new(server);
    let large = vec![b'a'; 2 * 1024 * 1024];
    for (name, role) in [("Ada", Role::Admin), ("Rey", Role::DataRequester)] {
        let client = installation.person(name, role).client;
        // The file is not read before the role is checked.
        send_file(&client, "", &large).refuses(403, "Your role does not allow this.");
    }
    assert_eq!(send_file(&server.guest(), "", &large).status, 401);
}

fn wrong_years_are_errors_at_their_fields(server: &TestServer) {
    let client = super_user(server);
    let file = file_of(&["DTSTART;VALUE=DATE:20270101\r\nSUMMARY:New Year"]);
    for (query, field, message) in [
        (
            "?first_year=1999",
            "first_year",
            "Enter a year between 2000 and 2199.",
        ),
        (
            "?last_year=2200",
            "last_year",
            "Enter a year between 2000 and 2199.",
        ),
        (
            "?first_year=2027&last_year=2026",
            "last_year",
            "The last year must not be before the first one.",
        ),
        (
            "?first_year=2027&last_year=2047",
            "last_year",
            "Choose at most 20 years.",
        ),
        (
            "?first_year=soon",
            "first_year",
            "First year must be a whole number.",
        ),
    ] {
        let answer = send_file(&client, query, &file);
        assert_eq!(answer.status, 400, "{query}");
        assert_eq!(answer.json()["errors"], json!({ field: [message] }), "{query}");
    }
}

/// Asserts that the file is refused with this message at its field, and that nothing of its content
/// is repeated.
#[track_caller]
fn assert_refused(client: &Client, file: &[u8], status: u16, reason: &str, message: &str) {
    let answer = send_file(client, "?first_year=2027&last_year=2028", file);
    assert_eq!(answer.status, status, "{}", answer.json());
    assert_eq!(answer.json()["reason"], reason);
    assert_eq!(answer.json()["errors"], json!({ "file": [message] }));
}

fn files_without_holidays_are_refused(server: &TestServer) {
    let client = super_user(server);
    let none = "The file has no event in the years 2027 to 2028.";
    let early = file_of(&["DTSTART;VALUE=DATE:20260101\r\nSUMMARY:New Year"]);
    for file in [file_of(&[]), early] {
        assert_refused(&client, &file, 400, "invalid_fields", none);
    }
    let daily = [
        "DTSTART;VALUE=DATE:20270101\r\nSUMMARY:Day\r\nRRULE:FREQ=DAILY",
        "DTSTART;VALUE=DATE:20270101\r\nSUMMARY:Day\r\nRRULE:FREQ=WEEKLY",
    ];
    let all = preview(&client, "?first_year=2027&last_year=2028", &daily);
    assert_eq!(all["holidays"].as_array().unwrap().len(), 365 + 366);
    let answer = send_file(&client, "?first_year=2027&last_year=2029", &file_of(&daily));
    answer.refuses(
        400,
        "The file has more than 1000 holidays in the years 2027 to 2029. Choose fewer years, or another file.",
    );
}

fn other_files_are_refused(server: &TestServer) {
    let client = super_user(server);
    let other = "This is not a calendar file. Choose a file in the iCalendar format (.ics).";
    for file in [
        &b""[..],
        b"PK\x03\x04 a zip",
        b"<html></html>",
        b"day,name\n2027-01-01,New Year",
    ] {
        assert_refused(&client, file, 415, "file_type_not_accepted", other);
    }
    let latin1 = file_of(&["DTSTART;VALUE=DATE:20271225\r\nSUMMARY:No?l"])
        .into_iter()
        .map(|byte| if byte == b'?' { 0xeb } else { byte })
        .collect::<Vec<_>>();
    let encoding = "The calendar file is not text in UTF-8. Export it again as iCalendar (.ics).";
    assert_refused(&client, &latin1, 415, "file_type_not_accepted", encoding);
    let whole = file_of(&["DTSTART;VALUE=DATE:20271225\r\nSUMMARY:Christmas"]);
    let damaged = "The calendar file is incomplete or damaged. Download or export it again.";
    for end in [whole.len() / 2, whole.len() - 10] {
        assert_refused(&client, &whole[..end], 415, "file_type_not_accepted", damaged);
    }
}

fn large_files_are_refused(server: &TestServer) {
    let client = super_user(server);
    let too_large = "The file is too large. The limit is 1 MB.";
    let event = "DTSTART;VALUE=DATE:20270101\r\nSUMMARY:New Year";
    let filled = |length: usize| {
        let mut file = file_of(&[event]);
        file.resize(length, b'\n');
        file
    };
    let most = 1024 * 1024;
    let answer = send_file(&client, "?first_year=2027", &filled(most));
    assert_eq!(answer.data(200)["holidays"][0]["day"], "2027-01-01");
    for size in [most + 1, most + 128 * 1024, 10 * 1024 * 1024] {
        let answer = send_file(&client, "", &filled(size));
        answer.refuses(413, too_large);
        assert_eq!(answer.json()["reason"], "file_too_large", "{size}");
        assert_eq!(answer.json()["params"]["most_mb"], 1);
    }
}

fn hostile_rules_are_left_out(server: &TestServer) {
    let client = super_user(server);
    let event = |rule: &str| format!("DTSTART;VALUE=DATE:20270101\r\nSUMMARY:Rest\r\nRRULE:{rule}");
    for (rule, reason) in [
        ("FREQ=SECONDLY", "It repeats more often than daily."),
        (
            "FREQ=YEARLY;BYMONTH=99",
            "The rule by which it repeats is not valid or not supported.",
        ),
    ] {
        let answer = preview(&client, "?first_year=2027", &[&event(rule)]);
        assert_eq!(answer["holidays"], json!([]), "{rule}");
        assert_eq!(
            answer["left_out"],
            json!([{ "name": "Rest", "reason": reason }]),
            "{rule}"
        );
    }
    // A rule that never matches has no other date than its start.
    let never = event("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30");
    let answer = preview(&client, "?first_year=2027&last_year=2046", &[&never]);
    assert_eq!(answer["holidays"].as_array().unwrap().len(), 1);
}

fn the_form_has_one_file(server: &TestServer) {
    let client = super_user(server);
    let file = file_of(&["DTSTART;VALUE=DATE:20270101\r\nSUMMARY:New Year"]);
    let (media, body) = crate::submission::form("first_year", "a.ics", &file);
    client
        .send("POST", PREVIEW, Some(media), &body)
        .refuses(400, "The form must have `file`, once, and nothing else.");
    let answer = client.send("POST", PREVIEW, Some(media), b"--cut--\r\n");
    assert_eq!(answer.status, 400, "{}", answer.json());
    assert_eq!(
        answer.json()["errors"],
        json!({ "file": ["Please choose a file."] })
    );
}
