//! Sign-in with providers: what is linked, accepted, refused and ended creates entries. None names
//! the person at the provider.

use aditus_application::accounts::identities::{end_sessions, finish, unlink};
use aditus_application::ports::ProviderLogout;
use aditus_application::testing::ListedIdentities;
use aditus_domain::accounts::AccountState;
use aditus_domain::audit::Kind;
use chrono::TimeDelta;

use super::recorded_entry::{acts, by_anonymous, entries_of, entries_of_refusal, entries_of_success, own};
use crate::accounts::identities::{Begun, Scene, returned};
use crate::accounts::second_factor::set_up_app;

#[test]
fn linking_and_unlinking_create_entries() {
    let scene = Scene::new();
    let user = scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    scene.know("Ada");
    let (proven, seen) = entries_of(&scene.world, || scene.prove("Ada"));
    assert_eq!(acts(&seen), [], "the person is nobody yet");
    let again = scene.prove("Ada");
    let (_, seen) = entries_of_success(&scene.world, || scene.link(&ada, &proven.token));
    assert_eq!(acts(&seen), [own(Kind::IdentityLinked, user)]);
    let identity = scene.identities_of(&ada)[0].id;
    assert!(seen[0].contains(&format!("\"identity\":{identity}")) && !seen[0].contains("subject-"));
    assert!(seen[0].in_session(ada.session));
    let (_, seen) = entries_of_success(&scene.world, || scene.link(&ada, &again.token));
    assert_eq!(acts(&seen), [], "it is linked already");
    let unlink = || unlink::execute(&scene.world.ports, &ada, identity);
    let ((), seen) = entries_of_success(&scene.world, unlink);
    assert_eq!(acts(&seen), [own(Kind::IdentityUnlinked, user)]);
}

#[test]
fn signing_in_with_a_provider_creates_entries() {
    let scene = Scene::new();
    let ada = scene.linked_person("Ada");
    let begun = scene.begin("").unwrap();
    let (_, seen) = entries_of(&scene.world, || scene.finish(&begun, "Ada"));
    let accepted = own(Kind::ProviderAccepted, ada.user);
    assert_eq!(acts(&seen), [accepted, own(Kind::SignedIn, ada.user)]);
    set_up_app(&scene.world, &ada);
    let (_, seen) = entries_of(&scene.world, || scene.pending("Ada"));
    assert_eq!(acts(&seen), [accepted, own(Kind::SignInPending, ada.user)]);
    scene.know_with("Ada", |person| person.amr.push("mfa".to_owned()));
    let (_, seen) = entries_of(&scene.world, || scene.signed_in("Ada"));
    assert!(seen[1].contains("\"second_factor\":\"sign-in provider\""));
    scene
        .world
        .change_account(ada.user, |account| account.state = AccountState::Disabled);
    let (_, seen) = entries_of(&scene.world, || scene.sign_in("Ada").is_err());
    assert_eq!(acts(&seen), [accepted, own(Kind::SignInRefused, ada.user)]);
}

#[test]
fn refused_returns_create_entries() {
    let scene = Scene::new();
    scene.linked_person("Ada");
    let refused = |why: &str, finish: &dyn Fn() -> Result<finish::Progress, finish::Error>| {
        let seen = entries_of_refusal(&scene.world, || finish().map(drop));
        assert_eq!(acts(&seen), [by_anonymous(Kind::ProviderRefused, None)], "{why}");
        assert!(seen[0].contains(&format!("\"why\":\"{why}\"")), "{why}");
    };
    let begun = scene.begin("").unwrap();
    refused("invalid answer", &|| scene.finish(&begun, "made up"));
    let again = entries_of_refusal(&scene.world, || scene.finish(&begun, "Ada").map(drop));
    assert_eq!(acts(&again), [], "anyone can send a state that does not exist");
    let begun = scene.begin("").unwrap();
    let other = Begun {
        cookie: "0".repeat(64),
        ..begun
    };
    refused("other browser", &|| scene.finish(&other, "Ada"));
    let begun = scene.begin("").unwrap();
    let turned_back = finish::Command {
        error: "access_denied".to_owned(),
        ..returned(&begun, "")
    };
    refused("not completed", &|| {
        finish::execute(&scene.world.ports, &turned_back)
    });
    let begun = scene.begin("").unwrap();
    scene.provider.set_down(true);
    refused("unreachable", &|| scene.finish(&begun, "Ada"));
    scene.provider.set_down(false);
    let begun = scene.begin("").unwrap();
    scene.world.wait(TimeDelta::minutes(10));
    refused("expired", &|| scene.finish(&begun, "Ada"));
    scene.provider.verify_weakly("Ada");
    let begun = scene.begin("").unwrap();
    refused("assurance too low", &|| scene.finish(&begun, "Ada"));
}

#[test]
fn sessions_that_a_provider_ends_create_entries() {
    let scene = Scene::new();
    let ada = scene.linked_person("Ada");
    let sessions = [(); 2].map(|()| scene.caller_of(&scene.signed_in("Ada").token).session);
    let logout = ProviderLogout {
        issuer: ListedIdentities::ISSUER.to_owned(),
        subject: Some("subject-Ada".to_owned()),
        sid: None,
        issued_until: scene.world.now(),
    };
    scene.provider.add_logout("token", logout);
    let end = || end_sessions::execute(&scene.world.ports, "ministry", "token");
    let ((), seen) = entries_of_success(&scene.world, end);
    let ended = (Kind::ProviderEndedSessions, None, Some(ada.user));
    assert_eq!(acts(&seen), [ended, ended]);
    for session in sessions {
        let named = format!("\"session\":{session}");
        assert!(seen.iter().any(|entry| entry.contains(&named)), "{named}");
    }
    let ((), seen) = entries_of_success(&scene.world, end);
    assert_eq!(acts(&seen), []);
}
