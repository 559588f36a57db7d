//! `GET data_requests/download-request/{id}` and `data_requests/export-variables/{id}`.

use aditus_domain::roles::Role;

use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;
use crate::submission::submitted_as;

on_both_databases!(
    a_request_comes_as_pdf,
    variables_come_as_csv_under_any_title,
    names_of_files_are_short_enough_for_any_title,
    exports_require_access_to_the_request
);

fn a_request_comes_as_pdf(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let id = submitted_as(&installation, &ada, "Waiting times");
    for (person, name) in [
        (&ada, format!("REQ{id:06}.pdf")),
        (&staff[2], format!("DAC00{id}.pdf")),
    ] {
        let answer = person
            .client
            .get(&format!("data_requests/download-request/{id}/"));
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("application/pdf"))
        );
        let disposition = format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}");
        assert_eq!(answer.header("content-disposition"), Some(disposition.as_str()));
        let text = String::from_utf8(answer.bytes).unwrap();
        assert!(
            text.starts_with("%PDF-") && text.contains("Waiting times"),
            "{text}"
        );
    }
}

fn names_of_files_are_short_enough_for_any_title(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let id = submitted_as(&installation, &ada, &"ሀ".repeat(255));
    let answer = ada.client.get(&format!("data_requests/export-variables/{id}"));
    let disposition = answer.header("content-disposition").unwrap();
    let (_, name) = disposition.split_once("filename*=UTF-8''").unwrap();
    let name = percent_encoding::percent_decode_str(name).decode_utf8().unwrap();
    assert!(name.len() <= 240 && name.starts_with(&"ሀ".repeat(70)), "{name}");
    assert!(name.ends_with("ሀ_requested_variables.csv"), "{name}");
}

fn variables_come_as_csv_under_any_title(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    for (title, ascii, encoded) in [
        ("Births", "Births", "Births"),
        (
            "Étude \"ß\"; a/b",
            "_tude ___; a_b",
            "%C3%89tude%20_%C3%9F_%3B%20a_b",
        ),
        ("出生", "__", "%E5%87%BA%E7%94%9F"),
        ("100% of 'it'", "100% of 'it'", "100%25%20of%20%27it%27"),
    ] {
        let id = submitted_as(&installation, &ada, title);
        let answer = ada.client.get(&format!("data_requests/export-variables/{id}"));
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("text/csv; charset=utf-8"))
        );
        let disposition = answer.header("content-disposition").unwrap();
        assert_eq!(
            disposition,
            format!(
                "attachment; filename=\"{ascii}_requested_variables.csv\"; \
                 filename*=UTF-8''{encoded}_requested_variables.csv"
            )
        );
        let text = String::from_utf8(answer.bytes).unwrap();
        assert_eq!(
            text,
            "tbl_name,var_name\r\nvisits,visit_date\r\nvisits,ward\r\nvisits,diagnosis"
        );
    }
}

fn exports_require_access_to_the_request(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    staff(&installation);
    let id = submitted_as(&installation, &ada, "Waiting times");
    for call in ["download-request", "export-variables"] {
        eve.client
            .get(&format!("data_requests/{call}/{id}"))
            .refuses(404, "This Data Request does not exist.");
        ada.client
            .get(&format!("data_requests/{call}/999999"))
            .refuses(404, "This Data Request does not exist.");
        server
            .guest()
            .get(&format!("data_requests/{call}/{id}"))
            .refuses(401, "Please sign in to continue.");
    }
}
