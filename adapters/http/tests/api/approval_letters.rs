//! `data_requests/approval_procedures/{id}/letter/`, its preview, and
//! `data_requests/{request_id}/letter/`: the approval letter.

use aditus_domain::roles::Role;
use serde_json::json;

use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;
use crate::submission::submitted_as;
use crate::transparency_log::append_pending;

on_both_databases!(
    a_template_is_saved_and_reset,
    an_unknown_placeholder_is_reported,
    readers_of_an_approved_request_get_its_letter,
);

const TEMPLATE: &str = "data_requests/approval_procedures/1/letter/";

fn a_template_is_saved_and_reset(server: &TestServer) {
    let sara = Installation::new(server).person("Sara", Role::SuperUser).client;
    let standard = sara.get(TEMPLATE).data(200);
    assert_eq!(
        (&standard["is_standard"], &standard["row_version"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(
        standard["heading"],
        "Approval of Data Request {{request_reference}}"
    );
    let placeholders = standard["placeholders"].as_array().unwrap();
    assert_eq!(placeholders.len(), 20);
    assert_eq!(
        placeholders[0],
        json!({ "placeholder": "{{letter_number}}", "description": "The number of the letter" })
    );
    let own = json!({ "heading": "Approval {{letter_number}}", "body": "Dear {{requester_name}}", "row_version": 1 });
    let saved = sara.put(TEMPLATE, &own);
    assert_eq!(
        (saved.status, saved.json()["message"].as_str()),
        (200, Some("Successfully updated the approval template"))
    );
    let shown = sara.get(TEMPLATE).data(200);
    assert_eq!(
        (&shown["heading"], &shown["is_standard"], &shown["row_version"]),
        (&own["heading"], &json!(false), &json!(2))
    );
    let stale = sara.put(TEMPLATE, &own);
    assert_eq!(stale.status, 409);
    assert!(stale.json()["errors"]["row_version"].is_array());
    stale.because("row_changed");
    assert_eq!(sara.call("DELETE", TEMPLATE, &json!({})).status, 204);
    assert_eq!(sara.get(TEMPLATE).data(200)["is_standard"], true);
    sara.get("data_requests/approval_procedures/4711/letter/")
        .refuses(404, "Approval Procedure not found.");
}

fn an_unknown_placeholder_is_reported(server: &TestServer) {
    const UNKNOWN: &str = "Line 2: there is no such placeholder. Please choose one from the list.";
    let sara = Installation::new(server).person("Sara", Role::SuperUser).client;
    let preview = format!("{TEMPLATE}preview/");
    let text = format!("{TEMPLATE}preview/text/");
    let wrong = json!({ "heading": "Approval", "body": "Dear\n{{salary}}" });
    sara.put(TEMPLATE, &wrong).refuses_field(400, "body", UNKNOWN);
    for path in [&preview, &text] {
        sara.post(path, &wrong).refuses_field(400, "body", UNKNOWN);
    }
    let right = json!({ "heading": "Approval {{letter_number}}", "body": "{{procedure}}" });
    let shown = sara.post(&text, &right).data(200);
    assert_eq!(
        shown,
        json!({ "heading": "Approval AL-000001", "body": "Default procedure" })
    );
    let pdf = sara.post(&preview, &right);
    assert_eq!(
        (pdf.status, pdf.header("content-type")),
        (200, Some("application/pdf"))
    );
    let printed = String::from_utf8(pdf.bytes).unwrap();
    assert!(
        printed.contains("(specimen)") && printed.contains("Approval AL-000001"),
        "{printed}"
    );
    assert_eq!(
        sara.get(TEMPLATE).data(200)["is_standard"],
        true,
        "nothing is stored"
    );
}

fn readers_of_an_approved_request_get_its_letter(server: &TestServer) {
    const NONE: &str = "This Data Request has no approval letter.";
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let staff = staff(&installation);
    let template = json!({ "heading": "Approval {{letter_number}}", "body": "Of {{request_title}}" });
    assert_eq!(sara.client.put(TEMPLATE, &template).status, 200);
    let request = submitted_as(&installation, &ada, "Waiting times");
    let path = format!("data_requests/{request}/letter/");
    let file = format!("{path}download/");
    for person in &staff {
        ada.client.get(&path).refuses(404, NONE);
        ada.client.get(&file).refuses(404, NONE);
        decide(server, person, request, true);
    }
    let letter = ada.client.get(&path).data(200);
    assert_eq!(
        (&letter["letter_number"], &letter["heading"], &letter["body"]),
        (
            &json!("AL-000001"),
            &json!("Approval AL-000001"),
            &json!("Of Waiting times")
        )
    );
    assert!(letter["made_on"].is_string());
    append_pending(server);
    let record = ada
        .client
        .get(&format!("data_requests/{request}/record/"))
        .data(200);
    let issued = &record["entries"][0];
    assert_eq!(issued["kind"], "request.letter_issued");
    let proof = format!(
        "log?entry={}&index={}&request={request}",
        issued["entry_id"], issued["log_index"]
    );
    // A later change of the template changes no existing letter.
    assert_eq!(sara.client.call("DELETE", TEMPLATE, &json!({})).status, 204);
    for reader in [&ada, &sara, &staff[0], &staff[5]] {
        assert_eq!(reader.client.get(&path).data(200), letter);
        let pdf = reader.client.get(&file);
        assert_eq!(
            (pdf.status, pdf.header("content-type")),
            (200, Some("application/pdf"))
        );
        assert_eq!(
            pdf.header("content-disposition"),
            Some("attachment; filename=\"AL-000001.pdf\"; filename*=UTF-8''AL%2D000001.pdf")
        );
        let pdf = String::from_utf8(pdf.bytes).unwrap();
        assert!(pdf.contains("Of Waiting times") && pdf.contains(&proof), "{pdf}");
    }
    for path in [&path, &file] {
        eve.client.get(path).refuses(404, NONE);
        assert_eq!(server.guest().get(path).status, 401);
    }
    ada.client.get("data_requests/999999/letter/").refuses(404, NONE);
}
