//! The integrity scan finds no errors after the acts of people, and reports and repairs injected
//! ones.

use aditus_application::integrity::scan::{self, Finding, ScanMode};
use aditus_application::ports::{FileKey, FileStore as _};
use aditus_domain::roles::Role;
use serde_json::json;

use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;
use crate::submission::submitted_as;

on_both_databases!(
    data_created_by_use_cases_passes_the_scan,
    wrong_derived_data_is_reported_and_repaired,
    a_search_index_without_a_request_is_reported,
    a_request_without_answers_is_reported,
    altered_original_data_is_reported_and_not_repaired
);

/// Returns the subjects with errors or repairs: the subject, its errors and its repairs.
fn found(server: &TestServer, mode: ScanMode) -> Vec<(&'static str, Vec<String>, Vec<String>)> {
    let findings = all(server, mode);
    let told = findings
        .into_iter()
        .filter(|finding| finding.wrong_in_all + finding.repaired_in_all > 0);
    told.map(|finding| (finding.subject, finding.wrong, finding.repaired))
        .collect()
}

fn all(server: &TestServer, mode: ScanMode) -> Vec<Finding> {
    let mut findings = Vec::new();
    scan::execute(&server.ports, mode, &mut |finding| findings.push(finding)).unwrap();
    findings
}

/// Three requests: one approved, one denied at its second stage, one recalled; and a draft.
fn story(server: &TestServer) -> [i64; 3] {
    let installation = Installation::new(server);
    let requester = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let approved = submitted_as(&installation, &requester, "Waiting times");
    for person in &staff {
        decide(server, person, approved, true);
    }
    let denied = submitted_as(&installation, &requester, "Waiting  rooms");
    decide(server, &staff[0], denied, true);
    decide(server, &staff[1], denied, false);
    let recalled = submitted_as(&installation, &requester, "Waiting lists");
    let recall = json!({ "request_id": recalled });
    requester
        .client
        .put("data_requests/cancel_request/", &recall)
        .data(200);
    let principal = json!({
        "principal_fname": "Leonora", "principal_sname": "Abernathy", "principal_phone": "+12125550142",
        "principal_email": "leonora@halden.example", "principal_occupation": "Nurse", "principal_institution": "Halden University",
    });
    let path = format!("data_requests/patch/data_request/{recalled}/");
    requester.client.patch(&path, &principal).data(200);
    let draft = json!({ "title": "Waiting", "submitted": false });
    requester.client.post("data_requests/", &draft).data(201);
    [approved, denied, recalled]
}

fn data_created_by_use_cases_passes_the_scan(server: &TestServer) {
    story(server);
    assert_eq!(found(server, ScanMode::CheckOnly), []);
    let findings = all(server, ScanMode::CheckOnly);
    let checked = |subject: &str| {
        findings
            .iter()
            .find(|finding| finding.subject == subject)
            .unwrap()
            .checked
    };
    assert_eq!(checked("Data Requests"), 3);
    assert_eq!(checked("versions of Data Requests"), 4);
    assert_eq!(checked("drafts"), 1);
    assert!(checked("documents of Data Requests") >= 6);
    assert!(checked("accounts") >= 7);
    assert!(checked("variables of the dictionary") > 0);
    assert_eq!(checked("counters of requesters"), 1);
    assert_eq!(checked("counters of organisation roles"), 6);
    assert_eq!(found(server, ScanMode::Repair), []);
}

fn wrong_derived_data_is_reported_and_repaired(server: &TestServer) {
    let [approved, denied, _] = story(server);
    server
        .database
        .execute(&format!(
            "UPDATE data_requests SET search_text = '', purpose_labels = '[]', title_sort_key = '', decided_on = NULL
             WHERE id = {approved};
             UPDATE data_requests SET status = 'Pending', status_tab = 'Pending' WHERE id = {denied};
             UPDATE request_bindings SET own_state = 'Incoming', answered = FALSE WHERE request_id = {denied};
             UPDATE request_counts SET number = number + 1 WHERE scope = 'Owner' AND tab = 'All';
             DELETE FROM request_counts WHERE scope = 'Everything';
             UPDATE users SET search_text = 'x';
             UPDATE dictionary_tables SET variables_count = 99;
             UPDATE variables SET search_grams = 'x', meaning_sort_key = 'x', published = FALSE;
             UPDATE request_drafts SET title = 'x';"
        ))
        .unwrap();
    let subjects: Vec<&str> = found(server, ScanMode::CheckOnly)
        .into_iter()
        .map(|found| found.0)
        .collect();
    let expected = [
        "accounts",
        "tables of the dictionary",
        "variables of the dictionary",
        "drafts",
        "Data Requests",
        "counters of all Data Requests",
        "counters of requesters",
        "counters of organisation roles",
    ];
    assert_eq!(subjects, expected);
    let (_, wrong, _) = &found(server, ScanMode::CheckOnly)[4];
    assert_eq!(
        wrong[0],
        format!(
            "{approved}: purpose_labels, search_text, title_sort_key, decided_on of data_requests is not what it is made of"
        )
    );
    assert_eq!(
        wrong[1],
        format!("{denied}: status, status_tab of data_requests is not what it is made of")
    );

    let repaired = found(server, ScanMode::Repair);
    for (subject, wrong, repaired) in &repaired {
        assert!(
            wrong.is_empty() && !repaired.is_empty(),
            "{subject}: {wrong:?} {repaired:?}"
        );
    }
    let roles = "counters of organisation roles";
    let as_before: Vec<&str> = repaired
        .iter()
        .map(|found| found.0)
        .filter(|subject| *subject != roles)
        .collect();
    assert_eq!(
        as_before,
        expected
            .into_iter()
            .filter(|subject| *subject != roles)
            .collect::<Vec<_>>()
    );
    assert_eq!(found(server, ScanMode::CheckOnly), []);
}

fn a_search_index_without_a_request_is_reported(server: &TestServer) {
    let [approved, ..] = story(server);
    let (index, id) = if server.database.url().starts_with("sqlite") {
        ("data_requests_fts_docsize", "id")
    } else {
        ("data_requests_fts", "request_id")
    };
    server
        .database
        .execute(&format!("DELETE FROM {index} WHERE {id} = {approved}"))
        .unwrap();
    let told: Vec<String> = found(server, ScanMode::CheckOnly)
        .into_iter()
        .flat_map(|found| found.1)
        .collect();
    let expected = "the search index data_requests_fts and the table data_requests differ in 1 row";
    assert!(told.iter().any(|told| told == expected), "{told:?}");
}

fn a_request_without_answers_is_reported(server: &TestServer) {
    let [.., recalled] = story(server);
    server
        .database
        .execute(&format!(
            "DELETE FROM request_answers WHERE request_id = {recalled}"
        ))
        .unwrap();
    let told: Vec<String> = found(server, ScanMode::CheckOnly)
        .into_iter()
        .flat_map(|found| found.1)
        .collect();
    assert_eq!(
        told,
        [format!("{recalled}: its row of request_answers is missing")]
    );
}

fn altered_original_data_is_reported_and_not_repaired(server: &TestServer) {
    let [approved, denied, recalled] = story(server);
    server.database.unprotect("request_version_values");
    server
        .database
        .execute(&format!(
            "DELETE FROM approval_letters WHERE request_id = {approved};
             DELETE FROM request_history WHERE request_id = {denied} AND state = 'Denied';
             UPDATE request_answers SET principal_occupation = 'Doctor' WHERE request_id = {recalled};
             UPDATE request_version_values SET value = 'Eleonora' WHERE value = 'Leonora';"
        ))
        .unwrap();
    let key_of = |kind: &str, index: i64| {
        let mut views = server.ports.database.begin_integrity_scan().unwrap().unwrap();
        let files = views
            .files(aditus_application::integrity::FileOwner::Requests, 0, 100)
            .unwrap();
        let of_request = files.into_iter().nth(usize::try_from(index).unwrap());
        of_request.unwrap_or_else(|| panic!("a document {kind}"))
    };
    let (gone, other) = (key_of("that is removed", 0), key_of("that is replaced", 1));
    server.files.remove(&gone.key).unwrap();
    server.files.remove(&other.key).unwrap();
    server.files.put(&other.key, b"something else").unwrap();
    server
        .files
        .put(&FileKey::parse("requests/nobody.pdf").unwrap(), b"%PDF-")
        .unwrap();

    let altered = "a value that is kept beside a version is not the one that was committed to";
    for mode in [ScanMode::CheckOnly, ScanMode::Repair] {
        let found = found(server, mode);
        let told: Vec<String> = found.iter().flat_map(|found| found.1.clone()).collect();
        assert_eq!(
            told,
            [
                format!("{approved}: it is approved and has no letter"),
                format!("{denied}: the history has no line for the answer at stage 3"),
                format!("version 1 of {recalled}: {altered}"),
                format!("version 2 of {recalled}: {altered}"),
                format!(
                    "{} ({}): the file is missing; restore it from a backup",
                    gone.key.as_str(),
                    gone.document
                ),
                format!(
                    "{} ({}): the file has another size; restore it from a backup",
                    other.key.as_str(),
                    other.document
                ),
            ]
        );
        assert!(found.iter().all(|found| found.2.is_empty()));
    }
    let unnamed = all(server, ScanMode::CheckOnly).pop().unwrap();
    assert_eq!(unnamed.remarks.len(), 1);
    assert!(unnamed.remarks[0].starts_with("requests/nobody.pdf has been there for 2 days"));
}
