//! `users/erase/{user_id}/`: all personal data is erased, and the person's acts are still proved.

use aditus_application::accounts::identities::{NewIdentity, StoredProvenIdentity};
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::audit::log::sequence;
use aditus_application::integrity::scan::{self, Finding, ScanMode};
use aditus_application::ports::FileKey;
use aditus_application::testing::{record_rows, verified};
use aditus_domain::accounts::AccountState;
use aditus_domain::accounts::identity::{Claims, Identity, ProvenIdentity, ProviderId};
use aditus_domain::ids::AssignedRoleId;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::client::Answer;
use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person, email_of, phone_of};
use crate::server::TestServer;
use crate::submission::{PNG, complete, drafted, file, named_file, typed};

on_both_databases!(
    erasure_removes_all_personal_data,
    open_duties_prevent_an_erasure,
    an_erasure_is_confirmed,
    re_registering_after_erasure_creates_a_new_account,
);

const REASON: &str = "Asked by letter of 3 May, file 7/12";

fn plan(sara: &Person, user: i64) -> Answer {
    sara.client.get(&format!("users/erase/{user}/"))
}

fn erase(sara: &Person, user: i64, email: &str) -> Answer {
    let body = json!({ "password": PASSWORD, "confirmation": email, "reason": REASON });
    sara.client.post(&format!("users/erase/{user}/"), &body)
}

/// Withdraws a role with the call of administrators.
pub fn withdraw(installation: &Installation<'_>, sara: &Person, role: AssignedRoleId) {
    let line = installation.server.write(|transaction| {
        let held = transaction.roles().by_id(role).unwrap().unwrap();
        held.latest
    });
    let answer = sara.client.put(
        &format!("users/assigned-role-status/{}/", line.0),
        &json!({ "role_status": RoleStatus::Revoked.id(), "reason": "Ada Okello leaves" }),
    );
    assert_eq!(answer.status, 200, "{}", answer.json());
}

/// Verifies that everything is in the log, and that the log and the stored data have no errors.
/// Returns the findings. Adds the audit entries of rows that the test has added without calls
/// before.
pub fn assert_integrity(server: &TestServer) -> Vec<Finding> {
    record_rows(&server.ports);
    let kept = InMemoryCheckpoint::default();
    while sequence::execute(&server.ports, &kept).unwrap().appended > 0 {}
    let mut findings = verified(&server.ports);
    scan::execute(&server.ports, ScanMode::CheckOnly, &mut |finding| {
        findings.push(finding);
    })
    .unwrap();
    let wrong: Vec<_> = findings.iter().flat_map(|finding| &finding.wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    findings
}

/// Submits a request in which the requester is the principal, uses a device, and is one of two
/// members of staff.
fn own_request(installation: &Installation<'_>, ada: &Person, title: &str) -> i64 {
    let mut payload = complete(installation, ada);
    payload["title"] = json!(title);
    let own = json!({
        "first_name": "Ada", "surname": "Okello", "phone": phone_of("Ada"), "email": email_of("Ada"),
        "identification_type": "Passport", "identification_number": "ADA-PASSPORT-77",
        "position_in_organisation": "Epidemiologist", "identification_file_path": file("image/png", PNG),
        "confidentiality_protocols": true,
    });
    payload["list_of_staff"].as_array_mut().unwrap().push(own);
    payload["ethics_doc_path"]["name"] = json!("Ethics letter of Ada Okello.pdf");
    let submitted = ada.client.post("data_requests/submit/", &payload).data(201);
    submitted["request_id"].as_i64().unwrap()
}

fn detail(person: &Person, request: i64) -> Value {
    person
        .client
        .get(&format!("data_requests/?request_id={request}"))
        .data(200)
}

/// Links an identity at a provider to the account. Another one is proven, and not linked yet.
fn identities(server: &TestServer, ada: &Person) {
    let now = server.ports.clock.now();
    let provider = ProviderId::parse("ministry").unwrap();
    let identity = |subject| Identity::new("https://id.ministry.example", subject).unwrap();
    let linked = NewIdentity {
        user: ada.user,
        provider: provider.clone(),
        identity: identity("ADA-SUBJECT-1"),
        linked_on: now,
    };
    let proven = StoredProvenIdentity {
        token_hash: [7; 32],
        proven: ProvenIdentity {
            provider,
            identity: identity("ADA-SUBJECT-2"),
            claims: Claims::new("Ada Okello", "Okello", &email_of("Ada").to_uppercase()),
            proven_on: now,
        },
    };
    server.write(|transaction| {
        transaction.identities().add(&linked).unwrap();
        transaction.proven_identities().add(&proven).unwrap();
    });
}

/// The result of an erasure: its persons, and a Super User's view of the request before it.
struct Erased {
    sara: Person,
    ada: Person,
    requesters: i64,
    approved: i64,
    before: Value,
}

impl Erased {
    /// Creates all kinds of personal data of a person, and erases the person.
    fn new(server: &TestServer) -> Self {
        let installation = Installation::new(server);
        let sara = installation.person("Sara", Role::SuperUser);
        let ada = installation.person("Ada", Role::DataRequester);
        let staff = staff(&installation);
        let approved = own_request(&installation, &ada, "Waiting times");
        for person in &staff {
            decide(server, person, approved, true);
        }
        let recalled = own_request(&installation, &ada, "Waiting lists");
        let recall = json!({ "request_id": recalled });
        ada.client.put("data_requests/cancel_request/", &recall).data(200);
        // Another person replaces her as principal in a later version.
        let principal = json!({
            "principal_fname": "Leonora", "principal_sname": "Abernathy", "principal_phone": "+12125550142",
            "principal_email": "leonora@halden.example", "principal_occupation": "Nurse",
            "principal_institution": "Halden University",
        });
        let path = format!("data_requests/patch/data_request/{recalled}/");
        ada.client.patch(&path, &principal).data(200);
        let draft = typed(&installation, &ada);
        let draft_id = drafted(&ada, &draft);
        named_file(&ada, draft_id, &draft);
        identities(server, &ada);
        let before = detail(&sara, approved);
        assert!(letter(&sara, approved).contains("Ada Okello"));
        assert_integrity(server);

        withdraw(&installation, &sara, ada.assigned_role);
        let planned = plan(&sara, ada.user.0).data(200);
        assert_eq!(
            (&planned["duties"], &planned["requests"], &planned["drafts"]),
            (&json!([]), &json!(2), &json!(1))
        );
        let answer = erase(&sara, ada.user.0, &email_of("Ada").to_uppercase());
        assert_eq!(answer.status, 200, "{}", answer.json());
        Self {
            sara,
            ada,
            requesters: installation.requesters.0,
            approved,
            before,
        }
    }

    fn passport(&self) -> &str {
        self.before["list_of_staff"][1]["identification_file_path"]
            .as_str()
            .unwrap()
    }
}

fn letter(person: &Person, request: i64) -> String {
    let letter = person
        .client
        .get(&format!("data_requests/{request}/letter/"))
        .data(200);
    letter["body"].as_str().unwrap().to_owned()
}

fn erasure_removes_all_personal_data(server: &TestServer) {
    let erased = Erased::new(server);
    // The draft and its file are deleted. Of the requests, only the passports are deleted.
    let is_there = |path: &Value| {
        let key = FileKey::parse(path.as_str().unwrap()).unwrap();
        server.ports.files.get(&key).is_ok()
    };
    assert!(!is_there(&json!(erased.passport())));
    assert!(is_there(&erased.before["ethics_doc_path"]));
    assert!(is_there(
        &erased.before["list_of_staff"][0]["identification_file_path"]
    ));
    let findings = assert_integrity(server);
    let about = |subject: &str| findings.iter().find(|finding| finding.subject == subject);
    let states = about("states of Data Requests").unwrap();
    assert_eq!((states.checked, &states.remarks), (2, &vec![]));
    let documents = about("documents of Data Requests").unwrap();
    assert_eq!(
        documents.remarks,
        ["2 were erased with the accounts of the persons whom they identified"]
    );
    let found = server.database.columns_containing(&[
        "Ada Okello",
        "ADA-PASSPORT-77",
        "ADA-SUBJECT",
        &email_of("Ada"),
        &phone_of("Ada"),
    ]);
    assert_eq!(found, Vec::<String>::new());
    for stays in ["Leonora", REASON, "Looked at every document"] {
        assert!(
            !server.database.columns_containing(&[stays]).is_empty(),
            "{stays}"
        );
    }
    // Her session has ended, and she cannot sign in again.
    assert_eq!(erased.ada.client.get("users/detailuser/").status, 401);
    let signed_in = server.guest().post(
        "users/signin/",
        &json!({ "username": email_of("Ada"), "password": PASSWORD }),
    );
    assert_eq!(signed_in.status, 401);
    requests_are_read_without_the_name(&erased);
    lists_do_not_name_the_person(&erased);
}

fn requests_are_read_without_the_name(erased: &Erased) {
    let (sara, before) = (&erased.sara, &erased.before);
    let after = detail(sara, erased.approved);
    let name = |body: &Value, fname: &str, sname: &str| {
        let part = |field: &str| body[field].as_str().unwrap().to_owned();
        format!("{} {}", part(fname), part(sname))
    };
    assert_eq!(name(&after["requester"], "fname", "sname"), "Erased person");
    assert_eq!(
        name(&after, "principal_fname", "principal_sname"),
        "Erased person"
    );
    assert_eq!(after["list_of_devices"][0]["used_by"], "Erased person");
    let members = &after["list_of_staff"];
    assert_eq!(name(&members[0], "first_name", "surname"), "Noor Achieng");
    assert_eq!(name(&members[1], "first_name", "surname"), "Erased person");
    assert_eq!(
        (
            &members[1]["identification_number"],
            &members[1]["identification_file_path"]
        ),
        (&json!(""), &Value::Null)
    );
    assert_eq!(after["title"], before["title"]);
    let documents = after["documents"].as_array().unwrap();
    assert!(documents.iter().all(|document| document["name"].is_null()));
    let gone = documents.iter().filter(|document| document["gone"].is_string());
    assert_eq!(gone.count(), 1);
    sara.client
        .get(&format!("data_requests/retrieve_file/{}", erased.passport()))
        .refuses(
            404,
            "This document was erased with the account of the person whom it identified.",
        );
    let letter = letter(sara, erased.approved);
    assert!(letter.contains("Erased person") && !letter.contains("Okello"));
    let found = |term: &str| {
        let path = format!("data_requests/all/?search={term}");
        sara.client.get(&path).json()["page"]["total"].as_u64().unwrap()
    };
    assert_eq!(
        (found("Okello"), found("Erased%20person"), found("Waiting")),
        (0, 2, 2)
    );
}

fn lists_do_not_name_the_person(erased: &Erased) {
    let (sara, user) = (&erased.sara, erased.ada.user.0);
    let path = format!("users/organization-users/?org_id={}", erased.requesters);
    let listed = sara.client.get(&path).json();
    let rows = listed["data"].as_array().unwrap();
    let row = rows.iter().find(|row| row["user_id"] == user).unwrap();
    assert_eq!(
        (&row["erased"], &row["may_erase"], &row["refusal"], &row["phone"]),
        (
            &json!(true),
            &json!(false),
            &json!("This account was erased."),
            &json!("")
        )
    );
    let path = format!("users/assigned-role-status/?org_id={}", erased.requesters);
    let listed = sara.client.get(&path).json();
    let rows = listed["data"].as_array().unwrap();
    let of_user = |row: &&Value| row["assigned_role"]["user"]["user_id"] == user;
    let row = rows.iter().find(of_user).unwrap();
    assert_eq!(
        (&row["refusal"], &row["possible_statuses"]),
        (&json!("This account was erased."), &json!([]))
    );
    plan(sara, user).refuses(409, "This account was already erased.");
    erase(sara, user, "nobody@people.example").refuses(409, "This account was already erased.");
    sara.client
        .patch(
            &format!("users/activate/{user}/"),
            &json!({ "is_active": "Active" }),
        )
        .refuses(404, "User not found.");
}

fn open_duties_prevent_an_erasure(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let reviewer = installation.person("Rita", Role::DataAccessReviewer);
    for (name, role) in ["Bela", "Cora", "Dina", "Emil", "Fred"].iter().zip([
        Role::DataAccessApprover,
        Role::DataSecurityReviewer,
        Role::DataSecurityApprover,
        Role::DataCustodian,
        Role::DataOfficer,
    ]) {
        installation.person(name, role);
    }
    let request = own_request(&installation, &ada, "Waiting times");
    let pending = format!(
        "The Data Request DAC00{request} is pending. Wait for the decision, or recall it: a Super User can do so on its page."
    );
    let duties = plan(&sara, ada.user.0).data(200)["duties"].clone();
    assert_eq!(
        duties,
        json!([
            pending,
            "The person has the role Data Requester at Data Requester. First withdraw it."
        ])
    );
    let refused = erase(&sara, ada.user.0, &email_of("Ada"));
    assert_eq!(refused.status, 409);
    assert!(refused.json()["message"].as_str().unwrap().contains(&pending));
    let duties = plan(&sara, reviewer.user.0).data(200)["duties"].clone();
    assert!(
        duties[0]
            .as_str()
            .unwrap()
            .contains("1 Data Request there has no one else to decide"),
        "{duties}"
    );
    // Another reviewer removes the obstacle.
    installation.person("Rolf", Role::DataAccessReviewer);
    let duties = plan(&sara, reviewer.user.0).data(200)["duties"].clone();
    assert!(
        duties[0].as_str().unwrap().ends_with("First withdraw it."),
        "{duties}"
    );
    assert_eq!(
        ada.client.get("users/detailuser/").status,
        200,
        "nothing was erased"
    );

    let admin = installation.person("Anna", Role::Admin);
    let duties = plan(&sara, admin.user.0).data(200)["duties"].clone();
    assert!(
        duties[0].as_str().unwrap().contains("No one else has it"),
        "{duties}"
    );
    // Requests for roles have to be decided first, too.
    let waiting = installation.account("Will", installation.provider, AccountState::Pending);
    installation.assign(
        waiting,
        installation.provider,
        Role::DataAnalyst,
        RoleStatus::Pending,
    );
    let duties = plan(&sara, waiting.0).data(200)["duties"].clone();
    assert!(duties[0].as_str().unwrap().contains("was requested."), "{duties}");
}

fn an_erasure_is_confirmed(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let lea = installation.account("Lea", installation.provider, AccountState::Active);
    let path = format!("users/erase/{}/", lea.0);
    let right = json!({ "password": PASSWORD, "confirmation": email_of("Lea"), "reason": REASON });
    let with = |field: &str, value: &str| {
        let mut body = right.clone();
        body[field] = json!(value);
        sara.client.post(&path, &body)
    };
    with("password", "").refuses_field(400, "password", "The password is required");
    with("password", "Wrong-2026!").refuses(401, "Invalid Password");
    with("reason", " ").refuses_field(400, "reason", "Enter who asked for it, and when");
    with("reason", "LEA OKELLO has asked").refuses_field(
        400,
        "reason",
        "The reason must not name the person: use a file number or \"the account's owner\"",
    );
    for typed in ["", "other@people.example", &phone_of("Lea")] {
        with("confirmation", typed).refuses_field(
            400,
            "confirmation",
            "This is not the email address of the account, or its phone number if it has no email address",
        );
    }
    erase(&sara, sara.user.0, &email_of("Sara"))
        .refuses(403, "You can't erase your own account. Ask another Super User.");
    erase(&sara, 987_654, &email_of("Lea")).refuses(404, "User not found.");
    assert!(!server.database.columns_containing(&[&email_of("Lea")]).is_empty());
    assert_eq!(erase(&sara, lea.0, &email_of("Lea")).status, 200);
    assert_eq!(
        server
            .database
            .columns_containing(&[&email_of("Lea"), "Lea Okello"]),
        Vec::<String>::new()
    );
    assert_integrity(server);
}

fn re_registering_after_erasure_creates_a_new_account(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let lea = installation.account("Lea", installation.provider, AccountState::Active);
    assert_eq!(erase(&sara, lea.0, &email_of("Lea")).status, 200);
    // The database rejects changes that would restore the account.
    for change in [
        "fname = 'Lea'",
        "state = 'Active'",
        "erased_on = NULL",
        "org_email = 'lea@people.example', email_key = 'lea@people.example'",
    ] {
        let update = format!("UPDATE users SET {change} WHERE id = {}", lea.0);
        let refused = server.database.execute(&update).unwrap_err().to_string();
        assert!(refused.contains("stays erased"), "{change}: {refused}");
    }
    let again = installation.account("Lea", installation.provider, AccountState::Active);
    assert_ne!(again, lea);
    let lea = installation.sign_in(&email_of("Lea"));
    assert_eq!(lea.get("users/detailuser/").status, 200);
}
