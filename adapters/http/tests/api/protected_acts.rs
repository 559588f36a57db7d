//! Administrative acts require the password within the last 5 minutes (decisions C15). Super Users
//! are notified of each other's acts, and an account's owner of a sign-in in a new browser
//! (decisions A12).

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, confirm_password, email_of};
use crate::server::TestServer;

on_both_databases!(
    administrative_acts_require_a_recent_password,
    other_roles_are_granted_without_the_password,
    super_users_are_notified_of_a_new_one,
    a_sign_in_with_a_new_browser_is_mailed_once,
);

const NEEDED: &str = "Enter your password to continue.";

/// A call, and the status of its success.
type Act = (&'static str, String, Value, u16);

fn call(client: &Client, (method, path, body, _): &Act) -> Answer {
    client.call(method, path, body)
}

/// Returns one act of every kind that requires the password. Each can succeed once.
fn acts(installation: &Installation<'_>, super_user: &Client) -> Vec<Act> {
    let provider = installation.provider;
    let clinic = installation.organisation("Hill Clinic", &[Role::Admin]);
    let ada = installation.account("Ada", provider, AccountState::Active);
    let ben = installation.account("Ben", provider, AccountState::Active);
    let cora = installation.account("Cora", clinic, AccountState::Pending);
    let (held, admin) = installation.assign(ben, provider, Role::Admin, RoleStatus::Activated);
    let line = installation
        .server
        .write(|transaction| transaction.roles().by_id(held).unwrap().unwrap().latest);
    let copied = super_user.post(
        "data_requests/approval_procedures/1/duplicate/",
        &json!({ "name": "Copy" }),
    );
    let copy = copied.data(201)["approval_procedure_id"].clone();
    let links = super_user
        .get("data_requests/next_stage/list/?approval_procedure=1")
        .data(200);
    let inserted = json!({
        "role": 6, "stage_type": 2, "stage_order": 4, "stage_activity": "Legal review",
        "branch_level": 0, "icon": "Gavel",
    });
    let super_role = installation.org_role(provider, Role::SuperUser);
    let organisation = json!({
        "name": "Hill Clinic", "description": "A clinic", "country": "Halvania", "active": 0, "domain": null,
        "abbreviation": null,
    });
    let procedure = json!({
        "name": "Copy", "description": "For small requests", "is_active": true, "is_default": true,
    });
    let template = json!({ "heading": "Approval", "body": "Approved" });
    let letter = "data_requests/approval_procedures/1/letter/".to_owned();
    vec![
        (
            "POST",
            "users/assigned-roles/admin/".to_owned(),
            json!({ "org_role_id": super_role.0, "user_id": ada.0, "assigned_by": "Org Admin" }),
            201,
        ),
        (
            "PUT",
            format!("users/assigned-role-status/{}/", line.0),
            json!({ "role_status": RoleStatus::Revoked.id(), "reason": "Has left" }),
            200,
        ),
        (
            "PATCH",
            format!("users/org-roles/{}/update-status/", admin.0),
            json!({ "status": false, "reason": "No contract" }),
            200,
        ),
        (
            "PATCH",
            format!("users/activate/{}/", cora.0),
            json!({ "is_active": "Active" }),
            200,
        ),
        (
            "PATCH",
            format!("users/activate/{}/", ben.0),
            json!({ "is_active": "Disable" }),
            200,
        ),
        (
            "PUT",
            format!("users/organizations/{}/", clinic.0),
            organisation,
            200,
        ),
        (
            "POST",
            format!("data_requests/next_stage/{}/insert/", links[3]["next_stage_id"]),
            inserted,
            201,
        ),
        ("PUT", letter.clone(), template, 200),
        ("DELETE", letter, json!({}), 204),
        (
            "PUT",
            format!("data_requests/approval_procedures/{copy}/"),
            procedure,
            200,
        ),
    ]
}

fn administrative_acts_require_a_recent_password(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let acts = acts(&installation, &sara.client);
    let open = installation.sign_in(&sara.email);
    for act in &acts {
        call(&open, act).refuses_with_code(403, 607, NEEDED);
    }
    confirm_password(&open);
    server.clock.advance(TimeDelta::minutes(5));
    for act in &acts {
        call(&open, act).refuses_with_code(403, 607, NEEDED);
    }
    confirm_password(&open);
    // The refused calls have changed nothing: each takes effect only now.
    for act in &acts {
        let answer = call(&open, act);
        assert_eq!(answer.status, act.3, "{} {}", act.0, act.1);
    }
}

fn other_roles_are_granted_without_the_password(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let ada = installation.account("Ada", installation.provider, AccountState::Active);
    let officer = installation.org_role(installation.provider, Role::DataOfficer);
    let open = installation.sign_in(&olga.email);
    let body = json!({ "org_role_id": officer.0, "user_id": ada.0, "assigned_by": "Org Admin" });
    let granted = open.post("users/assigned-roles/admin/", &body);
    assert_eq!(granted.status, 201, "{}", granted.json());
    let disabled = open.patch(
        &format!("users/activate/{}/", ada.0),
        &json!({ "is_active": "Disable" }),
    );
    disabled.refuses_with_code(403, 607, NEEDED);
}

fn super_users_are_notified_of_a_new_one(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let sol = installation.person("Sol", Role::SuperUser);
    let olga = installation.person("Olga", Role::Admin);
    let ada = installation.account("Ada", installation.provider, AccountState::Active);
    let super_role = installation.org_role(installation.provider, Role::SuperUser);
    let body = json!({ "org_role_id": super_role.0, "user_id": ada.0, "assigned_by": "Org Admin" });
    let granted = sara.client.post("users/assigned-roles/admin/", &body);
    assert_eq!(granted.status, 201, "{}", granted.json());

    let subject = "Aditus: There is a new Super User";
    for (person, expected) in [(&sara, 1), (&sol, 1), (&olga, 0)] {
        let mails = server.mails_to(&person.email);
        let found = mails.iter().filter(|mail| mail.subject == subject).count();
        assert_eq!(found, expected, "{}", person.email);
    }
    let told = sol.client.get("notifications/user-notifications/").data(200);
    assert_eq!(
        (&told[0]["message"], &told[0]["role"]),
        (
            &json!("Ada Okello is a Super User now. Sara Okello made this change."),
            &json!("Super User")
        )
    );
    let subjects: Vec<String> = server
        .mails_to(&email_of("Ada"))
        .into_iter()
        .map(|mail| mail.subject)
        .collect();
    assert_eq!(subjects, ["Aditus: A role was granted to you"]);
}

fn a_sign_in_with_a_new_browser_is_mailed_once(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.account("Ada", installation.provider, AccountState::Active);
    let email = email_of("Ada");
    let sign_in = |cookie: &str| {
        let body = json!({ "username": email, "password": PASSWORD });
        let answer = server
            .guest()
            .call_with("POST", "users/signin/", &[("cookie", cookie)], &body);
        assert_eq!(answer.json()["user"]["user_id"], ada.0);
        answer.cookie()
    };
    let told = || {
        let mails = server.mails_to(&email).into_iter();
        mails
            .filter(|mail| mail.subject == "Aditus: New sign-in to your account")
            .count()
    };
    let cookie = sign_in("theme=dark");
    assert_eq!(told(), 1);
    let cookie = sign_in(&cookie);
    sign_in(&cookie);
    assert_eq!(told(), 1, "the browser is known");
    sign_in("theme=dark");
    assert_eq!(told(), 2, "another browser is new");
}
