//! `GET` and `PATCH users/assigned-roles/approve/`.

use aditus_application::ports::Signal;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person, email_of};
use crate::server::TestServer;

on_both_databases!(
    requests_are_listed_in_pages_of_ten,
    a_grant_is_usable_in_the_open_session,
    a_denial_is_notified_with_its_reason,
    the_password_is_asked_for_and_guesses_are_limited,
    own_role_requests_cannot_be_granted,
    role_requests_of_other_organisations_return_404,
    concurrent_decisions_conflict,
    only_a_super_user_makes_a_super_user,
);

const APPROVE: &str = "users/assigned-roles/approve/";

/// Creates a member of the provider who requests a role.
fn member_with_request(
    installation: &Installation<'_>,
    name: &str,
    role: Role,
) -> (UserId, Client, AssignedRoleId) {
    let user = installation.account(name, installation.provider, AccountState::Pending);
    let client = installation.sign_in(&email_of(name));
    let org_role = installation.org_role(installation.provider, role);
    let answer = client.post(
        "users/assign-roles/",
        &json!({ "org_role": org_role.0, "user": user.0 }),
    );
    let id = answer.data(201)["assigned_role_id"].as_i64().unwrap();
    (user, client, AssignedRoleId(id))
}

fn attend(admin: &Person, asked: AssignedRoleId, changes: &Value) -> Answer {
    let mut body = json!({
        "password": PASSWORD, "assigned_role_id": asked.0, "role_status_id": 2, "reason": "",
    });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    admin.client.patch(APPROVE, &body)
}

fn status_of(client: &Client) -> String {
    let roles = client.get("users/assign-roles/").data(200);
    roles[0]["latest_role_status"][0]["status"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn requests_are_listed_in_pages_of_ten(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let mut asked = Vec::new();
    for number in 0..11 {
        let name = format!("Person{}", char::from(b'a' + number));
        let user = installation.account(&name, installation.provider, AccountState::Active);
        let (id, _) = installation.assign(
            user,
            installation.provider,
            Role::DataOfficer,
            RoleStatus::Pending,
        );
        asked.push(id.0);
    }
    let listed = |query: &str| olga.client.get(&format!("{APPROVE}{query}")).json();
    let first = listed("?role_status=[\"Pending\"]");
    assert_eq!(first["page"], json!({ "number": 1, "size": 10, "total": 11 }));
    let ids = |body: &Value| -> Vec<i64> {
        let rows = body["data"].as_array().unwrap().iter();
        rows.map(|row| row["assigned_role_id"].as_i64().unwrap())
            .collect()
    };
    assert_eq!(ids(&first), asked[..10], "the oldest first");
    assert_eq!(ids(&listed("?page=2")), asked[10..]);
    assert_eq!(ids(&listed("?sort=-created_on&page_size=1")), asked[10..]);
    assert_eq!(ids(&listed("?search=personc")), [asked[2]]);
    assert_eq!(listed("?role_status=Rejected,Revoked")["page"]["total"], 0);
    assert_eq!(
        listed("?role_status=[Activated]")["data"][0]["user"]["fname"],
        "Olga"
    );

    let row = &first["data"][0];
    assert_eq!(row["user"]["name_scripts"], json!([]));
    assert_eq!(row["user"]["tentative_organization_scripts"], json!([]));
    assert_eq!(
        (
            &row["user"]["fname"],
            &row["user"]["org_email"],
            &row["user"]["is_active"]
        ),
        (
            &json!("Persona"),
            &json!("persona@people.example"),
            &json!("Active")
        )
    );
    assert_eq!(
        (&row["org_role"]["role"], &row["role_status"]),
        (
            &json!({ "role_id": 4, "role": "Data Officer" }),
            &json!({ "role_status_id": 1, "status": "Pending" })
        )
    );
    assert!(row["created_on"].is_string() && row["assigned_role_status_id"].is_i64());
    olga.client
        .get(&format!("{APPROVE}?role_status=Asked"))
        .refuses_field(400, "role_status", "Please select a valid status");
    olga.client
        .get(&format!("{APPROVE}?sort=password"))
        .refuses_field(
            400,
            "sort",
            "This list can be sorted by name, role, status, designation, changed_on, created_on.",
        );
}

fn a_grant_is_usable_in_the_open_session(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let (ada, client, asked) = member_with_request(&installation, "Ada", Role::DataAccessReviewer);
    client
        .get("data_requests/data_request_feedback/summary/")
        .refuses(403, "Your role does not allow this.");
    let signals = server.ports.database.signals();
    let row = olga.client.get(APPROVE).data(200)[0].clone();
    let seen = json!({ "assigned_role_status_id": row["assigned_role_status_id"] });
    let answer = attend(&olga, asked, &seen);
    assert_eq!(
        (answer.status, answer.json()),
        (
            200,
            json!({ "code": 200, "message": "You have successfully attended to this request" })
        )
    );
    assert!(receives(&signals, Signal::RolesChanged(ada)));

    let user = client.get("users/detailuser/").json()["user"].clone();
    assert_eq!(
        (
            &user["is_active"],
            &user["pending_activation"],
            &user["selected_role"]
        ),
        (&json!("Active"), &json!(false), &json!(asked.0))
    );
    assert_eq!(
        client.get("data_requests/data_request_feedback/summary/").status,
        200
    );
    let kinds: Vec<_> = client
        .get("notifications/user-notifications/")
        .data(200)
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["kind"].clone())
        .collect();
    assert_eq!(kinds, ["role_granted"]);
    let subjects: Vec<_> = server
        .mails_to(&email_of("Ada"))
        .into_iter()
        .map(|mail| mail.subject)
        .collect();
    assert_eq!(subjects, ["Aditus: A role was granted to you"]);
    attend(&olga, asked, &json!({})).refuses(409, "This request was already handled.");
}

/// Waits for a signal, skipping others. Returns false if it does not arrive.
pub fn receives(signals: &aditus_application::ports::Signals, expected: Signal) -> bool {
    while let Ok(signal) = signals.wait(std::time::Duration::from_secs(10)) {
        if signal == expected {
            return true;
        }
    }
    false
}

fn a_denial_is_notified_with_its_reason(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let (ada, client, asked) = member_with_request(&installation, "Ada", Role::DataOfficer);
    let denial = json!({ "role_status_id": 3, "reason": "No <b>contract</b>" });
    assert_eq!(attend(&olga, asked, &denial).status, 200);
    let role = client.get("users/assign-roles/").data(200)[0].clone();
    let lines: Vec<_> = role["latest_role_status"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["status"].clone(), line["reason"].clone()))
        .collect();
    assert_eq!(
        lines,
        [
            (json!("Rejected"), json!("No <b>contract</b>")),
            (json!("Pending"), Value::Null)
        ]
    );
    assert_eq!(
        role["latest_role_status"][0]["changed_by"],
        json!({ "user_id": olga.user.0, "name": "Olga Okello" })
    );
    let told = client.get("notifications/user-notifications/").data(200);
    let text = told[0]["message"].as_str().unwrap();
    assert!(text.ends_with("was denied. Reason: No <b>contract</b>"), "{text}");
    let mail = &server.mails_to(&email_of("Ada"))[0];
    assert!(!mail.html.contains("<b>contract"));

    let again = client.post(
        "users/assign-roles/",
        &json!({ "org_role": role["org_role_id"], "user": ada.0 }),
    );
    assert_eq!(again.data(201)["assigned_role_id"], asked.0);
    assert_eq!(status_of(&client), "Pending");
}

fn the_password_is_asked_for_and_guesses_are_limited(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let (_, client, asked) = member_with_request(&installation, "Ada", Role::DataOfficer);
    attend(&olga, asked, &json!({ "password": "" })).refuses_field(
        400,
        "password",
        "The password is required",
    );
    olga.client
        .patch(
            APPROVE,
            &json!({ "assigned_role_id": asked.0, "role_status_id": 2 }),
        )
        .refuses_field(400, "password", "The password is required");
    let nothing = olga.client.patch(APPROVE, &json!({}));
    nothing.names_fields(&["assigned_role_id", "password", "role_status_id"]);
    for status in [json!(null), json!(0), json!(1), json!(4), json!(5)] {
        attend(&olga, asked, &json!({ "role_status_id": status })).refuses_field(
            400,
            "role_status_id",
            "Please select a valid status",
        );
    }
    for number in 0..10 {
        let answer = attend(&olga, asked, &json!({ "password": format!("guess {number}") }));
        answer.refuses(401, "Invalid Password");
        assert_eq!(
            answer.header("www-authenticate"),
            None,
            "the client is not signed out"
        );
        server.clock.advance(TimeDelta::seconds(1));
    }
    let refused = attend(&olga, asked, &json!({}));
    refused.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(refused.header("retry-after"), Some("890"));
    assert_eq!(status_of(&client), "Pending");
    server.clock.advance(TimeDelta::seconds(890));
    assert_eq!(attend(&olga, asked, &json!({})).status, 200);
}

fn own_role_requests_cannot_be_granted(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let super_role = installation.org_role(installation.provider, Role::SuperUser);
    let officer = installation.org_role(installation.provider, Role::DataOfficer);
    for (role, message) in [
        (officer, "You can't decide on your own role."),
        // This refusal comes first, although the request is the caller's own, too.
        (super_role, "Only a Super User decides on this."),
    ] {
        let answer = olga
            .client
            .post("users/assign-roles/", &json!({ "org_role": role.0 }));
        let asked = AssignedRoleId(answer.data(201)["assigned_role_id"].as_i64().unwrap());
        attend(&olga, asked, &json!({})).refuses(403, message);
    }
    let sara = installation.person("Sara", Role::SuperUser);
    let asked = sara
        .client
        .post("users/assign-roles/", &json!({ "org_role": olga.org_role.0 }));
    let asked = AssignedRoleId(asked.data(201)["assigned_role_id"].as_i64().unwrap());
    attend(&sara, asked, &json!({})).refuses(403, "This organisation has its own Admin.");
    let (_, client, own) = member_with_request(&installation, "Ada", Role::Admin);
    let body = json!({ "password": PASSWORD, "assigned_role_id": own.0, "role_status_id": 2 });
    client
        .patch(APPROVE, &body)
        .refuses(403, "Your role does not allow this.");
    assert_eq!(status_of(&client), "Pending");
}

fn role_requests_of_other_organisations_return_404(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::Admin]);
    installation.person("Olga", Role::Admin);
    let stranger = installation.person_at(clinic, "Omar", Role::Admin);
    let (_, client, asked) = member_with_request(&installation, "Ada", Role::DataOfficer);
    for status in [2, 3] {
        attend(&stranger, asked, &json!({ "role_status_id": status }))
            .refuses(404, "Assigned role not found.");
    }
    attend(&stranger, AssignedRoleId(999_999), &json!({})).refuses(404, "Assigned role not found.");
    assert_eq!(status_of(&client), "Pending");
    let named = format!("{APPROVE}?org_id={}", installation.provider.0);
    stranger
        .client
        .get(&named)
        .refuses(403, "You may only do this for your own organisation.");
    assert_eq!(stranger.client.get(APPROVE).json()["page"]["total"], 0);
}

fn concurrent_decisions_conflict(server: &TestServer) {
    let installation = Installation::new(server);
    let admins = ["Olga", "Omar"].map(|name| installation.person(name, Role::Admin));
    let (_, client, asked) = member_with_request(&installation, "Ada", Role::DataOfficer);
    let mut answers = std::thread::scope(|scope| {
        let threads = [(&admins[0], 2), (&admins[1], 3)].map(|(admin, status)| {
            scope.spawn(move || attend(admin, asked, &json!({ "role_status_id": status })).status)
        });
        threads.map(|thread| thread.join().unwrap())
    });
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);
    let roles = client.get("users/assign-roles/").data(200);
    assert_eq!(roles[0]["latest_role_status"].as_array().unwrap().len(), 2);
}

fn only_a_super_user_makes_a_super_user(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let sara = installation.person("Sara", Role::SuperUser);
    let (_, client, asked) = member_with_request(&installation, "Ada", Role::SuperUser);
    assert_eq!(server.mails_to(&olga.email).len(), 0);
    assert_eq!(server.mails_to(&sara.email).len(), 1);
    attend(&olga, asked, &json!({})).refuses(403, "Only a Super User decides on this.");
    assert_eq!(attend(&sara, asked, &json!({})).status, 200);
    assert_eq!(status_of(&client), "Activated");
}
