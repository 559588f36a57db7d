use serde_json::{Value, json};

use crate::keys::Key;
use crate::server::{
    NOW, Server, TOKEN, assert_invalid, assert_invalid_with, assert_unreachable, changed, redeem, response,
};

#[test]
fn claims_for_another_sign_in_are_refused() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let provider = server.client();
    let other_issuer = format!("{}/", server.issuer());
    for (changes, reason) in [
        (json!({ "iss": "https://id.example" }), "another issuer"),
        (json!({ "iss": other_issuer }), "another issuer"),
        (json!({ "iss": null }), "malformed"),
        (json!({ "aud": "other" }), "for another client"),
        (json!({ "aud": ["other"] }), "for another client"),
        (json!({ "aud": null }), "for another client"),
        (json!({ "aud": ["aditus", "other"] }), "for another client"),
        (
            json!({ "aud": ["aditus", "other"], "azp": "other" }),
            "for another client",
        ),
        (json!({ "azp": "other" }), "for another client"),
        (json!({ "nonce": "nonce-of-another-one" }), "its nonce is wrong"),
        (json!({ "nonce": "" }), "its nonce is wrong"),
        (json!({ "nonce": null }), "its nonce is wrong"),
        (json!({ "exp": NOW - 120 }), "expired"),
        (json!({ "exp": null }), "malformed"),
        (json!({ "iat": NOW + 121 }), "from the future"),
        (json!({ "iat": null }), "malformed"),
        (json!({ "nbf": NOW + 121 }), "from the future"),
        (json!({ "nbf": -1 }), "malformed"),
        (json!({ "sub": null }), "malformed"),
        (json!({ "sub": "" }), "no usable subject"),
        (json!({ "sub": "a".repeat(256) }), "no usable subject"),
        (json!({ "sid": 7 }), "malformed"),
    ] {
        server.issues(&key.token(&changed(server.claims(), &changes)));
        assert_invalid_with(&changes, redeem(&provider), reason);
    }
}

#[test]
fn clocks_may_differ_by_two_minutes_and_several_audiences_need_azp() {
    let key = Key::rs256("a");
    let server = Server::start(&[&key]);
    let provider = server.client();
    for changes in [
        json!({ "exp": NOW - 119 }),
        json!({ "iat": NOW + 120 }),
        json!({ "nbf": NOW + 120 }),
        json!({ "nbf": 1_780_000_000.5, "iat": 1_779_999_999.5 }),
        json!({ "aud": ["aditus"] }),
        json!({ "azp": "aditus" }),
        json!({ "aud": ["other", "aditus"], "azp": "aditus" }),
        json!({ "updated_at": "2026-05-28T20:26:40Z", "groups": ["staff"] }),
    ] {
        server.issues(&key.token(&changed(server.claims(), &changes)));
        let person = redeem(&provider);
        assert!(person.is_ok(), "{changes}: {person:?}");
    }
}

#[test]
fn tokens_without_a_signature_of_the_provider_are_refused() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let provider = server.client();
    let claims = server.claims();
    let valid = key.token(&claims);
    let (message, _) = valid.rsplit_once('.').unwrap();
    let other = Key::es256("a").token(&claims);
    let (_, signature) = other.rsplit_once('.').unwrap();
    // A public key as the secret of an HMAC.
    let confused = changed(key.header(), &json!({ "alg": "HS256" }));
    for (token, reason) in [
        (Key::none("a").token(&claims), "algorithm"),
        (Key::hs256("a").token(&claims), "algorithm"),
        (key.token_with_header(&confused, &claims), "algorithm"),
        (other.clone(), "signature of the token is wrong"),
        (
            format!("{message}.{signature}"),
            "signature of the token is wrong",
        ),
        (format!("{message}."), "signature of the token is wrong"),
        (Key::es256("b").token(&claims), "unknown key"),
        // The key has another type than the algorithm.
        (Key::eddsa("a").token(&claims), "unknown key"),
    ] {
        server.issues(&token);
        assert_invalid(redeem(&provider), reason);
    }
    server.issues(&valid);
    redeem(&provider).unwrap();
}

#[test]
fn headers_of_other_tokens_are_refused() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let provider = server.client();
    for changes in [
        json!({ "typ": "logout+jwt" }),
        json!({ "typ": "at+jwt" }),
        json!({ "cty": "JWT" }),
        json!({ "crit": ["exp"], "exp": 1 }),
    ] {
        let header = changed(key.header(), &changes);
        server.issues(&key.token_with_header(&header, &server.claims()));
        assert_invalid(redeem(&provider), "type or header");
    }
    let header = changed(key.header(), &json!({ "alg": "ES512" }));
    server.issues(&key.token_with_header(&header, &server.claims()));
    assert_invalid(redeem(&provider), "algorithm");
    let header = changed(key.header(), &json!({ "typ": null, "kid": null }));
    server.issues(&key.token_with_header(&header, &server.claims()));
    redeem(&provider).unwrap();
}

#[test]
fn answers_without_a_readable_id_token_are_invalid() {
    let server = Server::start(&[]);
    let provider = server.client();
    for token in ["", "a", "a.b", "a.b.c", "eyJhbGciOiJYWCJ9.e30.", "....", "é.é.é"] {
        server.issues(token);
        assert_invalid(redeem(&provider), "malformed");
    }
    for (answer, reason) in [
        (
            json!({ "access_token": "a", "token_type": "Bearer" }),
            "no ID token",
        ),
        (json!({ "access_token": "a" }), "malformed"),
        (json!([]), "malformed"),
        (Value::Null, "malformed"),
    ] {
        server.answers_json(TOKEN, &answer);
        assert_invalid(redeem(&provider), reason);
    }
}

#[test]
fn answers_that_are_not_of_oauth_mean_that_the_provider_is_broken() {
    let server = Server::start(&[]);
    let provider = server.client();
    let html = "<html>sign in</html>";
    for (response, reason) in [
        (response("200 OK", "text/html", html), "no JSON of OAuth"),
        (response("200 OK", "application/json", html), "no JSON of OAuth"),
        (response("200 OK", "application/json", ""), "no JSON of OAuth"),
        (response("404 Not Found", "text/html", html), "no JSON of OAuth"),
        (response("400 Bad Request", "text/html", ""), "no JSON of OAuth"),
        (response("204 No Content", "text/html", ""), "204"),
        (response("429 Too Many Requests", "application/json", "{}"), "429"),
        (
            response("500 Internal Server Error", "application/json", "{}"),
            "500",
        ),
        (response("503 Service Unavailable", "text/html", html), "503"),
        (
            response(
                "307 Temporary Redirect\r\nLocation: /realm/keys",
                "text/html",
                html,
            ),
            "redirects are not followed",
        ),
    ] {
        server.answers(TOKEN, response);
        assert_unreachable(redeem(&provider), reason);
    }
}
