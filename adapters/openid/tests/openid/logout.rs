use aditus_application::ports::{IdentityProvider, ProviderLogout};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::keys::Key;
use crate::server::{KEYS, NOW, Server, assert_invalid, assert_invalid_with, changed, now};

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// Returns valid claims of a logout token.
pub fn claims(server: &Server) -> Value {
    json!({
        "iss": server.issuer(),
        "aud": "aditus",
        "iat": NOW,
        "exp": NOW + 120,
        "jti": "1",
        "events": { EVENT: {} },
        "sub": "ada",
        "sid": "session-7",
    })
}

#[test]
fn logout_token_names_subject_and_session() {
    let (rsa, curve) = (Key::rs256("a"), Key::es256("b"));
    let server = Server::start(&[&rsa, &curve]);
    let provider = server.client();
    let text = |text: &str| Some(text.to_owned());
    for (changes, subject, sid) in [
        (json!({}), text("ada"), text("session-7")),
        (json!({ "sid": null }), text("ada"), None),
        (json!({ "sub": null }), None, text("session-7")),
        (
            json!({ "aud": ["other", "aditus"] }),
            text("ada"),
            text("session-7"),
        ),
        (
            json!({ "exp": null, "iat": NOW, "other": [1] }),
            text("ada"),
            text("session-7"),
        ),
        (
            json!({ "events": { EVENT: {}, "https://id.example/event": 1 } }),
            text("ada"),
            text("session-7"),
        ),
    ] {
        for key in [&rsa, &curve] {
            let token = key.token(&changed(claims(&server), &changes));
            let expected = ProviderLogout {
                issuer: server.issuer(),
                subject: subject.clone(),
                sid: sid.clone(),
                issued_until: now() + TimeDelta::minutes(2),
            };
            assert_eq!(
                provider.verify_logout(&token, now()).unwrap(),
                expected,
                "{changes}"
            );
        }
    }
}

#[test]
fn types_of_logout_tokens_are_accepted() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let provider = server.client();
    let verify = |typ: Value| {
        let header = changed(key.header(), &json!({ "typ": typ, "kid": null }));
        provider.verify_logout(&key.token_with_header(&header, &claims(&server)), now())
    };
    for typ in [
        json!("logout+jwt"),
        json!("application/logout+jwt"),
        json!("JWT"),
        Value::Null,
    ] {
        verify(typ).unwrap();
    }
    for typ in ["at+jwt", "secevent+jwt", "application/json", ""] {
        assert_invalid(verify(json!(typ)), "type or header");
    }
}

#[test]
fn tokens_that_are_no_logout_tokens_for_this_client_are_refused() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let provider = server.client();
    for (changes, reason) in [
        (json!({ "iss": "https://id.example" }), "another issuer"),
        (
            json!({ "iss": format!("{}/", server.issuer()) }),
            "another issuer",
        ),
        (json!({ "aud": "other" }), "for another client"),
        (json!({ "aud": [] }), "for another client"),
        (json!({ "aud": null }), "malformed"),
        (json!({ "events": null }), "no logout token"),
        (json!({ "events": {} }), "no logout token"),
        (json!({ "events": { EVENT: true } }), "no logout token"),
        (json!({ "events": [EVENT] }), "malformed"),
        (json!({ "nonce": "n" }), "no logout token"),
        (json!({ "nonce": 1 }), "no logout token"),
        (json!({ "exp": NOW - 120 }), "expired"),
        (json!({ "exp": null, "iat": NOW - 720 }), "too old"),
        (json!({ "iat": NOW + 121 }), "from the future"),
        (json!({ "nbf": NOW + 121 }), "from the future"),
        (json!({ "iat": null }), "malformed"),
        (json!({ "iat": -1 }), "malformed"),
        (json!({ "iat": 1e17 }), "malformed"),
        (json!({ "iat": "yesterday" }), "malformed"),
        (json!({ "sub": null, "sid": null }), "no usable subject"),
        (json!({ "sub": "" }), "no usable subject"),
        (json!({ "sid": "" }), "no usable subject"),
        (json!({ "sid": "s".repeat(256) }), "no usable subject"),
        (json!({ "sid": "a\nb" }), "no usable subject"),
    ] {
        let token = key.token(&changed(claims(&server), &changes));
        assert_invalid_with(&changes, provider.verify_logout(&token, now()), reason);
    }
    for changes in [
        json!({ "exp": NOW - 119 }),
        json!({ "exp": null, "iat": NOW - 719 }),
        json!({ "iat": NOW + 120 }),
    ] {
        let token = key.token(&changed(claims(&server), &changes));
        assert!(provider.verify_logout(&token, now()).is_ok(), "{changes}");
    }
    assert_invalid(
        provider.verify_logout(&key.token(&server.claims()), now()),
        "no logout token",
    );
}

#[test]
fn logout_tokens_without_a_signature_of_the_provider_are_refused() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let provider = server.client();
    let claims = claims(&server);
    let valid = key.token(&claims);
    let (message, signature) = valid.rsplit_once('.').unwrap();
    let critical = changed(key.header(), &json!({ "crit": ["b64"], "b64": false }));
    for (token, reason) in [
        (Key::none("a").token(&claims), "algorithm"),
        (Key::hs256("a").token(&claims), "algorithm"),
        (key.token_with_header(&critical, &claims), "type or header"),
        (Key::es256("a").token(&claims), "signature of the token is wrong"),
        (format!("{message}."), "signature of the token is wrong"),
        (Key::eddsa("a").token(&claims), "signature of the token is wrong"),
        (Key::es256("b").token(&claims), "unknown key"),
        (String::new(), "malformed"),
        (message.to_owned(), "malformed"),
        (format!("{valid}.{signature}"), "malformed"),
        (format!("{valid}="), "malformed"),
        (format!(" {valid}"), "malformed"),
        ("é.é.é".to_owned(), "malformed"),
        ("a.b.c".to_owned(), "malformed"),
    ] {
        assert_invalid(provider.verify_logout(&token, now()), reason);
    }
    provider.verify_logout(&valid, now()).unwrap();
    // The first token with a wrong signature caused a fetch.
    assert_eq!(server.asked(KEYS).len(), 2);
}

#[test]
fn keys_for_encryption_verify_no_signature() {
    let mut key = Key::es256("a");
    key.public = changed(key.public.clone(), &json!({ "use": "enc" }));
    let server = Server::start(&[&key]);
    let provider = server.client();
    let token = key.token(&claims(&server));
    assert_invalid(
        provider.verify_logout(&token, now()),
        "signature of the token is wrong",
    );
}

#[test]
fn address_for_signing_out_comes_from_the_configuration() {
    let keys = [Key::rs256("a"), Key::es256("b"), Key::eddsa("c")];
    let server = Server::start(&keys.each_ref());
    let provider = server.client();
    assert_eq!(provider.sign_out_address(), None);
    let issuer = server.issuer();
    assert_eq!(
        provider.check().unwrap(),
        format!("issuer {issuer}, 3 keys, sign-out at the provider: yes")
    );
    let query = "client_id=aditus&post_logout_redirect_uri=https%3A%2F%2Faditus.example%2F";
    assert_eq!(
        provider.sign_out_address(),
        Some(format!("{issuer}/logout?{query}"))
    );

    server.configures(&json!({ "end_session_endpoint": null }));
    assert_eq!(
        provider.check().unwrap(),
        format!("issuer {issuer}, 3 keys, sign-out at the provider: no")
    );
    assert_eq!(provider.sign_out_address(), None);
}
