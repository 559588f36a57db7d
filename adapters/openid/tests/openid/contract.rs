use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aditus_application::contract::identity_provider::{CONTRACT, TestProvider};
use aditus_application::ports::{AuthenticatedPerson, IdentityProvider};
use aditus_application::testing::http::{ReceivedRequest, start_server};
use aditus_openid::OpenIdProvider;
use chrono::{DateTime, Utc};
use openidconnect::url::{Url, form_urlencoded};
use serde_json::json;

use crate::keys::{CLIENT_SECRET, Key, encode};
use crate::logout;
use crate::server::{ACCESS_TOKEN, DISCOVERY, Server, changed, now, response, token_answer};

/// A sign-in whose code can be redeemed.
struct SignedIn {
    code_challenge: String,
    id_token: String,
}

type Codes = Mutex<BTreeMap<String, SignedIn>>;

/// The client with a provider that redeems the codes of its sign-ins.
struct Real {
    server: Server,
    key: Key,
    client: OpenIdProvider,
    codes: Arc<Codes>,
}

impl Real {
    fn start() -> Self {
        let key = Key::es256("a");
        let server = Server::start(&[&key]);
        let codes = Arc::new(Codes::default());
        let shared = Arc::clone(&codes);
        let tokens = start_server(move |asked| redeemed(&asked, &shared));
        server.configures(&json!({
            "token_endpoint": format!("http://{tokens}/token"),
            "userinfo_endpoint": null,
        }));
        Self {
            client: server.client(),
            server,
            key,
            codes,
        }
    }
}

/// Answers a request to the token endpoint. A refusal repeats the request.
fn redeemed(asked: &ReceivedRequest, codes: &Codes) -> String {
    let form: BTreeMap<String, String> = form_urlencoded::parse(&asked.body).into_owned().collect();
    let verifier = form["code_verifier"].as_bytes();
    let challenge = encode(ring::digest::digest(&ring::digest::SHA256, verifier));
    let codes = codes.lock().unwrap();
    let signed_in = codes.get(&form["code"]);
    if let Some(signed_in) = signed_in.filter(|signed_in| signed_in.code_challenge == challenge) {
        let answer = token_answer(&signed_in.id_token);
        return response("200 OK", "application/json", &answer.to_string());
    }
    let refusal = json!({ "error": "invalid_grant", "error_description": asked.text() });
    response("400 Bad Request", "application/json", &refusal.to_string())
}

impl TestProvider for Real {
    fn adapter(&self) -> &dyn IdentityProvider {
        &self.client
    }

    fn issuer(&self) -> String {
        self.server.issuer()
    }

    fn now(&self) -> DateTime<Utc> {
        now()
    }

    fn sign_in(&self, address: &str, person: &AuthenticatedPerson) -> String {
        let address = Url::parse(address).unwrap();
        let query: BTreeMap<String, String> = address.query_pairs().into_owned().collect();
        let stated = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let changes = json!({
            "sub": person.identity.subject(),
            "nonce": query["nonce"],
            "acr": person.acr,
            "amr": Some(&person.amr).filter(|amr| !amr.is_empty()),
            "sid": person.sid,
            "given_name": stated(&person.claims.fname),
            "family_name": stated(&person.claims.sname),
            "email": stated(&person.claims.email),
        });
        let signed_in = SignedIn {
            code_challenge: query["code_challenge"].clone(),
            id_token: self.key.token(&changed(self.server.claims(), &changes)),
        };
        let mut codes = self.codes.lock().unwrap();
        let code = format!("c0de-of-sign-in-{}", codes.len());
        codes.insert(code.clone(), signed_in);
        code
    }

    fn issue_logout(&self, subject: Option<&str>, sid: Option<&str>) -> String {
        let changes = json!({ "sub": subject, "sid": sid });
        self.key.token(&changed(logout::claims(&self.server), &changes))
    }

    fn fail(&self) {
        // The configuration is not cached yet, so nothing else is asked for.
        let answer = response("503 Service Unavailable", "text/plain", "");
        self.server.answers(DISCOVERY, answer);
    }

    fn stall(&self) {
        self.server.delays(Duration::from_mins(1));
    }

    fn secrets(&self) -> Vec<&str> {
        vec![CLIENT_SECRET, ACCESS_TOKEN]
    }
}

#[test]
fn open_id_provider_satisfies_the_contract() {
    for (_, clause) in CONTRACT {
        clause(&Real::start());
    }
}
