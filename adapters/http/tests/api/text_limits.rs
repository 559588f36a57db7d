//! The documented text limits match the enforced ones: a text at the limit is accepted, and one
//! with another character is refused.

use serde_json::{Value, json};

use crate::access::{Call, calls};
use crate::bad_input::{Property, Scene, document, operation, properties, send, takes_a_body};
use crate::bodies::path_of;
use crate::client::Answer;
use crate::on_both_databases;
use crate::server::TestServer;

on_both_databases!(
    a_text_beyond_its_limit_is_refused,
    a_text_at_its_limit_is_not_refused_for_its_length,
    more_entries_than_a_list_may_have_are_refused,
    a_search_beyond_its_limit_is_refused,
);

/// Properties that are accepted and ignored: the client's ids of devices and staff in a draft.
const LOCAL_IDS: [&str; 3] = ["id", "device_id", "staff_shared_id"];

/// Properties with a format: a text is refused for that, independently of its length.
const OF_A_FORM: [&str; 11] = [
    "otp",
    "code",
    "current_code",
    "confirmation",
    "username",
    "org_email",
    "phone",
    "domain",
    "password",
    "principal_phone",
    "principal_email",
];

/// Visits each text property with a limit of each body, with its call, a valid body and the limit.
fn each_text(scene: &Scene<'_>, mut visit: impl FnMut(&Call, &Value, &Property, usize)) {
    let document = document();
    let mut visited = 0;
    for call in calls().iter().filter(|call| takes_a_body(&document, call)) {
        let schema = &operation(&document, call)["requestBody"]["content"]["application/json"]["schema"];
        let mut valid = call.body_in(&scene.world);
        // Another person's role is refused before the other fields are checked.
        if let Some(fields) = valid.as_object_mut() {
            fields.remove("commited_by");
        }
        let mut found = Vec::new();
        properties(&document, schema, &valid, "", &mut found);
        for property in &found {
            let limit = property.schema["maxLength"].as_u64();
            // The size limit of a file concerns its bytes, and has a separate test.
            let is_file = property.schema["contentEncoding"].is_string();
            if let Some(limit) = limit.filter(|_| !is_file && !LOCAL_IDS.contains(&&*property.name)) {
                visit(call, &valid, property, usize::try_from(limit).unwrap());
                visited += 1;
            }
        }
    }
    assert!(visited > 70, "{visited}");
}

fn sent(scene: &Scene<'_>, call: &Call, valid: &Value, property: &Property, value: Value) -> Answer {
    let mut body = valid.clone();
    let parent = body.pointer_mut(&property.parent).unwrap();
    parent[&property.name] = value;
    // The purpose has two fields for its description.
    if property.name == "purpose_description" && property.parent.is_empty() {
        body["request_purposes"] = json!([{ "purpose": 3 }]);
    }
    let path = call.path_in(&scene.world);
    send(&scene.client_for(call), call, &path, body.to_string().as_bytes())
}

/// Returns true if the answer has an error for this property.
fn blames(answer: &Answer, property: &Property) -> bool {
    // The purpose has two fields for its description, and the error names only one.
    let field = match property.name.as_str() {
        "purpose_description" => "purpose_description".to_owned(),
        name => path_of(&property.parent, name),
    };
    serde_json::from_slice::<Value>(&answer.bytes).is_ok_and(|body| body["errors"][field].is_array())
}

fn note(scene: &Scene<'_>, call: &Call, property: &Property, what: &str, answer: &Answer) {
    let told: String = String::from_utf8_lossy(&answer.bytes).chars().take(300).collect();
    let at = path_of(&property.parent, &property.name);
    let fault = format!(
        "{} {}: {what} at {at}: {} {told}",
        call.method, call.path, answer.status
    );
    scene.faults.borrow_mut().push(fault);
}

fn a_text_beyond_its_limit_is_refused(server: &TestServer) {
    let scene = Scene::new(server);
    each_text(&scene, |call, valid, property, limit| {
        let answer = sent(&scene, call, valid, property, json!("x".repeat(limit + 1)));
        // The error of an invalid code does not name its field.
        let is_told = property.schema["pattern"].is_string() || blames(&answer, property);
        if answer.status != 400 || !is_told {
            note(
                &scene,
                call,
                property,
                &format!("{} characters", limit + 1),
                &answer,
            );
        }
    });
    scene.assert_no_faults();
}

fn a_text_at_its_limit_is_not_refused_for_its_length(server: &TestServer) {
    let scene = Scene::new(server);
    each_text(&scene, |call, valid, property, limit| {
        let has_form = ["format", "pattern", "enum"]
            .iter()
            .any(|key| !property.schema[*key].is_null());
        // A file names a stage type, and an unknown name is refused for that reason.
        let is_name_of_a_type = property.name == "stage_type" && property.parent.starts_with("/stages");
        if has_form || is_name_of_a_type || OF_A_FORM.contains(&&*property.name) {
            return;
        }
        let answer = sent(&scene, call, valid, property, json!("x".repeat(limit)));
        // The name may be taken by now: that is a conflict, independent of its length.
        if answer.status >= 500 || answer.status == 400 && blames(&answer, property) {
            note(&scene, call, property, &format!("{limit} characters"), &answer);
        }
    });
    let faults = scene.faults.borrow();
    assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
}

fn more_entries_than_a_list_may_have_are_refused(server: &TestServer) {
    let scene = Scene::new(server);
    let document = document();
    let mut lists = Vec::new();
    for call in calls().iter().filter(|call| takes_a_body(&document, call)) {
        let schema = &operation(&document, call)["requestBody"]["content"]["application/json"]["schema"];
        let valid = call.body_in(&scene.world);
        let mut found = Vec::new();
        properties(&document, schema, &valid, "", &mut found);
        for property in &found {
            let Some(limit) = property.schema["maxItems"].as_u64() else {
                continue;
            };
            let parent = valid.pointer(&property.parent).unwrap();
            let entry = match &parent[&property.name][0] {
                Value::Null => json!("x"),
                entry => entry.clone(),
            };
            // The files of the entries would exceed the size limit of the body.
            let entry = match entry {
                Value::Object(_) => json!({}),
                entry => entry,
            };
            let entries = vec![entry; usize::try_from(limit).unwrap() + 1];
            let answer = sent(&scene, call, &valid, property, json!(entries));
            if answer.status != 400 || !blames(&answer, property) {
                note(&scene, call, property, &format!("{} entries", limit + 1), &answer);
            }
            lists.push(property.name.clone());
        }
    }
    for name in [
        "dataset_variables",
        "list_of_devices",
        "list_of_staff",
        "facility_filter",
    ] {
        assert!(
            lists.iter().any(|known| known == name),
            "{name} has no limit: {lists:?}"
        );
    }
    scene.assert_no_faults();
}

fn a_search_beyond_its_limit_is_refused(server: &TestServer) {
    let scene = Scene::new(server);
    let document = document();
    let mut sent = 0;
    let demo = |call: &&Call| !call.path.starts_with("demo/");
    for call in calls().iter().filter(|call| call.method == "get").filter(demo) {
        let path = call.path_in(&scene.world);
        let client = scene.client_for(call);
        let parameters = operation(&document, call)["parameters"].as_array();
        for parameter in parameters.into_iter().flatten() {
            let Some(limit) = parameter["schema"]["maxLength"].as_u64() else {
                continue;
            };
            let name = parameter["name"].as_str().unwrap();
            let long = "x".repeat(usize::try_from(limit).unwrap() + 1);
            let answer = client.get(&format!("{path}?{name}={long}"));
            assert_eq!(answer.status, 400, "{path}?{name} with {} characters", limit + 1);
            sent += 1;
        }
    }
    assert!(sent > 40, "{sent}");
    scene.assert_no_faults();
}
