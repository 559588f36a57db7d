//! `POST users/signup/` and `POST users/verify/resend`.

use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::ports::{KeyPurpose, Keys, MailError, SealError, SealedPlace};
use aditus_domain::roles::Role;
use aditus_http::Api;
use chrono::{SecondsFormat, TimeDelta};
use serde_json::json;

use crate::on_both_databases;
use crate::people::{Installation, confirm_password, email_of};
use crate::registration::{form, verify};
use crate::server::{Running, TestServer};

on_both_databases!(
    a_code_is_mailed_and_its_expiry_returned,
    a_second_code_is_refused_while_the_first_is_valid,
    concurrent_requests_send_one_code,
    addresses_are_validated,
    resending_voids_the_code_before,
    too_many_requests_are_limited,
    a_code_that_cannot_be_queued_is_reported,
    a_refusal_of_the_mail_server_is_reported,
);

fn now(server: &TestServer) -> String {
    in_seconds(server, 0)
}

fn in_seconds(server: &TestServer, seconds: i64) -> String {
    let then = server.ports.clock.now() + TimeDelta::seconds(seconds);
    then.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

fn a_code_is_mailed_and_its_expiry_returned(server: &TestServer) {
    let email = email_of("Nia");
    let answer = server
        .guest()
        .post("users/signup/", &json!({ "username": email }));
    let told = json!({
        "code": 200,
        "message": "OTP sent successfully",
        "data": now(server),
        "expires_at": in_seconds(server, 300),
        "resend_at": in_seconds(server, 30),
    });
    assert_eq!((answer.status, answer.json()), (200, told));
    let mails = server.mails_to(&email);
    assert_eq!(mails.len(), 1);
    let code = server.code_mailed_to(&email);
    assert!(
        !mails[0].subject.contains(&code),
        "subjects show on locked screens"
    );
}

fn concurrent_requests_send_one_code(server: &TestServer) {
    let email = email_of("Nia");
    let guest = server.guest();
    let ask = || guest.post("users/signup/", &json!({ "username": email })).status;
    let mut statuses = std::thread::scope(|scope| {
        let threads = [(); 8].map(|()| scope.spawn(ask));
        threads.map(|thread| thread.join().unwrap())
    });
    statuses.sort_unstable();
    assert_eq!(statuses[0], 200);
    assert!(statuses[1..].iter().all(|status| *status == 409), "{statuses:?}");
    assert_eq!(server.mails_to(&email).len(), 1);
}

fn a_second_code_is_refused_while_the_first_is_valid(server: &TestServer) {
    let guest = server.guest();
    let first = now(server);
    assert_eq!(
        guest
            .post("users/signup/", &json!({ "username": email_of("Nia") }))
            .status,
        200
    );
    server.clock.advance(TimeDelta::seconds(299));
    let again = guest.post("users/signup/", &json!({ "username": " NIA@people.example " }));
    again.refuses_with_code(409, 601, "An OTP was already sent. Verify using that OTP");
    again.because("code_already_sent");
    assert_eq!(again.json()["data"], first, "the countdown goes on");
    assert_eq!(server.mails_to(&email_of("Nia")).len(), 1);

    server.clock.advance(TimeDelta::seconds(1));
    let later = guest.post("users/signup/", &json!({ "username": email_of("Nia") }));
    assert_eq!(later.data(200), now(server));
}

fn addresses_are_validated(server: &TestServer) {
    let installation = Installation::new(server);
    installation.person("Ada", Role::DataRequester);
    let guest = server.guest();
    for path in ["users/signup/", "users/verify/resend"] {
        guest
            .post(path, &json!({ "username": "nia" }))
            .refuses_field(400, "username", "Email is invalid");
        guest
            .post(path, &json!({ "username": "ADA@people.example" }))
            .refuses(409, "User with this email or phone number already exists");
    }
    guest
        .post("users/signup/", &json!({}))
        .refuses_field(400, "username", "Email is required");
    guest
        .post("users/verify/resend", &json!({ "username": " " }))
        .refuses_field(400, "username", "Failed to resend OTP");
    assert_eq!(server.mails_to(&email_of("Ada")).len(), 0);
}

fn resending_voids_the_code_before(server: &TestServer) {
    let guest = server.guest();
    let body = json!({ "username": email_of("Nia") });
    assert_eq!(guest.post("users/signup/", &body).status, 200);
    let first = server.code_mailed_to(&email_of("Nia"));
    server.clock.advance(TimeDelta::seconds(30));
    let answer = guest.post("users/verify/resend", &body);
    assert_eq!(answer.data(200), now(server));
    assert_eq!(answer.json()["message"], "Sent an OTP to nia@people.example");
    let second = server.code_mailed_to(&email_of("Nia"));
    assert_ne!(first, second);
    verify(server, &form("Nia", &first)).refuses_with_code(400, 400, "Failed to verify OTP");
    assert_eq!(verify(server, &form("Nia", &second)).status, 200);
}

fn too_many_requests_are_limited(server: &TestServer) {
    let guest = server.guest();
    let too_many = "Too many attempts. Please try again later.";
    let body = json!({ "username": email_of("Nia") });
    assert_eq!(guest.post("users/verify/resend", &body).status, 200);
    server.clock.advance(TimeDelta::seconds(10));
    let refused = guest.post("users/verify/resend", &body);
    refused.refuses(429, too_many);
    assert_eq!(refused.header("retry-after"), Some("20"));
    for _ in 0..4 {
        server.mails_to(&email_of("Nia"));
        server.clock.advance(TimeDelta::minutes(1));
        assert_eq!(guest.post("users/verify/resend", &body).status, 200);
    }
    assert_eq!(server.mails_to(&email_of("Nia")).len(), 5);
    server.clock.advance(TimeDelta::minutes(6));
    for path in ["users/verify/resend", "users/signup/"] {
        let refused = guest.post(path, &body);
        refused.refuses(429, too_many);
        assert_eq!(
            refused.header("retry-after"),
            Some("2990"),
            "an hour after the first"
        );
    }
    assert_eq!(server.mails_to(&email_of("Nia")).len(), 5, "and no more");
    let other = guest.post("users/signup/", &json!({ "username": email_of("Other") }));
    assert_eq!(other.status, 200, "others need not wait");
}

/// Keys whose sealing fails, so that no mail can be queued.
struct NoSeal(Arc<dyn Keys>);

impl Keys for NoSeal {
    fn hash(&self, purpose: KeyPurpose, data: &[u8]) -> [u8; 32] {
        self.0.hash(purpose, data)
    }

    fn equal(&self, left: &[u8; 32], right: &[u8; 32]) -> bool {
        self.0.equal(left, right)
    }

    fn seal(&self, _: &SealedPlace, _: &[u8]) -> Result<Vec<u8>, SealError> {
        Err(SealError)
    }

    fn open(&self, place: &SealedPlace, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        self.0.open(place, sealed)
    }
}

fn a_code_that_cannot_be_queued_is_reported(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let running = Running::start(Api::new(Ports {
        keys: Arc::new(NoSeal(Arc::clone(&server.ports.keys))),
        ..server.ports.clone()
    }));
    let guest = running.guest();
    let unsent = "Failed to send OTP. Resend using the link below";
    let nia = json!({ "username": email_of("Nia") });
    for path in ["users/signup/", "users/verify/resend"] {
        let refused = guest.post(path, &nia);
        refused.refuses_with_code(503, 606, unsent);
        refused.because("code_not_sent");
    }
    let token = server.guest().post(
        "users/signin/",
        &json!({ "username": ada.email, "password": crate::people::PASSWORD }),
    );
    let signed_in = guest.with_token(token.json()["user"]["token"].as_str().unwrap());
    confirm_password(&signed_in);
    for body in [
        json!({ "org_email": "new@people.example" }),
        json!({ "phone": "+256772000111" }),
    ] {
        signed_in
            .post("users/setting-otp/", &body)
            .refuses_with_code(503, 606, unsent);
    }
    for name in ["Ada", "Nobody"] {
        guest
            .post("users/forgot-password", &json!({ "username": email_of(name) }))
            .refuses_with_code(503, 606, unsent);
    }
    // Nothing was stored: the next attempt need not wait.
    assert_eq!(server.guest().post("users/signup/", &nia).status, 200);
}

fn a_refusal_of_the_mail_server_is_reported(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let guest = server.guest();
    let unsent = "Failed to send OTP. Resend using the link below";
    let route = &server.ports.mail_route;
    route.note(&Err(MailError::Temporary("421".into())), server.ports.clock.now());
    for (path, name) in [
        ("users/signup/", "Nia"),
        ("users/verify/resend", "Nia"),
        ("users/forgot-password", "Ada"),
        ("users/forgot-password", "Nobody"),
    ] {
        let answer = guest.post(path, &json!({ "username": email_of(name) }));
        answer.refuses_with_code(503, 606, unsent);
    }
    let address = json!({ "org_email": "new@people.example" });
    ada.client
        .post("users/setting-otp/", &address)
        .refuses_with_code(503, 606, unsent);
    route.note(&Ok(()), server.ports.clock.now());
    // Refused attempts store nothing, so the next one need not wait.
    for (path, name) in [("users/signup/", "Nia"), ("users/forgot-password", "Ada")] {
        let answer = guest.post(path, &json!({ "username": email_of(name) }));
        assert_eq!(answer.status, 200, "{}", answer.json());
    }
}
