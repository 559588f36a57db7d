//! Organisations whose people sign in with a provider and not with a password.

use aditus_application::accounts::identities::unlink;
use aditus_application::accounts::sign_in::{self, Error, Progress};
use aditus_application::failure::Param;
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

use super::{HOME, LABEL, Scene, user_of};
use crate::world::people::{PASSWORD, address_of};

/// The organisation of all people in these tests requires the provider.
fn scene() -> Scene {
    Scene::offering(|offered| {
        offered.only_for = vec![
            "Another Institute".to_owned(),
            "institute of  Public Health".to_owned(),
        ];
    })
}

fn enter(scene: &Scene, first_name: &str, password: &str, identity_token: &str) -> Result<Progress, Error> {
    let command = sign_in::Command {
        username: address_of(first_name),
        password: password.to_owned(),
        address: HOME.to_owned(),
        user_agent: "Test".to_owned(),
        browser: String::new(),
    };
    sign_in::execute_to_link(&scene.world.ports, &command, identity_token)
}

fn refusal(scene: &Scene, first_name: &str, password: &str, identity_token: &str) -> Error {
    enter(scene, first_name, password, identity_token)
        .map(drop)
        .unwrap_err()
}

#[test]
fn password_is_refused_where_the_organisation_signs_in_with_a_provider() {
    let scene = scene();
    scene.world.person("Ada");
    let refused = refusal(&scene, "Ada", PASSWORD, "");
    assert_eq!(
        (refused.to_string(), refused.kind(), refused.reason()),
        (
            format!("Your organisation signs in with {LABEL}. Choose it on this page."),
            Kind::Unauthenticated,
            Reason::ProviderRequired
        )
    );
    assert_eq!(refused.params()["label"], Param::from(LABEL.to_owned()));
    // A caller without the password does not learn the rule.
    assert_eq!(
        refusal(&scene, "Ada", "Wrong-2026!", "").reason(),
        Reason::WrongCredentials
    );
}

#[test]
fn super_users_keep_the_password() {
    let scene = scene();
    let nia = scene.world.person("Nia");
    scene.world.grant(nia, scene.world.provider(), Role::SuperUser);
    assert!(enter(&scene, "Nia", PASSWORD, "").is_ok());
    let olga = scene.world.person("Olga");
    scene.world.assign(
        olga,
        scene.world.provider(),
        Role::SuperUser,
        RoleStatus::Deactivated,
    );
    assert_eq!(
        refusal(&scene, "Olga", PASSWORD, "").reason(),
        Reason::ProviderRequired
    );
}

#[test]
fn person_signs_in_with_the_password_once_to_link_the_identity() {
    let scene = scene();
    scene.world.person("Ada");
    scene.know("Ada");
    let proven = scene.prove("Ada");
    assert_eq!(
        refusal(&scene, "Ada", PASSWORD, "made up").reason(),
        Reason::ProviderRequired
    );
    let answer = enter(&scene, "Ada", PASSWORD, &proven.token).unwrap();
    let ada = scene.caller_of(&answer.signed_in().unwrap().token);
    scene.link(&ada, &proven.token).unwrap();
    assert_eq!(user_of(&scene.signed_in("Ada")), ada.user);
    assert_eq!(
        refusal(&scene, "Ada", PASSWORD, &proven.token).reason(),
        Reason::ProviderRequired,
        "the proof was used"
    );
}

#[test]
fn password_is_refused_with_a_proof_that_has_expired() {
    let scene = scene();
    scene.world.person("Ada");
    scene.know("Ada");
    let proven = scene.prove("Ada");
    scene.world.wait(TimeDelta::minutes(60));
    assert_eq!(
        refusal(&scene, "Ada", PASSWORD, &proven.token).reason(),
        Reason::ProviderRequired
    );
}

/// A colleague who knows the password does not get in with an identity of their own.
#[test]
fn password_is_refused_with_a_second_identity() {
    let scene = scene();
    scene.world.person("Ada");
    scene.know("Ada");
    let proven = scene.prove("Ada");
    let answer = enter(&scene, "Ada", PASSWORD, &proven.token).unwrap();
    let ada = scene.caller_of(&answer.signed_in().unwrap().token);
    scene.link(&ada, &proven.token).unwrap();
    scene.know("Eve");
    let of_eve = scene.prove("Eve");
    assert_eq!(
        refusal(&scene, "Ada", PASSWORD, &of_eve.token).reason(),
        Reason::ProviderRequired
    );
}

#[test]
fn last_way_in_cannot_be_unlinked() {
    let scene = scene();
    scene.world.person("Ada");
    scene.know("First");
    let proven = scene.prove("First");
    let answer = enter(&scene, "Ada", PASSWORD, &proven.token).unwrap();
    let ada = scene.caller_of(&answer.signed_in().unwrap().token);
    scene.link(&ada, &proven.token).unwrap();
    let ada = scene.world.confirmed(&ada);
    let first = scene.identities_of(&ada)[0].id;
    let refused = unlink::execute(&scene.world.ports, &ada, first).unwrap_err();
    assert_eq!(
        (refused.to_string().as_str(), refused.kind(), refused.reason()),
        (
            "This is your only way to sign in. Link another one first.",
            Kind::Conflict,
            Reason::LastWayIn
        )
    );
    scene.link_person(&ada, "Second");
    unlink::execute(&scene.world.ports, &ada, first).unwrap();
    assert_eq!(user_of(&scene.signed_in("Second")), ada.user);
}
