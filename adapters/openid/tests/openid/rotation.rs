use std::time::Duration;

use aditus_application::ports::IdentityProvider;
use aditus_openid::{OpenIdProvider, Timing};
use serde_json::json;

use crate::keys::Key;
use crate::server::{DISCOVERY, KEYS, Server, TOKEN, assert_invalid, assert_unreachable, redeem, response};

fn with_timing(server: &Server, timing: Timing) -> OpenIdProvider {
    OpenIdProvider::with_timing(server.settings(), timing).unwrap()
}

/// Redeems eight codes at once.
fn redeem_together(provider: &OpenIdProvider) {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| redeem(provider))).collect();
        for thread in threads {
            thread.join().unwrap().unwrap();
        }
    });
}

#[test]
fn rotated_key_is_fetched_and_forged_tokens_cause_no_more_fetches() {
    let (old, new) = (Key::es256("old"), Key::rs256("new"));
    let server = Server::start(&[&old]);
    let provider = server.client();
    server.issues(&old.token(&server.claims()));
    redeem(&provider).unwrap();

    server.publishes(&[&new]);
    server.issues(&new.token(&server.claims()));
    redeem(&provider).unwrap();
    assert_eq!(server.asked(KEYS).len(), 2);

    for _ in 0..5 {
        server.issues(&Key::es256("forged").token(&server.claims()));
        assert_invalid(redeem(&provider), "unknown key");
        let logout = Key::es256("forged").token(&server.claims());
        assert_invalid(
            provider.verify_logout(&logout, crate::server::now()),
            "unknown key",
        );
    }
    server.issues(&new.token(&server.claims()));
    redeem(&provider).unwrap();
    assert_eq!((server.asked(KEYS).len(), server.asked(DISCOVERY).len()), (2, 1));
}

#[test]
fn keys_are_fetched_again_after_the_pause() {
    let (old, new) = (Key::es256("old"), Key::es256("new"));
    let server = Server::start(&[&old]);
    let timing = Timing {
        keys: Duration::ZERO,
        ..Timing::default()
    };
    let provider = with_timing(&server, timing);
    for (key, fetches) in [(&old, 1), (&new, 2), (&old, 3)] {
        server.publishes(&[key]);
        server.issues(&key.token(&server.claims()));
        redeem(&provider).unwrap();
        assert_eq!(server.asked(KEYS).len(), fetches);
    }
    server.answers(KEYS, response("500 Internal Server Error", "text/plain", ""));
    server.issues(&new.token(&server.claims()));
    assert_unreachable(redeem(&provider), "500");
    // The known keys stay.
    server.issues(&old.token(&server.claims()));
    redeem(&provider).unwrap();
}

#[test]
fn key_with_the_identifier_of_the_previous_one_is_fetched() {
    let (old, new) = (Key::es256("a"), Key::es256("a"));
    let server = Server::start(&[&old]);
    let provider = server.client();
    provider.check().unwrap();
    server.publishes(&[&new]);
    server.issues(&new.token(&server.claims()));
    redeem(&provider).unwrap();
}

#[test]
fn calls_at_the_same_time_share_one_fetch() {
    let (old, new) = (Key::es256("old"), Key::es256("new"));
    let server = Server::start(&[&old]);
    server.delays(Duration::from_millis(50));
    let provider = server.client();
    server.issues(&old.token(&server.claims()));
    redeem_together(&provider);
    assert_eq!((server.asked(DISCOVERY).len(), server.asked(KEYS).len()), (1, 1));

    server.publishes(&[&new]);
    server.issues(&new.token(&server.claims()));
    redeem_together(&provider);
    assert_eq!((server.asked(DISCOVERY).len(), server.asked(KEYS).len()), (1, 2));
    assert_eq!(server.asked(TOKEN).len(), 16);
}

#[test]
fn configuration_is_fetched_again_when_it_is_too_old() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let timing = Timing {
        keep: Duration::ZERO,
        pause: Duration::ZERO,
        ..Timing::default()
    };
    let provider = with_timing(&server, timing);
    server.issues(&key.token(&server.claims()));
    redeem(&provider).unwrap();
    redeem(&provider).unwrap();
    assert_eq!(server.asked(DISCOVERY).len(), 2);
    // The address for signing out is the last known one.
    server.answers(DISCOVERY, response("500 Internal Server Error", "text/plain", ""));
    assert_unreachable(redeem(&provider), "500");
    assert!(provider.sign_out_address().is_some());
    server.configures(&json!({}));
    redeem(&provider).unwrap();
}

#[test]
fn failed_provider_is_left_alone_for_a_while() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    server.issues(&key.token(&server.claims()));
    server.answers(DISCOVERY, response("500 Internal Server Error", "text/plain", ""));
    let timing = Timing {
        pause: Duration::from_hours(1),
        ..Timing::default()
    };
    let provider = with_timing(&server, timing);
    assert_unreachable(redeem(&provider), "500");
    server.configures(&json!({}));
    assert_unreachable(redeem(&provider), "a few seconds ago");
    assert_eq!(server.asked(DISCOVERY).len(), 1);
    // The check asks in any case.
    provider.check().unwrap();
    redeem(&provider).unwrap();
}
