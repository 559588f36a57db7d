//! `GET` and `PUT calendar/`: the calendar of the installation.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Client;
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(
    every_role_reads_the_calendar,
    a_super_user_changes_the_calendar,
    a_change_has_an_audit_entry,
    other_roles_cannot_change_the_calendar,
    a_save_from_an_outdated_version_is_refused,
    one_of_two_saves_at_once_succeeds,
    wrong_values_are_errors_at_their_fields,
    wrong_holidays_are_named,
    too_many_holidays_are_refused,
);

const CALENDAR: &str = "calendar/";

fn super_user(server: &TestServer) -> Client {
    Installation::new(server).person("Sara", Role::SuperUser).client
}

/// Returns a body without a version: Sunday to Thursday in Gaborone.
fn body() -> Value {
    json!({
        "working_days": ["sunday", "monday", "tuesday", "wednesday", "thursday"],
        "time_zone": "Africa/Gaborone",
        "holidays": [
            { "day": "2027-09-30", "name": "Botswana Day" },
            { "day": "2027-01-01", "name": "  New   Year " },
        ],
    })
}

fn with(name: &str, value: Value) -> Value {
    let mut body = body();
    body[name] = value;
    body
}

/// The calendar of a new installation.
fn default_calendar() -> Value {
    json!({
        "working_days": ["monday", "tuesday", "wednesday", "thursday", "friday"],
        "time_zone": "UTC",
        "holidays": [],
        "row_version": 1,
    })
}

fn every_role_reads_the_calendar(server: &TestServer) {
    let installation = Installation::new(server);
    for (role, name) in Role::ALL.into_iter().zip([
        "Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea",
    ]) {
        let person = installation.person(name, role);
        assert_eq!(person.client.get(CALENDAR).data(200), default_calendar());
    }
    assert_eq!(server.guest().get(CALENDAR).status, 401);
}

fn a_super_user_changes_the_calendar(server: &TestServer) {
    let sara = super_user(server);
    let expected = json!({
        "working_days": ["monday", "tuesday", "wednesday", "thursday", "sunday"],
        "time_zone": "Africa/Gaborone",
        "holidays": [
            { "day": "2027-01-01", "name": "New Year" },
            { "day": "2027-09-30", "name": "Botswana Day" },
        ],
        "row_version": 2,
    });
    let saved = sara.put(CALENDAR, &with("row_version", json!(1)));
    assert_eq!(saved.data(200), expected);
    assert_eq!(saved.json()["message"], "Successfully updated the calendar");
    assert_eq!(sara.get(CALENDAR).data(200), expected);
    assert_eq!(sara.put(CALENDAR, &body()).data(200), expected, "nothing changed");
    let removed = sara.put(CALENDAR, &with("holidays", json!([]))).data(200);
    assert_eq!(
        (&removed["holidays"], &removed["row_version"]),
        (&json!([]), &json!(3))
    );
    assert_eq!(sara.get(CALENDAR).data(200), removed);
}

fn a_change_has_an_audit_entry(server: &TestServer) {
    const ENTRIES: &str = "audit/entries/?kind=calendar.changed";
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    for _ in 0..2 {
        assert_eq!(sara.client.put(CALENDAR, &body()).status, 200);
    }
    let found = sara.client.get(ENTRIES).data(200)["entries"].clone();
    assert_eq!(
        found.as_array().unwrap().len(),
        1,
        "the second save changed nothing"
    );
    let entry = &found[0];
    assert_eq!(
        (&entry["words"], &entry["person"]["user_id"]),
        (&json!("Calendar changed"), &json!(sara.user.0))
    );
    assert_eq!(
        entry["details"],
        json!({
            "time_zone_before": "UTC",
            "time_zone": "Africa/Gaborone",
            "working_days_before": ["monday", "tuesday", "wednesday", "thursday", "friday"],
            "working_days": ["monday", "tuesday", "wednesday", "thursday", "sunday"],
            "holidays_added": 2,
            "holidays_removed": 0,
            "holidays_renamed": 0,
        })
    );
}

fn other_roles_cannot_change_the_calendar(server: &TestServer) {
    let installation = Installation::new(server);
    for (name, role) in [
        ("Ada", Role::DataRequester),
        ("Olga", Role::Admin),
        ("Dan", Role::DataOfficer),
    ] {
        let person = installation.person(name, role);
        person
            .client
            .put(CALENDAR, &body())
            .refuses(403, "Your role does not allow this.");
        assert_eq!(person.client.get(CALENDAR).data(200), default_calendar());
    }
    assert_eq!(server.guest().put(CALENDAR, &body()).status, 401);
}

fn a_save_from_an_outdated_version_is_refused(server: &TestServer) {
    let sara = super_user(server);
    let saved = sara.put(CALENDAR, &with("row_version", json!(1))).data(200);
    let mut other = with("time_zone", json!("Asia/Tokyo"));
    for stale in [1, 3] {
        other["row_version"] = json!(stale);
        let refused = sara.put(CALENDAR, &other);
        refused.refuses_field(
            409,
            "row_version",
            "Someone else changed this in the meantime. Check the saved version, and save again to replace it with yours.",
        );
        refused.because("row_changed");
    }
    assert_eq!(sara.get(CALENDAR).data(200), saved);
    other["row_version"] = json!(2);
    assert_eq!(sara.put(CALENDAR, &other).data(200)["row_version"], 3);
}

fn one_of_two_saves_at_once_succeeds(server: &TestServer) {
    let sara = super_user(server);
    let zones = ["Asia/Tokyo", "America/Lima"];
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let threads = zones.map(|zone| {
            let sara = sara.clone();
            let mut body = with("time_zone", json!(zone));
            body["row_version"] = json!(1);
            scope.spawn(move || sara.put(CALENDAR, &body).status)
        });
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let won = statuses.iter().position(|status| *status == 200).unwrap();
    assert_eq!(statuses[1 - won], 409);
    let stored = sara.get(CALENDAR).data(200);
    assert_eq!(
        (&stored["time_zone"], &stored["row_version"]),
        (&json!(zones[won]), &json!(2))
    );
}

fn wrong_values_are_errors_at_their_fields(server: &TestServer) {
    let sara = super_user(server);
    let put = |name: &str, value: Value| sara.put(CALENDAR, &with(name, value));
    put("working_days", json!([])).refuses_field(400, "working_days", "Choose at least one working day.");
    put("working_days", json!(["monday", "Montag"])).refuses_field(
        400,
        "working_days[1]",
        "Each entry of Working days must be one of these: monday, tuesday, wednesday, thursday, friday, saturday, sunday.",
    );
    put("time_zone", json!(" ")).refuses_field(400, "time_zone", "Choose the time zone.");
    put("time_zone", json!("Mars/Olympus")).refuses_field(
        400,
        "time_zone",
        "There is no such time zone. Choose one, such as Europe/Brussels.",
    );
    put("row_version", json!(0)).refuses_field(400, "row_version", "`row_version` must be 1 or greater.");
    sara.put(CALENDAR, &json!({}))
        .names_fields(&["working_days", "time_zone", "holidays"]);
    let all_wrong = json!({ "working_days": [], "time_zone": "", "holidays": [
        { "day": "1999-12-31", "name": "Eve" },
    ] });
    sara.put(CALENDAR, &all_wrong)
        .names_fields(&["working_days", "time_zone", "holidays"]);
    assert_eq!(sara.get(CALENDAR).data(200), default_calendar());
}

fn wrong_holidays_are_named(server: &TestServer) {
    let sara = super_user(server);
    let put = |holidays: Value| sara.put(CALENDAR, &with("holidays", holidays));
    for day in ["2027-02-29", "30 September 2027", ""] {
        put(json!([{ "day": day, "name": "Botswana Day" }])).refuses_field(
            400,
            "holidays[0].day",
            "Day is not valid.",
        );
    }
    put(json!([{}])).names_fields(&["holidays[0].day", "holidays[0].name"]);
    put(json!([{ "day": "2027-09-30", "name": "Botswana Day" }, { "day": "2027-10-01", "name": " " }]))
        .refuses_field(400, "holidays[1].name", "Enter the name of the holiday.");
    put(json!([{ "day": "2027-10-01", "name": "n".repeat(101) }])).refuses_field(
        400,
        "holidays[0].name",
        "The name of a holiday must not be longer than 100 characters.",
    );
    put(json!([
        { "day": "2027-09-30", "name": "Botswana Day" },
        { "day": "2027-09-30", "name": "Boipuso" },
    ]))
    .refuses_field(
        400,
        "holidays",
        "30 September 2027 is entered twice. Remove one of them.",
    );
    put(json!([{ "day": "2200-01-01", "name": "New Year" }])).refuses_field(
        400,
        "holidays",
        "01 January 2200: Enter a year between 2000 and 2199.",
    );
    assert_eq!(sara.get(CALENDAR).data(200), default_calendar());
}

fn too_many_holidays_are_refused(server: &TestServer) {
    const MOST: u32 = 1_000;
    let sara = super_user(server);
    let put = |number: u32| {
        let holiday = |index: u32| {
            let (year, month, day) = (2027 + index / 336, 1 + index / 28 % 12, 1 + index % 28);
            json!({ "day": format!("{year}-{month:02}-{day:02}"), "name": "Day of rest" })
        };
        let holidays: Vec<Value> = (0..number).map(holiday).collect();
        sara.put(CALENDAR, &with("holidays", json!(holidays)))
    };
    put(MOST + 1).refuses_field(
        400,
        "holidays",
        "A calendar has at most 1000 holidays. Remove those of past years.",
    );
    assert_eq!(sara.get(CALENDAR).data(200), default_calendar());
    let saved = put(MOST).data(200);
    assert_eq!(saved["holidays"].as_array().unwrap().len(), 1_000);
    assert_eq!(sara.get(CALENDAR).data(200), saved);
}
