//! Signing out of the provider, and sessions that the provider ends.

use aditus_application::accounts::identities::end_sessions::{self, Error};
use aditus_application::accounts::{authenticate, sign_out};
use aditus_application::ports::ProviderLogout;
use aditus_application::testing::ListedIdentities;
use aditus_application::{Failure, Kind, Reason};
use chrono::TimeDelta;

use super::{LABEL, Scene};
use crate::accounts::second_factor::{enter, origin, set_up_app};

const SIGN_OUT: &str = "https://id.example/logout";

/// Adds a logout token of the provider that is issued now.
fn add_logout(scene: &Scene, token: &str, subject: Option<&str>, sid: Option<&str>) {
    let logout = ProviderLogout {
        issuer: ListedIdentities::ISSUER.to_owned(),
        subject: subject.map(|name| format!("subject-{name}")),
        sid: sid.map(|name| format!("sid-{name}")),
        issued_until: scene.world.now(),
    };
    scene.provider.add_logout(token, logout);
}

fn log_out(scene: &Scene, token: &str) -> Result<(), Error> {
    end_sessions::execute(&scene.world.ports, "ministry", token)
}

fn is_live(scene: &Scene, token: &str) -> bool {
    authenticate::execute(&scene.world.ports, token).is_ok()
}

#[test]
fn sign_out_offers_the_provider_with_which_the_session_began() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let sign_out = |token: &str| {
        let caller = scene.caller_of(token);
        sign_out::execute(&scene.world.ports, &caller).unwrap().provider
    };
    assert_eq!(
        sign_out(&scene.signed_in("Ada").token),
        None,
        "it has no such page"
    );
    scene.provider.set_sign_out_address(SIGN_OUT);
    let token = scene.signed_in("Ada").token;
    let offered = sign_out(&token).unwrap();
    assert_eq!(
        (offered.label.as_str(), offered.address.as_str()),
        (LABEL, SIGN_OUT)
    );
    assert!(!is_live(&scene, &token));
    assert_eq!(sign_out(&scene.world.token("Ada")), None, "after a password");
}

#[test]
fn provider_ends_the_sessions_of_a_person() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    scene.linked_person("Eve");
    let [first, second] = [(); 2].map(|()| scene.signed_in("Ada").token);
    let of_password = scene.world.token("Ada");
    let of_eve = scene.signed_in("Eve").token;
    add_logout(&scene, "all", Some("Ada"), None);
    log_out(&scene, "all").unwrap();
    let lives = [&first, &second, &of_password, &of_eve].map(|token| is_live(&scene, token));
    assert_eq!(lives, [false, false, true, true]);
}

#[test]
fn provider_ends_one_of_its_sessions() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let laptop = scene.signed_in("Ada").token;
    scene.know_with("Ada", |person| person.sid = Some("sid-phone".to_owned()));
    let phone = scene.signed_in("Ada").token;
    add_logout(&scene, "one", Some("Ada"), Some("Ada"));
    log_out(&scene, "one").unwrap();
    assert_eq!(
        [&laptop, &phone].map(|token| is_live(&scene, token)),
        [false, true]
    );
    add_logout(&scene, "other", None, Some("phone"));
    log_out(&scene, "other").unwrap();
    assert!(!is_live(&scene, &phone));
}

#[test]
fn logout_token_that_is_sent_again_ends_no_later_session() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let before = scene.signed_in("Ada").token;
    add_logout(&scene, "token", Some("Ada"), None);
    log_out(&scene, "token").unwrap();
    scene.world.wait(TimeDelta::seconds(1));
    let after = scene.signed_in("Ada").token;
    log_out(&scene, "token").unwrap();
    assert_eq!(
        [&before, &after].map(|token| is_live(&scene, token)),
        [false, true]
    );
}

#[test]
fn provider_ends_a_sign_in_that_waits_for_a_code() {
    let scene = Scene::new();
    let ada = scene.linked_person("Ada");
    let (app, _) = set_up_app(&scene.world, &ada);
    let begun = scene.pending("Ada");
    add_logout(&scene, "token", Some("Ada"), None);
    log_out(&scene, "token").unwrap();
    let origin = origin(&scene.world, "Ada", &begun);
    let refused = enter(&scene.world, &origin, &app.next_code(&scene.world));
    assert_eq!(refused.map(drop).unwrap_err().reason(), Reason::SignInEnded);
}

#[test]
fn logout_token_that_is_not_valid_ends_nothing() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let session = scene.signed_in("Ada").token;
    add_logout(&scene, "of nobody", None, None);
    for token in ["", "forged", "of nobody"] {
        let refused = log_out(&scene, token).unwrap_err();
        assert_eq!(
            (refused.kind(), refused.reason()),
            (Kind::Invalid, Reason::ProviderAnswerInvalid)
        );
    }
    let unknown = end_sessions::execute(&scene.world.ports, "other", "token").unwrap_err();
    assert_eq!(unknown.kind(), Kind::NotFound);
    assert!(is_live(&scene, &session));
}
