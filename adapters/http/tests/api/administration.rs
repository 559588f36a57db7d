//! `GET users/organization-users/`, its counts, and `PATCH users/activate/{user_id}/`.

use aditus_application::ports::Signal;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::UserId;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::client::Answer;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person, email_of, phone_of};
use crate::role_requests::receives;
use crate::server::TestServer;

on_both_databases!(
    users_are_paged_sorted_and_searched,
    an_admin_has_no_access_to_other_organisations,
    activation_notifies_and_disabling_ends_sessions,
    the_last_admin_and_the_last_super_user_cannot_be_disabled,
    two_admins_cannot_disable_each_other_concurrently,
    people_and_open_requests_are_counted,
);

const USERS: &str = "users/organization-users/";

fn set(by: &Person, user: UserId, is_active: &str) -> Answer {
    by.client.patch(
        &format!("users/activate/{}/", user.0),
        &json!({ "is_active": is_active }),
    )
}

fn users_are_paged_sorted_and_searched(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let olga = installation.person("Olga", Role::Admin);
    for number in 0..21 {
        let name = format!("Person{}", char::from(b'a' + number));
        let state = match number {
            3 => AccountState::Disabled,
            5 => AccountState::Pending,
            _ => AccountState::Active,
        };
        installation.account(&name, provider, state);
    }
    installation.account("Elsewhere", installation.requesters, AccountState::Active);
    let listed = |query: &str| olga.client.get(&format!("{USERS}{query}")).json();
    let names = |body: &Value| -> Vec<String> {
        let rows = body["data"].as_array().unwrap().iter();
        rows.map(|row| row["fname"].as_str().unwrap().to_owned())
            .collect()
    };
    let first = listed("");
    assert_eq!(first["page"], json!({ "number": 1, "size": 20, "total": 22 }));
    assert_eq!(names(&first)[..2], ["Olga", "Persona"]);
    assert_eq!(names(&listed("?page=2")), ["Persont", "Personu"]);
    assert_eq!(
        names(&listed(&format!("?org_id={}&sort=-name&page_size=1", provider.0))),
        ["Personu"]
    );
    assert_eq!(
        names(&listed("?sort=-is_active&page_size=2")),
        ["Personf", "Persond"],
        "pending, disabled, active"
    );
    assert_eq!(names(&listed("?search=PERSONC%20okello")), ["Personc"]);
    let phone = phone_of("Persone").replace('+', "%2B");
    assert_eq!(names(&listed(&format!("?search={phone}"))), ["Persone"]);
    assert_eq!(listed("?search=epidemiologist")["page"]["total"], 22);
    assert_eq!(listed("?search=elsewhere")["page"]["total"], 0);
    olga.client
        .get(&format!("{USERS}?sort=password_hash"))
        .refuses_field(
            400,
            "sort",
            "This list can be sorted by name, org_email, designation, department, is_active, created_on.",
        );
    let mut row = listed("?search=personf")["data"][0].clone();
    assert!(row["user_id"].take().is_i64() && row["created_on"].take().is_string());
    assert_eq!(
        row,
        json!({
            "user_id": null, "fname": "Personf", "middle_name": null, "sname": "Okello",
            "org_email": email_of("Personf"), "phone": phone_of("Personf"), "designation": "Epidemiologist",
            "department": "Research", "refusal": null, "tentative_organization": null, "is_active": "Disable",
            "pending_activation": true, "created_on": null, "erased": false, "may_erase": false,
            "has_second_factor": false, "name_scripts": [], "tentative_organization_scripts": [],
        })
    );
}

fn an_admin_has_no_access_to_other_organisations(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::Admin, Role::DataRequester]);
    let olga = installation.person("Olga", Role::Admin);
    let omar = installation.person_at(clinic, "Omar", Role::Admin);
    let ada = installation.person("Ada", Role::DataRequester);
    let sara = installation.person("Sara", Role::SuperUser);
    for path in [
        format!("{USERS}?org_id={}", clinic.0),
        format!("{USERS}counts/?org_id={}", clinic.0),
        format!("users/assigned-role-status/?org_id={}", clinic.0),
        format!("users/assigned-roles/approve/?org_id={}", clinic.0),
    ] {
        olga.client
            .get(&path)
            .refuses(403, "You may only do this for your own organisation.");
        ada.client
            .get(&path)
            .refuses(403, "Your role does not allow this.");
        assert_eq!(sara.client.get(&path).status, 200, "{path}");
    }
    for status in ["Active", "Disable"] {
        for stranger in [omar.user, ada.user, UserId(999_999), UserId(-1)] {
            set(&olga, stranger, status).refuses(404, "User not found.");
        }
        set(&ada, olga.user, status).refuses(403, "Your role does not allow this.");
        set(&sara, omar.user, "Active");
        set(&olga, sara.user, status).refuses(403, "Only a Super User decides on this.");
    }
    let member = installation.account("Mona", clinic, AccountState::Active);
    set(&sara, member, "Disable").refuses(403, "This organisation has its own Admin.");
    assert_eq!(ada.client.get("users/detailuser/").status, 200);
    assert_eq!(
        set(&sara, ada.user, "Disable").status,
        200,
        "organisation 6 has no Admin"
    );
    assert_eq!(ada.client.get("users/detailuser/").status, 401);
}

fn activation_notifies_and_disabling_ends_sessions(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let olga = installation.person("Olga", Role::Admin);
    let ada = installation.account("Ada", provider, AccountState::Pending);
    installation.assign(ada, provider, Role::DataOfficer, RoleStatus::Activated);
    let (first, second) = (
        installation.sign_in(&email_of("Ada")),
        installation.sign_in(&email_of("Ada")),
    );
    assert_eq!(
        first.get("users/detailuser/").json()["user"]["selected_role"],
        Value::Null
    );
    let signals = server.ports.database.signals();
    let answer = set(&olga, ada, "Active");
    assert_eq!(
        (answer.status, answer.json()),
        (
            200,
            json!({ "code": 200, "message": "Ada Okello status has been updated!" })
        )
    );
    assert!(receives(&signals, Signal::RolesChanged(ada)));
    assert!(first.get("users/detailuser/").json()["user"]["selected_role"].is_i64());
    let told = first.get("notifications/user-notifications/").data(200);
    assert_eq!(
        (&told[0]["kind"], &told[0]["role"]),
        (&json!("activated"), &json!("Org User"))
    );
    assert_eq!(
        server.mails_to(&email_of("Ada"))[0].subject,
        "Aditus: Your account was activated"
    );

    assert_eq!(set(&olga, ada, "Disable").status, 200);
    for client in [&first, &second] {
        for answer in [
            client.get("users/detailuser/"),
            client.get("data_requests/all/"),
            client.patch("notifications/", &json!({ "role": "Org User" })),
        ] {
            answer.refuses(401, "Please sign in to continue.");
            assert_eq!(answer.header("www-authenticate"), Some("Token"));
        }
    }
    let mut ended = 0;
    while ended < 2 {
        let signal = signals.wait(std::time::Duration::from_secs(10)).unwrap();
        ended += usize::from(matches!(signal, Signal::SessionEnded(_)));
    }
    let answer = server.guest().post(
        "users/signin/",
        &json!({ "username": email_of("Ada"), "password": PASSWORD }),
    );
    answer.refuses(
        401,
        "Your account is disabled. Contact the administrator of your organisation.",
    );
    assert_eq!(set(&olga, ada, "Active").status, 200);
    assert_eq!(
        first.get("users/detailuser/").status,
        401,
        "what has ended stays so"
    );
    installation.sign_in(&email_of("Ada"));
    for status in [json!(null), json!(""), json!("Pending"), json!("active")] {
        let answer = olga.client.patch(
            &format!("users/activate/{}/", ada.0),
            &json!({ "is_active": status }),
        );
        answer.refuses_field(400, "is_active", "Please select a valid status");
    }
}

fn the_last_admin_and_the_last_super_user_cannot_be_disabled(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let sara = installation.person("Sara", Role::SuperUser);
    let last = "You can't remove the last Admin of an organisation. Appoint another Admin first.";
    let last_admin = set(&olga, olga.user, "Disable");
    last_admin.refuses(409, last);
    last_admin.because("last_admin");
    let last_super_user = set(&sara, sara.user, "Disable");
    last_super_user.refuses(
        409,
        "You can't remove the last Super User. Appoint another Super User first.",
    );
    last_super_user.because("last_super_user");
    for person in [&olga, &sara] {
        assert_eq!(person.client.get("users/detailuser/").status, 200);
    }
    let omar = installation.person("Omar", Role::Admin);
    assert_eq!(
        set(&olga, olga.user, "Disable").status,
        200,
        "another one is left"
    );
    assert_eq!(olga.client.get(USERS).status, 401);
    set(&omar, omar.user, "Disable").refuses(409, last);
    let other = installation.person("Sol", Role::SuperUser);
    assert_eq!(set(&sara, sara.user, "Disable").status, 200);
    assert_eq!(set(&other, omar.user, "Disable").status, 200, "by a Super User");
}

fn two_admins_cannot_disable_each_other_concurrently(server: &TestServer) {
    let installation = Installation::new(server);
    let [olga, omar] = ["Olga", "Omar"].map(|name| installation.person(name, Role::Admin));
    let mut answers = std::thread::scope(|scope| {
        let threads = [(&olga, omar.user), (&omar, olga.user)]
            .map(|(by, user)| scope.spawn(move || set(by, user, "Disable").status));
        threads.map(|thread| thread.join().unwrap())
    });
    answers.sort_unstable();
    assert_eq!(answers[0], 200);
    assert!(matches!(answers[1], 401 | 403), "{answers:?}");
}

fn people_and_open_requests_are_counted(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let olga = installation.person("Olga", Role::Admin);
    let ada = installation.account("Ada", provider, AccountState::Pending);
    installation.assign(ada, provider, Role::DataOfficer, RoleStatus::Pending);
    installation.person("Rita", Role::DataRequester);
    let counts = |query: &str| olga.client.get(&format!("{USERS}counts/{query}")).data(200);
    let expected = json!({
        "users": 2, "pending_activation": 1, "role_requests": 1, "assigned_roles": 1,
        "without_second_factor": 1, "refusal": null,
    });
    assert_eq!(counts(""), expected);
    assert_eq!(counts(&format!("?org_id={}", provider.0)), expected);
    let sara = installation.person("Sara", Role::SuperUser);
    let of_six = sara.client.get(&format!("{USERS}counts/")).data(200);
    assert_eq!(
        (&of_six["users"], &of_six["assigned_roles"]),
        (&json!(1), &json!(1)),
        "a Super User serves organisation 6"
    );
}
