//! A provider over HTTP/1.1 that records requests and sends prepared answers.

use std::collections::BTreeMap;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aditus_application::ports::{AuthenticatedPerson, Authorities, IdentityProvider, ProviderError};
use aditus_application::testing::http::{ReceivedRequest, start_server};
use aditus_openid::{OpenIdProvider, OpenIdSettings, Timing};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::keys::{CLIENT_SECRET, Key, secrets};

pub const CODE: &str = "c0de-of-this-sign-in";
pub const ACCESS_TOKEN: &str = "access-token-of-this-sign-in";

pub const DISCOVERY: &str = "/realm/.well-known/openid-configuration";
pub const KEYS: &str = "/realm/keys";
pub const TOKEN: &str = "/realm/token";
pub const USER_INFO: &str = "/realm/userinfo";

/// The time at which tokens are verified, in seconds since 1970.
pub const NOW: i64 = 1_780_000_000;

pub fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(NOW, 0).unwrap()
}

#[derive(Default)]
struct State {
    answers: BTreeMap<String, Vec<u8>>,
    asked: Vec<ReceivedRequest>,
    delay: Duration,
}

/// Runs until the test process ends. Each test starts its own.
pub struct Server {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Server {
    /// Starts a provider with these keys.
    pub fn start(keys: &[&Key]) -> Self {
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        let server = Self {
            address: start_server(move |asked| answer(asked, &shared)),
            state,
        };
        server.answers_json(DISCOVERY, &server.configuration());
        server.publishes(keys);
        server
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn issuer(&self) -> String {
        self.url("/realm")
    }

    /// Returns a valid configuration.
    pub fn configuration(&self) -> Value {
        json!({
            "issuer": self.issuer(),
            "authorization_endpoint": self.url("/realm/authorize?tenant=health"),
            "token_endpoint": self.url(TOKEN),
            "userinfo_endpoint": self.url(USER_INFO),
            "end_session_endpoint": self.url("/realm/logout"),
            "jwks_uri": self.url(KEYS),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none", "ML-DSA-44"],
            "backchannel_logout_supported": true,
        })
    }

    /// Replaces fields of the configuration. Null removes a field.
    pub fn configures(&self, changes: &Value) {
        self.answers_json(DISCOVERY, &changed(self.configuration(), changes));
    }

    pub fn publishes(&self, keys: &[&Key]) {
        let public: Vec<&Value> = keys.iter().map(|key| &key.public).collect();
        self.answers_json(KEYS, &json!({ "keys": public }));
    }

    /// Answers requests to this path with a whole response.
    pub fn answers(&self, path: &str, response: impl Into<Vec<u8>>) {
        let mut state = self.state.lock().unwrap();
        state.answers.insert(path.to_owned(), response.into());
    }

    pub fn answers_json(&self, path: &str, body: &Value) {
        self.answers(path, response("200 OK", "application/json", &body.to_string()));
    }

    /// Waits before each answer.
    pub fn delays(&self, delay: Duration) {
        self.state.lock().unwrap().delay = delay;
    }

    /// Answers codes with this ID token.
    pub fn issues(&self, id_token: &str) {
        self.answers_json(TOKEN, &token_answer(id_token));
    }

    /// Returns valid claims of an ID token.
    pub fn claims(&self) -> Value {
        json!({
            "iss": self.issuer(),
            "sub": "ada",
            "aud": "aditus",
            "exp": NOW + 300,
            "iat": NOW,
            "nonce": secrets().nonce,
            "acr": "gold",
            "amr": ["pwd", "otp"],
            "sid": "session-7",
            "given_name": "Ada",
            "family_name": "Lovelace",
            "email": "ada@ministry.example",
            "email_verified": true,
        })
    }

    /// Returns the requests to a path, oldest first.
    pub fn asked(&self, path: &str) -> Vec<ReceivedRequest> {
        let state = self.state.lock().unwrap();
        let asked = state.asked.iter().filter(|asked| asked.path == path);
        asked.cloned().collect()
    }

    pub fn settings(&self) -> OpenIdSettings {
        settings(&self.issuer())
    }

    /// Returns a client of this provider.
    pub fn client(&self) -> OpenIdProvider {
        OpenIdProvider::new(self.settings()).unwrap()
    }
}

fn answer(asked: ReceivedRequest, state: &Mutex<State>) -> Vec<u8> {
    let (answer, delay) = {
        let mut state = state.lock().unwrap();
        let answer = state.answers.get(&asked.path).cloned();
        state.asked.push(asked);
        (answer, state.delay)
    };
    std::thread::sleep(delay);
    answer.unwrap_or_else(|| response("404 Not Found", "text/plain", "not found").into_bytes())
}

/// Returns an answer of the token endpoint.
pub fn token_answer(id_token: &str) -> Value {
    json!({
        "access_token": ACCESS_TOKEN,
        "token_type": "Bearer",
        "expires_in": 300,
        "id_token": id_token,
    })
}

pub fn response(status: &str, media_type: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\r\n{body}")
}

/// Replaces members of an object. Null removes a member.
pub fn changed(mut object: Value, changes: &Value) -> Value {
    let members = object.as_object_mut().unwrap();
    for (name, value) in changes.as_object().unwrap() {
        if value.is_null() {
            members.remove(name);
        } else {
            members.insert(name.clone(), value.clone());
        }
    }
    object
}

pub fn settings(issuer: &str) -> OpenIdSettings {
    OpenIdSettings {
        issuer: issuer.to_owned(),
        client_id: "aditus".to_owned(),
        client_secret: CLIENT_SECRET.into(),
        scopes: ["openid", "profile", "email"].map(str::to_owned).to_vec(),
        required_acr: Vec::new(),
        redirect_address: "https://aditus.example/sign-in/return".to_owned(),
        back_to: "https://aditus.example/".to_owned(),
        authorities: Authorities::default(),
    }
}

/// Returns times without pauses, and with timeouts for a silent provider.
pub fn short_timing() -> Timing {
    Timing {
        request: Duration::from_millis(200),
        pause: Duration::ZERO,
        keys: Duration::ZERO,
        ..Timing::default()
    }
}

pub fn redeem(provider: &OpenIdProvider) -> Result<AuthenticatedPerson, ProviderError> {
    provider.redeem(CODE, &secrets(), now())
}

/// Returns the texts of an error and its sources. None has a secret.
fn texts(error: &ProviderError) -> String {
    let mut texts = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        texts = format!("{texts}: {cause}");
        source = cause.source();
    }
    let shown = format!("{texts} {error:?}");
    let secrets = secrets();
    for secret in [
        CODE,
        ACCESS_TOKEN,
        CLIENT_SECRET,
        &secrets.nonce,
        &secrets.state,
        &secrets.pkce_verifier,
        "eyJ",
        "Lovelace",
    ] {
        assert!(!shown.contains(secret), "{shown}");
    }
    texts
}

/// Checks that an answer of the provider is not valid, for this reason.
#[track_caller]
pub fn assert_invalid<T: std::fmt::Debug>(answer: Result<T, ProviderError>, reason: &str) {
    assert_invalid_with(&json!({}), answer, reason);
}

/// Checks that an answer of the provider with these changes is not valid, for this reason.
#[track_caller]
pub fn assert_invalid_with<T: std::fmt::Debug>(
    changes: &Value,
    answer: Result<T, ProviderError>,
    reason: &str,
) {
    let Err(error) = answer else {
        panic!("{changes} are accepted, in spite of: {reason}");
    };
    let texts = texts(&error);
    assert!(
        matches!(error, ProviderError::Invalid(_)) && texts.contains(reason),
        "{changes}: {texts}"
    );
}

/// Checks that the provider cannot be used, for this reason.
#[track_caller]
pub fn assert_unreachable<T: std::fmt::Debug>(answer: Result<T, ProviderError>, reason: &str) {
    let error = answer.unwrap_err();
    let texts = texts(&error);
    assert!(
        matches!(error, ProviderError::Unreachable(_)) && texts.contains(reason),
        "{reason}: {texts}"
    );
}
