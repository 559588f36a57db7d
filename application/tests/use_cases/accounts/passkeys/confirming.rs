//! Confirming acts with a passkey in place of the password.

use aditus_application::accounts::authenticate;
use aditus_application::accounts::passkeys::confirm;
use aditus_application::accounts::second_factor::new_recovery_codes;
use aditus_application::settings::Settings;
use aditus_application::testing::settings;
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::audit;
use aditus_domain::limits::{Allowance, Limit};
use aditus_storage::testing::TestDatabase;
use chrono::TimeDelta;

use super::Scene;
use crate::accounts::second_factor::by_password;

#[test]
fn confirmed_passkey_counts_like_the_password() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let credential = scene.signed();
    let token = scene.sign_in("Ada", &credential).unwrap().token;
    scene.world.wait(TimeDelta::minutes(5));
    let caller = || authenticate::execute(&scene.world.ports, &token).unwrap();
    let make = || new_recovery_codes::execute(&scene.world.ports, &caller(), &by_password());
    assert_eq!(make().unwrap_err().reason(), Reason::PasswordNeeded);
    let options = confirm::begin(&scene.world.ports, &caller()).unwrap();
    let credential = scene.authenticator.sign(&options.options).unwrap();
    let ((), kinds) =
        scene.kinds_of(|| confirm::execute(&scene.world.ports, &caller(), &credential).unwrap());
    assert_eq!(kinds, [audit::Kind::PasskeyConfirmed]);
    make().unwrap();
    scene.world.wait(TimeDelta::minutes(5));
    assert_eq!(make().unwrap_err().reason(), Reason::PasswordNeeded);
}

#[test]
fn confirmation_applies_to_the_session_of_the_call() {
    let scene = Scene::new();
    let (ada, _) = scene.person_with_passkey("Ada");
    let [here, elsewhere] = [(); 2].map(|()| {
        let credential = scene.signed();
        scene.sign_in("Ada", &credential).unwrap().token
    });
    scene.world.wait(TimeDelta::minutes(5));
    let caller = |token: &str| authenticate::execute(&scene.world.ports, token).unwrap();
    let options = confirm::begin(&scene.world.ports, &caller(&here)).unwrap();
    let credential = scene.authenticator.sign(&options.options).unwrap();
    confirm::execute(&scene.world.ports, &caller(&here), &credential).unwrap();
    assert!(caller(&here).require_password(scene.world.now()).is_ok());
    assert!(caller(&elsewhere).require_password(scene.world.now()).is_err());
    let again = confirm::execute(&scene.world.ports, &ada, &credential).unwrap_err();
    assert_eq!(
        (again.kind(), again.reason()),
        (Kind::Conflict, Reason::PasskeyExpired)
    );
}

#[test]
fn invalid_response_confirms_nothing() {
    let scene = Scene::new();
    let (ada, _) = scene.person_with_passkey("Ada");
    let options = confirm::begin(&scene.world.ports, &ada).unwrap();
    let credential = scene.authenticator.sign(&options.options).unwrap();
    let forged = credential.replace(r#""counter":"1""#, r#""counter":"2""#);
    let (refused, kinds) =
        scene.kinds_of(|| confirm::execute(&scene.world.ports, &ada, &forged).unwrap_err());
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Invalid, Reason::PasskeyInvalid)
    );
    assert_eq!(kinds, [audit::Kind::PasskeyRefused]);
}

#[test]
fn person_without_a_passkey_cannot_confirm_with_one() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    let refused = confirm::begin(&scene.world.ports, &ada).unwrap_err();
    assert_eq!(
        (refused.to_string().as_str(), refused.kind(), refused.reason()),
        (
            "You have no passkey. Add one on your profile.",
            Kind::Conflict,
            Reason::PasskeyNotFound
        )
    );
}

#[test]
fn passkey_of_another_person_confirms_nothing() {
    let scene = Scene::new();
    let (ada, _) = scene.person_with_passkey("Ada");
    let (nia, of_nia) = scene.person_with_passkey("Nia");
    let foreign = scene.credential_of(&nia, of_nia.passkey);
    let options = confirm::begin(&scene.world.ports, &ada).unwrap();
    let credential = scene.authenticator.sign_with(&options.options, &foreign).unwrap();
    let taken = confirm::execute(&scene.world.ports, &nia, &credential).unwrap_err();
    assert_eq!(taken.reason(), Reason::PasskeyExpired, "the challenge is Ada's");
    let options = confirm::begin(&scene.world.ports, &ada).unwrap();
    let credential = scene.authenticator.sign_with(&options.options, &foreign).unwrap();
    let refused = confirm::execute(&scene.world.ports, &ada, &credential).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Conflict, Reason::PasskeyNotFound)
    );
}

#[test]
fn confirmations_of_one_person_are_limited() {
    let limits = settings()
        .limits
        .with(Limit::PasskeySignIn, Allowance::parse("2 in 1 hour").unwrap());
    let scene = Scene::on(TestDatabase::sqlite(), Settings { limits, ..settings() });
    let (ada, _) = scene.person_with_passkey("Ada");
    for _ in 0..2 {
        confirm::begin(&scene.world.ports, &ada).unwrap();
    }
    let refused = confirm::begin(&scene.world.ports, &ada).unwrap_err();
    assert!(matches!(refused.kind(), Kind::TooMany(_)));
}
