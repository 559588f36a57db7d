//! Sends bad input to every operation of the OpenAPI document, as a permitted caller. It is refused
//! in the envelope, never causes a server error, and changes nothing.

use aditus_domain::roles::Role;
use serde_json::{Map, Value, json};

use crate::access::{Actor, Call, May, NEED_NOTHING, World, calls};
use crate::client::{Answer, Client};
use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

on_both_databases!(
    malformed_bodies_are_refused,
    wrong_values_of_every_property_are_refused,
    paths_that_name_nothing_are_refused,
    invalid_queries_are_refused_and_odd_ones_cause_no_server_error,
    bodies_one_byte_above_their_limit_are_refused,
);

/// All callers, and the request that must not change.
pub struct Scene<'a> {
    server: &'a TestServer,
    installation: Installation<'a>,
    owner: Person,
    staff: Vec<Person>,
    admin: Person,
    analyst: Person,
    super_user: Person,
    pub world: World,
    before: Value,
    pub faults: std::cell::RefCell<Vec<String>>,
}

impl<'a> Scene<'a> {
    pub fn new(server: &'a TestServer) -> Self {
        let installation = Installation::new(server);
        let owner = installation.person("Ada", Role::DataRequester);
        let staff = staff(&installation);
        let admin = installation.person("Olga", Role::Admin);
        let analyst = installation.person("Kaya", Role::DataAnalyst);
        let super_user = installation.person("Sara", Role::SuperUser);
        let mut world = World::new(&installation, &owner, &staff[0]);
        fill_in_conditional_fields(&mut world.submission);
        let mut scene = Self {
            server,
            installation,
            owner,
            staff,
            admin,
            analyst,
            super_user,
            world,
            before: Value::Null,
            faults: std::cell::RefCell::default(),
        };
        scene.before = scene.state();
        scene
    }

    /// Returns everything that a call could have changed.
    fn state(&self) -> Value {
        let request = self.world.request;
        let mut state = Map::new();
        for path in [
            format!("data_requests/?request_id={request}"),
            format!("data_requests/request_history/?request_id={request}"),
            format!("data_requests/statecomment/list/{request}"),
            "data_requests/all/".to_owned(),
            "notifications/all-user-notifications/".to_owned(),
            "users/detailuser/".to_owned(),
        ] {
            for person in [&self.owner, &self.staff[0]] {
                state.insert(
                    format!("{path} of {}", person.email),
                    person.client.get(&path).json(),
                );
            }
        }
        // Requesters are refused this call, and each refusal has another call id.
        let feedback = self.staff[0].client.get("data_requests/data_request_feedback/");
        state.insert("feedback".to_owned(), feedback.json());
        let counts = format!("data_requests/counts/?org_role_id={}", self.staff[0].org_role.0);
        state.insert("counts".to_owned(), self.staff[0].client.get(&counts).json());
        for path in [
            "users/organization-users/",
            "users/organization-users/counts/",
            "users/assigned-role-status/",
            "notifications/preferences/",
        ] {
            state.insert(path.to_owned(), self.admin.client.get(path).json());
        }
        for path in [
            "users/org_roles/?page_size=100",
            "users/organizations/?all=true&page_size=100",
            "data_dictionary/data_source/?page_size=100",
        ] {
            state.insert(path.to_owned(), self.super_user.client.get(path).json());
        }
        state.insert("files".to_owned(), json!(self.server.files.count()));
        Value::Object(state)
    }

    /// Returns the client of a permitted caller. Signing out uses a separate session.
    pub fn client_for(&self, call: &Call) -> Client {
        if call.path == "users/signout" {
            return self.installation.sign_in(&self.owner.email);
        }
        let person = match call.may {
            May::Only(named) | May::Roles(named) => match named[0] {
                Actor::Holder(Role::Admin) => &self.admin,
                Actor::Holder(Role::DataAnalyst) => &self.analyst,
                Actor::Holder(Role::SuperUser) => &self.super_user,
                Actor::Holder(role) => {
                    self.staff
                        .iter()
                        .zip(Role::STAFF)
                        .find(|(_, held)| *held == role)
                        .unwrap()
                        .0
                }
                _ => &self.owner,
            },
            _ => &self.owner,
        };
        person.client.clone()
    }

    /// Records an answer with another status, and one that is neither an envelope, a file nor empty.
    fn expect(
        &self,
        statuses: std::ops::RangeInclusive<u16>,
        answer: &Answer,
        what: impl FnOnce() -> String,
    ) {
        let body: Option<Value> = serde_json::from_slice(&answer.bytes).ok();
        let is_empty = answer.status == 204 && answer.bytes.is_empty();
        let is_file = answer.status == 200 && answer.header("content-disposition").is_some();
        let in_envelope = body.as_ref().is_some_and(|body| {
            let is_problem = body["call_id"].as_str() == answer.header("x-request-id");
            body["code"].is_u64() && body["message"].is_string() && (answer.status < 400 || is_problem)
        });
        if !statuses.contains(&answer.status) || !(in_envelope || is_file || is_empty) {
            let text: String = String::from_utf8_lossy(&answer.bytes).chars().take(300).collect();
            self.faults
                .borrow_mut()
                .push(format!("{}: {} {text}", what(), answer.status));
        }
    }

    #[track_caller]
    pub fn assert_no_faults(&self) {
        let faults = self.faults.borrow();
        assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
        assert_eq!(self.state(), self.before, "nothing has changed");
    }
}

pub fn send(client: &Client, call: &Call, path: &str, body: &[u8]) -> Answer {
    client.send(&call.method.to_uppercase(), path, Some("application/json"), body)
}

/// Returns the document, in which the schemas are looked up.
pub fn document() -> Value {
    serde_json::to_value(aditus_http::openapi_document()).unwrap()
}

pub fn operation<'a>(document: &'a Value, call: &Call) -> &'a Value {
    &document["paths"][format!("/api/v1/{}", call.path)][call.method]
}

/// Returns true if the call has a JSON body. Forms with a file have their own test
/// (`draft_files.rs`).
pub fn takes_a_body(document: &Value, call: &Call) -> bool {
    operation(document, call)["requestBody"]["content"]
        .get("application/json")
        .is_some()
}

fn malformed_bodies_are_refused(server: &TestServer) {
    let scene = Scene::new(server);
    let document = document();
    let deep = format!("{{\"x\": {}", "[".repeat(100_000));
    let bodies: [&[u8]; 14] = [
        b"",
        b" ",
        b"{",
        b"{}",
        b"[]",
        b"null",
        b"true",
        b"1e999",
        b"\"text\"",
        b"{}{}",
        b"{\"a\": \"\xff\xfe\"}",
        b"\xef\xbb\xbf{}",
        b"\0\0\0\0",
        deep.as_bytes(),
    ];
    for call in calls().iter().filter(|call| call.method != "get") {
        let path = call.path_in(&scene.world);
        let client = scene.client_for(call);
        if !takes_a_body(&document, call) {
            let answer = send(&client, call, &path, b"{");
            scene.expect(200..=499, &answer, || {
                format!("{} with a body that nobody reads", call.path)
            });
            continue;
        }
        for body in bodies {
            if body == b"{}" && NEED_NOTHING.contains(&call.path) {
                continue;
            }
            let answer = send(&client, call, &path, body);
            let shown: String = String::from_utf8_lossy(body).chars().take(20).collect();
            scene.expect(400..=400, &answer, || {
                format!("{} {} with {shown:?}", call.method, call.path)
            });
        }
        let body = call.body_in(&scene.world);
        let text = body.to_string();
        let object = body.as_object().or_else(|| body[0].as_object()).unwrap();
        let first = object.keys().next().unwrap();
        let doubled = text.replacen('{', &format!("{{{}: {}, ", json!(first), object[first]), 1);
        scene.expect(400..=400, &send(&client, call, &path, doubled.as_bytes()), || {
            format!("{} with {first} twice", call.path)
        });
        let method = call.method.to_uppercase();
        for media in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "",
        ] {
            let answer = client.send(&method, &path, Some(media), text.as_bytes());
            scene.expect(415..=415, &answer, || format!("{} as {media:?}", call.path));
        }
    }
    scene.assert_no_faults();
}

/// Makes the choices after which further fields are read, and fills in these fields.
fn fill_in_conditional_fields(submission: &mut Value) {
    submission["isPrincipal"] = json!(false);
    for (field, value) in [
        ("principal_fname", "Grace"),
        ("principal_sname", "Auma"),
        ("principal_email", "grace@people.example"),
        ("principal_phone", "+256772000222"),
        ("principal_occupation", "Professor"),
        ("principal_institution", "Institute of Public Health"),
        ("data_format", "Direct access"),
        ("direct_access_from", "2026-06-01"),
        ("direct_access_to", "2026-07-01"),
    ] {
        submission[field] = json!(value);
    }
    submission["request_purposes"] = json!([{ "purpose": 3, "purpose_description": "A thesis" }]);
}

/// A property of a request's schema, and its position in the payload.
pub struct Property {
    pub parent: String,
    pub name: String,
    pub types: Vec<String>,
    pub schema: Value,
}

/// Properties that are accepted and ignored: the claimed type of a file, and the client's ids of
/// devices and staff in a draft.
pub const NOT_READ: [&str; 4] = ["mime", "id", "device_id", "staff_shared_id"];

/// Numbers for which 0 is valid.
const MAY_BE_ZERO: [&str; 6] = [
    "active",
    "poc_total_records",
    "poc_valid_records",
    "emc_total_records",
    "emc_valid_records",
    "value_count",
];

/// Returns true for the version of a new record: a new record has none, so the value is ignored.
fn is_version_of_new(call: &Call, property: &str) -> bool {
    call.method == "post" && property == "row_version"
}

/// Collects every property of the schema, including those of nested objects in the payload.
pub fn properties(document: &Value, schema: &Value, payload: &Value, at: &str, found: &mut Vec<Property>) {
    let schema = resolved(document, schema);
    if let Some(items) = schema.get("items") {
        if let Some(first) = payload.get(0) {
            properties(document, items, first, &format!("{at}/0"), found);
        }
        return;
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let types = types(document, property);
        found.push(Property {
            parent: at.to_owned(),
            name: name.clone(),
            types,
            schema: resolved(document, property).clone(),
        });
        if payload[name].is_object() || payload[name].is_array() {
            properties(document, property, &payload[name], &format!("{at}/{name}"), found);
        }
    }
}

/// Resolves references and "or null".
pub fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    if let Some(reference) = schema["$ref"].as_str() {
        return resolved(document, document.pointer(&reference[1..]).unwrap());
    }
    match schema["oneOf"].as_array() {
        Some(choices) => resolved(
            document,
            choices.iter().find(|choice| choice["type"] != "null").unwrap(),
        ),
        None => schema,
    }
}

fn types(document: &Value, schema: &Value) -> Vec<String> {
    match &resolved(document, schema)["type"] {
        Value::String(name) => vec![name.clone()],
        Value::Array(names) => names
            .iter()
            .map(|name| name.as_str().unwrap().to_owned())
            .collect(),
        other => panic!("no type: {other}"),
    }
}

/// Returns values that have none of these types.
fn wrong_values(types: &[String]) -> Vec<Value> {
    let is = |name: &str| types.iter().any(|known| known == name);
    let mut wrong = vec![
        json!(1.5),
        json!(9_223_372_036_854_775_808_u64),
        json!(1e300),
        json!([[]]),
        json!({ "a": {} }),
    ];
    if !is("string") {
        wrong.extend([json!("text"), json!(""), json!("1")]);
    }
    if !is("boolean") {
        wrong.push(json!(true));
    }
    if !is("integer") && !is("number") {
        wrong.push(json!(1));
    }
    wrong
}

fn wrong_values_of_every_property_are_refused(server: &TestServer) {
    let scene = Scene::new(server);
    let document = document();
    let mut sent = 0;
    for call in calls().iter().filter(|call| takes_a_body(&document, call)) {
        let schema = &operation(&document, call)["requestBody"]["content"]["application/json"]["schema"];
        let valid = call.body_in(&scene.world);
        let path = call.path_in(&scene.world);
        let client = scene.client_for(call);
        let mut found = Vec::new();
        properties(&document, schema, &valid, "", &mut found);
        assert!(!found.is_empty(), "{}", call.path);
        let is_draft = schema["$ref"] == "#/components/schemas/DraftBody";
        let mut refused = |statuses, parent: &str, name: &str, value: Value| {
            let mut body = valid.clone();
            let shown = value.to_string();
            body.pointer_mut(parent).unwrap()[name] = value;
            let answer = send(&client, call, &path, body.to_string().as_bytes());
            scene.expect(statuses, &answer, || {
                format!("{} with {parent}/{name} = {shown}", call.path)
            });
            sent += 1;
        };
        let mut parents: Vec<_> = found.iter().map(|property| property.parent.clone()).collect();
        parents.dedup();
        for parent in parents {
            refused(400..=400, &parent, "unknown_field", json!("x"));
            refused(400..=400, &parent, "__proto__", json!({}));
        }
        for property in &found {
            for value in wrong_values(&property.types) {
                refused(400..=400, &property.parent, &property.name, value);
            }
            if property.types.iter().any(|name| name == "string") {
                // A draft drops values that are no valid date, code or choice.
                let statuses = if is_draft { 200..=499 } else { 400..=400 };
                for text in ["a\0b", "a\u{1b}[31mb", "\u{7f}", "a\u{9b}b"] {
                    refused(statuses.clone(), &property.parent, &property.name, json!(text));
                }
                // A text of this length fits nowhere, and is no date, code or choice. The
                // description of the purpose has two fields, and the other one is checked first.
                let is_read = !NOT_READ.contains(&&*property.name)
                    && (&*property.parent, &*property.name) != ("", "purpose_description");
                if is_read {
                    refused(
                        400..=499,
                        &property.parent,
                        &property.name,
                        json!("x".repeat(100_001)),
                    );
                }
            }
            let is_read = !NOT_READ.contains(&&*property.name) && !is_version_of_new(call, &property.name);
            if is_read && property.types.iter().any(|name| name == "integer") {
                let zero = (!MAY_BE_ZERO.contains(&&*property.name)).then_some(0);
                for id in zero.into_iter().chain([-1, i64::MIN, i64::MAX]) {
                    refused(400..=499, &property.parent, &property.name, json!(id));
                }
            }
        }
    }
    assert!(sent > 500, "{sent}");
    scene.assert_no_faults();
}

fn paths_that_name_nothing_are_refused(server: &TestServer) {
    let scene = Scene::new(server);
    let long = "9".repeat(3000);
    for call in calls().iter().filter(|call| call.path.contains('{')) {
        let (before, rest) = call.path.split_once('{').unwrap();
        let after = rest.split_once('}').unwrap().1;
        let client = scene.client_for(call);
        for value in [
            "0",
            "-1",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "abc",
            "1.5",
            "1e3",
            "%00",
            "1%00",
            "%ff",
            "%C3%28",
            "%0a",
            "..%2f1",
            "%2e%2e",
            "1%2f2",
            "%E2%80%AE1",
            "'%20OR%201=1--",
            "NaN",
            "0x1",
            &long,
        ] {
            let path = format!("{before}{value}{after}");
            let body = call.body_in(&scene.world);
            let answer = if body.is_null() {
                client.get(&path)
            } else {
                client.call(&call.method.to_uppercase(), &path, &body)
            };
            scene.expect(400..=499, &answer, || format!("{} {path}", call.method));
        }
    }
    scene.assert_no_faults();
}

fn invalid_queries_are_refused_and_odd_ones_cause_no_server_error(server: &TestServer) {
    let scene = Scene::new(server);
    let document = document();
    let demo = |call: &&Call| !call.path.starts_with("demo/");
    for call in calls().iter().filter(|call| call.method == "get").filter(demo) {
        let path = call.path_in(&scene.world);
        let client = scene.client_for(call);
        let get = |query: &str| client.get(&format!("{path}?{query}"));
        let parameters = operation(&document, call)["parameters"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let in_query: Vec<_> = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "query")
            .collect();
        let refusals = if in_query.is_empty() { 200..=499 } else { 400..=400 };
        for query in [
            "unknown=1",
            "%00=1",
            "x=%00",
            "x=%ff",
            "%ff",
            "x=%0a",
            "=",
            "a[]=1",
            "page[]=1",
        ] {
            scene.expect(refusals.clone(), &get(query), || format!("{path}?{query}"));
        }
        scene.expect(200..=499, &get(&"&".repeat(5000)), || {
            format!("{path} with many ampersands")
        });
        for parameter in in_query {
            let name = parameter["name"].as_str().unwrap();
            let types = types(&document, &parameter["schema"]);
            let required = parameter["required"] == true;
            let given = |value: &str| {
                let answer = get(&format!("{name}={value}"));
                (answer, format!("{path}?{name}={value}"))
            };
            for value in ["%00", "%ff", "a%1bb", "a%7fb", "%C2%9B"] {
                let (answer, what) = given(value);
                scene.expect(400..=400, &answer, || what);
            }
            if types.iter().any(|known| known == "integer") {
                for value in [
                    "abc",
                    "1.5",
                    "9223372036854775808",
                    "-9223372036854775809",
                    "1e3",
                    "%20",
                    "1,2",
                    "0x1",
                ] {
                    let (answer, what) = given(value);
                    scene.expect(400..=400, &answer, || what);
                }
                for value in [
                    "0",
                    "-1",
                    "100000",
                    "4294967295",
                    "4294967296",
                    "9223372036854775807",
                ] {
                    let (answer, what) = given(value);
                    scene.expect(200..=499, &answer, || what);
                }
                scene.expect(400..=400, &get(&format!("{name}=1&{name}=2")), || {
                    format!("{path}: {name} twice")
                });
            } else {
                let (answer, what) = given(&"x".repeat(30_000));
                scene.expect(400..=400, &answer, || what.chars().take(60).collect());
                for value in [
                    "%25%5F%27%22%5C",
                    "*",
                    "%22",
                    "NEAR(a%20b)",
                    "a%20AND",
                    "%F0%9F%92%A5",
                    "%E2%80%AE",
                    "%CC%81",
                    "[]",
                    "{}",
                    "null",
                    "",
                ] {
                    let (answer, what) = given(value);
                    scene.expect(200..=499, &answer, || what);
                }
            }
            if required {
                scene.expect(400..=400, &client.get(&path), || format!("{path} without {name}"));
            }
        }
    }
    scene.assert_no_faults();
}

fn bodies_one_byte_above_their_limit_are_refused(server: &TestServer) {
    let scene = Scene::new(server);
    let document = document();
    for call in calls().iter().filter(|call| takes_a_body(&document, call)) {
        let limit = match (call.method, call.path) {
            (
                _,
                "data_requests/submit"
                | "data_requests/guest"
                | "data_requests/patch/data_request_docs/{id}"
                | "data_requests/staff-shared"
                | "data_requests/patch/staff_shared/{id}",
            )
            | ("post", "data_requests") => 64 * 1024 * 1024,
            ("put", "data_requests/drafts/{id}") => 1024 * 1024,
            _ => 256 * 1024,
        };
        let mut body = call.body_in(&scene.world).to_string().into_bytes();
        // White space is valid JSON: the body is correct, and one byte too long.
        body.resize(limit + 1, b' ');
        let answer = send(&scene.client_for(call), call, &call.path_in(&scene.world), &body);
        scene.expect(413..=413, &answer, || {
            format!("{} with {} bytes", call.path, body.len())
        });
    }
    scene.assert_no_faults();
}
