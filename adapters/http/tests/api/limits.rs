//! Rate limits: every limited call answers 429 with `Retry-After` above its limit, and works again
//! after that time.

use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::settings::Settings;
use aditus_domain::limits::{Allowance, Limit};
use aditus_domain::roles::Role;
use aditus_http::Api;
use chrono::TimeDelta;
use serde_json::json;

use crate::client::{Answer, Client};
use crate::edits::{Board, ETHICS, SOURCE, STAFF, member, with};
use crate::main_job::{own_state, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::{Running, TestServer};
use crate::submission::{PDF, complete, drafted, file, submitted, upload};
use crate::tracking::clicks;

on_both_databases!(
    guests_are_limited_by_their_network,
    signed_in_people_are_limited_by_account,
    concurrent_submissions_count_individually,
    edits_of_every_kind_are_limited,
    accepted_and_refused_files_count,
    accepted_and_refused_files_of_edits_count,
    calls_that_add_an_audit_entry_are_limited,
    the_total_size_of_the_files_of_an_account_is_limited,
);

/// Starts a server on the same installation, with a limit of two an hour for each of these.
fn limited(server: &TestServer, limits: &[Limit]) -> Running {
    let two = Allowance::parse("2 in 1 hour").unwrap();
    let table = limits
        .iter()
        .fold(server.ports.settings.limits.clone(), |table, limit| {
            table.with(*limit, two)
        });
    Running::start(Api::new(Ports {
        settings: Arc::new(Settings {
            limits: table,
            ..(*server.ports.settings).clone()
        }),
        ..server.ports.clone()
    }))
}

/// Two calls are allowed, and further ones an hour later.
fn assert_limited(server: &TestServer, what: &str, call: impl Fn(usize) -> Answer) {
    // Earlier calls under the same limit no longer count.
    server.clock.advance(TimeDelta::hours(1));
    for n in 0..2 {
        let answer = call(n);
        assert!(
            answer.status < 500 && answer.status != 429,
            "{what}: {}",
            answer.status
        );
    }
    let refused = call(2);
    refused.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(refused.header("retry-after"), Some("3600"), "{what}");
    server.clock.advance(TimeDelta::hours(1));
    assert_ne!(call(3).status, 429, "{what}");
}

fn guests_are_limited_by_their_network(server: &TestServer) {
    let running = limited(
        server,
        &[
            Limit::PasskeySignIn,
            Limit::SignUp,
            Limit::ForgottenPassword,
            Limit::DuplicateCheck,
            Limit::PasswordCheck,
            Limit::Click,
            Limit::CalendarFeed,
        ],
    );
    let guest = running.guest();
    let somebody = |n: usize| format!("somebody{n}@people.example");
    let post = |path: &str, body: serde_json::Value| guest.post(path, &body);
    assert_limited(server, "sign-up", |n| {
        post("users/signup/", json!({ "username": somebody(n) }))
    });
    assert_limited(server, "resend", |n| {
        post("users/verify/resend/", json!({ "username": somebody(10 + n) }))
    });
    assert_limited(server, "forgotten", |n| {
        post("users/forgot-password", json!({ "username": somebody(n) }))
    });
    assert_limited(server, "email", |n| {
        post("users/duplicate-email/", json!({ "org_email": somebody(n) }))
    });
    assert_limited(server, "phone", |n| {
        post("users/duplicate/", json!({ "phone": format!("+25677200001{n}") }))
    });
    assert_limited(server, "password", |n| {
        post(
            "users/password-strength/",
            json!({ "password": format!("candidate {n}") }),
        )
    });
    assert_limited(server, "registration", |n| {
        let mut form = crate::registration::form("Nia", "000000");
        form["department"] = json!(format!("Ward {n}"));
        post("users/verify/", form)
    });
    assert_limited(server, "clicks", |_| post("users/track/", clicks()));
    assert_limited(server, "passkeys", |_| {
        post("users/signin/passkey/options/", json!({}))
    });
    assert_limited(server, "calendar feeds", |n| {
        guest.get(&format!("calendar/feed/{n:064}.ics"))
    });
}

fn signed_in(running: &Running, person: &Person) -> Client {
    let body = json!({ "username": person.email, "password": crate::people::PASSWORD });
    let answer = running.guest().post("users/signin/", &body).json();
    running
        .guest()
        .with_token(answer["user"]["token"].as_str().unwrap())
}

fn signed_in_people_are_limited_by_account(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &ada);
    let comment = commented(&staff[0], request);
    let running = limited(
        server,
        &[Limit::Submission, Limit::Reply, Limit::Export, Limit::Code],
    );
    let (of_ada, of_eve) = (signed_in(&running, &ada), signed_in(&running, &eve));
    let pdf = format!("data_requests/download-request/{request}/");
    let csv = format!("data_requests/export-variables/{request}/");
    assert_limited(server, "exports", |n| {
        of_ada.get(if n % 2 == 0 { &pdf } else { &csv })
    });
    let confirmed = of_ada.post(
        "users/confirm-password/",
        &json!({ "password": crate::people::PASSWORD }),
    );
    assert_eq!(confirmed.status, 200);
    let code = |n: usize| {
        // A second code for the same purpose always has to wait this long.
        server.clock.advance(TimeDelta::seconds(30));
        of_ada.post(
            "users/setting-otp/",
            &json!({ "org_email": format!("new{n}@people.example") }),
        )
    };
    assert_eq!([0, 1, 2].map(|n| code(n).status), [200, 200, 429]);

    let reply = json!({ "comment": comment, "reply": "Again", "author": ada.assigned_role.0 });
    let replied = [0, 1, 2].map(|_| of_ada.post("data_requests/reply/add/", &reply).status);
    assert_eq!(replied, [201, 201, 429]);
    let mut of_staff = reply;
    of_staff["author"] = json!(staff[0].assigned_role.0);
    let of_another = signed_in(&running, &staff[0]).post("data_requests/reply/add/", &of_staff);
    assert_eq!(of_another.status, 201, "one does not use up another's");

    let body = complete(&installation, &eve);
    for _ in 0..2 {
        assert_eq!(of_eve.post("data_requests/submit/", &body).status, 201);
    }
    let refused = of_eve.post("data_requests/submit/", &body);
    refused.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(refused.header("retry-after"), Some("3600"));
    let of_another = of_ada.post("data_requests/submit/", &complete(&installation, &ada));
    assert_eq!(of_another.status, 201, "one does not use up another's");
}

/// Comments on the request as this person, at the person's own stage.
fn commented(reviewer: &Person, request: i64) -> i64 {
    let body = json!({
        "request_state": own_state(reviewer, request)["state_id"],
        "comment": "Which wards?",
        "section": "Data format requested",
        "author": reviewer.assigned_role.0,
        "data_request": request,
    });
    let added = reviewer.client.post("data_requests/statecomment/add/", &body);
    added.data(201)["comment_id"].as_i64().unwrap()
}

fn concurrent_submissions_count_individually(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    // Two nodes on one database.
    let nodes = [
        limited(server, &[Limit::Submission]),
        limited(server, &[Limit::Submission]),
    ];
    let body = complete(&installation, &ada);
    let clients = nodes.each_ref().map(|node| signed_in(node, &ada));
    let submit = |n: usize| clients[n % 2].post("data_requests/submit/", &body).status;
    let submit = &submit;
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let calls: Vec<_> = (0..8).map(|n| scope.spawn(move || submit(n))).collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    let made = statuses.iter().filter(|status| **status == 201).count();
    let refused = statuses.iter().filter(|status| **status == 429).count();
    assert_eq!((made, refused), (2, 6), "{statuses:?}");
}

fn edits_of_every_kind_are_limited(server: &TestServer) {
    let board = Board::new(server);
    let terms = json!({ "comment_id": board.asks_for(SOURCE) });
    let running = limited(server, &[Limit::Edit]);
    let ada = signed_in(&running, &board.ada);
    let datasets = format!("data_requests/requested_datasets/?request_id={}", board.request);
    let dataset = ada.get(&datasets).data(200)[0]["rdataset_id"].clone();
    let variables = format!("data_requests/dataset_variables/?rdataset_id={dataset}");
    let variable = ada.get(&variables).data(200)[0]["dataset_variable_id"].clone();
    let describe = |words: &str| {
        ada.patch(
            &format!("data_requests/patch/requested_dataset/{dataset}/"),
            &with(terms.clone(), json!({ "dataset_description": words })),
        )
    };
    let mark = |is_distinct: bool| {
        ada.patch(
            &format!("data_requests/patch/dataset_variable/{variable}/"),
            &with(terms.clone(), json!({ "is_distinct": is_distinct })),
        )
    };
    assert_eq!([describe("Births").status, mark(true).status], [200, 200]);
    for refused in [describe("Deaths"), mark(false)] {
        refused.refuses(429, "Too many attempts. Please try again later.");
        assert_eq!(refused.header("retry-after"), Some("3600"));
    }
    assert_eq!(board.detail()["dataset_description"], "Births");
}

/// A file of an unsupported type.
const PROGRAM: &[u8] = b"MZ a program";

fn too_many(answer: &Answer) {
    answer.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(answer.header("retry-after"), Some("3600"));
}

fn accepted_and_refused_files_count(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let running = limited(server, &[Limit::Upload]);
    let client = signed_in(&running, &ada);
    let begin = |bytes: &[u8]| {
        let body = json!({ "title": "With a file", "file_path": file("application/pdf", bytes) });
        client.post("data_requests/", &body)
    };
    let submit = || client.post("data_requests/submit/", &complete(&installation, &ada));
    for _ in 0..2 {
        assert_eq!(upload(&client, draft, "file_path", PROGRAM).status, 415);
    }
    too_many(&upload(&client, draft, "file_path", PDF));
    too_many(&begin(PDF));
    too_many(&submit());
    assert_eq!(server.files.count(), 0);
    let without_file = client.post("data_requests/", &json!({ "title": "Without a file" }));
    assert_eq!(without_file.status, 201);

    server.clock.advance(TimeDelta::hours(1));
    assert_eq!(begin(PROGRAM).status, 415);
    assert_eq!(begin(PDF).status, 201);
    too_many(&upload(&client, draft, "file_path", PDF));

    // The submission contains three files, which use up the limit.
    server.clock.advance(TimeDelta::hours(1));
    assert_eq!(submit().status, 201);
    too_many(&upload(&client, draft, "file_path", PDF));
    server.clock.advance(TimeDelta::hours(1));
    assert_eq!(upload(&client, draft, "file_path", PDF).status, 201);
    too_many(&submit());
}

fn accepted_and_refused_files_of_edits_count(server: &TestServer) {
    let board = Board::new(server);
    let terms = json!({ "request": board.request, "comment_id": board.asks_for(STAFF) });
    let of_documents = board.asks_for(ETHICS);
    // The files of the submission no longer count.
    server.clock.advance(TimeDelta::hours(1));
    let running = limited(server, &[Limit::Upload]);
    let ada = signed_in(&running, &board.ada);
    let add = |bytes: &[u8]| {
        let identified = json!({ "identification_file_path": file("application/pdf", bytes) });
        let body = with(with(member(), identified), terms.clone());
        ada.post("data_requests/staff-shared/", &body)
    };
    for _ in 0..2 {
        assert_eq!(add(PROGRAM).status, 415);
    }
    too_many(&add(PDF));
    let path = format!("data_requests/patch/data_request_docs/{}/", board.request);
    let document = json!({
        "ethics_committee": 2, "protocol_ref_num": "IRB/2026/018", "comment_id": of_documents,
        "ethics_doc_path1": file("application/pdf", PDF), "additional_ethics_committee_name": "None",
    });
    too_many(&ada.patch(&path, &document));
    server.clock.advance(TimeDelta::hours(1));
    assert_eq!(add(PDF).status, 201);
    assert_eq!(ada.patch(&path, &document).status, 200);
}

fn calls_that_add_an_audit_entry_are_limited(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &ada);
    let running = limited(
        server,
        &[
            Limit::Opening,
            Limit::Profile,
            Limit::Comment,
            Limit::DailySubmission,
            Limit::Session,
        ],
    );
    let of_ada = ada.client.moved_to(&running.guest());
    let of_reviewer = staff[0].client.moved_to(&running.guest());
    let detail = of_reviewer
        .get(&format!("data_requests/?request_id={request}"))
        .data(200);
    let path = detail["ethics_doc_path"].as_str().unwrap().to_owned();
    assert_limited(server, "openings", |n| {
        let call = if n % 2 == 0 {
            "retrieve_file"
        } else {
            "file_access"
        };
        of_reviewer.get(&format!("data_requests/{call}/{path}"))
    });
    assert_limited(server, "profile", |n| {
        let form = json!({
            "fname": "Ada", "middle_name": null, "sname": "Okello", "designation": "Nurse",
            "department": format!("Ward {n}"),
        });
        of_ada.put(&format!("users/update_profile/{}/", ada.user), &form)
    });
    assert_limited(server, "notification settings", |n| {
        let off = json!({ "preferences": [{ "kind": "submitted", "by_mail": n % 2 == 0 }] });
        of_ada.put("notifications/preferences/", &off)
    });
    let comment = json!({
        "request_state": own_state(&staff[0], request)["state_id"],
        "comment": "Which wards?",
        "section": "Data format requested",
        "author": staff[0].assigned_role.0,
        "data_request": request,
    });
    assert_limited(server, "comments", |_| {
        of_reviewer.post("data_requests/statecomment/add/", &comment)
    });
    let eve = installation.person("Eve", Role::DataRequester);
    let of_eve = eve.client.moved_to(&running.guest());
    let body = complete(&installation, &eve);
    let submit = || of_eve.post("data_requests/submit/", &body).status;
    assert_eq!([submit(), submit(), submit()], [201, 201, 429]);
    // Her first sign-in no longer counts.
    server.clock.advance(TimeDelta::hours(1));
    let sign_in = || {
        let body = json!({ "username": eve.email, "password": crate::people::PASSWORD });
        running.guest().post("users/signin/", &body).status
    };
    assert_eq!([sign_in(), sign_in(), sign_in()], [200, 200, 429]);

    // Opened twice an hour for two hours: one entry per hour, each with its count.
    let opened = sara
        .client
        .get("audit/entries/?kind=request.document_opened")
        .data(200);
    let times: Vec<_> = opened["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["times"].as_u64().unwrap())
        .collect();
    assert_eq!(times.iter().sum::<u64>(), 3);
    assert_eq!(times, [1, 2]);
}

fn the_total_size_of_the_files_of_an_account_is_limited(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let running = Running::start(Api::new(Ports {
        settings: Arc::new(Settings {
            stored_bytes: u64::try_from(PDF.len()).unwrap(),
            ..(*server.ports.settings).clone()
        }),
        ..server.ports.clone()
    }));
    let of_ada = ada.client.moved_to(&running.guest());
    let file = upload(&of_ada, draft, "ethics_doc_path", PDF).data(201);
    let refused = upload(&of_ada, draft, "ethics_doc_path", PDF);
    assert_eq!(refused.status, 413);
    let message = refused.json()["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains("Delete drafts that you no longer need") && message.contains("ask an administrator"),
        "{message}"
    );
    let path = format!("data_requests/drafts/{draft}/files/{}/", file["file_id"]);
    let removed = of_ada.call("DELETE", &path, &json!({})).status;
    assert!((200..300).contains(&removed), "{removed}");
    assert_eq!(upload(&of_ada, draft, "ethics_doc_path", PDF).status, 201);
}
