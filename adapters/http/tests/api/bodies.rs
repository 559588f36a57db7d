//! Sends every body of the OpenAPI document with one error of each kind. The answer is 400, in
//! plain words, and names the field.

use serde_json::{Value, json};

use crate::access::{Call, NEED_NOTHING, calls};
use crate::bad_input::{
    NOT_READ, Property, Scene, document, operation, properties, resolved, send, takes_a_body,
};
use crate::client::Answer;
use crate::on_both_databases;
use crate::server::TestServer;

on_both_databases!(errors_are_in_plain_words_and_name_the_field);

/// Words that only a parser uses.
const JARGON: [&str; 13] = [
    "struct",
    "expected",
    "missing field",
    "invalid type",
    "invalid value",
    "sequence",
    "tuple",
    "at line",
    "deserialize",
    "i64",
    "usize",
    "variant",
    "EOF",
];

/// Returns the path of a property as errors name it: `list_of_staff[0].phone`.
pub fn path_of(parent: &str, name: &str) -> String {
    let mut path = String::new();
    for part in parent.split('/').filter(|part| !part.is_empty()).chain([name]) {
        if part.parse::<usize>().is_ok() {
            path = format!("{path}[{part}]");
        } else if path.is_empty() {
            part.clone_into(&mut path);
        } else {
            path = format!("{path}.{part}");
        }
    }
    path
}

/// Returns the values of an object as a list, without their names.
fn as_list(object: &Value) -> Value {
    object.as_object().unwrap().values().cloned().collect()
}

/// Returns the fault of an answer to an invalid value, if there is one: another status than 400,
/// jargon, or no error at this field.
fn complaint(answer: &Answer, field: Option<&str>) -> Option<String> {
    let body = answer.json();
    let message = body["message"].as_str().unwrap_or_default();
    let told = body.to_string();
    if answer.status != 400 {
        return Some(format!("{} {told}", answer.status));
    }
    if let Some(word) = JARGON.iter().find(|word| told.contains(*word)) {
        return Some(format!("{word:?} in {told}"));
    }
    let field = field?;
    let messages = &body["errors"][field];
    match messages[0].as_str() {
        None => Some(format!("nothing at {field}: {told}")),
        Some(first) if message.is_empty() || first.is_empty() => Some(told),
        Some(_) => None,
    }
}

fn errors_are_in_plain_words_and_name_the_field(server: &TestServer) {
    let scene = Scene::new(server);
    let document = document();
    let mut sent = 0;
    for call in calls().iter().filter(|call| takes_a_body(&document, call)) {
        let client = scene.client_for(call);
        let path = call.path_in(&scene.world);
        let mut refuses = |what: &str, body: &Value, field: Option<&str>| {
            sent += 1;
            let answer = send(&client, call, &path, body.to_string().as_bytes());
            if let Some(complaint) = complaint(&answer, field) {
                let fault = format!("{} {} with {what}: {complaint}", call.method, call.path);
                scene.faults.borrow_mut().push(fault.chars().take(400).collect());
            }
        };
        let mut valid = call.body_in(&scene.world);
        // Another person's role is refused before the other fields are checked.
        if let Some(fields) = valid.as_object_mut() {
            fields.remove("commited_by");
        }
        let schema = &operation(&document, call)["requestBody"]["content"]["application/json"]["schema"];
        if valid.is_array() {
            refuses("an object", &json!({}), None);
            refuses("lists in it", &json!([as_list(&valid[0])]), None);
        } else {
            refuses("a list", &as_list(&valid), None);
            refuses("an empty list", &json!([]), None);
            send_empty_body(&document, call, schema, &mut refuses);
        }
        let mut found = Vec::new();
        properties(&document, schema, &valid, "", &mut found);
        for property in &found {
            send_each_error(property, &valid, &mut refuses);
        }
    }
    assert!(sent > 400, "{sent}");
    scene.assert_no_faults();
}

/// An empty body names all required fields at once.
fn send_empty_body(
    document: &Value,
    call: &Call,
    schema: &Value,
    refuses: &mut impl FnMut(&str, &Value, Option<&str>),
) {
    if NEED_NOTHING.contains(&call.path) {
        return;
    }
    let required = resolved(document, schema)["required"].as_array();
    let mut fields: Vec<Option<&str>> = required.into_iter().flatten().map(Value::as_str).collect();
    let needs: &[&str] = match call.path {
        "users/signin" => &["username", "password"],
        "data_requests/submit" => &["requester"],
        "users/verify" => &["fname", "sname", "phone", "org_email", "department", "password"],
        _ => &[],
    };
    fields.extend(needs.iter().copied().map(Some));
    if fields.is_empty() {
        fields.push(None);
    }
    for field in fields {
        refuses("nothing", &json!({}), field);
    }
}

/// Sends the body with one error of each kind at this property.
fn send_each_error(property: &Property, valid: &Value, refuses: &mut impl FnMut(&str, &Value, Option<&str>)) {
    let Property {
        parent, name, types, ..
    } = property;
    let is = |kind: &str| types.iter().any(|known| known == kind);
    let field = path_of(parent, name);
    let mut with = |what: &str, name: &str, value: Value| {
        let mut body = valid.clone();
        body.pointer_mut(parent).unwrap()[name] = value;
        refuses(&format!("{what} at {field}"), &body, Some(&path_of(parent, name)));
    };
    with("an unknown field", "colour", json!("blue"));
    let wrong = if is("object") || is("array") {
        json!("text")
    } else {
        json!({ "a": 1 })
    };
    // Registration ignores the id of the account: it creates a new one.
    if *name != "user_id" {
        with("a wrong type", name, wrong);
    }
    let inner = valid.pointer(parent).map(|object| &object[name]);
    if let Some(object) = inner.filter(|inner| inner.is_object()) {
        with("a list", name, as_list(object));
    }
    // The longest field of a body with files is a file.
    let is_read = !NOT_READ.contains(&&**name) && name != "data";
    // The purpose has two fields for its description, and the error names only one.
    if is("string") && is_read && name != "purpose_description" {
        with("a long text", name, json!("x".repeat(100_001)));
    }
}
