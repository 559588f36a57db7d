//! `data_dictionary/data_source/`: data sources, as Super Users edit them.

use aditus_application::dictionary::StoredSource;
use aditus_application::ports::SealedPlace;
use aditus_domain::ids::DataSourceId;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::client::Client;
use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::{complete, submitted};

on_both_databases!(
    a_source_is_added_and_changed,
    the_password_is_written_and_never_read,
    missing_fields_have_the_specified_messages,
    changes_appear_in_the_public_dictionary,
    unpublished_sources_cannot_be_requested,
    a_source_is_deleted_once_nothing_refers_to_it,
    a_pending_super_user_cannot_change_sources,
    sources_come_in_pages,
);

const SOURCES: &str = "data_dictionary/data_source/";

fn path_of(id: i64) -> String {
    format!("{SOURCES}{id}/")
}

fn registry() -> Value {
    json!({
        "source": "Birth Registry", "description": "Births and twins", "db_type": "Relational", "dbms": "MySQL",
        "db_host": "db.births.example", "db_username": "reader", "db_password": "Quiet-River-7!",
        "has_aggregate_data": true, "publish": true,
    })
}

fn with(body: &Value, field: &str, value: Value) -> Value {
    let mut body = body.clone();
    body[field] = value;
    body
}

fn added(sara: &Person, body: &Value) -> i64 {
    let answer = sara.client.post(SOURCES, body);
    let id = answer.data(201)["data_source_id"].as_i64().unwrap();
    assert_eq!(answer.json()["message"], "Successfully created data source.");
    id
}

/// Returns the names of the published sources.
fn published(client: &Client) -> Vec<String> {
    let rows = client.get("data_dictionary/data_sources/").data(200);
    let rows = rows.as_array().unwrap();
    rows.iter()
        .map(|row| row["source"].as_str().unwrap().to_owned())
        .collect()
}

/// Returns the stored source.
fn stored(server: &TestServer, id: i64) -> StoredSource {
    server.write(|transaction| {
        let source = transaction.dictionary_records().source(DataSourceId(id));
        source.unwrap().unwrap()
    })
}

fn a_source_is_added_and_changed(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let id = added(&sara, &registry());
    let mut shown = with(&registry(), "data_source_id", json!(id));
    shown.as_object_mut().unwrap().remove("db_password");
    shown["has_db_password"] = json!(true);
    shown["row_version"] = json!(1);
    assert_eq!(sara.client.get(&path_of(id)).data(200), shown);

    let changed = json!({
        "source": " Register  of Births ", "description": "Births", "db_type": "Document/JSON", "dbms": "MongoDB",
    });
    let answer = sara.client.put(&path_of(id), &changed);
    assert_eq!(answer.data(200)["data_source_id"], id);
    let expected = json!({
        "data_source_id": id, "source": "Register of Births", "description": "Births", "db_type": "Document/JSON",
        "dbms": "MongoDB", "db_host": "db.births.example", "db_username": "reader", "has_db_password": true,
        "has_aggregate_data": true, "publish": true, "row_version": 2,
    });
    assert_eq!(
        sara.client.get(&path_of(id)).data(200),
        expected,
        "a field that is left out keeps its value"
    );
    for nowhere in [0, -1, 999_999] {
        sara.client
            .get(&path_of(nowhere))
            .refuses(404, "Data source not found.");
        sara.client
            .put(&path_of(nowhere), &registry())
            .refuses(404, "Data source not found.");
    }
    for answer in [
        sara.client
            .post(SOURCES, &with(&registry(), "source", json!("Hospital records"))),
        sara.client.put(
            &path_of(id),
            &with(&registry(), "source", json!("Hospital Records")),
        ),
    ] {
        answer.refuses(409, "There is already a data source with this name.");
    }
}

fn the_password_is_written_and_never_read(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let id = added(&sara, &registry());
    let opened = || {
        let sealed = stored(server, id).db_password;
        sealed.map(|sealed| {
            let readable = String::from_utf8_lossy(&sealed).into_owned();
            assert!(!readable.contains("River"), "{readable}");
            let place = SealedPlace::SourcePassword(DataSourceId(id));
            String::from_utf8(server.ports.keys.open(&place, &sealed).unwrap()).unwrap()
        })
    };
    let is_known = || sara.client.get(&path_of(id)).data(200)["has_db_password"].clone();
    assert_eq!(opened().as_deref(), Some("Quiet-River-7!"));
    for path in [SOURCES.to_owned(), path_of(id)] {
        let answer = String::from_utf8(sara.client.get(&path).bytes).unwrap();
        assert!(
            !answer.contains("River") && !answer.contains("\"db_password\""),
            "{answer}"
        );
    }
    let put = |password: Value| {
        let body = with(&registry(), "db_password", password);
        assert_eq!(sara.client.put(&path_of(id), &body).status, 200);
    };
    put(Value::Null);
    assert_eq!(
        opened().as_deref(),
        Some("Quiet-River-7!"),
        "none leaves what is stored"
    );
    put(json!(" Slow River "));
    assert_eq!(opened().as_deref(), Some(" Slow River "));
    put(json!(""));
    assert_eq!(
        (opened(), is_known()),
        (None, json!(false)),
        "an empty one takes it away"
    );
    let other = added(
        &sara,
        &with(
            &with(&registry(), "source", json!("Claims")),
            "db_password",
            json!(""),
        ),
    );
    assert_eq!(stored(server, other).db_password, None);
}

fn missing_fields_have_the_specified_messages(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    for (field, message) in [
        ("source", "Source is required"),
        ("description", "Description is required"),
        ("db_type", "Database Type is required"),
        ("dbms", "Database Management System is required"),
    ] {
        for value in [Value::Null, json!(""), json!("  \n ")] {
            let body = with(&registry(), field, value);
            sara.client
                .post(SOURCES, &body)
                .refuses_field(400, field, message);
        }
    }
    let refused = sara.client.post(SOURCES, &json!({}));
    let errors = refused.refuses(400, "Source is required")["errors"].clone();
    assert_eq!(errors.as_object().unwrap().len(), 4, "{errors}");
    let unknown = with(&registry(), "db_type", json!("Paper"));
    sara.client
        .post(SOURCES, &unknown)
        .refuses_field(400, "db_type", "There is no such database type. The types are: Relational, NoSQL, Network, Object-Oriented, Centralized, Graph, \
         Document/JSON, Cloud.");
    for field in ["source", "dbms", "db_host", "db_username", "db_password"] {
        let answer = sara
            .client
            .post(SOURCES, &with(&registry(), field, json!("x".repeat(256))));
        assert_eq!(answer.status, 400, "{field}");
        assert!(
            answer.json()["errors"][field].is_array(),
            "{field}: {}",
            answer.json()
        );
    }
    assert_eq!(published(&server.guest()), ["Hospital Records"]);
}

fn changes_appear_in_the_public_dictionary(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let guest = server.guest();
    let id = installation.source.0;
    let save = |name: &str, publish: bool| {
        let body = with(
            &with(&registry(), "source", json!(name)),
            "publish",
            json!(publish),
        );
        assert_eq!(sara.client.put(&path_of(id), &body).status, 200);
    };
    let seen = || {
        let total = |path: &str| guest.get(path).json()["page"]["total"].as_u64().unwrap();
        (
            published(&guest),
            total("data_dictionary/tables/"),
            total("data_dictionary/data_dictionary/"),
            total("data_dictionary/data_dictionary/?search=ward"),
        )
    };
    let one = format!("data_dictionary/data_sources/{id}/");
    assert_eq!(seen(), (vec!["Hospital Records".to_owned()], 1, 3, 1));
    save("Hospital Records", false);
    assert_eq!(seen(), (Vec::new(), 0, 0, 0));
    assert_eq!(guest.get(&one).status, 404);
    save("Clinic Records", false);
    assert_eq!(seen(), (Vec::new(), 0, 0, 0));
    save("Clinic Records", true);
    assert_eq!(seen(), (vec!["Clinic Records".to_owned()], 1, 3, 1));
    assert_eq!(guest.get(&one).data(200)["source"], "Clinic Records");
    let found = |text: &str| {
        let path = format!("data_dictionary/data_sources/?search={text}");
        guest.get(&path).json()["page"]["total"].clone()
    };
    assert_eq!(
        (found("clinic rec"), found("hospital"), found("twins")),
        (json!(1), json!(0), json!(1))
    );
    let rows = guest.get("data_dictionary/data_dictionary/").data(200);
    assert_eq!(rows[0]["source"], "Clinic Records");
}

fn unpublished_sources_cannot_be_requested(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &ada);
    let before = ada
        .client
        .get(&format!("data_requests/?request_id={request}"))
        .data(200);
    let hidden = with(
        &with(&registry(), "source", json!("Clinic Records")),
        "publish",
        json!(false),
    );
    assert_eq!(
        sara.client.put(&path_of(installation.source.0), &hidden).status,
        200
    );
    let payload = complete(&installation, &ada);
    ada.client.post("data_requests/submit/", &payload).refuses_field(
        400,
        "data_source_id",
        "The Data Source \"Clinic Records\" is no longer offered. Select another one, or submit the request when it is offered again.",
    );
    let after = ada
        .client
        .get(&format!("data_requests/?request_id={request}"))
        .data(200);
    assert_eq!(
        after["request_states"], before["request_states"],
        "what runs goes on"
    );
    let variables = |request: &Value| request["dataset_variables"].as_array().unwrap().len();
    assert_eq!((variables(&before), variables(&after)), (3, 3));
    let shown = &after["dataset_variables"][0];
    assert_eq!(shown["source"], "Clinic Records", "{shown}");
    let list = format!(
        "data_requests/?org_role_id={}&search=clinic records",
        staff[0].org_role.0
    );
    let rows = staff[0].client.get(&list).data(200);
    assert_eq!(rows[0]["request_id"], request, "it is found by the new name");
}

fn a_source_is_deleted_once_nothing_refers_to_it(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let delete = |id: i64| sara.client.call("DELETE", &path_of(id), &json!({}));
    delete(installation.source.0).refuses(
        409,
        "This data source cannot be deleted: 1 table and 1 data custodian refer to it.",
    );
    submitted(&installation, &ada);
    let body = json!({ "data_source": installation.source.0, "message": "The first" });
    assert_eq!(sara.client.post("data_dictionary/version/", &body).status, 200);
    delete(installation.source.0).refuses(
        409,
        "This data source cannot be deleted: 1 table, 1 data custodian, 1 version and 1 data request refer to it.",
    );
    let free = added(&sara, &registry());
    assert_eq!(delete(free).status, 204);
    delete(free).refuses(404, "Data source not found.");
    assert_eq!(published(&server.guest()), ["Hospital Records"]);
}

fn a_pending_super_user_cannot_change_sources(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    installation.assign(
        ada.user,
        installation.provider,
        Role::SuperUser,
        RoleStatus::Pending,
    );
    let id = added(&sara, &registry());
    for answer in [
        ada.client.get(SOURCES),
        ada.client.post(SOURCES, &registry()),
        ada.client.put(&path_of(id), &json!({})),
        ada.client.call("DELETE", &path_of(id), &json!({})),
    ] {
        answer.refuses(403, "Your role does not allow this.");
    }
    server
        .guest()
        .get(SOURCES)
        .refuses(401, "Please sign in to continue.");
    assert_eq!(published(&server.guest()), ["Birth Registry", "Hospital Records"]);
}

fn sources_come_in_pages(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    for number in 10..20 {
        let body = with(&registry(), "source", json!(format!("Registry {number}")));
        added(&sara, &with(&body, "publish", json!(false)));
    }
    let names = |query: &str| {
        let answer = sara.client.get(&format!("{SOURCES}{query}"));
        let rows = answer.data(200);
        let rows = rows.as_array().unwrap();
        let first = rows.first().map(|row| row["source"].as_str().unwrap().to_owned());
        (
            rows.len(),
            first.unwrap_or_default(),
            answer.json()["page"]["total"].clone(),
        )
    };
    assert_eq!(names(""), (10, "Hospital Records".to_owned(), json!(11)));
    assert_eq!(names("?page=2"), (1, "Registry 19".to_owned(), json!(11)));
    assert_eq!(
        names("?sort=-source&page_size=20"),
        (11, "Registry 19".to_owned(), json!(11))
    );
    assert_eq!(names("?sort=dbms&page_size=1").1, "Registry 10");
    assert_eq!(names("?search=regis"), (10, "Registry 10".to_owned(), json!(10)));
    sara.client
        .get(&format!("{SOURCES}?sort=db_password"))
        .refuses_field(400, "sort", "This list can be sorted by source, db_type, dbms.");
}
