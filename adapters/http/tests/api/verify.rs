//! `POST users/verify/`: completes a registration.

use aditus_domain::accounts::AccountState;
use aditus_domain::organisations::{DATA_REQUESTER_ORGANISATION, OrganisationDetails};
use aditus_domain::roles::Role;
use chrono::{SecondsFormat, TimeDelta};
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, email_of, phone_of};
use crate::server::TestServer;
use crate::registration::{NEW_PASSWORD, code_for, form, form_with, registered, verify, wrong};

on_both_databases!(
    a_new_person_is_registered_and_signed_in,
    every_missing_field_is_named,
    a_typed_organisation_is_noted_unless_it_is_registered,
    the_domain_of_the_address_must_match_the_organisation,
    a_number_that_does_not_exist_is_refused,
    address_and_number_belong_to_one_account,
    administrators_are_notified,
    five_wrong_attempts_void_the_code,
    a_code_is_valid_for_its_person_and_purpose_only,
);

fn a_new_person_is_registered_and_signed_in(server: &TestServer) {
    let otp = code_for(server, "Nia");
    let answer = verify(
        server,
        // A new account has no id yet; the value is ignored.
        &form_with(
            "Nia",
            &otp,
            &json!({ "middle_name": "Zawadi", "user_id": "none yet" }),
        ),
    );
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert_eq!(
        answer.json()["message"],
        "Your account is registered. An administrator must activate it.",
        "Lakeside Clinic is not registered, so it has no administrator of its own"
    );
    let user = answer.json()["user"].clone();
    for (field, value) in [
        ("fname", json!("Nia")),
        ("middle_name", json!("Zawadi")),
        ("org_email", json!(email_of("Nia"))),
        ("phone", json!(phone_of("Nia"))),
        ("designation", json!("Researcher")),
        ("tentative_organization", json!("Lakeside Clinic")),
        ("is_active", json!("Disable")),
        ("pending_activation", json!(true)),
        ("email_is_verified", json!(true)),
        ("assigned_roles", json!([])),
        ("selected_role", Value::Null),
    ] {
        assert_eq!(user[field], value, "{field}");
    }
    let sent = server
        .ports
        .clock
        .now()
        .to_rfc3339_opts(SecondsFormat::AutoSi, true);
    assert_eq!(user["otp"], json!(sent), "when the code was sent");
    assert_eq!(user["org"], json!({ "org_id": 6, "name": "Data Requester" }));
    let client = server.guest().with_token(user["token"].as_str().unwrap());
    assert_eq!(
        client.get("users/detailuser/").json()["user"]["user_id"],
        user["user_id"]
    );
    for username in [email_of("Nia"), phone_of("Nia")] {
        let signed_in = server.guest().post(
            "users/signin/",
            &json!({ "username": username, "password": NEW_PASSWORD }),
        );
        assert_eq!(signed_in.status, 200);
    }
    let text = String::from_utf8(answer.bytes).unwrap();
    assert!(!text.contains(NEW_PASSWORD) && !text.contains("hash"), "{text}");
}

fn every_missing_field_is_named(server: &TestServer) {
    let empty = verify(server, &json!({}));
    empty.refuses_field(400, "fname", "First Name is required");
    let errors = empty.json()["errors"].clone();
    for (field, message) in [
        ("sname", "Last Name is required"),
        ("phone", "Phone is required"),
        ("org_email", "Email is required"),
        ("org", "Organization is required"),
        ("designation", "Occupation is required"),
        ("department", "Department is required"),
        ("password", "Password is required"),
        ("otp", "The OTP code is required"),
    ] {
        assert_eq!(errors[field], json!([message]));
    }
    let otp = code_for(server, "Nia");
    let weak = verify(server, &form_with("Nia", &otp, &json!({ "password": "abc" })));
    weak.refuses_field(400, "password", "Minimum 8 characters required");
    assert_eq!(
        weak.json()["errors"]["password"],
        json!([
            "Minimum 8 characters required",
            "Uppercase character required",
            "Number character required",
            "Special character required"
        ])
    );
    for (field, value, message) in [
        (
            "password",
            json!(format!("Aa1!{}", "x".repeat(125))),
            "Maximum 128 characters allowed",
        ),
        ("org_email", json!("nia"), "Email is invalid"),
        ("phone", json!("12"), "The Phone does not exist"),
        ("otp", json!("12345"), "Failed to verify OTP"),
        ("otp", json!("12345a"), "Failed to verify OTP"),
        (
            "username",
            json!("eve@people.example"),
            "The OTP was sent to another e-mail address",
        ),
    ] {
        verify(server, &form_with("Nia", &otp, &json!({ field: value }))).refuses_field(400, field, message);
    }
    let admin = form_with("Nia", &otp, &json!({ "email_is_verified": true }));
    assert_eq!(verify(server, &admin).status, 400, "not the client's to say");
    assert_eq!(
        verify(server, &form("Nia", &otp)).status,
        200,
        "the code was not touched by any of it"
    );
}

fn a_typed_organisation_is_noted_unless_it_is_registered(server: &TestServer) {
    let installation = Installation::new(server);
    let name = server.ports.settings.provider_organisation.to_uppercase();
    let at_provider = "nia@lab.provider.example";
    let otp = {
        server
            .guest()
            .post("users/signup/", &json!({ "username": at_provider }));
        server.code_mailed_to(at_provider)
    };
    let changes = json!({
        "username": at_provider, "org_email": at_provider, "tentative_organization": format!("  {name} "),
    });
    let user = verify(server, &form_with("Nia", &otp, &changes)).json()["user"].clone();
    assert_eq!(
        (&user["org"]["org_id"], &user["tentative_organization"]),
        (&json!(installation.provider.0), &Value::Null)
    );
    // An old client sends the organisation that stands for unregistered ones.
    let (_, user) = registered(server, "Otto", &json!({ "org": DATA_REQUESTER_ORGANISATION.0 }));
    assert_eq!(user["tentative_organization"], "Lakeside Clinic");
    let changes = json!({ "org": installation.requesters.0, "tentative_organization": null });
    let (_, user) = registered(server, "Pia", &changes);
    assert_eq!(
        (&user["org"]["org_id"], &user["tentative_organization"]),
        (&json!(6), &Value::Null)
    );
}

fn the_domain_of_the_address_must_match_the_organisation(server: &TestServer) {
    let installation = Installation::new(server);
    let bare = server.write(|transaction| {
        let organisation = |name: &str, domain: Option<&str>, active| OrganisationDetails {
            name: name.to_owned(),
            domain: domain.map(ToOwned::to_owned),
            description: "Invented".to_owned(),
            active,
            country: "UG".to_owned(),
            abbreviation: None,
        };
        let organisations = transaction.organisations();
        let bare = organisations
            .add(&organisation("Bare Institute", None, true))
            .unwrap();
        organisations
            .add(&organisation("Closed Institute", Some("people.example"), false))
            .unwrap();
        bare
    });
    let otp = code_for(server, "Nia");
    let picked = |org: i64| {
        let form = form_with("Nia", &otp, &json!({ "org": org, "tentative_organization": "" }));
        verify(server, &form)
    };
    picked(installation.provider.0).refuses_field(
        400,
        "org_email",
        "The email domain is not registered. Please register your organization first.",
    );
    for unknown in [999_999, 0, -1, bare.0 + 1] {
        picked(unknown).refuses_field(400, "org", "This organization is not registered.");
    }
    assert_eq!(picked(bare.0).status, 200, "it takes no part in the check");
}

fn a_number_that_does_not_exist_is_refused(server: &TestServer) {
    server.phones.invalidate("+256112345678");
    let otp = code_for(server, "Nia");
    let body = form_with("Nia", &otp, &json!({ "phone": "+256112345678" }));
    verify(server, &body).refuses_field(400, "phone", "The Phone does not exist");
}

fn address_and_number_belong_to_one_account(server: &TestServer) {
    let installation = Installation::new(server);
    let otp = code_for(server, "Nia");
    installation.account("Ada", installation.provider, AccountState::Disabled);
    let taken = "User with this email or phone number already exists";
    let same_number = form_with("Nia", &otp, &json!({ "phone": phone_of("Ada") }));
    let answer = verify(server, &same_number);
    answer.refuses(401, taken);
    assert_eq!(
        answer.header("www-authenticate"),
        None,
        "nobody is signed out by it"
    );
    assert_eq!(verify(server, &form("Nia", &otp)).status, 200);
    verify(
        server,
        &form_with("Nia", &otp, &json!({ "phone": phone_of("Otto") })),
    )
    .refuses(401, taken);
}

fn administrators_are_notified(server: &TestServer) {
    let installation = Installation::new(server);
    let admin = installation.person("Abel", Role::Admin);
    let super_user = installation.person("Sara", Role::SuperUser);
    let officer = installation.person("Olga", Role::DataOfficer);
    let told = |person: &crate::people::Person| -> Vec<(String, String)> {
        let list = person.client.get("notifications/user-notifications/").json();
        let rows = list["data"].as_array().unwrap().iter();
        rows.map(|row| {
            assert_eq!(row["kind"], "registered");
            (
                row["role"].as_str().unwrap().to_owned(),
                row["message"].as_str().unwrap().to_owned(),
            )
        })
        .collect()
    };
    let email = "nia@provider.example";
    server
        .guest()
        .post("users/signup/", &json!({ "username": email }));
    let otp = server.code_mailed_to(email);
    let changes = json!({
        "username": email, "org_email": email, "org": installation.provider.0, "tentative_organization": null,
    });
    assert_eq!(verify(server, &form_with("Nia", &otp, &changes)).status, 200);
    let message = "Nia Namara has registered at National Health Data Authority and waits to be activated.";
    assert_eq!(told(&admin), [("Admin".to_owned(), message.to_owned())]);
    assert_eq!(server.mails_to(&admin.email).len(), 1);
    assert!(server.mails_to(&admin.email)[0].text.contains("/admin/users"));
    assert!(told(&super_user).is_empty() && told(&officer).is_empty());

    // Organisation 6 has no administrator, so a Super User is notified instead.
    registered(server, "Otto", &json!({}));
    let message = "Otto Namara has registered at Lakeside Clinic (not registered) and waits to be activated.";
    assert_eq!(told(&super_user), [("Super User".to_owned(), message.to_owned())]);
    assert_eq!(told(&admin).len(), 1);
    assert_eq!(server.mails_to(&super_user.email).len(), 1);
}

fn five_wrong_attempts_void_the_code(server: &TestServer) {
    let otp = code_for(server, "Nia");
    for entry in 1..=5 {
        let refused = verify(server, &form("Nia", &wrong(&otp)));
        let (code, message, said) = match entry {
            5 => (
                605,
                "This OTP does not exist please try again",
                "This OTP is void after 5 wrong entries, send a new one below".to_owned(),
            ),
            4 => (400, "Failed to verify OTP", "You can try once more.".to_owned()),
            _ => (
                400,
                "Failed to verify OTP",
                format!("You can try {} more times.", 5 - entry),
            ),
        };
        refused.refuses_with_code(400, code, message);
        assert_eq!(refused.json()["errors"]["otp"], json!([said]), "entry {entry}");
    }
    let unknown = "This OTP does not exist please try again";
    verify(server, &form("Nia", &otp)).refuses_with_code(400, 605, unknown);
    let signin = server.guest().post(
        "users/signin/",
        &json!({ "username": email_of("Nia"), "password": NEW_PASSWORD }),
    );
    assert_eq!(signin.status, 401, "there is no account");
}

fn a_code_is_valid_for_its_person_and_purpose_only(server: &TestServer) {
    let unknown = "This OTP does not exist please try again";
    let otp = code_for(server, "Nia");
    verify(server, &form("Eve", &otp)).refuses_with_code(400, 605, unknown);
    // A code for a forgotten password is not valid for a registration.
    let eve = json!({ "username": email_of("Eve") });
    assert_eq!(server.guest().post("users/forgot-password", &eve).status, 200);
    verify(server, &form("Eve", "000000")).refuses_with_code(400, 605, unknown);
    server.clock.advance(TimeDelta::minutes(5));
    verify(server, &form("Nia", &otp)).refuses(400, "OTP Expired");
    server.clock.advance(TimeDelta::minutes(1));
    let fresh = code_for(server, "Nia");
    assert_eq!(verify(server, &form("Nia", &fresh)).status, 200);
    let again = verify(server, &form("Nia", &fresh));
    again.refuses(401, "User with this email or phone number already exists");
}
