use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use aditus_application::ports::{Authorities, IdentityProvider};
use aditus_openid::{OpenIdProvider, OpenIdSettings, Timing};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;

use crate::keys::{Key, secrets};
use crate::server::{
    DISCOVERY, KEYS, Server, TOKEN, assert_unreachable, redeem, response, settings, short_timing,
};

#[test]
fn configuration_of_another_issuer_is_refused() {
    let server = Server::start(&[]);
    let issuer = server.issuer();
    for other in [
        "https://id.example".to_owned(),
        format!("{issuer}/"),
        issuer.replace("http", "https"),
        issuer.replace("realm", "Realm"),
    ] {
        server.configures(&json!({ "issuer": other }));
        assert_unreachable(server.client().check(), &format!("`{other}`"));
    }
}

#[test]
fn configuration_with_unprotected_addresses_is_refused() {
    let server = Server::start(&[]);
    for name in [
        "authorization_endpoint",
        "token_endpoint",
        "jwks_uri",
        "userinfo_endpoint",
        "end_session_endpoint",
    ] {
        for address in ["http://id.example/a", "javascript:alert(1)", "file:///etc/passwd"] {
            server.configures(&json!({ name: address }));
            // The library fetches the keys before the addresses can be compared.
            let reason = if name == "jwks_uri" { "" } else { name };
            assert_unreachable(server.client().check(), reason);
        }
    }
}

#[test]
fn incomplete_configurations_are_refused() {
    let server = Server::start(&[]);
    for (changes, reason) in [
        (json!({ "issuer": null }), "no JSON of OpenID Connect"),
        (
            json!({ "authorization_endpoint": null }),
            "no JSON of OpenID Connect",
        ),
        (json!({ "jwks_uri": null }), "no JSON of OpenID Connect"),
        (json!({ "token_endpoint": null }), "no token endpoint"),
        (
            json!({ "token_endpoint_auth_methods_supported": ["private_key_jwt", "none"] }),
            "client_secret_basic",
        ),
    ] {
        server.configures(&changes);
        assert_unreachable(server.client().check(), reason);
    }
    server.configures(&json!({}));
    assert_unreachable(server.client().check(), "no key for signatures");
}

#[test]
fn broken_providers_are_reported() {
    let server = Server::start(&[]);
    let html = "<html>maintenance</html>";
    let large = format!("{{\"issuer\": \"{}\"}}", " ".repeat(10 * 1024 * 1024));
    for path in [DISCOVERY, KEYS] {
        server.configures(&json!({}));
        for (response, reason) in [
            (
                response("500 Internal Server Error", "application/json", "{}"),
                "500",
            ),
            (response("404 Not Found", "application/json", "{}"), "404"),
            (response("204 No Content", "application/json", ""), "204"),
            (response("200 OK", "text/html", html), "no JSON"),
            (response("200 OK", "application/json", html), "no JSON"),
            (response("200 OK", "application/json", &large), "1048576 bytes"),
            (
                response("302 Found\r\nLocation: /elsewhere", "text/html", html),
                "redirects are not followed",
            ),
            ("SSH-2.0-OpenSSH_9.9\r\n\r\n".to_owned(), "connection"),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\n{".to_owned(),
                "connection",
            ),
        ] {
            server.answers(path, response);
            assert_unreachable(server.client().check(), reason);
            assert_unreachable(server.client().authorization_address(&secrets()), reason);
        }
    }
    assert!(server.asked("/elsewhere").is_empty());
}

#[test]
fn closed_and_silent_providers_are_given_up() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    for address in [closed, silent.local_addr().unwrap()] {
        let settings = settings(&format!("http://{address}"));
        let provider = OpenIdProvider::with_timing(settings, short_timing()).unwrap();
        let begun = Instant::now();
        assert_unreachable(provider.check(), "connection");
        assert_unreachable(redeem(&provider), "connection");
        assert_unreachable(
            provider.verify_logout("a.b.c", crate::server::now()),
            "connection",
        );
        assert!(begun.elapsed() < Duration::from_secs(30));
        assert_eq!(provider.sign_out_address(), None);
    }
}

#[test]
fn all_requests_of_a_call_share_one_timeout() {
    let key = Key::es256("a");
    let server = Server::start(&[&key]);
    let timing = Timing {
        call: Duration::from_secs(2),
        ..Timing::default()
    };
    let provider = OpenIdProvider::with_timing(server.settings(), timing).unwrap();
    provider.check().unwrap();
    server.issues(&key.token(&server.claims()));
    server.delays(Duration::from_mins(1));
    let begun = Instant::now();
    assert_unreachable(redeem(&provider), "connection");
    assert!(begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
    assert_eq!(server.asked(TOKEN).len(), 1);
}

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new([]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A provider with one key over TLS, with a certificate of this authority.
fn provider_over_tls(authority: &CertifiedIssuer<'static, KeyPair>) -> SocketAddr {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, authority).unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let issuer = format!("https://{address}");
    let configuration = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    });
    let keys = json!({ "keys": [Key::es256("a").public] });
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = StreamOwned::new(connection, stream.unwrap());
            let mut asked = Vec::new();
            let mut part = [0; 1024];
            // A client that rejects the certificate closes the connection, which reads as an error
            // or as the end.
            while let Ok(length @ 1..) = stream.read(&mut part) {
                asked.extend_from_slice(&part[..length]);
                let text = String::from_utf8_lossy(&asked);
                if text.contains("\r\n\r\n") {
                    let is_keys = text.starts_with("GET /keys ");
                    let body = if is_keys { &keys } else { &configuration };
                    let answer = response("200 OK", "application/json", &body.to_string());
                    stream.write_all(answer.as_bytes()).unwrap();
                    stream.conn.send_close_notify();
                    let _ = stream.flush();
                    break;
                }
            }
        }
    });
    address
}

#[test]
fn only_certificates_of_trusted_authorities_are_accepted() {
    let (trusted, other) = (authority(), authority());
    let issuer = format!("https://{}", provider_over_tls(&trusted));
    let trusting = |authorities| {
        let settings = OpenIdSettings {
            authorities,
            ..settings(&issuer)
        };
        OpenIdProvider::new(settings).unwrap()
    };
    let of = |authority: &CertifiedIssuer<'static, KeyPair>| Authorities::new(vec![authority.der().to_vec()]);
    assert_unreachable(trusting(of(&other)).check(), "connection");
    assert_unreachable(trusting(Authorities::default()).check(), "connection");
    let line = trusting(of(&trusted)).check().unwrap();
    assert_eq!(
        line,
        format!("issuer {issuer}, 1 key, sign-out at the provider: no")
    );
}
