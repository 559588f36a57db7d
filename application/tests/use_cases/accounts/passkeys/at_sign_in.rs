//! Passkeys as the second factor of a pending sign-in.

use aditus_application::accounts::passkeys::{add_at_sign_in, enter, remove};
use aditus_application::accounts::second_factor::set_up_at_sign_in::Completed;
use aditus_application::accounts::sign_in::{Answer, Pending};
use aditus_application::accounts::{authenticate, second_factor};
use aditus_application::settings::Settings;
use aditus_application::testing::settings;
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::accounts::second_factor::{PendingStep, RequiredFor, RoleGroup};
use aditus_domain::audit;
use aditus_domain::roles::Role;
use aditus_storage::testing::TestDatabase;
use chrono::TimeDelta;
use second_factor::enter_code::Origin;

use super::Scene;
use crate::accounts::second_factor::{by_password, enter as enter_code, origin, pending, set_up_app};

impl Scene {
    fn pending(&self, first_name: &str) -> (Pending, Origin) {
        let begun = pending(&self.world, first_name);
        let origin = origin(&self.world, first_name, &begun);
        (begun, origin)
    }

    fn sign_second(&self, origin: &Origin) -> String {
        let options = enter::begin(&self.world.ports, origin).unwrap();
        self.authenticator.sign(&options.options).unwrap()
    }

    fn enter(&self, origin: &Origin, credential: &str) -> Result<Answer, enter::Error> {
        let command = enter::Command {
            credential: credential.to_owned(),
            origin: origin.clone(),
        };
        enter::execute(&self.world.ports, &command)
    }

    #[track_caller]
    fn entry_refused(&self, origin: &Origin, credential: &str) -> enter::Error {
        self.enter(origin, credential).map(drop).unwrap_err()
    }

    fn add_at_sign_in(&self, origin: &Origin, credential: &str) -> Result<Completed, add_at_sign_in::Error> {
        let command = add_at_sign_in::Command {
            name: "Phone".to_owned(),
            credential: credential.to_owned(),
            origin: origin.clone(),
        };
        add_at_sign_in::execute(&self.world.ports, &command)
    }

    /// A person whose role needs a second factor, after the period of grace.
    fn after_the_grace() -> Self {
        let settings = Settings {
            second_factor_required_for: RequiredFor::new([RoleGroup::Admin]),
            ..settings()
        };
        let scene = Self::on(TestDatabase::sqlite(), settings);
        let user = scene.world.person("Ada");
        scene.world.grant(user, scene.world.provider(), Role::Admin);
        scene.world.token("Ada");
        scene.world.wait(TimeDelta::days(14));
        scene
    }
}

#[test]
fn passkey_completes_a_pending_sign_in() {
    let scene = Scene::new();
    let (ada, _) = scene.person_with_passkey("Ada");
    let (begun, origin) = scene.pending("Ada");
    assert_eq!(
        (begun.step, begun.app, begun.passkey),
        (PendingStep::EnterCode, false, true)
    );
    let credential = scene.sign_second(&origin);
    let (answer, kinds) = scene.kinds_of(|| scene.enter(&origin, &credential).unwrap());
    assert_eq!(kinds, [audit::Kind::SignedIn]);
    assert!(scene.last_entry().contains("\"second_factor\":\"passkey\""));
    let caller = authenticate::execute(&scene.world.ports, &answer.token).unwrap();
    assert_eq!(caller.user, ada.user);
    assert_eq!(scene.shown(&ada)[0].last_used_on, Some(scene.world.now()));
    let again = scene.entry_refused(&origin, &credential);
    assert_eq!(again.reason(), Reason::SignInEnded);
}

#[test]
fn pending_sign_in_names_the_factors_of_the_account() {
    let scene = Scene::new();
    let (ada, added) = scene.person_with_passkey("Ada");
    let (app, _) = set_up_app(&scene.world, &ada);
    let (both, origin) = scene.pending("Ada");
    assert_eq!((both.app, both.passkey), (true, true));
    enter_code(&scene.world, &origin, &app.next_code(&scene.world)).unwrap();
    let ada = scene.world.confirmed(&ada);
    remove::execute(&scene.world.ports, &ada, added.passkey, &by_password()).unwrap();
    let (begun, origin) = scene.pending("Ada");
    assert_eq!((begun.app, begun.passkey), (true, false));
    let none = enter::begin(&scene.world.ports, &origin).unwrap_err();
    assert_eq!(
        (none.kind(), none.reason()),
        (Kind::Conflict, Reason::PasskeyNotFound)
    );
}

#[test]
fn recovery_code_replaces_a_lost_passkey() {
    let scene = Scene::new();
    let (_, added) = scene.person_with_passkey("Ada");
    let (_, origin) = scene.pending("Ada");
    enter_code(&scene.world, &origin, &added.recovery_codes[0]).unwrap();
}

#[test]
fn installation_that_lost_its_passkeys_asks_for_a_recovery_code() {
    let mut scene = Scene::new();
    let (_, added) = scene.person_with_passkey("Ada");
    scene.world.ports.passkeys = None;
    let (begun, origin) = scene.pending("Ada");
    assert_eq!(
        (begun.step, begun.app, begun.passkey),
        (PendingStep::EnterCode, false, false)
    );
    let refused = enter::begin(&scene.world.ports, &origin).unwrap_err();
    assert_eq!(refused.reason(), Reason::PasskeysUnavailable);
    enter_code(&scene.world, &origin, &added.recovery_codes[0]).unwrap();
}

#[test]
fn fifth_invalid_response_ends_the_sign_in_and_warns_the_owner() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let (_, origin) = scene.pending("Ada");
    for left in [4_u8, 3, 2, 1] {
        let credential = scene
            .sign_second(&origin)
            .replace(r#""counter":""#, r#""counter":"9"#);
        let (refused, kinds) = scene.kinds_of(|| scene.entry_refused(&origin, &credential));
        assert_eq!(
            (refused.kind(), refused.reason()),
            (Kind::Invalid, Reason::PasskeyInvalid)
        );
        assert_eq!(refused.params()["attempts_left"], left.into());
        assert!(
            refused
                .to_string()
                .starts_with("This passkey was not accepted. You can try ")
        );
        assert_eq!(
            kinds,
            [audit::Kind::PasskeyRefused, audit::Kind::SecondFactorRefused]
        );
    }
    let last = scene.entry_refused(&origin, "not a response");
    assert_eq!(
        (last.kind(), last.reason()),
        (Kind::Unauthenticated, Reason::SignInEnded)
    );
    assert!(scene.is_mailed("Ada", "Wrong codes or passkeys were entered for your account"));
    let ended = enter::begin(&scene.world.ports, &origin).unwrap_err();
    assert_eq!(ended.reason(), Reason::SignInEnded);
}

#[test]
fn invalid_passkeys_and_wrong_codes_count_together() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let (_, origin) = scene.pending("Ada");
    assert!(enter_code(&scene.world, &origin, "ABCDE-FGHJK").is_err());
    let refused = scene.entry_refused(&origin, "{}");
    assert_eq!(refused.params()["attempts_left"], 3_u8.into());
}

#[test]
fn passkey_of_another_account_counts_as_a_wrong_entry() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let (nia, of_nia) = scene.person_with_passkey("Nia");
    let (_, origin) = scene.pending("Ada");
    let options = enter::begin(&scene.world.ports, &origin).unwrap();
    let foreign = scene.credential_of(&nia, of_nia.passkey);
    let credential = scene.authenticator.sign_with(&options.options, &foreign).unwrap();
    let refused = scene.entry_refused(&origin, &credential);
    assert_eq!(refused.params()["attempts_left"], 4_u8.into());
}

#[test]
fn expired_challenge_is_not_counted() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let (_, first) = scene.pending("Ada");
    let credential = scene.sign_second(&first);
    scene.enter(&first, &credential).unwrap();
    let (_, origin) = scene.pending("Ada");
    for _ in 0..6 {
        let refused = scene.entry_refused(&origin, &credential);
        assert_eq!(refused.reason(), Reason::PasskeyExpired);
    }
    let credential = scene.sign_second(&origin);
    scene.enter(&origin, &credential).unwrap();
}

#[test]
fn response_for_another_purpose_is_refused() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let (_, origin) = scene.pending("Ada");
    let alone = scene.signed();
    assert_eq!(
        scene.entry_refused(&origin, &alone).reason(),
        Reason::PasskeyExpired
    );
    let second = scene.sign_second(&origin);
    assert_eq!(scene.refusal("Ada", &second).reason(), Reason::PasskeyExpired);
}

#[test]
fn copied_passkey_is_refused_and_mailed_to_the_owner() {
    let scene = Scene::new();
    scene.person_with_passkey("Ada");
    let (_, origin) = scene.pending("Ada");
    let credential = scene.sign_second(&origin);
    scene.enter(&origin, &credential).unwrap();
    let (_, origin) = scene.pending("Ada");
    scene.authenticator.set_back();
    let credential = scene.sign_second(&origin);
    assert_eq!(
        scene.entry_refused(&origin, &credential).reason(),
        Reason::PasskeyCopied
    );
    assert!(scene.is_mailed("Ada", "A passkey of yours may have been copied"));
}

#[test]
fn after_the_grace_signing_in_adds_a_passkey() {
    let scene = Scene::after_the_grace();
    let (begun, origin) = scene.pending("Ada");
    assert_eq!(
        (begun.step, begun.app, begun.passkey),
        (PendingStep::SetUp, true, true)
    );
    let wrong_step = enter::begin(&scene.world.ports, &origin).unwrap_err();
    assert_eq!(wrong_step.reason(), Reason::OtherSignInStep);
    let options = add_at_sign_in::begin(&scene.world.ports, &origin).unwrap();
    let credential = scene.authenticator.make(&options.options).unwrap();
    let (completed, kinds) = scene.kinds_of(|| scene.add_at_sign_in(&origin, &credential).unwrap());
    assert_eq!(kinds, [audit::Kind::PasskeyAdded, audit::Kind::SignedIn]);
    assert_eq!(completed.recovery_codes.len(), 10);
    let ada = authenticate::execute(&scene.world.ports, &completed.answer.token).unwrap();
    assert_eq!(scene.shown(&ada)[0].name, "Phone");
    assert!(scene.is_mailed("Ada", "A passkey was added"));
    let (begun, _) = scene.pending("Ada");
    assert_eq!((begun.step, begun.passkey), (PendingStep::EnterCode, true));
}

#[test]
fn sign_in_that_adds_a_passkey_ends_if_a_factor_was_added_meanwhile() {
    let scene = Scene::after_the_grace();
    let (_, origin) = scene.pending("Ada");
    let (_, other) = scene.pending("Ada");
    let [first, second] = [&origin, &other].map(|origin| {
        let options = add_at_sign_in::begin(&scene.world.ports, origin).unwrap();
        scene.authenticator.make(&options.options).unwrap()
    });
    let completed = scene.add_at_sign_in(&origin, &first).unwrap();
    let refused = scene.add_at_sign_in(&other, &second).map(drop).unwrap_err();
    assert_eq!(refused.reason(), Reason::SignInEnded);
    let ada = authenticate::execute(&scene.world.ports, &completed.answer.token).unwrap();
    assert_eq!(scene.shown(&ada).len(), 1);
}

#[test]
fn response_that_is_invalid_adds_no_passkey_at_sign_in() {
    let scene = Scene::after_the_grace();
    let (_, origin) = scene.pending("Ada");
    scene.authenticator.stop_verifying();
    let options = add_at_sign_in::begin(&scene.world.ports, &origin).unwrap();
    let credential = scene.authenticator.make(&options.options).unwrap();
    let refused = scene.add_at_sign_in(&origin, &credential).map(drop).unwrap_err();
    assert_eq!(refused.reason(), Reason::PasskeyInvalid);
    let mut unknown = origin;
    unknown.token = "0".repeat(64);
    let ended = scene.add_at_sign_in(&unknown, &credential).map(drop).unwrap_err();
    assert_eq!(ended.reason(), Reason::SignInEnded);
    assert_eq!(
        scene.entry_refused(&unknown, &credential).reason(),
        Reason::SignInEnded
    );
}
