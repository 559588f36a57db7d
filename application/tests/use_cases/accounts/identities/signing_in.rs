//! Signing in with a linked identity.

use std::sync::Arc;

use aditus_application::accounts::erasure::erase;
use aditus_application::accounts::identities::{begin, providers};
use aditus_application::accounts::sign_out;
use aditus_application::ports::IdentityProviders;
use aditus_application::testing::{ListedIdentities, TestKeys, settings};
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::accounts::AccountState;
use aditus_domain::accounts::identity::MultiFactorRule;
use aditus_domain::accounts::second_factor::{PendingStep, RequiredFor, RoleGroup};
use aditus_domain::limits::{Allowance, Limit};
use aditus_domain::roles::Role;
use aditus_storage::testing::TestDatabase;
use chrono::TimeDelta;

use super::{HOME, LABEL, Scene, user_of};
use crate::accounts::second_factor::{enter, origin, set_up_app, titles};
use crate::world::people::{PASSWORD, address_of};

#[test]
fn providers_are_listed_in_the_order_of_the_configuration() {
    let mut scene = Scene::new();
    assert_eq!(providers::execute(&scene.world.ports)[0].label, LABEL);
    let other = scene.provider.offered("eduid", "eduID").unwrap();
    let first = scene.world.ports.identity_providers.0[0].clone();
    scene.world.ports.identity_providers = Arc::new(IdentityProviders(vec![other, first]));
    let listed = providers::execute(&scene.world.ports);
    let names: Vec<&str> = listed.iter().map(|listed| listed.provider.as_str()).collect();
    assert_eq!(names, ["eduid", "ministry"]);
    scene.world.ports.identity_providers = Arc::default();
    assert_eq!(providers::execute(&scene.world.ports), []);
}

#[test]
fn linked_person_signs_in_with_the_provider() {
    let scene = Scene::new();
    let ada = scene.linked_person("Ada");
    scene.world.wait(TimeDelta::hours(1));
    let answer = scene.signed_in("Ada");
    assert_eq!(user_of(&answer), ada.user);
    let caller = scene.caller_of(&answer.token);
    assert_eq!(
        (
            caller.user,
            caller.begun_with_password_on,
            caller.password_given_on
        ),
        (ada.user, None, None)
    );
    let linked = scene.identities_of(&caller);
    assert_eq!(linked[0].last_used_on, Some(scene.world.now()));
    assert!(titles(&scene.world, "Ada").contains(&"New sign-in to your account".to_owned()));
}

#[test]
fn sign_ins_in_two_tabs_can_both_be_completed() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let first = scene.begin("").unwrap();
    let second = scene.begin(&first.cookie).unwrap();
    assert_eq!(first.cookie, second.cookie);
    assert_ne!(first.state, second.state);
    assert!(scene.finish(&first, "Ada").is_ok());
    assert!(scene.finish(&second, "Ada").is_ok());
}

#[test]
fn cookie_of_another_form_is_replaced() {
    let scene = Scene::new();
    for cookie in ["chosen by somebody", &"g".repeat(64), &"a".repeat(63)] {
        let begun = scene.begin(cookie).unwrap();
        assert_ne!(begun.cookie, cookie);
        assert_eq!(begun.cookie.len(), 64);
    }
}

#[test]
fn neither_states_nor_cookies_nor_tokens_are_stored() {
    let scene = Scene::new();
    scene.know("Ada");
    let begun = scene.begin("").unwrap();
    let proven = scene.prove("Ada");
    let secrets = [&begun.state, &begun.cookie, &proven.token].map(String::as_str);
    assert_eq!(scene.world.columns_containing(&secrets), [""; 0]);
}

#[test]
fn unknown_provider_is_refused() {
    let scene = Scene::new();
    for provider in ["", "other", "MINISTRY"] {
        let command = begin::Command {
            provider: provider.to_owned(),
            address: HOME.to_owned(),
            browser: String::new(),
        };
        let refused = begin::execute(&scene.world.ports, &command)
            .map(drop)
            .unwrap_err();
        assert_eq!(
            (refused.kind(), refused.reason()),
            (Kind::NotFound, Reason::ProviderNotOffered)
        );
    }
}

#[test]
fn sign_ins_of_one_network_are_limited() {
    let mut settings = settings();
    let few = Allowance::parse("2 in 1 hour").unwrap();
    settings.limits = settings.limits.with(Limit::ProviderSignIn, few);
    let scene = Scene::on(TestDatabase::sqlite(), settings, |_| {});
    for _ in 0..2 {
        scene.begin("").unwrap();
    }
    let refused = scene.begin("").map(drop).unwrap_err();
    assert!(matches!(refused.kind(), Kind::TooMany(_)), "{refused}");
    scene.world.wait(TimeDelta::hours(1));
    assert!(scene.begin("").is_ok());
}

#[test]
fn second_factor_is_needed_after_the_provider() {
    let scene = Scene::new();
    scene.provider.set_sign_out_address("https://id.example/logout");
    let ada = scene.linked_person("Ada");
    let (app, _) = set_up_app(&scene.world, &ada);
    let pending = scene.pending("Ada");
    assert_eq!(pending.step, PendingStep::EnterCode);
    let origin = origin(&scene.world, "Ada", &pending);
    let answer = enter(&scene.world, &origin, &app.next_code(&scene.world)).unwrap();
    assert_eq!(user_of(&answer), ada.user);
    // The session knows the provider, as without a second factor.
    let caller = scene.caller_of(&answer.token);
    assert_eq!(caller.begun_with_password_on, None);
    let signed_out = sign_out::execute(&scene.world.ports, &caller).unwrap();
    assert_eq!(signed_out.provider.unwrap().label, LABEL);
}

#[test]
fn several_factors_at_the_provider_count_as_the_second_factor() {
    let high = "urn:example:high";
    let scene = Scene::offering(|offered| {
        offered.multi_factor = MultiFactorRule::new(vec![high.to_owned()]);
    });
    let ada = scene.linked_person("Ada");
    set_up_app(&scene.world, &ada);
    scene.pending("Ada");
    scene.know_with("Ada", |person| person.amr.push("mfa".to_owned()));
    assert_eq!(user_of(&scene.signed_in("Ada")), ada.user);
    scene.know_with("Ada", |person| person.acr = Some(high.to_owned()));
    assert_eq!(user_of(&scene.signed_in("Ada")), ada.user);
    scene.know_with("Ada", |person| person.acr = Some("urn:example:low".to_owned()));
    scene.pending("Ada");
}

#[test]
fn required_second_factor_has_to_be_set_up_after_the_provider() {
    let mut settings = settings();
    settings.second_factor_required_for = RequiredFor::new([RoleGroup::Admin]);
    let scene = Scene::on(TestDatabase::sqlite(), settings, |_| {});
    let ada = scene.linked_person("Ada");
    let provider = scene.world.provider();
    scene.world.grant(ada.user, provider, Role::Admin);
    // The first sign-in begins the period of grace.
    scene.signed_in("Ada");
    scene.world.wait(TimeDelta::days(14));
    assert_eq!(scene.pending("Ada").step, PendingStep::SetUp);
    scene.know_with("Ada", |person| person.amr.push("mfa".to_owned()));
    scene.signed_in("Ada");
}

#[test]
fn disabled_account_stays_closed() {
    let scene = Scene::new();
    let ada = scene.linked_person("Ada");
    scene
        .world
        .change_account(ada.user, |account| account.state = AccountState::Disabled);
    let refused = scene.sign_in("Ada").map(drop).unwrap_err();
    assert_eq!(
        (refused.to_string().as_str(), refused.reason()),
        (
            "Your account is disabled. Contact the administrator of your organisation.",
            Reason::AccountDisabled
        )
    );
}

#[test]
fn identity_of_an_erased_account_is_free_again() {
    let scene = Scene::new();
    let ada = scene.linked_person("Ada");
    let super_user = scene
        .world
        .caller_with("Nia", scene.world.provider(), Role::SuperUser);
    let command = erase::Command {
        user: ada.user,
        password: PASSWORD.to_owned(),
        confirmation: address_of("Ada"),
        reason: "Asked for by letter of 2 March".to_owned(),
        address: HOME.to_owned(),
    };
    erase::execute(&scene.world.ports, &super_user, &command).unwrap();
    assert_eq!(scene.world.columns_containing(&["subject-Ada"]), [""; 0]);
    let eve = {
        scene.world.person("Eve");
        scene.world.caller("Eve")
    };
    scene.link_person(&eve, "Ada");
    assert_eq!(user_of(&scene.signed_in("Ada")), eve.user);
}

#[test]
fn sign_in_survives_a_rotation_of_the_secrets() {
    let mut scene = Scene::new();
    scene.world.ports.keys = Arc::new(TestKeys::with_secret(1));
    scene.know("Ada");
    let begun = scene.begin("").unwrap();
    scene.world.ports.keys = Arc::new(TestKeys::with_secret(2).with_other(1));
    assert!(scene.finish(&begun, "Ada").is_ok());
}

#[test]
fn authorization_address_contains_the_state() {
    let scene = Scene::new();
    let command = begin::Command {
        provider: "ministry".to_owned(),
        address: HOME.to_owned(),
        browser: String::new(),
    };
    let answer = begin::execute(&scene.world.ports, &command).unwrap();
    assert!(answer.address.starts_with(ListedIdentities::ISSUER));
}
