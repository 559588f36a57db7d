use std::collections::BTreeMap;

use aditus_application::ports::{AuthenticatedPerson, IdentityProvider, ProviderError};
use aditus_application::testing::http::ReceivedRequest;
use aditus_domain::accounts::identity::{Claims, Identity};
use aditus_openid::{OpenIdProvider, OpenIdSettings};
use openidconnect::url::{Url, form_urlencoded};
use serde_json::{Value, json};

use crate::keys::{CLIENT_SECRET, Key, encode, secrets};
use crate::server::{
    ACCESS_TOKEN, CODE, DISCOVERY, KEYS, Server, TOKEN, USER_INFO, assert_invalid, assert_unreachable,
    changed, redeem, response,
};

fn query_of(address: &str) -> BTreeMap<String, String> {
    Url::parse(address).unwrap().query_pairs().into_owned().collect()
}

fn form_of(asked: &ReceivedRequest) -> BTreeMap<String, String> {
    form_urlencoded::parse(&asked.body).into_owned().collect()
}

fn with_acr(server: &Server, acr: &[&str]) -> OpenIdProvider {
    let settings = OpenIdSettings {
        required_acr: acr.iter().map(|&acr| acr.to_owned()).collect(),
        ..server.settings()
    };
    OpenIdProvider::new(settings).unwrap()
}

/// Signs in with these changes of the claims.
fn person_with(changes: &Value) -> (Server, AuthenticatedPerson) {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    server.issues(&key.token(&changed(server.claims(), changes)));
    let person = redeem(&server.client()).unwrap();
    (server, person)
}

#[test]
fn authorization_address_has_state_nonce_and_code_challenge() {
    let server = Server::start(&[]);
    let secrets = secrets();
    let address = server.client().authorization_address(&secrets).unwrap();
    assert!(address.starts_with(&server.url("/realm/authorize?tenant=health&")));
    let challenge = ring::digest::digest(&ring::digest::SHA256, secrets.pkce_verifier.as_bytes());
    let expected = [
        ("tenant", "health"),
        ("response_type", "code"),
        ("client_id", "aditus"),
        ("redirect_uri", "https://aditus.example/sign-in/return"),
        ("scope", "openid profile email"),
        ("state", &secrets.state),
        ("nonce", &secrets.nonce),
        ("code_challenge", &encode(challenge)),
        ("code_challenge_method", "S256"),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(query_of(&address), expected.into());

    let address = with_acr(&server, &["gold", "silver"]).authorization_address(&secrets);
    assert_eq!(query_of(&address.unwrap())["acr_values"], "gold silver");
}

#[test]
fn code_verifier_of_another_length_is_refused() {
    let server = Server::start(&[]);
    for length in [42, 129] {
        let mut secrets = secrets();
        secrets.pkce_verifier = "a".repeat(length);
        assert_invalid(server.client().authorization_address(&secrets), "43 to 128");
    }
}

#[test]
fn a_person_signs_in_with_each_kind_of_key() {
    for key in [Key::rs256("a"), Key::ps256("a"), Key::es256("a"), Key::eddsa("a")] {
        let server = Server::start(&[&key]);
        server.issues(&key.token(&server.claims()));
        let provider = server.client();
        let expected = AuthenticatedPerson {
            identity: Identity::new(&server.issuer(), "ada").unwrap(),
            claims: Claims::new("Ada", "Lovelace", "ada@ministry.example"),
            acr: Some("gold".to_owned()),
            amr: vec!["pwd".to_owned(), "otp".to_owned()],
            sid: Some("session-7".to_owned()),
        };
        assert_eq!(redeem(&provider).unwrap(), expected);
        assert_eq!(redeem(&provider).unwrap(), expected);
        let asked = |path| server.asked(path).len();
        assert_eq!(
            (asked(DISCOVERY), asked(KEYS), asked(TOKEN), asked(USER_INFO)),
            (1, 1, 2, 0)
        );
    }
}

#[test]
fn code_is_redeemed_with_verifier_and_secret() {
    let (server, _) = person_with(&json!({}));
    let asked = server.asked(TOKEN).remove(0);
    assert_eq!(asked.method, "POST");
    let expected = [
        ("grant_type", "authorization_code"),
        ("code", CODE),
        ("code_verifier", &secrets().pkce_verifier),
        ("redirect_uri", "https://aditus.example/sign-in/return"),
    ];
    let mut expected: BTreeMap<String, String> = expected
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    assert_eq!(form_of(&asked), expected);
    assert!(asked.headers["authorization"].starts_with("Basic "));

    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    server.configures(&json!({ "token_endpoint_auth_methods_supported": ["client_secret_post"] }));
    server.issues(&key.token(&server.claims()));
    redeem(&server.client()).unwrap();
    let asked = server.asked(TOKEN).remove(0);
    expected.insert("client_id".to_owned(), "aditus".to_owned());
    expected.insert("client_secret".to_owned(), CLIENT_SECRET.to_owned());
    assert_eq!(form_of(&asked), expected);
    assert!(!asked.headers.contains_key("authorization"));
}

#[test]
fn missing_details_come_from_the_userinfo_endpoint() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let claims = changed(server.claims(), &json!({ "given_name": null, "email": null }));
    server.issues(&key.token(&claims));
    let info = json!({
        "sub": "ada",
        "given_name": "Augusta Ada",
        "family_name": "King",
        "email": "ada@home.example",
        "email_verified": "true",
    });
    server.answers_json(USER_INFO, &info);
    let person = redeem(&server.client()).unwrap();
    assert_eq!(
        person.claims,
        Claims::new("Augusta Ada", "Lovelace", "ada@home.example")
    );
    let asked = server.asked(USER_INFO).remove(0);
    assert_eq!(asked.headers["authorization"], format!("Bearer {ACCESS_TOKEN}"));
}

#[test]
fn missing_details_stay_empty_without_a_userinfo_endpoint() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    server.configures(&json!({ "userinfo_endpoint": null }));
    let claims = changed(server.claims(), &json!({ "given_name": null, "email": null }));
    server.issues(&key.token(&claims));
    let person = redeem(&server.client()).unwrap();
    assert_eq!(person.claims, Claims::new("", "Lovelace", ""));
}

#[test]
fn userinfo_of_another_person_is_refused() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    server.issues(&key.token(&changed(server.claims(), &json!({ "email": null }))));
    let info = json!({ "sub": "mallory", "email": "mallory@ministry.example" });
    server.answers_json(USER_INFO, &info);
    assert_invalid(redeem(&server.client()), "describes another person");
    server.answers_json(USER_INFO, &json!({ "email": "mallory@ministry.example" }));
    assert_unreachable(redeem(&server.client()), "userinfo endpoint");
    server.answers(USER_INFO, response("401 Unauthorized", "text/plain", ""));
    assert_unreachable(redeem(&server.client()), "401");
}

#[test]
fn access_token_that_is_no_header_is_refused() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let claims = changed(server.claims(), &json!({ "email": null }));
    let answer = json!({
        "access_token": "a\nb",
        "token_type": "Bearer",
        "id_token": key.token(&claims),
    });
    server.answers_json(TOKEN, &answer);
    assert_invalid(redeem(&server.client()), "access token");
    assert!(server.asked(USER_INFO).is_empty());
}

#[test]
fn unverified_email_address_is_left_out() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    server.issues(&key.token(&changed(server.claims(), &json!({ "email_verified": false }))));
    let info = json!({ "sub": "ada", "email": "ada@ministry.example", "email_verified": "false" });
    server.answers_json(USER_INFO, &info);
    let person = redeem(&server.client()).unwrap();
    assert_eq!(person.claims, Claims::new("Ada", "Lovelace", ""));

    let (_, person) = person_with(&json!({ "email_verified": null }));
    assert_eq!(person.claims.email, "ada@ministry.example");
}

#[test]
fn names_in_a_language_are_used_if_there_is_no_other() {
    let changes = json!({ "given_name": null, "given_name#ja": "エイダ", "family_name#fr": "de Lovelace" });
    let (_, person) = person_with(&changes);
    assert_eq!(
        (person.claims.fname.as_str(), person.claims.sname.as_str()),
        ("エイダ", "Lovelace")
    );
}

#[test]
fn required_assurance_has_to_be_stated() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let provider = with_acr(&server, &["gold", "platinum"]);
    for (acr, is_enough) in [
        (json!("gold"), true),
        (json!("platinum"), true),
        (json!("silver"), false),
        (json!("gold platinum"), false),
        (json!(""), false),
        (Value::Null, false),
    ] {
        server.issues(&key.token(&changed(server.claims(), &json!({ "acr": acr }))));
        match redeem(&provider) {
            Ok(_) => assert!(is_enough, "{acr}"),
            Err(error) => assert!(
                matches!(error, ProviderError::AssuranceTooLow) && !is_enough,
                "{acr}"
            ),
        }
    }
}

#[test]
fn assurance_methods_and_session_are_optional() {
    let (_, person) = person_with(&json!({ "acr": null, "amr": null, "sid": null }));
    assert_eq!((person.acr, person.amr, person.sid), (None, vec![], None));
    let (_, person) = person_with(&json!({ "sid": "s".repeat(256) }));
    assert_eq!(person.sid, None);
}

#[test]
fn refused_code_is_invalid_and_refused_client_is_not_the_persons_fault() {
    let server = Server::start(&[]);
    let provider = server.client();
    let refuse = |status: &str, error: &str| {
        let body = json!({ "error": error, "error_description": format!("no such code: {CODE}") });
        server.answers(TOKEN, response(status, "application/json", &body.to_string()));
    };
    refuse("400 Bad Request", "invalid_grant");
    assert_invalid(redeem(&provider), "refused the code");
    for error in [
        "invalid_client",
        "invalid_request",
        "invalid_scope",
        "unauthorized_client",
        "unsupported_grant_type",
    ] {
        refuse("401 Unauthorized", error);
        assert_unreachable(redeem(&provider), error);
    }
    refuse("400 Bad Request", CODE);
    assert_unreachable(redeem(&provider), "an error of its own");
}
