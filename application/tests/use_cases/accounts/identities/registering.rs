//! Registering with a proven identity.

use aditus_application::accounts::sign_in::Answer;
use aditus_application::accounts::{register, sign_up};
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::accounts::RawRegistration;
use chrono::TimeDelta;

use super::{HOME, Scene, user_of};
use crate::world::people::{address_of, phone_of};

fn code_for(scene: &Scene, first_name: &str) -> String {
    let command = sign_up::Command {
        username: address_of(first_name),
        address: HOME.to_owned(),
    };
    sign_up::execute(&scene.world.ports, &command).unwrap();
    scene.world.code_mailed_to(&address_of(first_name))
}

fn register(
    scene: &Scene,
    first_name: &str,
    otp: &str,
    identity_token: &str,
) -> Result<Answer, register::Error> {
    let form = RawRegistration {
        username: address_of(first_name),
        fname: first_name.to_owned(),
        middle_name: String::new(),
        sname: "Namara".to_owned(),
        phone: phone_of(first_name),
        org_email: address_of(first_name),
        org: None,
        tentative_organization: "Lakeside Clinic".to_owned(),
        designation: "Researcher".to_owned(),
        department: "Epidemiology".to_owned(),
        password: "Quiet-River-7!".to_owned(),
        otp: otp.to_owned(),
    };
    let command = register::Command {
        form,
        identity_token: identity_token.to_owned(),
        user_agent: "Test".to_owned(),
        address: HOME.to_owned(),
        browser: String::new(),
    };
    register::execute(&scene.world.ports, &command)
}

#[test]
fn identity_is_linked_to_the_new_account() {
    let scene = Scene::new();
    scene.know("Nia");
    let proven = scene.prove("Nia");
    let otp = code_for(&scene, "Nia");
    let answer = register(&scene, "Nia", &otp, &proven.token).unwrap();
    let nia = scene.caller_of(&answer.token);
    assert_eq!(nia.begun_with_password_on, None, "it began with the provider");
    assert_eq!(scene.identities_of(&nia).len(), 1);
    assert_eq!(user_of(&scene.signed_in("Nia")), nia.user);
}

#[test]
fn expired_proof_refuses_the_registration_and_keeps_the_code() {
    let scene = Scene::new();
    scene.know("Nia");
    let proven = scene.prove("Nia");
    scene.world.wait(TimeDelta::minutes(60));
    let otp = code_for(&scene, "Nia");
    for token in [proven.token.as_str(), "made up"] {
        let refused = register(&scene, "Nia", &otp, token).map(drop).unwrap_err();
        assert_eq!(
            (refused.kind(), refused.reason()),
            (Kind::Conflict, Reason::IdentityProofExpired)
        );
        assert_eq!(refused.fields(), []);
    }
    let answer = register(&scene, "Nia", &otp, "").unwrap();
    assert_eq!(scene.identities_of(&scene.caller_of(&answer.token)), []);
}

#[test]
fn identity_of_another_account_refuses_the_registration() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    scene.know("Ada");
    let [first, second] = [(); 2].map(|()| scene.prove("Ada").token);
    scene.link(&ada, &first).unwrap();
    let otp = code_for(&scene, "Nia");
    let refused = register(&scene, "Nia", &otp, &second).map(drop).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Conflict, Reason::IdentityLinked)
    );
    assert_eq!(user_of(&scene.signed_in("Ada")), ada.user);
}
