//! `GET audit/log/`, evidence, and the log's resources outside of the API: `/log/checkpoint` and
//! `/log/tile/…`.

use aditus_application::audit::check;
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::audit::log::{rotate, sequence};
use aditus_application::ports::TransparencyLog as _;
use aditus_application::testing::ListedPasskeys;
use aditus_canonical::CanonicalJson;
use aditus_domain::roles::Role;
use aditus_log::C2spLog;
use serde_json::Value;

use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    the_log_is_public,
    tiles_are_served_as_immutable,
    unknown_tiles_return_404,
    evidence_is_handed_to_readers,
    a_former_key_is_listed_with_its_end,
    a_submission_and_a_release_are_proved,
);

/// Lets the sequencer append all pending entries.
pub fn append_pending(server: &TestServer) {
    let kept = InMemoryCheckpoint::default();
    while sequence::execute(&server.ports, &kept).unwrap().appended > 0 {}
}

fn the_log_is_public(server: &TestServer) {
    let installation = Installation::new(server);
    installation.person("Ada", Role::DataRequester);
    let guest = server.guest();
    let before = guest.get("audit/log/").data(200);
    assert_eq!(
        (&before["origin"], &before["checkpoint"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(before["keys"].as_array().unwrap().len(), 0);
    assert!(before["waiting"].as_u64().unwrap() > 0);

    append_pending(server);
    let log = guest.get("audit/log/").data(200);
    assert_eq!(
        (&log["origin"], &log["waiting"]),
        (&Value::from("aditus.example/log"), &Value::from(0))
    );
    let key = &log["keys"][0];
    assert_eq!(key["retired_at"], Value::Null);
    let note = log["checkpoint"]["note"].as_str().unwrap();
    let signed = C2spLog
        .open(note, &[key["verifier_key"].as_str().unwrap()])
        .unwrap();
    assert_eq!(log["checkpoint"]["size"], signed.head.size);
    let lines: Vec<&str> = note.lines().collect();
    assert_eq!(log["checkpoint"]["root"], lines[2]);

    let published = guest.get("/log/checkpoint");
    assert_eq!(published.status, 200);
    assert_eq!(
        published.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert_eq!(published.header("cache-control"), Some("public, max-age=1"));
    assert_eq!(published.bytes, note.as_bytes());
}

fn tiles_are_served_as_immutable(server: &TestServer) {
    let installation = Installation::new(server);
    for number in 0..3 {
        let ada = installation.person(&format!("Ada{number}"), Role::DataRequester);
        ada.client.get("users/activity/").data(200);
        let wrong = serde_json::json!({ "username": ada.email, "password": "no" });
        server.guest().post("users/signin/", &wrong);
    }
    append_pending(server);
    let guest = server.guest();
    let size = guest.get("audit/log/").data(200)["checkpoint"]["size"]
        .as_u64()
        .unwrap();
    assert!((2..256).contains(&size), "{size}");
    let tile = guest.get(&format!("/log/tile/0/000.p/{size}"));
    assert_eq!(tile.status, 200);
    assert_eq!(tile.header("content-type"), Some("application/octet-stream"));
    assert_eq!(
        tile.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
    assert_eq!(tile.bytes.len() as u64, size * 32);
}

fn unknown_tiles_return_404(server: &TestServer) {
    let guest = server.guest();
    let path = "/log/checkpoint";
    assert_eq!(guest.get(path).status, 404, "there is none yet");
    append_pending(server);
    for path in [
        "/log/tile/0/000",
        "/log/tile/0/000.p/256",
        "/log/tile/64/000",
        "/log/tile/0/999999",
        "/log/tile/0",
        "/log/tile/entries/000",
        "/log/tile/0/x999/x999/x999/x999/x999/x999/999",
    ] {
        let answer = guest.get(path);
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (404, Some("no-store")),
            "{path}"
        );
    }
}

fn evidence_is_handed_to_readers(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let staff = staff(&installation);
    let id = submitted(&installation, &ada);
    decide(server, &staff[0], id, true);
    let record = ada.client.get(&format!("data_requests/{id}/record/")).data(200);
    let decision = &record["entries"][0];
    assert_eq!(
        (&decision["kind"], &decision["log_index"]),
        (&"request.decided".into(), &Value::Null)
    );
    let (entry, state) = (&decision["entry_id"], &decision["details"]["state"]);
    let paths = [
        format!("audit/entries/{entry}/evidence/"),
        format!("data_requests/{id}/states/{state}/evidence/"),
    ];
    for path in &paths {
        ada.client.get(path).refuses(
            409,
            "This entry is not in the transparency log yet. Try again in a moment.",
        );
    }
    append_pending(server);
    let record = ada.client.get(&format!("data_requests/{id}/record/")).data(200);
    assert!(record["entries"][0]["log_index"].is_u64());
    assert_eq!(record["entries"][0]["has_evidence"], true);
    assert_eq!(decision["has_evidence"], false, "it waited");
    let index = &record["entries"][0]["log_index"];
    let address = format!("address https://aditus.example/log?entry={entry}&index={index}&request={id}\n");
    // Evidence about a reader of a request is refused to callers who may not see the reader.
    let export = format!("data_requests/download-request/{id}/");
    let printed = staff[0].client.get(&export);
    assert_eq!(printed.status, 200);
    let printed = String::from_utf8(printed.bytes).unwrap();
    assert!(printed.contains(&address), "{address} is not in {printed}");
    append_pending(server);
    let record = ada.client.get(&format!("data_requests/{id}/record/")).data(200);
    let read = &record["entries"][0];
    assert_eq!(
        (&read["kind"], &read["has_evidence"]),
        (&"request.exported".into(), &false.into())
    );
    let path = format!("audit/entries/{}/evidence/", read["entry_id"]);
    ada.client.get(&path).refuses(404, "This entry does not exist.");
    let key = ada.client.get("audit/log/").data(200)["keys"][0]["verifier_key"].clone();
    for path in &paths {
        let file = ada.client.get(path);
        assert_eq!(file.status, 200);
        assert_eq!(
            file.header("content-disposition"),
            Some(format!("attachment; filename=\"entry-{entry}.evidence.json\"; filename*=UTF-8''entry%2D{entry}.evidence.json").as_str())
        );
        let answer = check::execute(
            &CanonicalJson,
            &C2spLog,
            &ListedPasskeys::default(),
            &file.bytes,
            &[key.as_str().unwrap()],
        );
        assert!(answer.is_proved(), "{answer:?}");
    }
    eve.client
        .get(&paths[0])
        .refuses(404, "This entry does not exist.");
    eve.client
        .get(&paths[1])
        .refuses(404, "The audit log has no decision on this stage.");
    assert_eq!(server.guest().get(&paths[0]).status, 401);
}

fn a_former_key_is_listed_with_its_end(server: &TestServer) {
    let installation = Installation::new(server);
    installation.person("Ada", Role::DataRequester);
    append_pending(server);
    let guest = server.guest();
    let before = guest.get("audit/log/").data(200);
    let size = &before["checkpoint"]["size"];
    assert_eq!(before["keys"][0]["retired_size"], Value::Null);
    rotate::execute(&server.ports).unwrap();
    installation.person("Eve", Role::DataRequester);
    append_pending(server);
    let log = guest.get("audit/log/").data(200);
    assert!(log["checkpoint"]["size"].as_u64() > size.as_u64());
    let [newer, former] = log["keys"].as_array().unwrap().as_slice() else {
        panic!("{log}")
    };
    assert_eq!(former["verifier_key"], before["keys"][0]["verifier_key"]);
    assert_eq!(
        (&former["retired_at"], &former["retired_size"]),
        (&newer["made_at"], size)
    );
    assert_eq!(
        (&newer["retired_at"], &newer["retired_size"]),
        (&Value::Null, &Value::Null)
    );
}

fn a_submission_and_a_release_are_proved(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let id = submitted(&installation, &ada);
    for person in &staff {
        decide(server, person, id, true);
    }
    append_pending(server);
    let log = ada.client.get("audit/log/").data(200);
    let key = log["keys"][0]["verifier_key"].as_str().unwrap();
    let path = format!("data_requests/{id}/record/?provable=true");
    let record = ada.client.get(&path).data(200);
    let entries = record["entries"].as_array().unwrap();
    for kind in ["request.submitted", "request.released"] {
        let entry = entries.iter().find(|entry| entry["kind"] == kind).unwrap();
        assert_eq!(entry["has_evidence"], true);
        let path = format!("audit/entries/{}/evidence/", entry["entry_id"]);
        let file = ada.client.get(&path);
        assert_eq!(file.status, 200);
        let answer = check::execute(
            &CanonicalJson,
            &C2spLog,
            &ListedPasskeys::default(),
            &file.bytes,
            &[key],
        );
        assert!(answer.is_proved(), "{answer:?}");
        assert_eq!(answer.signed_by, [key]);
        let indexed = answer.facts.unwrap().indexed;
        assert_eq!(
            (indexed.kind.as_str(), indexed.request.map(|request| request.0)),
            (kind, Some(id))
        );
    }
}
