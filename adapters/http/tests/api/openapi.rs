//! `GET /api/v1/openapi.json`, and the page that shows it.

use aditus_application::Reason;
use serde_json::Value;

use crate::on_both_databases;
use crate::server::TestServer;

on_both_databases!(
    the_document_is_published,
    the_compatibility_promise_is_the_same_in_all_documents,
    every_operation_is_described,
    each_call_has_the_answers_of_its_kind,
    every_reason_of_an_error_is_described,
    every_text_that_is_sent_has_a_limit,
    a_page_shows_the_document
);

fn the_document_is_published(server: &TestServer) {
    let answer = server.guest().get("/api/v1/openapi.json");
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, Some("application/json"))
    );
    let document = answer.json();
    assert!(
        document["openapi"].as_str().unwrap().starts_with("3.1"),
        "{}",
        document["openapi"]
    );
    assert_eq!(document["info"]["title"], "Aditus");
    assert_eq!(
        document,
        serde_json::to_value(aditus_http::openapi_document()).unwrap()
    );
}

/// The document, the changelog and the guide for integrators contain the same sentence.
fn the_compatibility_promise_is_the_same_in_all_documents(server: &TestServer) {
    let document = server.guest().get("/api/v1/openapi.json").json();
    let described = document["info"]["description"].as_str().unwrap();
    let start = described.find("Before 1.0.0 ").unwrap();
    let end = described[start..].find(". ").unwrap();
    let sentence = &described[start..=start + end];
    assert!(
        sentence.ends_with("a new third number may only add to them."),
        "{sentence}"
    );
    for file in ["CHANGELOG.md", "docs/EXTENDING.md"] {
        let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(sentence), "{file} lacks: {sentence}");
    }
}

fn every_operation_is_described(server: &TestServer) {
    let document = server.guest().get("/api/v1/openapi.json").json();
    let mut names = std::collections::BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        assert!(path.starts_with("/api/v1/") && !path.ends_with('/'), "{path}");
        for (method, operation) in item.as_object().unwrap() {
            let at = format!("{method} {path}");
            assert!(
                names.insert(operation["operationId"].as_str().unwrap().to_owned()),
                "{at}: its name is taken"
            );
            assert!(
                operation["summary"].as_str().is_some_and(|text| !text.is_empty()),
                "{at}: no summary"
            );
            assert_eq!(operation["tags"].as_array().map(Vec::len), Some(1), "{at}");
            let responses = operation["responses"].as_object().unwrap();
            assert!(
                ["200", "201", "204"]
                    .iter()
                    .any(|status| responses.contains_key(*status)),
                "{at}"
            );
            for (status, response) in responses {
                let response = resolved(&document, response);
                assert!(
                    response["description"]
                        .as_str()
                        .is_some_and(|text| !text.is_empty()),
                    "{at}: {status} is not described"
                );
                if status == "204" {
                    assert!(response.get("content").is_none(), "{at}: 204 has no body");
                    continue;
                }
                let content = response["content"]
                    .as_object()
                    .unwrap_or_else(|| panic!("{at}: {status} has no content"));
                for (media, described) in content {
                    assert!(described["schema"].is_object(), "{at}: {status} {media}");
                }
            }
            assert_eq!(
                responses.contains_key("401"),
                operation["security"].is_array()
                    // Beginning a sign-in proves nothing yet.
                    || path.contains("users/signin")
                        && !path.ends_with("/provider")
                        && !path.ends_with("users/signin/passkey/options")
                    || path.ends_with("users/verify"),
                "{at}"
            );
            if operation.get("requestBody").is_some() || operation.get("parameters").is_some() {
                assert!(responses.contains_key("400"), "{at}: bad input is not described");
            }
            let in_path = path.matches('{').count();
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            assert_eq!(
                parameters
                    .iter()
                    .filter(|parameter| parameter["in"] == "path")
                    .count(),
                in_path,
                "{at}"
            );
        }
    }
    for reference in references(&document) {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

fn each_call_has_the_answers_of_its_kind(server: &TestServer) {
    let document = server.guest().get("/api/v1/openapi.json").json();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let mut statuses = vec!["429", "503"];
            if operation.get("requestBody").is_some() {
                statuses.extend(["400", "408", "413", "415"]);
            }
            if path.contains('{') {
                statuses.push("404");
            }
            if operation.get("security").is_some() {
                statuses.extend(["401", "403"]);
            }
            let response = |status: &str| resolved(&document, &operation["responses"][status]);
            for status in statuses {
                let schema = &response(status)["content"]["application/json"]["schema"];
                assert_eq!(
                    schema["$ref"], "#/components/schemas/ProblemBody",
                    "{method} {path}: {status}"
                );
            }
            for status in ["429", "503"] {
                assert!(
                    response(status)["headers"]["Retry-After"].is_object(),
                    "{method} {path}: {status}"
                );
            }
        }
    }
}

fn every_reason_of_an_error_is_described(server: &TestServer) {
    let document = server.guest().get("/api/v1/openapi.json").json();
    let schemas = &document["components"]["schemas"];
    let problem = &schemas["ProblemBody"];
    assert_eq!(
        problem["properties"]["reason"]["$ref"],
        "#/components/schemas/Reason"
    );
    let required = problem["required"].as_array().unwrap();
    assert!(required.contains(&"reason".into()) && !required.contains(&"params".into()));
    let names: Vec<&str> = Reason::ALL.iter().map(|reason| reason.name()).collect();
    assert_eq!(schemas["Reason"]["enum"], serde_json::json!(names));
    let described = schemas["Reason"]["description"].as_str().unwrap();
    for reason in Reason::ALL {
        let line = format!("- `{}`: {}", reason.name(), reason.description());
        assert!(described.contains(&line), "{line}");
    }
}

fn every_text_that_is_sent_has_a_limit(server: &TestServer) {
    let document = server.guest().get("/api/v1/openapi.json").json();
    let mut seen = std::collections::BTreeSet::new();
    let mut unlimited = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let body = &operation["requestBody"]["content"];
            for content in body.as_object().into_iter().flat_map(|body| body.values()) {
                let at = format!("{method} {path}");
                unlimited_texts(&document, &content["schema"], &at, &mut seen, &mut unlimited);
            }
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                if parameter["in"] == "query" && is_unlimited_text(&parameter["schema"]) {
                    unlimited.push(format!("{method} {path}?{name}"));
                }
            }
        }
    }
    assert!(seen.len() > 30, "{seen:?}");
    assert!(
        unlimited.is_empty(),
        "no limit, form or choice of: {unlimited:#?}"
    );
}

fn is_unlimited_text(schema: &Value) -> bool {
    let kind = &schema["type"];
    let is_text = *kind == "string"
        || kind
            .as_array()
            .is_some_and(|kinds| kinds.contains(&"string".into()));
    is_text
        && ["maxLength", "enum", "format"]
            .iter()
            .all(|key| schema[*key].is_null())
}

/// Collects the texts below this schema that have no documented limit.
fn unlimited_texts(
    document: &Value,
    schema: &Value,
    at: &str,
    seen: &mut std::collections::BTreeSet<String>,
    found: &mut Vec<String>,
) {
    if let Some(reference) = schema["$ref"].as_str() {
        if seen.insert(reference.to_owned()) {
            let name = reference.rsplit('/').next().unwrap();
            unlimited_texts(
                document,
                document.pointer(&reference[1..]).unwrap(),
                name,
                seen,
                found,
            );
        }
        return;
    }
    if is_unlimited_text(schema) {
        found.push(at.to_owned());
    }
    for choice in schema["oneOf"].as_array().into_iter().flatten() {
        unlimited_texts(document, choice, at, seen, found);
    }
    if schema["items"].is_object() {
        unlimited_texts(document, &schema["items"], at, seen, found);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        unlimited_texts(document, property, &format!("{at}.{name}"), seen, found);
    }
}

/// Resolves the reference to a shared response.
fn resolved<'a>(document: &'a Value, response: &'a Value) -> &'a Value {
    match response["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => response,
    }
}

fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str).map(ToOwned::to_owned);
            own.into_iter()
                .chain(fields.values().flat_map(references))
                .collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

fn a_page_shows_the_document(server: &TestServer) {
    let guest = server.guest();
    for path in ["/api/docs/", "/api/docs/index.html"] {
        let answer = guest.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(
            answer.header("content-type").unwrap().starts_with("text/html"),
            "{path}"
        );
        let html = String::from_utf8(answer.bytes).unwrap();
        assert!(!html.contains("<script>"), "the policy allows no inline script");
    }
    let setup = guest.get("/api/docs/swagger-initializer.js");
    assert_eq!(setup.status, 200);
    assert!(
        String::from_utf8(setup.bytes)
            .unwrap()
            .contains("/api/v1/openapi.json")
    );
    assert_eq!(guest.get("/api/docs/swagger-ui.css").status, 200);
}
