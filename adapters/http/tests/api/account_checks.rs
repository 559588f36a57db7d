//! The calls of the registration form: `users/phone/`, `users/duplicate/`,
//! `users/duplicate-email/`, `users/country/`, `users/organizations/` and `users/password-rules/`.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, phone_of};
use crate::server::TestServer;

on_both_databases!(
    phone_numbers_are_validated,
    registered_numbers_and_addresses_are_reported,
    callers_country_is_listed_first,
    organisations_are_found_by_name_and_domain,
    password_rules_are_listed,
);

fn state(body: &Value) -> (bool, &str) {
    assert_eq!(body["data"]["state"], body["state"]);
    assert_eq!(body["data"]["result_message"], body["result_message"]);
    (
        body["state"].as_bool().unwrap(),
        body["result_message"].as_str().unwrap(),
    )
}

fn phone_numbers_are_validated(server: &TestServer) {
    server.phones.invalidate("+256112345678");
    let guest = server.guest();
    let ask = |phone: &str| guest.post("users/phone/", &json!({ "phone": phone })).json();
    assert_eq!(state(&ask("+256772000111")), (true, "The Phone exists"));
    for phone in ["+256112345678", "12", "+256 77", "call me"] {
        assert_eq!(state(&ask(phone)), (false, "The Phone does not exist"), "{phone}");
    }
    guest
        .post("users/phone/", &json!({}))
        .refuses_field(400, "phone", "Phone is required");
}

fn registered_numbers_and_addresses_are_reported(server: &TestServer) {
    let installation = Installation::new(server);
    installation.person("Ada", Role::DataRequester);
    let guest = server.guest();
    let phone = |phone: &str| guest.post("users/duplicate/", &json!({ "phone": phone })).json();
    assert_eq!(
        state(&phone(&phone_of("Ada"))),
        (true, "Phone number is already registered")
    );
    for free in ["+256772000111", "ada@people.example", "' OR 1=1 --"] {
        assert_eq!(state(&phone(free)), (false, "Phone number is not registered"));
    }
    guest
        .post("users/duplicate/", &json!({ "phone": " " }))
        .refuses_field(400, "phone", "Phone is required");

    let email = |email: &str| guest.post("users/duplicate-email/", &json!({ "org_email": email }));
    let taken = email("ADA@People.example").json();
    assert_eq!(
        state(&taken),
        (true, "The Email Address is already register on Aditus")
    );
    assert!(!state(&email("nobody@people.example").json()).0);
    email("ada").refuses_field(400, "org_email", "Email is invalid");
    email("").refuses_field(400, "org_email", "Email is required");
}

fn callers_country_is_listed_first(server: &TestServer) {
    let list = server.guest().get("users/country/").data(200);
    let countries = list.as_array().unwrap();
    assert_eq!(
        countries[0],
        json!({ "code": "UG", "name": "Uganda", "dial_code": "+256" })
    );
    assert_eq!(countries[1]["code"], "AF");
    assert!(countries.len() > 200);
    let own = countries.iter().filter(|country| country["code"] == "UG");
    assert_eq!(own.count(), 1);
}

fn organisations_are_found_by_name_and_domain(server: &TestServer) {
    let installation = Installation::new(server);
    let guest = server.guest();
    let ids = |query: &str| -> Vec<i64> {
        let answer = guest.get(&format!("users/organizations/{query}")).json();
        assert_eq!(answer["page"]["total"], answer["data"].as_array().unwrap().len());
        let rows = answer["data"].as_array().unwrap().iter();
        rows.map(|row| row["org_id"].as_i64().unwrap()).collect()
    };
    let (provider, requesters) = (installation.provider.0, installation.requesters.0);
    assert_eq!(ids(""), [requesters, provider], "by name");
    assert_eq!(ids("?search=HEALTH data"), [provider]);
    assert_eq!(ids("?search=%25"), [0; 0]);
    assert_eq!(ids("?domain=provider.example"), [provider]);
    assert_eq!(ids("?domain=Lab.Provider.example"), [provider]);
    let unknown = guest.get("users/organizations/?domain=elsewhere.example").json();
    assert_eq!(
        (&unknown["data"], unknown["message"].as_str()),
        (
            &json!([]),
            Some("The email domain is not registered. Please register your organization first.")
        )
    );
    let row = guest.get("users/organizations?domain=provider.example").data(200)[0].clone();
    let name = &server.ports.settings.provider_organisation;
    assert_eq!(
        row,
        json!({ "org_id": provider, "name": name, "domain": "provider.example" })
    );
    let second = guest.get("users/organizations/?page=2&page_size=1").json();
    assert_eq!(second["page"], json!({ "number": 2, "size": 1, "total": 2 }));
}

fn password_rules_are_listed(server: &TestServer) {
    let rules = server.guest().get("users/password-rules/").data(200);
    let expected = json!({
        "min_length": 8, "max_length": 128, "special_characters": "!@#$%^&*()_+-=[]{};':\"\\|,.<>/?~`",
    });
    assert_eq!(rules, expected);
}
