//! Tests of the configuration of sign-in providers, and of `check` with one (decisions O5).

use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, OnceLock};

use aditus_application::testing::http::start_server;
use serde_json::{Value, json};

use crate::installation::{Installation, Server, stderr_text, stdout_text};

/// A P-256 key of an invented provider (RFC 7517, appendix A.1).
const KEY_X: &str = "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4";
const KEY_Y: &str = "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM";

fn answer(body: &Value) -> String {
    let body = body.to_string();
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Starts a provider with a configuration and keys, and returns its address. It runs until the
/// test's process ends. A different issuer is announced if one is given.
fn provider(announced: Option<&str>) -> SocketAddr {
    let own: Arc<OnceLock<SocketAddr>> = Arc::default();
    let seen = Arc::clone(&own);
    let announced = announced.map(str::to_owned);
    let address = start_server(move |asked| {
        let base = format!("http://{}", seen.wait());
        match asked.path.as_str() {
            "/.well-known/openid-configuration" => answer(&json!({
                "issuer": announced.as_ref().unwrap_or(&base),
                "authorization_endpoint": format!("{base}/authorize"),
                "token_endpoint": format!("{base}/token"),
                "jwks_uri": format!("{base}/keys"),
                "end_session_endpoint": format!("{base}/logout"),
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["ES256"],
                "backchannel_logout_supported": true,
                "backchannel_logout_session_supported": true,
            })),
            "/keys" => answer(&json!({
                "keys": [{ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "1", "x": KEY_X, "y": KEY_Y }],
            })),
            _ => "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".to_owned(),
        }
    });
    own.set(address).unwrap();
    address
}

fn configure(installation: &mut Installation, issuer: &str) {
    installation.configure("ADITUS_SIGN_IN_PROVIDERS", "keycloak");
    for (key, value) in [
        ("LABEL", "Ministry of Health"),
        ("ISSUER", issuer),
        ("CLIENT_ID", "aditus"),
        ("CLIENT_SECRET", "s3cret"),
    ] {
        installation.configure(&format!("ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_{key}"), value);
    }
}

/// Returns the lines of `check` about sign-in providers, and the exit code.
fn checked(installation: &Installation) -> (String, Option<i32>) {
    let output = installation.run(&["check"]);
    let text = stdout_text(&output);
    assert!(!text.contains("s3cret"), "{text}");
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("sign-in provider"))
        .collect();
    (lines.join("\n"), output.status.code())
}

#[test]
fn check_names_the_redirect_address_of_a_provider_that_answers() {
    for mut installation in Installation::on_both() {
        installation.create_super_user();
        let (lines, code) = checked(&installation);
        assert_eq!(
            lines,
            "OK     sign-in providers: none is configured: people sign in with a password"
        );
        assert_eq!(code, Some(0));

        let issuer = format!("http://{}", provider(None));
        configure(&mut installation, &issuer);
        installation.configure("ADITUS_PUBLIC_URL", "https://data.health.example/");
        let (lines, code) = checked(&installation);
        assert!(
            lines.starts_with(&format!(
                "OK     sign-in provider keycloak: issuer {issuer}, 1 key, "
            )) && lines.ends_with("; its redirect address is https://data.health.example/sign-in/return"),
            "{lines}"
        );
        assert_eq!(code, Some(0), "{lines}");

        installation.configure(
            "ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_ONLY_FOR",
            "national health  data institute, Elsewhere",
        );
        let (lines, code) = checked(&installation);
        assert!(
            lines.contains("WARN   sign-in provider keycloak: there is no organisation \"Elsewhere\"")
                && lines.contains("check ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_ONLY_FOR")
                && lines.matches("WARN").count() == 1,
            "{lines}"
        );
        assert_eq!(code, Some(0), "{lines}");
    }
}

#[test]
fn check_reports_a_provider_that_does_not_answer() {
    let mut installation = Installation::on_sqlite();
    installation.create_super_user();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    configure(&mut installation, &format!("http://{closed}/realms/health"));
    let (lines, code) = checked(&installation);
    assert!(
        lines.starts_with(&format!(
            "WRONG  sign-in provider keycloak: http://{closed}/realms/health: "
        )) && lines.contains(&format!(
            "check ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_ISSUER, and that this machine reaches \
             http://{closed}/realms/health/.well-known/openid-configuration"
        )),
        "{lines}"
    );
    assert_eq!(code, Some(1));

    // A server that has no provider at this address.
    let elsewhere = format!("http://{}/realms/health", provider(None));
    configure(&mut installation, &elsewhere);
    let (lines, code) = checked(&installation);
    assert!(
        lines.starts_with(&format!("WRONG  sign-in provider keycloak: {elsewhere}: "))
            && lines.contains("404")
            && lines.contains("check ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_ISSUER"),
        "{lines}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn check_reports_a_provider_with_another_issuer() {
    let mut installation = Installation::on_sqlite();
    installation.create_super_user();
    let issuer = format!("http://{}", provider(Some("https://login.health.example")));
    configure(&mut installation, &issuer);
    let (lines, code) = checked(&installation);
    assert!(
        lines.starts_with(&format!("WRONG  sign-in provider keycloak: {issuer}: "))
            && lines.contains("issuer")
            && lines.contains("check ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_ISSUER"),
        "{lines}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn server_starts_while_a_provider_does_not_answer() {
    let mut installation = Installation::on_sqlite();
    installation.create_super_user();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    configure(&mut installation, &format!("http://{closed}"));
    let server = Server::start(&installation, &[]);
    let (status, listed) = server.call("GET", "/api/v1/users/providers/", None, None);
    assert_eq!(status, 200, "{listed}");
    assert_eq!(
        listed["data"],
        json!([{ "provider": "keycloak", "label": "Ministry of Health" }])
    );
    server.sign_in("ada@people.example", "Quiet-River-7!");
    let body = json!({ "provider": "keycloak" }).to_string();
    let (status, refused) = server.call("POST", "/api/v1/users/signin/provider/", None, Some(&body));
    assert_eq!(status, 503, "{refused}");
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn demonstration_offers_no_provider_unless_one_is_configured() {
    let installation = Installation::on_sqlite();
    let server = Server::start(&installation, &["--demo"]);
    let (status, listed) = server.call("GET", "/api/v1/users/providers/", None, None);
    assert_eq!((status, &listed["data"]), (200, &json!([])), "{listed}");
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn errors_of_providers_are_reported_at_the_start_without_secrets() {
    let mut installation = Installation::on_sqlite();
    configure(&mut installation, "http://ada:s3cret@login.health.example");
    installation.configure("ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_SCOPES", "profile");
    installation.configure("ADITUS_SIGN_IN_PROVIDER_GOOGLE_LABEL", "Google");
    let refused = installation.run(&["serve"]);
    let text = stderr_text(&refused);
    assert_eq!(refused.status.code(), Some(2), "{text}");
    for part in [
        "ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_ISSUER: sign_in.provider.keycloak.issuer must be an address such as",
        "ADITUS_SIGN_IN_PROVIDER_KEYCLOAK_SCOPES: sign_in.provider.keycloak.scopes must be scopes",
        "ADITUS_SIGN_IN_PROVIDER_GOOGLE_LABEL: it has no effect: add \"google\" to sign_in.providers",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("s3cret"), "{text}");
}
