//! The common properties of all answers: headers, ids, addresses and methods.

use std::sync::Arc;

use aditus_domain::roles::Role;
use aditus_http::Api;
use serde_json::json;

use crate::access::calls;
use crate::bad_input::Scene;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, email_of};
use crate::server::{Running, TestServer};

on_both_databases!(
    every_answer_protects_the_browser,
    no_hsts_header_is_sent_without_tls,
    documents_may_be_shown_from_the_object_store,
    every_answer_has_an_id,
    slashes_at_the_end_do_not_matter,
    unknown_addresses_and_methods_are_refused_in_json,
    only_public_answers_are_cached,
    head_answers_as_get_without_the_content,
    texts_declare_utf_8,
);

fn every_answer_protects_the_browser(server: &TestServer) {
    let guest = server.guest();
    for answer in [
        guest.get("data_dictionary/data_sources/"),
        guest.get("users/detailuser/"),
        guest.get("/api/v1/nowhere"),
        guest.get("/health/live"),
        guest.get("/api/docs/index.html"),
        guest.send("OPTIONS", "/nowhere", None, b""),
        guest.post("users/signin/", &json!([])),
    ] {
        let policy = answer.header("content-security-policy").unwrap();
        let directives: Vec<_> = policy.split(';').map(str::trim).collect();
        assert!(directives.contains(&"script-src 'self'"), "{policy}");
        assert!(
            directives.contains(&"object-src 'none'") && directives.contains(&"default-src 'self'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe-eval"), "{policy}");
        assert!(directives.contains(&"base-uri 'none'"), "{policy}");
        assert!(
            directives.contains(&"connect-src 'self' wss://aditus.example/ws/notifications"),
            "{policy}"
        );
        assert_eq!(
            answer.header("strict-transport-security"),
            Some("max-age=31536000; includeSubDomains")
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
        assert_eq!(answer.header("x-frame-options"), Some("SAMEORIGIN"));
        assert_eq!(answer.header("server"), None);
    }
}

fn no_hsts_header_is_sent_without_tls(server: &TestServer) {
    let mut ports = server.ports.clone();
    "http://localhost:8080".clone_into(&mut Arc::make_mut(&mut ports.settings).public_url);
    let running = Running::start(Api::new(ports));
    let answer = running.guest().get("/health/live");
    assert_eq!(answer.header("strict-transport-security"), None);
    let policy = answer.header("content-security-policy").unwrap();
    assert!(
        policy.contains("connect-src 'self' ws://localhost:8080/ws/notifications;"),
        "{policy}"
    );
}

fn documents_may_be_shown_from_the_object_store(server: &TestServer) {
    let origin = "https://documents.store.example";
    let api = Api::new(server.ports.clone()).with_file_origin(origin.to_owned());
    let running = Running::start(api);
    let policies = [running.guest(), server.guest()].map(|guest| {
        let answer = guest.get("/health/live");
        answer.header("content-security-policy").unwrap().to_owned()
    });
    for directive in ["img-src 'self' blob: data:", "frame-src 'self' blob:"] {
        assert!(
            policies[0].contains(&format!("{directive} {origin};")),
            "{policies:?}"
        );
        assert!(policies[1].contains(&format!("{directive};")), "{policies:?}");
    }
}

fn every_answer_has_an_id(server: &TestServer) {
    let guest = server.guest();
    let mut seen = std::collections::BTreeSet::new();
    for answer in [
        guest.get("users/detailuser/"),
        guest.get("/api/v1/nowhere"),
        guest.get("data_dictionary/data_sources/x"),
        guest.get("data_dictionary/data_sources/?page=x"),
        guest.post("users/signin/", &json!({})),
        guest.post("users/detailuser/", &json!({})),
        guest.send("POST", "users/signin/", Some("application/json"), b"{"),
    ] {
        let id = answer.header("x-request-id").unwrap().to_owned();
        assert_eq!(answer.json()["call_id"], id.as_str());
        assert!(seen.insert(id), "ids are not used twice");
    }
    assert!(guest.get("/health/live").header("x-request-id").is_some());
}

fn slashes_at_the_end_do_not_matter(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    for (path, query) in [
        ("users/detailuser", ""),
        ("data_requests", "?status=Pending"),
        ("data_requests/counts", ""),
        ("data_dictionary/data_dictionary", "?search=ward"),
    ] {
        let without = ada.client.get(&format!("{path}{query}"));
        let with = ada.client.get(&format!("{path}/{query}"));
        assert_eq!((without.status, with.status), (200, 200), "{path}");
        assert_eq!(without.bytes, with.bytes, "{path}");
    }
    let body = json!({ "assigned_role_id": ada.assigned_role.0 });
    assert_eq!(ada.client.put("users/selected-role", &body).status, 200);
    assert_eq!(ada.client.put("users/selected-role/", &body).status, 200);
    assert_eq!(ada.client.post("users/signout", &json!({})).status, 200);
}

fn unknown_addresses_and_methods_are_refused_in_json(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let unknown = "This does not exist, or you may not see it.";
    for path in [
        "nowhere",
        "users",
        "data_requests/1/2/3",
        "/api/v2/users/detailuser",
        "/api/nowhere",
        "/api",
        "/ws/nowhere",
        "/ws",
        "/health",
        "/health/nowhere",
        "/files",
        "/assets/nowhere.js",
    ] {
        ada.client.get(path).refuses(404, unknown);
    }
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        ada.client
            .send(method, "/nowhere", None, b"")
            .refuses(404, unknown);
        ada.client
            .send(method, "/api/v1/nowhere", None, b"")
            .refuses(404, unknown);
    }
    let method = "This address does not support this method.";
    for (sent, path, allowed) in [
        ("POST", "users/detailuser", "GET, HEAD"),
        ("GET", "users/signin", "POST"),
        (
            "DELETE",
            "data_requests/data_request_feedback/1",
            "GET, HEAD, PUT",
        ),
        ("DELETE", "data_requests/request_state/1", "PUT"),
        ("PUT", "data_requests/request_state/1/otp/", "POST"),
        (
            "DELETE",
            "data_requests/retrieve_file/requests/1.pdf",
            "GET, HEAD",
        ),
        ("OPTIONS", "facilities", "GET, HEAD"),
        ("OPTIONS", "/log/checkpoint", "GET, HEAD"),
        ("POST", "/log/checkpoint", "GET, HEAD"),
        ("POST", "/log/tile/0/000", "GET, HEAD"),
        ("PUT", "/health/ready", "GET, HEAD"),
        ("DELETE", "/files/requests/1.pdf", "GET, HEAD"),
    ] {
        let answer = ada.client.send(sent, path, None, b"");
        answer.refuses(405, method);
        assert_eq!(answer.header("allow"), Some(allowed), "{path}");
    }
}

/// Sends every call as a permitted caller: caches store only answers that a handler marks as
/// public.
fn only_public_answers_are_cached(server: &TestServer) {
    let scene = Scene::new(server);
    let mut kept = Vec::new();
    for call in calls() {
        let path = call.path_in(&scene.world);
        let client = scene.client_for(&call);
        let answer = match call.method {
            "get" => client.get(&path),
            method => client.send(&method.to_uppercase(), &path, Some("application/json"), b"{"),
        };
        let said = answer.header("cache-control").unwrap_or("nothing");
        if said != "no-store" {
            kept.push(format!("{} {}: {said}", call.method, call.path));
        }
    }
    assert_eq!(
        kept,
        [
            "get figures: public, max-age=60",
            "get documents/{slug}: public, max-age=3600, stale-while-revalidate=86400",
        ]
    );
    let guest = server.guest();
    for (path, kept) in [
        ("users/signin/", "no-store"),
        ("/health/ready", "no-store"),
        ("/api/v1/openapi.json", "no-cache"),
    ] {
        assert_eq!(guest.get(path).header("cache-control"), Some(kept), "{path}");
    }
    let signed_in = guest.post(
        "users/signin/",
        &json!({ "username": email_of("Ada"), "password": PASSWORD }),
    );
    assert_eq!(
        (signed_in.status, signed_in.header("cache-control")),
        (200, Some("no-store"))
    );
}

fn texts_declare_utf_8(server: &TestServer) {
    let guest = server.guest();
    let page = guest.get("/api/docs/index.html");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    // A build without a frontend has no such file.
    let robots = guest.get("/robots.txt");
    if robots.status == 200 {
        assert_eq!(robots.header("content-type"), Some("text/plain; charset=utf-8"));
    }
}

fn head_answers_as_get_without_the_content(server: &TestServer) {
    let scene = Scene::new(server);
    for call in calls().iter().filter(|call| call.method == "get") {
        let path = call.path_in(&scene.world);
        let client = scene.client_for(call);
        let (get, head) = (client.get(&path), client.send("HEAD", &path, None, b""));
        assert_eq!(
            (head.status, head.header("content-type")),
            (get.status, get.header("content-type")),
            "{path}"
        );
        assert!(head.bytes.is_empty(), "{path}");
    }
    let guest = server.guest();
    for (path, status) in [
        ("/health/live", 200),
        ("/health/ready", 200),
        ("/api/v1/openapi.json", 200),
        ("/api/docs/index.html", 200),
        ("/api/nowhere", 404),
        ("users/detailuser", 401),
        ("users/signin", 405),
    ] {
        let head = guest.send("HEAD", path, None, b"");
        assert_eq!((head.status, head.bytes.len()), (status, 0), "{path}");
    }
}
