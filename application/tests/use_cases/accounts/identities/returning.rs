//! Returns from a provider that are refused.

use std::sync::Arc;

use aditus_application::accounts::housekeeping;
use aditus_application::accounts::identities::finish::{self, Progress};
use aditus_application::testing::{ListedIdentities, settings};
use aditus_application::{Failure, Kind, Reason};
use chrono::TimeDelta;

use super::{Begun, Scene, claims, returned, user_of};
use crate::both_databases::Database;

const ENDED: &str = "This sign-in has ended. Begin again.";

fn refusal(scene: &Scene, begun: &Begun, code: &str) -> finish::Error {
    scene.finish(begun, code).map(drop).unwrap_err()
}

#[test]
fn state_is_accepted_once() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let begun = scene.begin("").unwrap();
    assert!(scene.finish(&begun, "Ada").is_ok());
    let replayed = refusal(&scene, &begun, "Ada");
    assert_eq!(
        (replayed.to_string().as_str(), replayed.kind(), replayed.reason()),
        (ENDED, Kind::Unauthenticated, Reason::SignInEnded)
    );
}

#[test]
fn state_that_was_never_given_is_refused() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let begun = scene.begin("").unwrap();
    for state in ["", "guessed", &"0".repeat(64), &begun.state[1..]] {
        let guessed = Begun {
            state: state.to_owned(),
            cookie: begun.cookie.clone(),
        };
        assert_eq!(refusal(&scene, &guessed, "Ada").to_string(), ENDED);
    }
    assert!(scene.finish(&begun, "Ada").is_ok());
}

#[test]
fn person_has_ten_minutes_at_the_provider() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let [in_time, late] = [(); 2].map(|()| scene.begin("").unwrap());
    scene.world.wait(TimeDelta::minutes(10) - TimeDelta::seconds(1));
    assert!(scene.finish(&in_time, "Ada").is_ok());
    scene.world.wait(TimeDelta::seconds(1));
    let expired = refusal(&scene, &late, "Ada");
    assert_eq!(
        (expired.to_string().as_str(), expired.kind(), expired.reason()),
        (
            "This sign-in took too long. Begin again.",
            Kind::Unauthenticated,
            Reason::SignInExpired
        )
    );
    assert_eq!(refusal(&scene, &late, "Ada").to_string(), ENDED);
}

/// An attacker who makes another person open the return address of the attacker's own sign-in does
/// not sign that person in to the attacker's account.
#[test]
fn return_in_another_browser_is_refused() {
    let scene = Scene::new();
    scene.linked_person("Eve");
    let begun = scene.begin("").unwrap();
    let other = scene.begin("").unwrap();
    for cookie in ["", other.cookie.as_str()] {
        let lured = Begun {
            state: scene.begin(&begun.cookie).unwrap().state,
            cookie: cookie.to_owned(),
        };
        assert_eq!(refusal(&scene, &lured, "Eve").to_string(), ENDED);
        let own = Begun {
            cookie: begun.cookie.clone(),
            ..lured
        };
        assert_eq!(refusal(&scene, &own, "Eve").to_string(), ENDED, "it was used up");
    }
}

/// A code that one provider issued is not redeemed at another one (RFC 9207).
#[test]
fn answer_of_another_issuer_is_refused() {
    let scene = Scene::new();
    let ada = scene.linked_person("Ada");
    let from = |iss: &str| {
        let begun = scene.begin("").unwrap();
        let command = finish::Command {
            iss: iss.to_owned(),
            ..returned(&begun, "Ada")
        };
        finish::execute(&scene.world.ports, &command)
    };
    let refused = from("https://other.example").map(drop).unwrap_err();
    assert_eq!(refused.reason(), Reason::ProviderAnswerInvalid);
    let Ok(Progress::SignedIn(answer)) = from(ListedIdentities::ISSUER) else {
        panic!("the issuer of the provider is accepted");
    };
    assert_eq!(user_of(&answer), ada.user);
}

#[test]
fn person_who_turns_back_can_begin_again() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let begun = scene.begin("").unwrap();
    let command = finish::Command {
        error: "access_denied".to_owned(),
        ..returned(&begun, "")
    };
    let refused = finish::execute(&scene.world.ports, &command)
        .map(drop)
        .unwrap_err();
    assert_eq!(
        (refused.to_string().as_str(), refused.kind(), refused.reason()),
        (
            "The sign-in was not completed at the provider.",
            Kind::Unauthenticated,
            Reason::ProviderNotCompleted
        )
    );
    assert_eq!(
        refusal(&scene, &scene.begin("").unwrap(), "").reason(),
        Reason::ProviderNotCompleted,
        "no code came back"
    );
    scene.signed_in("Ada");
}

#[test]
fn provider_that_fails_is_named_as_the_cause() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let begun = scene.begin("").unwrap();
    scene.provider.set_down(true);
    let at_return = refusal(&scene, &begun, "Ada");
    let at_begin = scene.begin("").map(drop).unwrap_err();
    for (message, kind, reason) in [
        (at_return.to_string(), at_return.kind(), at_return.reason()),
        (at_begin.to_string(), at_begin.kind(), at_begin.reason()),
    ] {
        assert_eq!(
            message,
            "The sign-in provider does not answer. Try again in a moment, or sign in another way."
        );
        assert_eq!((kind, reason), (Kind::Unavailable, Reason::ProviderUnreachable));
    }
    scene.provider.set_down(false);
    scene.signed_in("Ada");
}

#[test]
fn code_that_the_provider_does_not_know_is_refused() {
    let scene = Scene::new();
    let refused = refusal(&scene, &scene.begin("").unwrap(), "made up");
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Invalid, Reason::ProviderAnswerInvalid)
    );
    assert!(!refused.to_string().contains("made up"), "{refused}");
}

#[test]
fn weakly_verified_person_is_refused() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    scene.provider.verify_weakly("Ada");
    let refused = refusal(&scene, &scene.begin("").unwrap(), "Ada");
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Unauthenticated, Reason::AssuranceTooLow)
    );
}

#[test]
fn provider_vouches_for_its_own_email_domains() {
    let scene = Scene::offering(|offered| offered.email_domains = vec!["uni.example".to_owned()]);
    for (email, is_accepted) in [
        ("ada@uni.example", true),
        ("ada@UNI.example", true),
        ("ada@lab.uni.example", false),
        ("ada@uni.example.other.example", false),
        ("ada@otheruni.example", false),
        ("uni.example", false),
        ("", false),
    ] {
        scene.know_with("Ada", |person| person.claims = claims("Ada", "Okello", email));
        match scene.sign_in("Ada") {
            Ok(progress) => assert!(
                is_accepted && matches!(progress, Progress::NotLinked(_)),
                "{email}"
            ),
            Err(refused) => {
                assert!(!is_accepted, "{email}");
                assert_eq!(refused.reason(), Reason::EmailDomainNotAccepted);
            }
        }
    }
}

#[test]
fn provider_that_is_no_longer_offered_is_refused() {
    let mut scene = Scene::new();
    scene.linked_person("Ada");
    let begun = scene.begin("").unwrap();
    scene.world.ports.identity_providers = Arc::default();
    assert_eq!(
        refusal(&scene, &begun, "Ada").reason(),
        Reason::ProviderNotOffered
    );
}

#[test]
fn sign_ins_without_return_and_proofs_without_link_are_deleted() {
    let scene = Scene::new();
    scene.know("Ada");
    scene.prove("Ada");
    scene.begin("").unwrap();
    let deleted = || {
        let answer = housekeeping::execute(&scene.world.ports).unwrap();
        (answer.provider_sign_ins, answer.proven_identities)
    };
    assert_eq!(deleted(), (0, 0));
    scene.world.wait(TimeDelta::minutes(10) + TimeDelta::seconds(1));
    assert_eq!(deleted(), (1, 0));
    scene.world.wait(TimeDelta::minutes(50));
    assert_eq!(deleted(), (0, 1));
}

on_both_databases!(one_of_two_concurrent_returns_wins);

fn one_of_two_concurrent_returns_wins(database: Database) {
    let scene = Scene::on(database(), settings(), |_| {});
    scene.linked_person("Ada");
    let begun = scene.begin("").unwrap();
    let returned: Vec<bool> = std::thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| scene.finish(&begun, "Ada").is_ok()));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    assert_eq!(returned.iter().filter(|returned| **returned).count(), 1);
}
