//! `GET users/organizations/?all=true`, `POST users/organizations/`, and `GET` and `PUT
//! users/organizations/{org_id}/`.

use aditus_domain::ids::OrganisationId;
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

on_both_databases!(
    an_organisation_is_added_read_and_changed,
    guests_see_only_public_fields_of_active_organisations,
    every_fault_is_named,
    taken_names_and_domains_are_refused,
    a_domain_is_free_once_its_organisation_is_inactive,
    concurrent_duplicates_are_added_once,
    the_list_is_searched_sorted_and_paged,
    only_super_users_edit_organisations,
    super_users_are_warned_of_names_with_mixed_alphabets,
);

const ORGANISATIONS: &str = "users/organizations/";

fn clinic() -> Value {
    json!({
        "name": "Lake Clinic", "domain": "https://www.lake-clinic.example/", "description": "A clinic.\nBy the lake.",
        "active": 1, "country": "Halvania", "abbreviation": "LC",
    })
}

/// Returns the clinic with some fields changed.
pub fn with(changes: &Value) -> Value {
    let mut body = clinic();
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

/// Adds an organisation and returns its id.
pub fn add(by: &Person, body: &Value) -> OrganisationId {
    let answer = by.client.post(ORGANISATIONS, body);
    let id = answer.data(201)["org_id"].as_i64().unwrap();
    assert_eq!(answer.json()["message"], "Organisation Added Successfully");
    OrganisationId(id)
}

/// Updates an organisation and returns the answer.
pub fn put(by: &Person, id: OrganisationId, body: &Value) -> Answer {
    by.client.put(&format!("{ORGANISATIONS}{}/", id.0), body)
}

/// Updates an organisation and asserts the success.
#[track_caller]
pub fn change(by: &Person, id: OrganisationId, body: &Value) {
    let answer = put(by, id, body);
    assert_eq!(
        (answer.status, answer.json()["message"].as_str()),
        (200, Some("Organisation Updated Successfully")),
        "{}",
        answer.json()
    );
}

/// Returns all fields of an organisation.
pub fn read(by: &Person, id: OrganisationId) -> Value {
    by.client.get(&format!("{ORGANISATIONS}{}/", id.0)).data(200)
}

/// Returns the names in a list.
pub fn names(client: &Client, query: &str) -> Vec<Value> {
    let rows = client.get(&format!("{ORGANISATIONS}?{query}")).data(200);
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row["name"].clone()).collect()
}

fn an_organisation_is_added_read_and_changed(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let id = add(&sara, &clinic());
    let mut expected = clinic();
    expected["org_id"] = json!(id.0);
    expected["row_version"] = json!(1);
    assert_eq!(read(&sara, id), expected);
    // Empty fields are cleared; omitted fields stay unchanged.
    change(
        &sara,
        id,
        &json!({ "name": " Hill Clinic ", "domain": "", "description": "Moved.", "country": "Ormeda" }),
    );
    assert_eq!(
        read(&sara, id),
        json!({
            "org_id": id.0, "name": "Hill Clinic", "domain": null, "description": "Moved.", "active": 1,
            "country": "Ormeda", "abbreviation": "LC", "row_version": 2,
        })
    );
    let plain = add(
        &sara,
        &json!({ "name": "Plain", "description": "New.", "country": "Ormeda" }),
    );
    assert_eq!(read(&sara, plain)["active"], 1);
    assert_eq!(names(&server.guest(), "search=hill"), ["Hill Clinic"]);
    assert_eq!(names(&server.guest(), "search=lake"), [Value::Null; 0]);
    put(&sara, OrganisationId(999_999), &clinic()).refuses(404, "Organisation not found.");
    sara.client
        .get("users/organizations/999999/")
        .refuses(404, "Organisation not found.");
}

fn guests_see_only_public_fields_of_active_organisations(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let id = add(&sara, &clinic());
    add(
        &sara,
        &with(&json!({ "name": "Closed Clinic", "domain": null, "active": 0 })),
    );
    let expected =
        json!({ "org_id": id.0, "name": "Lake Clinic", "domain": "https://www.lake-clinic.example/" });
    for (client, all) in [
        (&server.guest(), ""),
        (&ada.client, ""),
        (&sara.client, "all=false&"),
    ] {
        let rows = client.get(&format!("users/organizations/?{all}search=clinic"));
        assert_eq!(rows.data(200), json!([expected]));
        // The search ignores fields that are not shown.
        assert_eq!(names(client, &format!("{all}search=halvania")), [Value::Null; 0]);
    }
    let all = "users/organizations/?all=true&search=clinic";
    server
        .guest()
        .get(all)
        .refuses(401, "Please sign in to continue.");
    ada.client.get(all).refuses(403, "Your role does not allow this.");
    let rows = sara.client.get(all).data(200);
    assert_eq!(
        rows[0],
        json!({
            "org_id": rows[0]["org_id"], "name": "Closed Clinic", "domain": null, "description": clinic()["description"],
            "active": 0, "country": "Halvania", "abbreviation": "LC", "row_version": 1,
            "refusal": "An inactive organisation offers no role.", "name_scripts": [],
        })
    );
    assert_eq!(rows.as_array().unwrap().len(), 2);
    // A Super User sees all organisations by default (3 §7).
    let plain = sara.client.get("users/organizations/?search=clinic");
    assert_eq!(plain.data(200), rows);
}

fn every_fault_is_named(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let id = add(&sara, &clinic());
    let post = |body: &Value| [sara.client.post(ORGANISATIONS, body), put(&sara, id, body)];
    for (field, value, message) in [
        ("name", json!(" "), "Please enter name"),
        ("name", Value::Null, "Please enter name"),
        (
            "name",
            json!("x".repeat(201)),
            "The name must not be longer than 200 characters",
        ),
        (
            "domain",
            json!("lake clinic"),
            "Please enter a domain such as health.example",
        ),
        ("description", json!(""), "Please enter description"),
        ("country", json!(""), "Please enter country"),
        (
            "abbreviation",
            json!("x".repeat(31)),
            "The abbreviation must not be longer than 30 characters",
        ),
        (
            "active",
            json!(2),
            "Please select whether the organisation is active",
        ),
    ] {
        for answer in post(&with(&json!({ field: value }))) {
            answer.refuses_field(400, field, message);
        }
    }
    for answer in post(&json!({})) {
        let body = answer.refuses(400, "Please enter name");
        assert_eq!(body["errors"].as_object().unwrap().len(), 3, "{body}");
    }
    assert_eq!(names(&sara.client, "all=true&search=lake").len(), 1);
}

fn taken_names_and_domains_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    add(&sara, &clinic());
    add(
        &sara,
        &with(&json!({ "name": "Closed Clinic", "domain": null, "active": 0 })),
    );
    let other = with(&json!({ "name": "Hill Clinic", "domain": "hill.example" }));
    let hill = add(&sara, &other);
    let with_other = |field: &str, value: &str| {
        let mut body = other.clone();
        body[field] = json!(value);
        body
    };
    for name in ["Lake Clinic", " lake  CLINIC", "closed clinic"] {
        let message = "An organisation with this name already exists.";
        put(&sara, hill, &with_other("name", name)).refuses_field(409, "name", message);
        sara.client
            .post(ORGANISATIONS, &with(&json!({ "name": name, "domain": null })))
            .refuses_field(409, "name", message);
    }
    for domain in ["lake-clinic.example", "HTTP://LAKE-CLINIC.example/x"] {
        let message = "The organisation Lake Clinic already has this domain.";
        put(&sara, hill, &with_other("domain", domain)).refuses_field(409, "domain", message);
        sara.client
            .post(ORGANISATIONS, &with(&json!({ "name": "New", "domain": domain })))
            .refuses_field(409, "domain", message);
    }
    // A subdomain of another organisation's domain is a separate domain, and an organisation may
    // keep its own.
    change(&sara, hill, &with_other("domain", "hill.lake-clinic.example"));
    change(&sara, hill, &with_other("domain", "hill.lake-clinic.example"));
    change(&sara, hill, &with_other("name", "HILL Clinic"));
    assert_eq!(names(&sara.client, "all=true&search=clinic").len(), 3);
}

fn a_domain_is_free_once_its_organisation_is_inactive(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let lake = add(&sara, &clinic());
    change(&sara, lake, &with(&json!({ "active": 0 })));
    let successor = add(&sara, &with(&json!({ "name": "Lakeside Hospital" })));
    change(
        &sara,
        lake,
        &with(&json!({ "active": 0, "description": "Closed." })),
    );
    let message = "The organisation Lakeside Hospital already has this domain.";
    put(&sara, lake, &clinic()).refuses_field(409, "domain", message);
    assert_eq!(read(&sara, lake)["active"], 0);
    change(
        &sara,
        successor,
        &with(&json!({ "name": "Lakeside Hospital", "active": 0 })),
    );
    change(&sara, lake, &clinic());
}

fn concurrent_duplicates_are_added_once(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|number| {
                let body = with(&json!({ "name": format!("Clinic {number}") }));
                let sara = &sara;
                scope.spawn(move || sara.client.post(ORGANISATIONS, &body).status)
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409], "they all have one domain");
}

fn the_list_is_searched_sorted_and_paged(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    add(&sara, &clinic());
    add(
        &sara,
        &json!({ "name": "Hill Clinic", "description": "0 beds.", "country": "Aria", "active": 0 }),
    );
    let all = |query: &str| names(&sara.client, &format!("all=true&{query}"));
    assert_eq!(all("search=HALVANIA"), ["Lake Clinic"]);
    assert_eq!(all("search=by the lake"), ["Lake Clinic"]);
    assert_eq!(all("search=clinic"), ["Hill Clinic", "Lake Clinic"]);
    assert_eq!(all("search=clinic&sort=-name"), ["Lake Clinic", "Hill Clinic"]);
    for sort in ["country", "active", "description", "-abbreviation", "-domain"] {
        let first = if sort.starts_with('-') {
            "Lake Clinic"
        } else {
            "Hill Clinic"
        };
        assert_eq!(all(&format!("search=clinic&sort={sort}"))[0], first, "{sort}");
    }
    let answer = sara.client.get("users/organizations/?all=true").json();
    assert_eq!(answer["page"], json!({ "number": 1, "size": 20, "total": 4 }));
    assert_eq!(all("page=2&page_size=3").len(), 1);
    sara.client
        .get("users/organizations/?all=true&sort=id")
        .refuses_field(
            400,
            "sort",
            "This list can be sorted by name, domain, description, country, abbreviation, active.",
        );
}

fn only_super_users_edit_organisations(server: &TestServer) {
    let installation = Installation::new(server);
    let hill = installation.organisation("Hill Clinic", &[Role::Admin]);
    let omar = installation.person_at(hill, "Omar", Role::Admin);
    let path = format!("users/organizations/{}/", hill.0);
    let refused = "Your role does not allow this.";
    omar.client.post(ORGANISATIONS, &clinic()).refuses(403, refused);
    put(&omar, hill, &clinic()).refuses(403, refused);
    omar.client.get(&path).refuses(403, refused);
    let guest = server.guest();
    let sign_in = "Please sign in to continue.";
    guest.post(ORGANISATIONS, &clinic()).refuses(401, sign_in);
    guest.put(&path, &clinic()).refuses(401, sign_in);
    guest.get(&path).refuses(401, sign_in);
    assert_eq!(names(&guest, "search=lake"), [Value::Null; 0]);
}

fn super_users_are_warned_of_names_with_mixed_alphabets(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let disguised = add(&sara, &with(&json!({ "name": "L\u{430}ke Clinic" })));
    let plain = add(
        &sara,
        &with(&json!({ "name": "Hill Clinic", "domain": "hill-clinic.example" })),
    );
    let rows = sara
        .client
        .get("users/organizations/?all=true&page_size=100")
        .data(200);
    let scripts = |id: OrganisationId| {
        let rows = rows.as_array().unwrap();
        rows.iter().find(|row| row["org_id"] == id.0).unwrap()["name_scripts"].clone()
    };
    assert_eq!(scripts(disguised), json!(["Latin", "Cyrillic"]));
    assert_eq!(scripts(plain), json!([]));
    let guests = server.guest().get("users/organizations/?search=clinic").data(200);
    assert!(guests[0].get("name_scripts").is_none(), "{guests}");
}
