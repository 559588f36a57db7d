//! The caller's address behind a reverse proxy, which determines the country (decisions A7) and the
//! limit of sign-ins (decisions A12).

use std::net::IpAddr;

use aditus_application::untrusted_proxies;
use aditus_http::{Api, ForwardedHeader, TrustedProxies};
use serde_json::json;

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::server::{Running, TestServer};

on_both_databases!(
    without_trusted_proxies_headers_are_ignored,
    a_trusted_proxy_forwards_the_callers_address,
    callers_behind_a_proxy_do_not_share_a_limit,
    an_untrusted_proxy_is_recorded_once,
);

/// Starts another server on the same installation that trusts all callers of this machine as
/// proxies.
pub fn behind_a_proxy(server: &TestServer, header: ForwardedHeader) -> Running {
    let proxies = TrustedProxies::parse("127.0.0.0/8, 10.0.0.0/8", header).unwrap();
    Running::start(Api::new(server.ports.clone()).with_trusted_proxies(proxies))
}

/// Returns the default country for a caller with this header.
fn country(client: &Client, header: &str, value: &str) -> String {
    let answer = client.get_with("users/country/", &[(header, value)]);
    answer.data(200)[0]["code"].as_str().unwrap().to_owned()
}

fn sign_in(client: &Client, from: &str) -> Answer {
    let body = json!({ "username": "nobody@people.example", "password": "wrong" });
    client.call_with("POST", "users/signin/", &[("x-forwarded-for", from)], &body)
}

fn without_trusted_proxies_headers_are_ignored(server: &TestServer) {
    let guest = server.guest();
    for (header, value) in [
        ("x-forwarded-for", "203.0.113.9"),
        ("forwarded", "for=203.0.113.9"),
        ("x-real-ip", "203.0.113.9"),
    ] {
        assert_eq!(country(&guest, header, value), "UG", "{header}");
    }
    let statuses: Vec<u16> = (0..11)
        .map(|attempt| sign_in(&guest, &format!("203.0.113.{attempt}")).status)
        .collect();
    assert_eq!(statuses[9..], [401, 429], "one caller, whatever the header says");
}

fn a_trusted_proxy_forwards_the_callers_address(server: &TestServer) {
    let running = behind_a_proxy(server, ForwardedHeader::XForwardedFor);
    let guest = running.guest();
    for (value, code) in [
        ("203.0.113.9", "KE"),
        ("203.0.113.9, 10.0.0.2", "KE"),
        ("203.0.113.9, 198.51.100.1", "UG"),
        ("203.0.113.9, unknown", "UG"),
    ] {
        assert_eq!(country(&guest, "x-forwarded-for", value), code, "{value}");
    }
    assert_eq!(country(&guest, "forwarded", "for=203.0.113.9"), "UG");
    let standard = behind_a_proxy(server, ForwardedHeader::Forwarded);
    let guest = standard.guest();
    assert_eq!(country(&guest, "forwarded", "for=203.0.113.9;proto=https"), "KE");
    assert_eq!(country(&guest, "x-forwarded-for", "203.0.113.9"), "UG");
}

fn callers_behind_a_proxy_do_not_share_a_limit(server: &TestServer) {
    let running = behind_a_proxy(server, ForwardedHeader::XForwardedFor);
    let guest = running.guest();
    for attempt in 0..10 {
        // An entry written by the caller stands left of the one that the proxy adds.
        let from = format!("192.0.2.{attempt}, 203.0.113.9");
        assert_eq!(sign_in(&guest, &from).status, 401);
    }
    assert_eq!(sign_in(&guest, "203.0.113.9").status, 429);
    assert_eq!(sign_in(&guest, "203.0.113.10").status, 401);
}

fn an_untrusted_proxy_is_recorded_once(server: &TestServer) {
    let seen = || untrusted_proxies::seen(&server.ports).unwrap();
    let trusted = behind_a_proxy(server, ForwardedHeader::XForwardedFor);
    assert_eq!(country(&trusted.guest(), "x-forwarded-for", "203.0.113.9"), "KE");
    // Any caller can send a header that is not the configured one.
    assert_eq!(country(&server.guest(), "forwarded", "for=203.0.113.9"), "UG");
    assert_eq!(seen().len(), 0);
    assert_eq!(country(&server.guest(), "x-forwarded-for", "203.0.113.9"), "UG");
    // The call does not wait until the proxy is recorded.
    while seen().is_empty() {
        std::thread::yield_now();
    }
    assert_eq!(country(&server.guest(), "x-forwarded-for", "198.51.100.1"), "UG");
    assert_eq!(seen(), ["127.0.0.1".parse::<IpAddr>().unwrap()]);
}
