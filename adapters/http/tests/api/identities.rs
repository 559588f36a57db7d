//! The calls about sign-in with OpenID Connect providers (decisions O5), with fake providers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::ports::{
    AuthenticatedPerson, IdentityProvider, IdentityProviders, OfferedProvider, ProviderError, ProviderLogout,
    SignInSecrets,
};
use aditus_application::settings::Settings;
use aditus_application::testing::ListedIdentities;
use aditus_domain::accounts::AccountState;
use aditus_domain::accounts::identity::{Claims, Identity, MultiFactorRule, ProviderId};
use aditus_domain::limits::{Allowance, Limit};
use aditus_domain::roles::Role;
use aditus_http::Api;
use aditus_http::load::{ASKING_PROVIDERS, CONCURRENT_USE_CASES};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::gate::Gate;
use crate::people::{Installation, PASSWORD, Person, confirm_password, email_of};
use crate::registration::{code_for, form_with};
use crate::server::{Running, TestServer};
use crate::{log, on_both_databases, second_factor};

on_both_databases!(
    providers_are_listed_in_their_order,
    cookie_of_a_sign_in_is_for_this_host_and_ten_minutes,
    person_links_an_account_by_its_password_and_then_signs_in,
    person_registers_with_the_details_of_the_provider,
    state_works_once_and_in_the_browser_that_began,
    two_tabs_of_one_browser_come_back,
    errors_of_the_provider_are_in_words,
    email_claim_of_another_account_links_nothing,
    domain_of_the_email_claim_may_be_refused,
    proven_identity_expires_and_works_once,
    identity_belongs_to_one_account,
    tabs_that_link_at_once_link_once,
    linking_needs_a_recent_password,
    last_way_in_cannot_be_unlinked,
    unlinked_identity_no_longer_signs_in,
    disabled_account_is_refused,
    erased_account_is_not_linked_when_the_person_returns,
    second_factor_is_asked_for_unless_the_provider_states_several,
    organisation_with_a_provider_refuses_passwords,
    sign_out_names_the_place_at_the_provider,
    provider_ends_the_sessions_of_its_person,
    logout_tokens_that_are_not_valid_end_nothing,
    logout_is_a_form_of_limited_size,
    sign_ins_of_a_network_are_limited,
    slow_provider_delays_no_other_call,
    secrets_are_neither_logged_nor_shown_again,
);

const PROVIDERS: &str = "users/providers/";
const BEGIN: &str = "users/signin/provider/";
const RETURN: &str = "users/signin/provider/return/";
const OWN: &str = "users/identities/";

pub const MINISTRY: &str = "ministry";
const UNIVERSITY: &str = "university";
const ISSUER: &str = ListedIdentities::ISSUER;
const ELSEWHERE: &str = "https://login.university.example";
const SIGN_OUT: &str = "https://id.example/end";

const ENDED: &str = "This sign-in has ended. Begin again.";

/// A server that offers two providers. Only the ministry has an address for signing out, and only
/// there does the assurance `high` stand for several factors.
pub struct Offering<'a> {
    pub installation: Installation<'a>,
    pub running: Running,
    ministry: Arc<ListedIdentities>,
    university: Arc<ListedIdentities>,
}

fn offered(id: &str, label: &str, adapter: Arc<dyn IdentityProvider>) -> OfferedProvider {
    OfferedProvider {
        id: ProviderId::parse(id).unwrap(),
        label: label.to_owned(),
        issuer: ListedIdentities::ISSUER.to_owned(),
        multi_factor: MultiFactorRule::default(),
        email_domains: Vec::new(),
        only_for: Vec::new(),
        adapter,
    }
}

/// Starts a server on the same database that offers these providers.
fn running(server: &TestServer, providers: Vec<OfferedProvider>) -> Running {
    Running::start(Api::new(Ports {
        identity_providers: Arc::new(IdentityProviders(providers)),
        ..server.ports.clone()
    }))
}

impl<'a> Offering<'a> {
    fn new(server: &'a TestServer) -> Self {
        Self::with(server, |_| {})
    }

    /// Offers the providers with other settings of the ministry.
    pub fn with(server: &'a TestServer, change: impl FnOnce(&mut OfferedProvider)) -> Self {
        let [ministry, university] = [(); 2].map(|()| Arc::new(ListedIdentities::default()));
        ministry.set_sign_out_address(SIGN_OUT);
        let mut first = offered(MINISTRY, "Ministry of Health", ministry.clone());
        first.multi_factor = MultiFactorRule::new(vec!["high".to_owned()]);
        change(&mut first);
        let providers = vec![first, offered(UNIVERSITY, "University", university.clone())];
        Self {
            installation: Installation::new(server),
            running: running(server, providers),
            ministry,
            university,
        }
    }

    pub fn browser(&self) -> Browser {
        Browser::new(self.running.guest())
    }

    /// Creates a signed-in person, whose calls go to this server.
    pub fn person(&self, name: &str, role: Role) -> Person {
        let mut person = self.installation.person(name, role);
        person.client = person.client.moved_to(&self.running.guest());
        person
    }

    /// Signs in with the password.
    fn sign_in(&self, name: &str) -> Answer {
        let body = json!({ "username": email_of(name), "password": PASSWORD });
        self.running.guest().post("users/signin/", &body)
    }

    /// Creates a person whose account is linked to an identity of the ministry with this subject.
    fn linked(&self, name: &str, subject: &str) -> Person {
        let person = self.person(name, Role::DataRequester);
        self.link(&person.client, subject);
        person
    }

    /// Links the account of this session to an identity of the ministry with this subject.
    pub fn link(&self, client: &Client, subject: &str) {
        self.ministry.add(&code_of(subject), person_of(ISSUER, subject));
        let token = self.browser().proves(MINISTRY, subject);
        assert_eq!(link(client, &token).status, 200);
    }
}

/// The code with which the ministry sends a person back.
fn code_of(subject: &str) -> String {
    format!("code-of-{subject}")
}

fn person_of(issuer: &str, subject: &str) -> AuthenticatedPerson {
    AuthenticatedPerson {
        identity: Identity::new(issuer, subject).unwrap(),
        claims: Claims::new("Ada", "Okello", &format!("{subject}@ministry.example")),
        acr: None,
        amr: vec!["pwd".to_owned()],
        sid: Some(format!("sid-of-{subject}")),
    }
}

/// A browser with its cookies.
pub struct Browser {
    client: Client,
    cookies: Mutex<BTreeMap<String, String>>,
}

impl Browser {
    fn new(client: Client) -> Self {
        Self {
            client,
            cookies: Mutex::default(),
        }
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let cookies = self.cookies.lock().unwrap().clone();
        let header: Vec<String> = cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let answer = self
            .client
            .call_with("POST", path, &[("cookie", &header.join("; "))], body);
        for header in answer.headers.get_all("set-cookie") {
            let (name, rest) = header.to_str().unwrap().split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            self.cookies
                .lock()
                .unwrap()
                .insert(name.to_owned(), value.to_owned());
        }
        answer
    }

    /// Begins a sign-in. Returns the state in the address of the provider.
    fn begin(&self, provider: &str) -> String {
        let data = self.post(BEGIN, &json!({ "provider": provider })).data(200);
        let address = data["address"].as_str().unwrap();
        ListedIdentities::state_in(address).unwrap().to_owned()
    }

    fn comes_back(&self, state: &str, code: &str) -> Answer {
        self.post(RETURN, &json!({ "state": state, "code": code }))
    }

    /// Goes to the provider, and comes back with the code of this person.
    pub fn arrives(&self, provider: &str, subject: &str) -> Answer {
        let state = self.begin(provider);
        self.comes_back(&state, &code_of(subject))
    }

    /// Arrives as a person whose identity is linked to no account. Returns the token of the proof.
    fn proves(&self, provider: &str, subject: &str) -> String {
        let data = self.arrives(provider, subject).data(200);
        assert!(
            data["user"].is_null() && data["pending_sign_in"].is_null(),
            "{data}"
        );
        data["not_linked"]["identity_token"].as_str().unwrap().to_owned()
    }
}

fn link(client: &Client, token: &str) -> Answer {
    client.post(OWN, &json!({ "identity_token": token }))
}

fn identities(client: &Client) -> Vec<Value> {
    let data = client.get(OWN).data(200);
    data["identities"].as_array().unwrap().clone()
}

fn unlink(client: &Client, identity: &Value) -> Answer {
    let id = &identity["identity_id"];
    client.call("DELETE", &format!("{OWN}{id}/"), &json!({}))
}

/// Signs in at the ministry. Returns a client with the new session.
fn signs_in(offering: &Offering<'_>, subject: &str) -> Client {
    let user = offering.browser().arrives(MINISTRY, subject).data(200)["user"].clone();
    offering
        .running
        .guest()
        .with_token(user["token"].as_str().unwrap())
}

fn is_signed_in(client: &Client) -> bool {
    client.get("users/detailuser/").status == 200
}

/// Asserts that the person got one mail with this subject.
#[track_caller]
fn assert_mailed(server: &TestServer, name: &str, subject: &str) {
    let mails = server.mails_to(&email_of(name));
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    let found = subjects.iter().filter(|found| **found == subject).count();
    assert_eq!(found, 1, "{subjects:?}");
}

/// Returns the audit entries of each of these kinds, as a Super User reads them.
fn entries<const N: usize>(offering: &Offering<'_>, kinds: [&str; N]) -> [Vec<Value>; N] {
    let sara = offering.installation.person("Sara", Role::SuperUser);
    kinds.map(|kind| {
        let data = sara.client.get(&format!("audit/entries/?kind={kind}")).data(200);
        data["entries"].as_array().unwrap().clone()
    })
}

/// Returns the number of audit entries of each of these kinds.
fn number_of<const N: usize>(offering: &Offering<'_>, kinds: [&str; N]) -> [usize; N] {
    entries(offering, kinds).map(|entries| entries.len())
}

fn providers_are_listed_in_their_order(server: &TestServer) {
    assert_eq!(server.guest().get(PROVIDERS).data(200), json!([]));
    let offering = Offering::new(server);
    assert_eq!(
        offering.running.guest().get(PROVIDERS).data(200),
        json!([
            { "provider": MINISTRY, "label": "Ministry of Health" },
            { "provider": UNIVERSITY, "label": "University" },
        ])
    );
    let unknown = json!({ "provider": "nowhere" });
    let refused = offering.running.guest().post(BEGIN, &unknown);
    assert_eq!(refused.status, 404);
    refused.because("provider_not_offered");
    assert_eq!(refused.header("set-cookie"), None);
    let ada = offering.person("Ada", Role::DataRequester);
    assert_eq!(
        ada.client.get(OWN).data(200),
        json!({ "identities": [], "linkable": true })
    );
}

fn cookie_of_a_sign_in_is_for_this_host_and_ten_minutes(server: &TestServer) {
    let offering = Offering::new(server);
    let begin = |client: &Client, cookie: &str| {
        let body = json!({ "provider": MINISTRY });
        let answer = client.call_with("POST", BEGIN, &[("cookie", cookie)], &body);
        assert_eq!(answer.status, 200, "{}", answer.json());
        let header = answer.header("set-cookie").unwrap().to_owned();
        let (cookie, attributes) = header.split_once("; ").unwrap();
        let (name, value) = cookie.split_once('=').unwrap();
        let mut attributes: Vec<&str> = attributes.split("; ").collect();
        attributes.sort_unstable();
        (name.to_owned(), value.to_owned(), attributes.join("; "))
    };
    let guest = offering.running.guest();
    let (name, value, attributes) = begin(&guest, "");
    assert_eq!(name, "__Host-aditus_provider_sign_in");
    assert!(
        value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{value}"
    );
    assert_eq!(attributes, "HttpOnly; Max-Age=600; Path=/; SameSite=Lax; Secure");
    let kept = format!("theme=dark; {name}={value}");
    assert_eq!(begin(&guest, &kept).1, value, "another tab of this browser");
    for other in [
        format!("{name}=short"),
        format!("{name}={}", "z".repeat(64)),
        format!("aditus_browser={value}"),
    ] {
        assert_ne!(begin(&guest, &other).1, value, "{other}");
    }
    let plain = Running::start(Api::new(Ports {
        identity_providers: Arc::new(IdentityProviders(vec![offered(
            MINISTRY,
            "Ministry of Health",
            offering.ministry.clone(),
        )])),
        settings: Arc::new(Settings {
            public_url: "http://localhost:8080".to_owned(),
            ..(*server.ports.settings).clone()
        }),
        ..server.ports.clone()
    }));
    let (name, _, attributes) = begin(&plain.guest(), "");
    assert_eq!(
        (name.as_str(), attributes.as_str()),
        (
            "aditus_provider_sign_in",
            "HttpOnly; Max-Age=600; Path=/; SameSite=Lax"
        )
    );
}

fn person_links_an_account_by_its_password_and_then_signs_in(server: &TestServer) {
    let offering = Offering::new(server);
    let ada = offering.person("Ada", Role::DataRequester);
    offering.ministry.add(&code_of("ada"), person_of(ISSUER, "ada"));
    let browser = offering.browser();
    let answer = browser.arrives(MINISTRY, "ada");
    assert_eq!(
        answer.json()["message"],
        "This sign-in is not linked to an account yet."
    );
    assert_eq!(answer.header("set-cookie"), None, "nobody is signed in");
    let mut person = answer.data(200)["not_linked"].clone();
    let token = person["identity_token"].take();
    assert_eq!(
        person,
        json!({
            "identity_token": null, "provider": MINISTRY, "label": "Ministry of Health", "fname": "Ada",
            "sname": "Okello", "email": "ada@ministry.example", "expires_on": "2026-03-02T13:00:00Z",
        })
    );
    let linked = link(&ada.client, token.as_str().unwrap());
    assert_eq!(
        linked.json()["message"],
        "You can now sign in with Ministry of Health."
    );
    assert_eq!(linked.data(200), json!({ "label": "Ministry of Health" }));
    assert_mailed(server, "Ada", "Aditus: A new way to sign in was linked");
    let mut own = identities(&ada.client);
    assert!(own[0]["identity_id"].take().is_i64());
    assert_eq!(
        own,
        [json!({
            "identity_id": null, "label": "Ministry of Health", "issuer": ISSUER,
            "linked_on": "2026-03-02T12:00:00Z", "last_used_on": null,
        })]
    );

    server.clock.advance(TimeDelta::minutes(1));
    let answer = browser.arrives(MINISTRY, "ada");
    assert_eq!(answer.json()["message"], "You are signed in.");
    assert!(answer.cookie().starts_with("__Host-aditus_browser="));
    let data = answer.data(200);
    assert_eq!(data["user"]["user_id"], ada.user.0);
    assert!(
        data["pending_sign_in"].is_null() && data["not_linked"].is_null(),
        "{data}"
    );
    let session = offering
        .running
        .guest()
        .with_token(data["user"]["token"].as_str().unwrap());
    assert_eq!(identities(&session)[0]["last_used_on"], "2026-03-02T12:01:00Z");
    let text = session.get(OWN).json().to_string();
    assert!(
        !text.contains("code-of-ada") && !text.contains("\"ada\""),
        "{text}"
    );
    let kinds = ["account.identity_linked", "account.provider_accepted"];
    assert_eq!(number_of(&offering, kinds), [1, 1]);
}

fn person_registers_with_the_details_of_the_provider(server: &TestServer) {
    let offering = Offering::new(server);
    offering.ministry.add(&code_of("nia"), person_of(ISSUER, "nia"));
    let token = offering.browser().proves(MINISTRY, "nia");
    let otp = code_for(server, "Nia");
    let form = form_with("Nia", &otp, &json!({ "identity_token": token }));
    let register = |form: &Value| offering.running.guest().post("users/verify/", form);
    let registered = register(&form);
    assert_eq!(registered.status, 200, "{}", registered.json());
    let user = registered.json()["user"]["user_id"].clone();
    let arrived = offering.browser().arrives(MINISTRY, "nia").data(200);
    assert_eq!(arrived["user"]["user_id"], user);

    // Another person with the same token: the code is still good afterwards.
    let otp = code_for(server, "Ben");
    let refused = register(&form_with("Ben", &otp, &json!({ "identity_token": token })));
    refused.refuses(
        409,
        "It took too long to link this sign-in to an account. Sign in with the provider again.",
    );
    refused.because("identity_proof_expired");
    assert_eq!(refused.json()["errors"], Value::Null, "no field is to blame");
    let long = json!({ "identity_token": "x".repeat(101) });
    register(&form_with("Ben", &otp, &long)).names_fields(&["identity_token"]);
    let none = json!({ "identity_token": null });
    assert_eq!(register(&form_with("Ben", &otp, &none)).status, 200);
}

fn state_works_once_and_in_the_browser_that_began(server: &TestServer) {
    let offering = Offering::new(server);
    offering.linked("Ada", "ada");
    let ended = |answer: &Answer| {
        answer.refuses(401, ENDED);
        answer.because("sign_in_ended");
        assert_eq!(answer.header("set-cookie"), None);
        assert_eq!(answer.header("www-authenticate"), None);
    };
    let code = code_of("ada");
    let browser = offering.browser();
    let state = browser.begin(MINISTRY);
    assert_eq!(browser.comes_back(&state, &code).status, 200);
    ended(&browser.comes_back(&state, &code));

    // The state of another browser, which is used up by the attempt.
    let state = browser.begin(MINISTRY);
    let other = offering.browser();
    ended(&other.comes_back(&state, &code));
    ended(&browser.comes_back(&state, &code));
    let state = browser.begin(MINISTRY);
    other.begin(MINISTRY);
    ended(&other.comes_back(&state, &code));

    for made_up in ["", "x", &"0".repeat(64), &"x".repeat(100)] {
        ended(&browser.comes_back(made_up, &code));
    }
    let state = browser.begin(MINISTRY);
    server.clock.advance(TimeDelta::seconds(599));
    assert_eq!(browser.comes_back(&state, &code).status, 200);
    let state = browser.begin(MINISTRY);
    server.clock.advance(TimeDelta::minutes(10));
    let late = browser.comes_back(&state, &code);
    late.refuses(401, "This sign-in took too long. Begin again.");
    late.because("sign_in_expired");
    ended(&browser.comes_back(&state, &code));
    browser
        .post(RETURN, &json!({ "code": code }))
        .names_fields(&["state"]);
}

fn two_tabs_of_one_browser_come_back(server: &TestServer) {
    let offering = Offering::new(server);
    offering.linked("Ada", "ada");
    let browser = offering.browser();
    let states = [browser.begin(MINISTRY), browser.begin(MINISTRY)];
    assert_ne!(states[0], states[1]);
    for state in states {
        assert_eq!(browser.comes_back(&state, &code_of("ada")).status, 200);
    }
    // One state in two tabs at once: it works in one of them.
    let state = browser.begin(MINISTRY);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let calls: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| browser.comes_back(&state, &code_of("ada")).status))
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    let count = |status: u16| statuses.iter().filter(|of| **of == status).count();
    assert_eq!((count(200), count(401)), (1, 3), "{statuses:?}");
}

fn errors_of_the_provider_are_in_words(server: &TestServer) {
    let offering = Offering::new(server);
    let browser = offering.browser();
    let with_error = |error: &str| {
        let state = browser.begin(MINISTRY);
        let answer = browser.post(RETURN, &json!({ "state": state, "error": error }));
        (state, answer)
    };
    for error in ["access_denied", "login_required", "<script>", "server_error"] {
        let (state, refused) = with_error(error);
        refused.refuses(401, "The sign-in was not completed at the provider.");
        refused.because("provider_not_completed");
        assert!(!refused.json().to_string().contains(error));
        browser
            .comes_back(&state, &code_of("ada"))
            .because("sign_in_ended");
    }
    let refused_code = browser.arrives(MINISTRY, "nobody");
    refused_code.refuses(
        400,
        "The sign-in provider sent an answer that is not valid. Begin again.",
    );
    refused_code.because("provider_answer_invalid");
    offering.ministry.verify_weakly(&code_of("weak"));
    let weak = browser.arrives(MINISTRY, "weak");
    weak.refuses(
        401,
        "This account was not verified strongly enough at the sign-in provider.",
    );
    weak.because("assurance_too_low");
    offering.ministry.set_down(true);
    let silent = browser.post(BEGIN, &json!({ "provider": MINISTRY }));
    silent.refuses(
        503,
        "The sign-in provider does not answer. Try again in a moment, or sign in another way.",
    );
    silent.because("provider_unreachable");
    assert_eq!(number_of(&offering, ["account.provider_refused"]), [6]);
}

fn email_claim_of_another_account_links_nothing(server: &TestServer) {
    let offering = Offering::new(server);
    let ada = offering.person("Ada", Role::DataRequester);
    let mut thief = person_of(ISSUER, "thief");
    thief.claims = Claims::new("Ada", "Okello", &ada.email);
    offering.ministry.add(&code_of("thief"), thief);
    let token = offering.browser().proves(MINISTRY, "thief");
    assert_eq!(identities(&ada.client), Vec::<Value>::new());
    let guest = offering.running.guest();
    link(&guest, &token).refuses(401, "Please sign in to continue.");
    // Nor does it register a second account with this address.
    let form = form_with("Ada", "000000", &json!({ "identity_token": token }));
    assert!((400..500).contains(&guest.post("users/verify/", &form).status));
    assert_eq!(
        offering.browser().arrives(MINISTRY, "thief").data(200)["user"],
        Value::Null
    );
}

fn domain_of_the_email_claim_may_be_refused(server: &TestServer) {
    let offering = Offering::with(server, |ministry| {
        ministry.email_domains = vec!["ministry.example".to_owned()];
    });
    offering.ministry.add(&code_of("ada"), person_of(ISSUER, "ada"));
    for (subject, email) in [
        ("eve", "eve@other.example"),
        ("ben", "ben@sub.ministry.example"),
        ("cora", "cora@ministry.example.evil.example"),
        ("nobody", ""),
    ] {
        let mut person = person_of(ISSUER, subject);
        person.claims = Claims::new("Eve", "Namara", email);
        offering.ministry.add(&code_of(subject), person);
        let refused = offering.browser().arrives(MINISTRY, subject);
        refused.because("email_domain_not_accepted");
        assert!((400..500).contains(&refused.status), "{email}");
    }
    offering.browser().proves(MINISTRY, "ada");
}

fn proven_identity_expires_and_works_once(server: &TestServer) {
    let offering = Offering::new(server);
    let ada = offering.person("Ada", Role::DataRequester);
    offering.ministry.add(&code_of("ada"), person_of(ISSUER, "ada"));
    let late = offering.browser().proves(MINISTRY, "ada");
    server.clock.advance(TimeDelta::hours(1));
    confirm_password(&ada.client);
    let refused = link(&ada.client, &late);
    refused.refuses(
        409,
        "It took too long to link this sign-in to an account. Sign in with the provider again.",
    );
    let token = offering.browser().proves(MINISTRY, "ada");
    assert_eq!(link(&ada.client, &token).status, 200);
    for unusable in ["", "none", &token, &late, &"0".repeat(64)] {
        link(&ada.client, unusable).because("identity_proof_expired");
    }
    link(&ada.client, &"x".repeat(101)).refuses_field(
        400,
        "identity_token",
        "This is no token of a sign-in.",
    );
    ada.client.post(OWN, &json!({})).names_fields(&["identity_token"]);
}

fn identity_belongs_to_one_account(server: &TestServer) {
    let offering = Offering::new(server);
    let eve = offering.person("Eve", Role::DataRequester);
    offering.ministry.add(&code_of("ada"), person_of(ISSUER, "ada"));
    // Both proofs are from before the first link.
    let proofs: Vec<String> = (0..3)
        .map(|_| offering.browser().proves(MINISTRY, "ada"))
        .collect();
    let ada = offering.person("Ada", Role::DataRequester);
    assert_eq!(link(&ada.client, &proofs[0]).status, 200);
    let refused = link(&eve.client, &proofs[1]);
    assert_eq!(refused.status, 409);
    refused.because("identity_linked");
    assert!(
        refused.json()["message"]
            .as_str()
            .unwrap()
            .starts_with("This sign-in is linked to another account."),
    );
    let text = refused.json().to_string();
    assert!(
        !text.contains("people.example") && !text.contains("Ada"),
        "{text}"
    );
    assert_eq!(link(&ada.client, &proofs[2]).status, 200, "it is linked already");
    assert_eq!(
        (identities(&ada.client).len(), identities(&eve.client).len()),
        (1, 0)
    );
    // The same subject at another provider is another identity.
    let elsewhere = person_of(ELSEWHERE, "ada");
    offering.university.add(&code_of("ada"), elsewhere);
    let token = offering.browser().proves(UNIVERSITY, "ada");
    assert_eq!(link(&eve.client, &token).status, 200);
    let arrived = offering.browser().arrives(UNIVERSITY, "ada").data(200);
    assert_eq!(arrived["user"]["user_id"], eve.user.0);
}

fn tabs_that_link_at_once_link_once(server: &TestServer) {
    let offering = Offering::new(server);
    let people = ["Ada", "Eve"].map(|name| offering.person(name, Role::DataRequester));
    offering.ministry.add(&code_of("ada"), person_of(ISSUER, "ada"));
    let proofs: Vec<String> = (0..4)
        .map(|_| offering.browser().proves(MINISTRY, "ada"))
        .collect();
    let statuses: Vec<(usize, u16)> = std::thread::scope(|scope| {
        let calls: Vec<_> = proofs
            .iter()
            .enumerate()
            .map(|(n, token)| {
                let client = &people[n % 2].client;
                scope.spawn(move || (n % 2, link(client, token).status))
            })
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    let count = people.each_ref().map(|person| identities(&person.client).len());
    assert_eq!(count[0] + count[1], 1, "{statuses:?}");
    let owner = usize::from(count[1] == 1);
    for (person, status) in &statuses {
        let expected = if *person == owner { 200 } else { 409 };
        assert_eq!(*status, expected, "{statuses:?}");
    }
    assert_eq!(number_of(&offering, ["account.identity_linked"]), [1]);
}

fn linking_needs_a_recent_password(server: &TestServer) {
    let offering = Offering::new(server);
    offering.linked("Ada", "ada");
    for subject in ["second", "third"] {
        offering
            .ministry
            .add(&code_of(subject), person_of(ISSUER, subject));
    }
    let by_password = offering.sign_in("Ada").json()["user"]["token"].clone();
    let by_password = offering.running.guest().with_token(by_password.as_str().unwrap());
    let token = offering.browser().proves(MINISTRY, "second");
    assert_eq!(
        link(&by_password, &token).status,
        200,
        "the password was just entered"
    );
    // A session that began at the provider proves no password, nor does an older one.
    let by_provider = signs_in(&offering, "ada");
    let token = offering.browser().proves(MINISTRY, "third");
    let needed = "Enter your password to continue.";
    link(&by_provider, &token).refuses_with_code(403, 607, needed);
    server.clock.advance(TimeDelta::minutes(5));
    link(&by_password, &token).refuses_with_code(403, 607, needed);
    confirm_password(&by_provider);
    assert_eq!(
        link(&by_provider, &token).status,
        200,
        "the proof was not used up"
    );
    let own = identities(&by_password);
    assert_eq!(own.len(), 3);
    unlink(&by_password, &own[0]).refuses_with_code(403, 607, needed);
}

fn last_way_in_cannot_be_unlinked(server: &TestServer) {
    let offering = Offering::with(server, |ministry| {
        ministry.only_for = vec!["Data Requester".to_owned()];
    });
    let ada = offering.linked("Ada", "ada");
    let own = identities(&ada.client);
    let refused = unlink(&ada.client, &own[0]);
    assert_eq!(refused.status, 409);
    refused.because("last_way_in");
    assert!(
        refused.json()["message"]
            .as_str()
            .unwrap()
            .starts_with("This is your only way to sign in."),
    );
    offering
        .ministry
        .add(&code_of("second"), person_of(ISSUER, "second"));
    let token = offering.browser().proves(MINISTRY, "second");
    assert_eq!(link(&ada.client, &token).status, 200);
    let own = identities(&ada.client);
    // Two tabs unlink one identity each: one of them stays.
    let client = &ada.client;
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let calls: Vec<_> = own
            .iter()
            .map(|identity| scope.spawn(move || unlink(client, identity).status))
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    let mut sorted = statuses;
    sorted.sort_unstable();
    assert_eq!(sorted, [204, 409]);
    assert_eq!(identities(&ada.client).len(), 1);
}

fn unlinked_identity_no_longer_signs_in(server: &TestServer) {
    let offering = Offering::new(server);
    let ada = offering.linked("Ada", "ada");
    let eve = offering.person("Eve", Role::DataRequester);
    let session = signs_in(&offering, "ada");
    let own = identities(&ada.client);
    let foreign = unlink(&eve.client, &own[0]);
    assert_eq!(foreign.status, 404);
    foreign.because("identity_not_found");
    let done = unlink(&ada.client, &own[0]);
    assert_eq!((done.status, done.bytes.len()), (204, 0));
    unlink(&ada.client, &own[0]).because("identity_not_found");
    assert!(is_signed_in(&session), "its sessions go on");
    offering.browser().proves(MINISTRY, "ada");
    assert_mailed(server, "Ada", "Aditus: A way to sign in was unlinked");
    assert_eq!(number_of(&offering, ["account.identity_unlinked"]), [1]);
}

fn disabled_account_is_refused(server: &TestServer) {
    let offering = Offering::new(server);
    let ada = offering.linked("Ada", "ada");
    let set_state = |state: AccountState| {
        server.write(|transaction| {
            let mut account = transaction.accounts().by_id(ada.user).unwrap().unwrap();
            account.state = state;
            transaction.accounts().save(&account).unwrap();
        });
    };
    set_state(AccountState::Disabled);
    let refused = offering.browser().arrives(MINISTRY, "ada");
    refused.refuses(
        401,
        "Your account is disabled. Contact the administrator of your organisation.",
    );
    refused.because("account_disabled");
    assert_eq!(refused.header("set-cookie"), None);
    set_state(AccountState::Active);
    assert!(is_signed_in(&signs_in(&offering, "ada")));
}

fn erased_account_is_not_linked_when_the_person_returns(server: &TestServer) {
    let offering = Offering::new(server);
    let user = offering
        .installation
        .account("Ada", offering.installation.requesters, AccountState::Active);
    let ada = offering
        .installation
        .sign_in(&email_of("Ada"))
        .moved_to(&offering.running.guest());
    offering.ministry.add(&code_of("ada"), person_of(ISSUER, "ada"));
    let [token, left_over] = [(); 2].map(|()| offering.browser().proves(MINISTRY, "ada"));
    assert_eq!(link(&ada, &token).status, 200);
    let session = signs_in(&offering, "ada");
    let sara = offering.person("Sara", Role::SuperUser);
    let erased = sara.client.post(
        &format!("users/erase/{}/", user.0),
        &json!({ "password": PASSWORD, "confirmation": email_of("Ada"), "reason": "Asked by letter, file 7/12" }),
    );
    assert_eq!(erased.status, 200, "{}", erased.json());
    assert!(!is_signed_in(&session) && !is_signed_in(&ada));
    link(&sara.client, &left_over).because("identity_proof_expired");
    let token = offering.browser().proves(MINISTRY, "ada");
    // The person registers again, and gets another account.
    let otp = code_for(server, "Ada");
    let form = form_with("Ada", &otp, &json!({ "identity_token": token }));
    let registered = offering.running.guest().post("users/verify/", &form);
    assert_eq!(registered.status, 200, "{}", registered.json());
    let arrived = offering.browser().arrives(MINISTRY, "ada").data(200);
    assert_ne!(arrived["user"]["user_id"], user.0);
}

fn second_factor_is_asked_for_unless_the_provider_states_several(server: &TestServer) {
    let offering = Offering::new(server);
    let ada = offering.linked("Ada", "ada");
    let (app, _) = second_factor::set_up(server, &ada.client);
    let browser = offering.browser();
    let answer = browser.arrives(MINISTRY, "ada");
    assert_eq!(answer.json()["message"], "Enter a code of your second factor.");
    assert_eq!(answer.header("set-cookie"), None, "the browser is not known yet");
    let data = answer.data(200);
    assert!(data["user"].is_null() && data["not_linked"].is_null(), "{data}");
    assert_eq!(data["pending_sign_in"]["step"], "enter_code");
    let body = json!({
        "pending_token": data["pending_sign_in"]["pending_token"], "code": app.next_code(server),
    });
    let completed = browser.post("users/signin/code/", &body).data(200);
    assert_eq!(completed["user_id"], ada.user.0);
    // The session began at the provider: signing out names it.
    let client = offering
        .running
        .guest()
        .with_token(completed["token"].as_str().unwrap());
    let out = client.post("users/signout/", &json!({})).data(200);
    assert_eq!(out["sign_out_at"]["label"], "Ministry of Health");

    let mut by_assurance = person_of(ISSUER, "ada");
    by_assurance.acr = Some("high".to_owned());
    let mut by_method = person_of(ISSUER, "ada");
    by_method.amr = vec!["pwd".to_owned(), "mfa".to_owned()];
    for person in [by_assurance, by_method] {
        offering.ministry.add(&code_of("ada"), person);
        let data = browser.arrives(MINISTRY, "ada").data(200);
        assert_eq!(data["user"]["user_id"], ada.user.0, "{data}");
    }
    let mut low = person_of(ISSUER, "ada");
    low.acr = Some("low".to_owned());
    offering.ministry.add(&code_of("ada"), low);
    let data = browser.arrives(MINISTRY, "ada").data(200);
    assert_eq!(data["pending_sign_in"]["step"], "enter_code");
}

fn organisation_with_a_provider_refuses_passwords(server: &TestServer) {
    let provider = server.ports.settings.provider_organisation.clone();
    let offering = Offering::with(server, |ministry| {
        ministry.only_for = vec![provider.to_uppercase()];
    });
    offering.person("Ada", Role::DataRequester);
    offering.person("Olga", Role::Admin);
    offering.person("Sara", Role::SuperUser);
    let refused = offering.sign_in("Olga");
    refused.refuses(
        401,
        "Your organisation signs in with Ministry of Health. Choose it on this page.",
    );
    let params = refused.because("provider_required");
    assert_eq!(params["label"], "Ministry of Health");
    assert_eq!(refused.header("set-cookie"), None);
    let wrong = json!({ "username": email_of("Olga"), "password": "wrong" });
    let wrong = offering.running.guest().post("users/signin/", &wrong);
    wrong.refuses(401, "Invalid username or password.");
    // A person who is about to link the sign-in of this provider enters the password once.
    let sign_in_to_link = |token: &str| {
        let body = json!({ "username": email_of("Olga"), "password": PASSWORD, "identity_token": token });
        offering.running.guest().post("users/signin/", &body)
    };
    offering
        .university
        .add(&code_of("olga"), person_of(ELSEWHERE, "olga"));
    offering.ministry.add(&code_of("olga"), person_of(ISSUER, "olga"));
    for unfit in ["none", &offering.browser().proves(UNIVERSITY, "olga")] {
        sign_in_to_link(unfit).because("provider_required");
    }
    sign_in_to_link(&"x".repeat(101)).names_fields(&["identity_token"]);
    let token = offering.browser().proves(MINISTRY, "olga");
    let session = sign_in_to_link(&token).json()["user"]["token"].clone();
    let session = offering.running.guest().with_token(session.as_str().unwrap());
    assert_eq!(link(&session, &token).status, 200);
    assert!(is_signed_in(&signs_in(&offering, "olga")));
    assert_eq!(offering.sign_in("Ada").status, 200, "another organisation");
    assert_eq!(
        offering.sign_in("Sara").status,
        200,
        "a Super User keeps the password"
    );
}

fn sign_out_names_the_place_at_the_provider(server: &TestServer) {
    let offering = Offering::new(server);
    let ada = offering.linked("Ada", "ada");
    let sign_out = |client: &Client| {
        let answer = client.post("users/signout/", &json!({}));
        assert_eq!(answer.json()["message"], "You are signed out.");
        answer.data(200)["sign_out_at"].clone()
    };
    let session = signs_in(&offering, "ada");
    assert_eq!(
        sign_out(&session),
        json!({ "label": "Ministry of Health", "address": SIGN_OUT })
    );
    assert!(!is_signed_in(&session) && is_signed_in(&ada.client));
    // A provider without such an address.
    let elsewhere = person_of(ELSEWHERE, "ada");
    offering.university.add(&code_of("ada"), elsewhere);
    let token = offering.browser().proves(UNIVERSITY, "ada");
    assert_eq!(link(&ada.client, &token).status, 200);
    let user = offering.browser().arrives(UNIVERSITY, "ada").data(200)["user"].clone();
    let session = offering
        .running
        .guest()
        .with_token(user["token"].as_str().unwrap());
    assert_eq!(sign_out(&session), Value::Null);
    // A provider that is no longer offered.
    let session = signs_in(&offering, "ada");
    assert_eq!(sign_out(&session.moved_to(&server.guest())), Value::Null);
    assert_eq!(sign_out(&ada.client), Value::Null, "it began with the password");
}

fn logout_path(provider: &str) -> String {
    format!("users/providers/{provider}/logout/")
}

/// Sends a logout token as providers do: as a form, without a session.
fn log_out(offering: &Offering<'_>, provider: &str, token: &str) -> Answer {
    offering.running.guest().send(
        "POST",
        &logout_path(provider),
        Some("application/x-www-form-urlencoded"),
        format!("logout_token={token}").as_bytes(),
    )
}

fn logout(subject: Option<&str>, sid: Option<&str>, issued_until: DateTime<Utc>) -> ProviderLogout {
    ProviderLogout {
        issuer: ISSUER.to_owned(),
        subject: subject.map(ToOwned::to_owned),
        sid: sid.map(ToOwned::to_owned),
        issued_until,
    }
}

fn now(server: &TestServer) -> DateTime<Utc> {
    server.ports.clock.now()
}

fn provider_ends_the_sessions_of_its_person(server: &TestServer) {
    let offering = Offering::new(server);
    let ada = offering.linked("Ada", "ada");
    offering.linked("Eve", "eve");
    let of_eve = signs_in(&offering, "eve");
    let first = signs_in(&offering, "ada");
    let mut elsewhere = person_of(ISSUER, "ada");
    elsewhere.sid = Some("another-browser".to_owned());
    offering.ministry.add(&code_of("ada"), elsewhere);
    let second = signs_in(&offering, "ada");
    server.clock.advance(TimeDelta::seconds(10));

    let of_session = logout(Some("ada"), Some("another-browser"), now(server));
    offering.ministry.add_logout("of-session", of_session);
    let done = log_out(&offering, MINISTRY, "of-session");
    assert_eq!(
        (done.status, done.header("cache-control")),
        (200, Some("no-store"))
    );
    assert!(!is_signed_in(&second));
    for other in [&first, &of_eve, &ada.client] {
        assert!(is_signed_in(other), "another session");
    }
    let of_person = logout(Some("ada"), None, now(server));
    offering.ministry.add_logout("of-person", of_person);
    assert_eq!(
        log_out(&offering, MINISTRY, "of-person&client=aditus").status,
        200
    );
    assert!(!is_signed_in(&first));
    assert!(is_signed_in(&of_eve));
    assert!(is_signed_in(&ada.client), "it began with the password");
    assert_eq!(number_of(&offering, ["account.provider_ended_sessions"]), [2]);

    // A token that is sent again ends no session that began later.
    server.clock.advance(TimeDelta::seconds(10));
    let later = signs_in(&offering, "ada");
    assert_eq!(log_out(&offering, MINISTRY, "of-person").status, 200);
    assert!(is_signed_in(&later));
}

fn logout_tokens_that_are_not_valid_end_nothing(server: &TestServer) {
    let offering = Offering::new(server);
    offering.linked("Ada", "ada");
    let session = signs_in(&offering, "ada");
    offering
        .ministry
        .add_logout("good", logout(Some("ada"), None, now(server)));
    for wrong in ["", "made-up", "%F0%9F%92%A5", &"x".repeat(16 * 1024)] {
        let refused = log_out(&offering, MINISTRY, wrong);
        assert_eq!(refused.status, 400, "{wrong:.20}");
        refused.because("provider_answer_invalid");
        assert_eq!(refused.header("cache-control"), Some("no-store"));
    }
    // The token of one provider is worth nothing at another one.
    assert_eq!(log_out(&offering, UNIVERSITY, "good").status, 400);
    for nowhere in ["nowhere", "Ministry", "x y", "%00", "..%2f1"] {
        let refused = log_out(&offering, nowhere, "good");
        assert!(
            (400..=404).contains(&refused.status),
            "{nowhere}: {}",
            refused.status
        );
    }
    assert!(is_signed_in(&session));
    assert_eq!(log_out(&offering, MINISTRY, "good").status, 200);
    assert!(!is_signed_in(&session));
}

fn logout_is_a_form_of_limited_size(server: &TestServer) {
    let offering = Offering::new(server);
    let send = |media: &str, body: &str| {
        let guest = offering.running.guest();
        guest.send("POST", &logout_path(MINISTRY), Some(media), body.as_bytes())
    };
    let form = "application/x-www-form-urlencoded";
    for media in [
        "application/json",
        "multipart/form-data; boundary=x",
        "text/plain",
        "",
    ] {
        send(media, "logout_token=good").refuses(
            415,
            "Send the body as a form, with the header Content-Type: application/x-www-form-urlencoded.",
        );
    }
    for (body, message) in [
        ("", "Logout token is required."),
        ("token=good", "Logout token is required."),
    ] {
        send(form, body).refuses_field(400, "logout_token", message);
    }
    send(form, "logout_token=a&logout_token=b").names_fields(&["logout_token"]);
    send(form, "logout_token=%00").names_fields(&["logout_token"]);
    let long = format!("logout_token={}", "x".repeat(16 * 1024 + 1));
    send(form, &long).refuses_field(400, "logout_token", "This is too long for a logout token.");
    assert_eq!(send(form, "logout_token=%ff").status, 400);
    let large = format!("logout_token=x&other={}", "x".repeat(32 * 1024));
    send(form, &large).refuses(413, "The body is too large. The limit is 32 kB.");
    assert_eq!(
        send("Application/X-WWW-Form-Urlencoded; charset=UTF-8", "").status,
        400
    );
}

fn sign_ins_of_a_network_are_limited(server: &TestServer) {
    let offering = Offering::new(server);
    let limits = server.ports.settings.limits.clone();
    let two = Allowance::parse("2 in 1 hour").unwrap();
    let limited = Running::start(Api::new(Ports {
        identity_providers: Arc::new(IdentityProviders(vec![offered(
            MINISTRY,
            "Ministry of Health",
            offering.ministry.clone(),
        )])),
        settings: Arc::new(Settings {
            limits: limits.with(Limit::ProviderSignIn, two),
            ..(*server.ports.settings).clone()
        }),
        ..server.ports.clone()
    }));
    let begin = || limited.guest().post(BEGIN, &json!({ "provider": MINISTRY }));
    assert_eq!([begin().status, begin().status], [200, 200]);
    let refused = begin();
    refused.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(refused.header("retry-after"), Some("3600"));
    assert_eq!(refused.header("set-cookie"), None);
    server.clock.advance(TimeDelta::hours(1));
    assert_eq!(begin().status, 200);
}

/// A provider that answers once its gate is open.
#[derive(Default)]
struct SlowProvider {
    gate: Gate,
}

impl IdentityProvider for SlowProvider {
    fn authorization_address(&self, secrets: &SignInSecrets) -> Result<String, ProviderError> {
        Ok(format!("https://slow.example/?state={}", secrets.state))
    }

    fn redeem(
        &self,
        _code: &str,
        _secrets: &SignInSecrets,
        _now: DateTime<Utc>,
    ) -> Result<AuthenticatedPerson, ProviderError> {
        self.gate.pass();
        Err(ProviderError::NotCompleted)
    }

    fn verify_logout(&self, _: &str, _: DateTime<Utc>) -> Result<ProviderLogout, ProviderError> {
        Err(ProviderError::NotCompleted)
    }

    fn sign_out_address(&self) -> Option<String> {
        None
    }

    fn check(&self) -> Result<String, ProviderError> {
        Err(ProviderError::NotCompleted)
    }
}

fn slow_provider_delays_no_other_call(server: &TestServer) {
    let slow = Arc::new(SlowProvider::default());
    let running = running(server, vec![offered("slow", "Slow", slow.clone())]);
    let ada = Installation::new(server).person("Ada", Role::DataRequester);
    let ada = ada.client.moved_to(&running.guest());
    let waiting = CONCURRENT_USE_CASES + ASKING_PROVIDERS;
    let browser = Browser::new(running.guest());
    let states: Vec<String> = (0..waiting).map(|_| browser.begin("slow")).collect();
    std::thread::scope(|scope| {
        let (sender, answers) = mpsc::channel();
        for state in &states {
            let (browser, sender) = (&browser, sender.clone());
            scope.spawn(move || sender.send(browser.comes_back(state, "any").status).unwrap());
        }
        slow.gate.wait_for(ASKING_PROVIDERS);
        let mut statuses = ["users/detailuser/", OWN, PROVIDERS]
            .map(|path| ada.get(path).status)
            .to_vec();
        statuses.push(ada.post("users/signout/", &json!({})).status);
        let is_waiting = answers.try_recv().is_err();
        slow.gate.open();
        assert_eq!(statuses, [200; 4]);
        assert!(is_waiting);
        for _ in 0..waiting {
            assert_eq!(answers.recv_timeout(Duration::from_mins(1)).unwrap(), 401);
        }
    });
    assert_eq!(slow.gate.max_inside(), ASKING_PROVIDERS);
}

fn secrets_are_neither_logged_nor_shown_again(server: &TestServer) {
    log::catch();
    let offering = Offering::new(server);
    let ada = offering.person("Ada", Role::DataRequester);
    offering
        .ministry
        .add("code-Zq7Quiet", person_of(ISSUER, "subject-Zq7Quiet"));
    let browser = offering.browser();
    let state = browser.begin(MINISTRY);
    let data = browser.comes_back(&state, "code-Zq7Quiet").data(200);
    let token = data["not_linked"]["identity_token"].as_str().unwrap().to_owned();
    assert_eq!(link(&ada.client, &token).status, 200);
    browser
        .comes_back(&state, "code-Zq7Quiet")
        .because("sign_in_ended");
    let refused = log_out(&offering, MINISTRY, "logout-Zq7Quiet");
    assert!(!refused.json().to_string().contains("Zq7Quiet"));
    let [entries] = entries(&offering, ["account.identity_linked"]);
    let cookie = browser.cookies.lock().unwrap()["__Host-aditus_provider_sign_in"].clone();
    for secret in ["Zq7Quiet", &state, &token, &cookie] {
        let lines = log::lines_with(secret);
        assert!(lines.is_empty(), "{lines:#?}");
        assert!(!json!(entries).to_string().contains(secret));
        for path in [OWN, "users/detailuser/", "users/activity/"] {
            let text = ada.client.get(path).json().to_string();
            assert!(!text.contains(secret), "{path}");
        }
    }
}
