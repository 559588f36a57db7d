//! Signing in with a passkey alone.

use std::sync::Arc;

use aditus_application::accounts::passkeys::{begin_sign_in, remove, sign_in};
use aditus_application::accounts::{authenticate, sign_in as password_sign_in};
use aditus_application::ports::IdentityProviders;
use aditus_application::settings::Settings;
use aditus_application::testing::{ListedIdentities, settings};
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::accounts::AccountState;
use aditus_domain::accounts::second_factor::{RequiredFor, RoleGroup};
use aditus_domain::audit;
use aditus_domain::limits::{Allowance, Limit};
use aditus_domain::roles::Role;
use aditus_storage::testing::TestDatabase;
use chrono::TimeDelta;

use super::Scene;
use crate::accounts::second_factor::{HOME, by_password, set_up_app};
use crate::both_databases::Database;
use crate::world::World;

#[test]
fn passkey_alone_signs_in() {
    let scene = Scene::new();
    let (ada, added) = scene.person_with_passkey("Ada");
    set_up_app(&scene.world, &ada);
    scene.world.wait(TimeDelta::minutes(1));
    let credential = scene.signed();
    let (answer, kinds) = scene.kinds_of(|| scene.sign_in("Ada", &credential).unwrap());
    assert_eq!(kinds, [audit::Kind::SignedIn]);
    assert!(scene.last_entry().contains("\"second_factor\":\"passkey\""));
    let caller = authenticate::execute(&scene.world.ports, &answer.token).unwrap();
    assert_eq!(caller.user, ada.user);
    let shown = scene.shown(&ada).pop().unwrap();
    assert_eq!(
        (shown.id, shown.last_used_on),
        (added.passkey, Some(scene.world.now()))
    );
    assert!(!scene.is_mailed("Ada", "New sign-in to your account"));
}

#[test]
fn sign_in_in_a_new_browser_is_mailed() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let command = sign_in::Command {
        credential: scene.signed(),
        address: HOME.to_owned(),
        user_agent: "Test".to_owned(),
        browser: String::new(),
    };
    sign_in::execute(&scene.world.ports, &command).unwrap();
    assert!(scene.is_mailed("Ada", "New sign-in to your account"));
}

#[test]
fn passkey_satisfies_a_role_that_needs_a_second_factor() {
    let scene = Scene::on(
        TestDatabase::sqlite(),
        Settings {
            second_factor_required_for: RequiredFor::new([RoleGroup::Admin]),
            ..settings()
        },
    );
    let user = scene.world.person("Ada");
    scene.world.grant(user, scene.world.provider(), Role::Admin);
    let ada = scene.world.caller("Ada");
    scene.add(&ada, "Laptop");
    scene.world.wait(TimeDelta::days(20));
    let credential = scene.signed();
    assert!(scene.sign_in("Ada", &credential).is_ok());
}

#[test]
fn response_is_accepted_once() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let credential = scene.signed();
    scene.sign_in("Ada", &credential).unwrap();
    let (again, kinds) = scene.kinds_of(|| scene.refusal("Ada", &credential));
    assert_eq!(
        (again.kind(), again.reason()),
        (Kind::Conflict, Reason::PasskeyExpired)
    );
    assert_eq!(kinds, [], "anyone can send a challenge that does not exist");
}

#[test]
fn refused_response_uses_up_the_challenge() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let credential = scene.signed();
    let forged = credential.replace(r#""counter":"1""#, r#""counter":"7""#);
    assert_ne!(credential, forged);
    let (refused, kinds) = scene.kinds_of(|| scene.refusal("Ada", &forged));
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Invalid, Reason::PasskeyInvalid)
    );
    assert_eq!(kinds, [audit::Kind::PasskeyRefused]);
    assert!(scene.last_entry().contains("\"copied\":false"));
    assert_eq!(scene.refusal("Ada", &credential).reason(), Reason::PasskeyExpired);
}

#[test]
fn challenge_expires_after_ten_minutes() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let options = begin_sign_in::execute(&scene.world.ports, HOME).unwrap();
    assert_eq!(options.expires_on, scene.world.now() + TimeDelta::minutes(10));
    let credential = scene.authenticator.sign(&options.options).unwrap();
    scene.world.wait(TimeDelta::minutes(10));
    assert_eq!(scene.refusal("Ada", &credential).reason(), Reason::PasskeyExpired);
}

#[test]
fn malformed_responses_are_refused() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    for credential in [
        "",
        "{}",
        "[]",
        r#"{"type":"get","id":"c0de0000","challenge":"00"}"#,
    ] {
        let refused = scene.refusal("Ada", credential);
        assert!(
            matches!(refused.reason(), Reason::PasskeyInvalid | Reason::PasskeyExpired),
            "{credential}: {refused}"
        );
    }
}

#[test]
fn removed_passkey_is_not_known() {
    let scene = Scene::new();
    let (ada, added) = scene.person_with_passkey("Ada");
    let credential = scene.signed();
    let ada = scene.world.confirmed(&ada);
    remove::execute(&scene.world.ports, &ada, added.passkey, &by_password()).unwrap();
    let (refused, kinds) = scene.kinds_of(|| scene.refusal("Ada", &credential));
    assert_eq!(
        (refused.to_string().as_str(), refused.kind(), refused.reason()),
        (
            "This passkey is not known here. Sign in another way.",
            Kind::Unauthenticated,
            Reason::PasskeyNotFound
        )
    );
    assert_eq!(kinds, [audit::Kind::PasskeyRefused]);
}

#[test]
fn user_handle_of_another_account_is_refused() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    scene.authenticator.claim_handle(&[7; 16]);
    let credential = scene.signed();
    assert_eq!(scene.refusal("Ada", &credential).reason(), Reason::PasskeyInvalid);
}

#[test]
fn response_without_verification_of_the_person_is_refused() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    scene.authenticator.stop_verifying();
    let credential = scene.signed();
    assert_eq!(scene.refusal("Ada", &credential).reason(), Reason::PasskeyInvalid);
}

#[test]
fn counter_that_runs_backwards_is_refused_and_mailed_to_the_owner() {
    let scene = Scene::new();
    let (ada, added) = scene.person_with_passkey("Ada");
    let credential = scene.signed();
    scene.sign_in("Ada", &credential).unwrap();
    scene.authenticator.set_back();
    let credential = scene.signed();
    let (refused, kinds) = scene.kinds_of(|| scene.refusal("Ada", &credential));
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Unauthenticated, Reason::PasskeyCopied)
    );
    assert_eq!(kinds, [audit::Kind::PasskeyRefused]);
    let entry = scene.last_entry();
    assert!(
        entry.contains("\"copied\":true") && entry.contains(&format!("\"passkey\":{}", added.passkey)),
        "{entry}"
    );
    assert!(scene.is_mailed("Ada", "A passkey of yours may have been copied"));
    assert_eq!(scene.shown(&ada).len(), 1, "the owner removes it");
}

#[test]
fn disabled_account_is_refused() {
    let scene = Scene::new();
    let (ada, _) = scene.person_with_passkey("Ada");
    scene
        .world
        .change_account(ada.user, |account| account.state = AccountState::Disabled);
    let credential = scene.signed();
    let (refused, kinds) = scene.kinds_of(|| scene.refusal("Ada", &credential));
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Unauthenticated, Reason::AccountDisabled)
    );
    assert_eq!(kinds, [audit::Kind::SignInRefused]);
    assert_eq!(
        scene.refusal("Ada", &credential).reason(),
        Reason::PasskeyExpired,
        "the use is stored"
    );
}

#[test]
fn passkey_alone_is_refused_where_the_organisation_signs_in_with_a_provider() {
    let mut scene = Scene::new();
    scene.person_with_passkey("Ada");
    let provider = Arc::new(ListedIdentities::default());
    let mut offered = provider.offered("ministry", "Ministry of Health").unwrap();
    offered.only_for = vec!["Institute of Public Health".to_owned()];
    scene.world.ports.identity_providers = Arc::new(IdentityProviders(vec![offered]));
    let credential = scene.signed();
    let (refused, kinds) = scene.kinds_of(|| scene.refusal("Ada", &credential));
    assert_eq!(
        (refused.to_string().as_str(), refused.reason()),
        (
            "Your organisation signs in with Ministry of Health. Choose it on this page.",
            Reason::ProviderRequired
        )
    );
    assert_eq!(kinds, [audit::Kind::SignInRefused]);
}

#[test]
fn password_alone_waits_for_the_passkey() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let progress =
        crate::accounts::second_factor::enter_password(&scene.world, "Ada", &scene.world.browser_of("Ada"));
    assert!(matches!(progress, password_sign_in::Progress::Pending(_)));
}

#[test]
fn sign_ins_of_one_network_are_limited() {
    let limits = settings()
        .limits
        .with(Limit::PasskeySignIn, Allowance::parse("2 in 1 hour").unwrap());
    let scene = Scene::on(TestDatabase::sqlite(), Settings { limits, ..settings() });
    let begin = |address| begin_sign_in::execute(&scene.world.ports, address);
    for _ in 0..2 {
        begin(HOME).unwrap();
    }
    assert!(matches!(begin(HOME).unwrap_err().kind(), Kind::TooMany(_)));
    begin("198.51.100.7").unwrap();
}

#[test]
fn installation_without_passkeys_begins_no_sign_in() {
    let world = World::new();
    let refused = begin_sign_in::execute(&world.ports, HOME).unwrap_err();
    assert_eq!(refused.reason(), Reason::PasskeysUnavailable);
}

on_both_databases!(response_that_is_sent_twice_at_once_signs_in_once);

fn response_that_is_sent_twice_at_once_signs_in_once(database: Database) {
    let scene = Scene::on(database(), settings());
    scene.person_with_passkey("Ada");
    let credential = scene.signed();
    let signed_in = std::thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| scene.sign_in("Ada", &credential).is_ok()));
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(signed_in.into_iter().filter(|signed_in| *signed_in).count(), 1);
}
