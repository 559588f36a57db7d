//! `POST users/signin/`.

use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::settings::Settings;
use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};
use aditus_http::{Api, LoadLimits};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, email_of, phone_of};
use crate::server::{Running, TestServer};
use crate::submission::submitted;

on_both_databases!(
    empty_fields_are_named,
    unknown_accounts_and_wrong_passwords_get_the_same_answer,
    address_and_phone_number_sign_in,
    disabled_accounts_are_refused_and_pending_ones_sign_in,
    ten_failures_limit_an_account,
    a_network_is_limited_only_when_it_tries_many_accounts,
    a_known_browser_signs_in_while_others_are_limited,
    the_cookie_of_a_browser_is_for_this_host_alone,
    concurrent_guesses_count_individually,
    the_role_of_the_lowest_rank_is_selected,
    no_other_answer_contains_a_secret,
);

fn sign_in(server: &TestServer, username: &str, password: &str) -> Answer {
    server.guest().post(
        "users/signin/",
        &json!({ "username": username, "password": password }),
    )
}

fn empty_fields_are_named(server: &TestServer) {
    let guest = server.guest();
    let neither = guest.post("users/signin/", &json!({}));
    neither.refuses_field(400, "username", "Username is required");
    assert_eq!(neither.json()["errors"]["password"][0], "Password is required");
    sign_in(server, " ", "x").refuses_field(400, "username", "Username is required");
    guest
        .post("users/signin/", &json!({ "password": "x" }))
        .refuses_field(400, "username", "Username is required");
    sign_in(server, "ada@people.example", "").refuses_field(400, "password", "Password is required");
    guest
        .post("users/signin/", &json!({ "username": "a" }))
        .refuses_field(400, "password", "Password is required");
}

fn unknown_accounts_and_wrong_passwords_get_the_same_answer(server: &TestServer) {
    let installation = Installation::new(server);
    installation.person("Ada", Role::DataRequester);
    for (username, password) in [
        ("ada@people.example", "Demo-2026"),
        ("ada@people.example", "x"),
        ("nobody@people.example", PASSWORD),
        ("+256700000009", PASSWORD),
        ("' OR 1=1 --", PASSWORD),
    ] {
        let answer = sign_in(server, username, password);
        answer.refuses(401, "Invalid username or password.");
        assert_eq!(
            answer.header("www-authenticate"),
            None,
            "only an ended session signs the client out"
        );
    }
}

fn address_and_phone_number_sign_in(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    for username in ["ada@people.example", " ADA@people.example ", &phone_of("Ada")] {
        let answer = sign_in(server, username, PASSWORD);
        assert_eq!(answer.status, 200, "{username}: {}", answer.json());
        let user = &answer.json()["user"];
        assert_eq!(
            (&user["user_id"], &user["fname"]),
            (&json!(ada.user.0), &json!("Ada"))
        );
        let client = server.guest().with_token(user["token"].as_str().unwrap());
        assert_eq!(
            client.get("users/detailuser/").json()["user"]["user_id"],
            ada.user.0
        );
    }
}

fn disabled_accounts_are_refused_and_pending_ones_sign_in(server: &TestServer) {
    let installation = Installation::new(server);
    installation.account("Dora", installation.provider, AccountState::Disabled);
    installation.account("Pia", installation.provider, AccountState::Pending);
    let disabled = "Your account is disabled. Contact the administrator of your organisation.";
    sign_in(server, &email_of("Dora"), PASSWORD).refuses(401, disabled);
    sign_in(server, &email_of("Dora"), "wrong").refuses(401, "Invalid username or password.");

    let pending = sign_in(server, &email_of("Pia"), PASSWORD);
    assert_eq!(pending.status, 200);
    let user = &pending.json()["user"];
    assert_eq!(
        (
            &user["is_active"],
            &user["pending_activation"],
            &user["selected_role"]
        ),
        (&json!("Disable"), &json!(true), &Value::Null)
    );
}

fn ten_failures_limit_an_account(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    for _ in 0..10 {
        assert_eq!(sign_in(server, &ada.email, "wrong").status, 401);
        server.clock.advance(TimeDelta::seconds(1));
    }
    let refused = sign_in(server, &ada.email, PASSWORD);
    refused.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(refused.header("retry-after"), Some("890"));
    assert_eq!(
        ada.client.get("users/detailuser/").status,
        200,
        "a session goes on"
    );

    server.clock.advance(TimeDelta::seconds(889));
    assert_eq!(sign_in(server, &ada.email, PASSWORD).status, 429);
    server.clock.advance(TimeDelta::seconds(1));
    assert_eq!(sign_in(server, &ada.email, PASSWORD).status, 200);
}

fn a_network_is_limited_only_when_it_tries_many_accounts(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let guess = |number: usize| {
        let username = format!("guess{}@people.example", number % 20);
        sign_in(server, &username, PASSWORD).status
    };
    assert!((0..99).all(|number| guess(number) == 401));
    assert_eq!(sign_in(server, &ada.email, PASSWORD).status, 200);
    assert_eq!(guess(99), 401);
    let refused = sign_in(server, &ada.email, PASSWORD);
    refused.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(refused.header("retry-after"), Some("900"));
}

fn a_known_browser_signs_in_while_others_are_limited(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let cookie = sign_in(server, &ada.email, PASSWORD).cookie();
    for _ in 0..10 {
        assert_eq!(sign_in(server, &ada.email, "wrong").status, 401);
    }
    assert_eq!(sign_in(server, &ada.email, PASSWORD).status, 429);
    let known = |headers: &[(&str, &str)], password: &str| {
        let body = json!({ "username": ada.email, "password": password });
        server.guest().call_with("POST", "users/signin/", headers, &body)
    };
    let others = format!("aditus_visitor=1; {cookie}; theme=dark");
    for header in [&cookie, &others] {
        assert_eq!(known(&[("cookie", header)], PASSWORD).status, 200, "{header}");
    }
    for header in [
        "__Host-aditus_browser=",
        "__Host-aditus_browser=x.y",
        "\u{e9}=;;=,",
    ] {
        assert_eq!(known(&[("cookie", header)], PASSWORD).status, 429, "{header}");
    }
    for _ in 0..10 {
        assert_eq!(known(&[("cookie", &cookie)], "wrong").status, 401);
    }
    assert_eq!(known(&[("cookie", &cookie)], PASSWORD).status, 429);
}

fn the_cookie_of_a_browser_is_for_this_host_alone(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let attributes = |answer: &Answer| {
        let header = answer.header("set-cookie").unwrap().to_owned();
        let mut parts: Vec<String> = header.split("; ").map(str::to_owned).collect();
        let value = parts.remove(0);
        let (name, value) = value.split_once('=').unwrap();
        assert!(value.len() > 64, "{value}");
        parts.sort_unstable();
        (name.to_owned(), parts.join("; "))
    };
    let over_tls = sign_in(server, &ada.email, PASSWORD);
    assert_eq!(
        attributes(&over_tls),
        (
            "__Host-aditus_browser".to_owned(),
            "HttpOnly; Max-Age=7776000; Path=/; SameSite=Lax; Secure".to_owned()
        )
    );
    let plain = Running::start(Api::new(Ports {
        settings: Arc::new(Settings {
            public_url: "http://localhost:8080".to_owned(),
            ..(*server.ports.settings).clone()
        }),
        ..server.ports.clone()
    }));
    let body = json!({ "username": ada.email, "password": PASSWORD });
    assert_eq!(
        attributes(&plain.guest().post("users/signin/", &body)),
        (
            "aditus_browser".to_owned(),
            "HttpOnly; Max-Age=7776000; Path=/; SameSite=Lax".to_owned()
        )
    );
    let failed = sign_in(server, &ada.email, "wrong");
    assert_eq!(failed.header("set-cookie"), None);
}

fn concurrent_guesses_count_individually(server: &TestServer) {
    const GUESSES: usize = 24;
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    // The queue is large enough for all attempts, so that only the limit of failures refuses some.
    let mut limits = LoadLimits::default();
    limits.hashing.queue.per_account = GUESSES;
    let running = Running::start(Api::new(server.ports.clone()).with_limits(limits));
    let guess = |n: usize| {
        let body = json!({ "username": ada.email, "password": format!("Guess-{n}") });
        running.guest().post("users/signin/", &body).status
    };
    let guess = &guess;
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let guesses: Vec<_> = (0..GUESSES).map(|n| scope.spawn(move || guess(n))).collect();
        guesses.into_iter().map(|guess| guess.join().unwrap()).collect()
    });
    let answered = statuses.iter().filter(|status| **status == 401).count();
    let refused = statuses.iter().filter(|status| **status == 429).count();
    assert_eq!((answered, refused), (10, 14), "{statuses:?}");
}

fn the_role_of_the_lowest_rank_is_selected(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let user = installation.account("Vera", provider, AccountState::Active);
    installation.assign(user, provider, Role::DataOfficer, RoleStatus::Activated);
    let (custodian, org_role) =
        installation.assign(user, provider, Role::DataCustodian, RoleStatus::Activated);
    installation.assign(user, provider, Role::SuperUser, RoleStatus::Pending);
    installation.assign(user, provider, Role::Admin, RoleStatus::Revoked);

    let answer = sign_in(server, &email_of("Vera"), PASSWORD).json();
    assert_eq!(
        answer["user"]["selected_role"], custodian.0,
        "roles that are not activated do not count"
    );
    let roles = answer["user"]["assigned_roles"].as_array().unwrap();
    let listed: Vec<_> = roles
        .iter()
        .map(|role| {
            (
                role["role"].as_str().unwrap(),
                role["latest_role_status"][0]["status"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        listed,
        [
            ("Super User", "Pending"),
            ("Admin", "Revoked"),
            ("Data Custodian", "Activated"),
            ("Data Officer", "Activated"),
        ]
    );
    assert_eq!(
        (&roles[2]["org_role_id"], &roles[2]["rank"]),
        (&json!(org_role.0), &json!(3))
    );
}

fn no_other_answer_contains_a_secret(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let reviewer = installation.person("Abel", Role::DataAccessReviewer);
    for (name, role) in ["Bela", "Cora", "Dina", "Emil", "Fred"]
        .iter()
        .zip(&Role::STAFF[1..])
    {
        installation.person(name, *role);
    }
    let request = submitted(&installation, &ada);
    let answer = sign_in(server, &ada.email, PASSWORD);
    let text = String::from_utf8(answer.bytes.clone()).unwrap();
    let token = answer.json()["user"]["token"].as_str().unwrap().to_owned();
    assert!(token.len() >= 43, "256 bits at the least: {token}");
    assert!(!text.contains(PASSWORD) && !text.contains("hash"), "{text}");
    assert_eq!(text.matches(&token).count(), 2, "under `user` and `data`");

    let client = server.guest().with_token(&token);
    for path in [
        "users/detailuser/",
        "data_requests/",
        &format!("data_requests/?request_id={request}"),
        &format!("data_requests/request_states/?request_id={request}"),
        &format!("data_requests/request_history/?request_id={request}"),
        "notifications/all-user-notifications/",
    ] {
        for client in [&client, &reviewer.client] {
            let answer = client.get(path);
            assert_eq!(answer.status, 200, "{path}");
            let text = String::from_utf8(answer.bytes).unwrap();
            // The key `otp` contains the expiry time of a code (1 §3), and no digits.
            for secret in ["token", &token, PASSWORD, "password", "$plain$", r#""otp":""#] {
                assert!(!text.contains(secret), "{path} holds {secret}: {text}");
            }
        }
    }
}
