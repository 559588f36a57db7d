//! The history of the dictionary: revisions, comparisons of versions, and the changes since a
//! request.

use aditus_domain::dictionary::RawVariable;
use aditus_domain::ids::VariableId;
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    two_versions_are_compared,
    the_history_of_a_variable_is_listed,
    a_request_shows_later_dictionary_changes,
);

const VERSIONS: &str = "data_dictionary/version/";

fn commits(by: &Person, source: i64) -> Value {
    let body = json!({ "data_source": source, "message": "As it is." });
    by.client.post(VERSIONS, &body).data(200)["version_id"].clone()
}

/// Changes the meaning of a variable directly, as a command on the server does.
fn set_meaning(server: &TestServer, id: VariableId, meaning: &str) {
    server.write(|transaction| {
        let variables = transaction.dictionary_variables();
        let mut details = variables.variable(id).unwrap().unwrap().details;
        meaning.clone_into(&mut details.meaning);
        variables.update_variable(id, &details).unwrap();
    });
}

fn added(server: &TestServer, beside: VariableId) -> VariableId {
    server.write(|transaction| {
        let variables = transaction.dictionary_variables();
        let table = variables.variable(beside).unwrap().unwrap().table;
        let typed = RawVariable {
            ids_column_name: "bed".to_owned(),
            var_name: "Bed".to_owned(),
            data_type: "Text".to_owned(),
            meaning: "Where the patient lay.".to_owned(),
            date_introduced: chrono::NaiveDate::from_ymd_opt(2026, 1, 2),
            usage: "Analytical".to_owned(),
            ..RawVariable::default()
        };
        let details = typed.check(None).unwrap();
        variables.add_variable(table, &details).unwrap()
    })
}

fn two_versions_are_compared(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let source = installation.source.0;
    let first = commits(&sara, source);
    let alone = sara.client.get(&format!("{VERSIONS}{first}/compare/"));
    alone.refuses(
        400,
        "This is the first version of its data source, so there is nothing to compare it with.",
    );
    let variable = installation.variables[0];
    set_meaning(server, variable, "=The day of admission.");
    let bed = added(server, variable);
    let second = commits(&sara, source);

    let told = sara.client.get(&format!("{VERSIONS}{second}/compare/")).data(200);
    assert_eq!(told["older"]["version_id"], first);
    assert_eq!(told["newer"]["version_id"], second);
    assert_eq!(
        (&told["added"], &told["removed"], &told["altered"]),
        (&json!(1), &json!(0), &json!(1))
    );
    assert_eq!(told["page"]["total"], 2);
    let [new, altered] = [&told["changes"][0], &told["changes"][1]];
    assert_eq!((&new["kind"], &new["id"]), (&json!("added"), &json!(bed.0)));
    assert_eq!(new["var_name"], "Bed");
    let facts = new["facts"].as_array().unwrap();
    assert!(
        facts.contains(&json!({ "field": "data_type", "label": "Data Type", "text": "Text" })),
        "{facts:?}"
    );
    assert_eq!(altered["kind"], "altered");
    assert_eq!(altered["facts"], json!([]));
    assert_eq!(altered["fields"][0]["label"], "Meaning");
    assert_eq!(altered["fields"][0]["after"], "=The day of admission.");

    let some = |query: &str| {
        let path = format!("{VERSIONS}{second}/compare/?with={first}&{query}");
        sara.client.get(&path).data(200)
    };
    let only = some("kind=altered");
    assert_eq!((&only["page"]["total"], &only["added"]), (&json!(1), &json!(1)));
    assert_eq!(some("page=2&page_size=1")["changes"][0]["kind"], "altered");
    assert_eq!(some("page=9")["changes"], json!([]));
    let back = sara
        .client
        .get(&format!("{VERSIONS}{first}/compare/?with={second}"))
        .data(200);
    assert_eq!((&back["added"], &back["removed"]), (&json!(0), &json!(1)));
    let itself = sara
        .client
        .get(&format!("{VERSIONS}{first}/compare/?with={first}"))
        .data(200);
    assert_eq!(itself["changes"], json!([]));
    let unknown = sara
        .client
        .get(&format!("{VERSIONS}{second}/compare/?kind=renamed"));
    assert_eq!(unknown.status, 400);
    sara.client
        .get(&format!("{VERSIONS}{second}/compare/?with=987654"))
        .refuses(404, "Data source version not found.");

    let csv = sara
        .client
        .get(&format!("{VERSIONS}{second}/compare/export/?with={first}"));
    let text = String::from_utf8(csv.bytes).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.contains("The day of admission."), "{text}");
}

fn the_history_of_a_variable_is_listed(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let variable = installation.variables[0];
    set_meaning(server, variable, "The day of admission.");
    let path = format!("data_dictionary/variables_dd/{}/revisions/", variable.0);
    let told = sara.client.get(&path).data(200);
    assert_eq!(told["page"]["total"], 2);
    let last = &told["revisions"][0];
    assert_eq!((&last["number"], &last["kind"]), (&json!(2), &json!("changed")));
    assert_eq!(last["fields"][0]["after"], "The day of admission.");
    assert_eq!(told["revisions"][1]["kind"], "added");
    let page = sara.client.get(&format!("{path}?page=2&page_size=1")).data(200);
    assert_eq!(page["revisions"][0]["number"], 1);

    let table = server.write(|transaction| {
        let found = transaction.dictionary_variables().variable(variable);
        found.unwrap().unwrap().table.0
    });
    let told = sara
        .client
        .get(&format!("data_dictionary/table_dd/{table}/revisions/"))
        .data(200);
    assert_eq!(told["revisions"][0]["facts"][0]["field"], "tbl_name");
    sara.client
        .get("data_dictionary/variables_dd/987654/revisions/")
        .refuses(404, "Variable not found.");
}

fn a_request_shows_later_dictionary_changes(server: &TestServer) {
    let installation = Installation::new(server);
    let owner = installation.person("Rosa", Role::DataRequester);
    staff(&installation);
    let request = submitted(&installation, &owner);
    let detail = || {
        let path = format!("data_requests/?request_id={request}");
        owner.client.get(&path).data(200)
    };
    let shown = detail();
    let dataset = shown["requested_datasets"][0].clone();
    assert_eq!(shown["dataset_variables"][0]["since_request"], Value::Null);
    let asked = VariableId(shown["dataset_variables"][0]["var_id"].as_i64().unwrap());
    set_meaning(server, asked, "Something else.");
    let shown = detail();
    let since = &shown["dataset_variables"][0]["since_request"];
    assert_eq!(since["remark"], "changed since");
    assert_eq!(since["fields"][0]["label"], "Meaning");
    assert_eq!(since["fields"][0]["after"], "Something else.");

    let listed = owner
        .client
        .get(&format!(
            "data_requests/dataset_variables/?rdataset_id={}&moved_on=true",
            dataset["rdataset_id"]
        ))
        .data(200);
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    assert_eq!(listed[0]["var"]["var_id"], asked.0);
    assert_eq!(listed[0]["since_request"], *since);
}
