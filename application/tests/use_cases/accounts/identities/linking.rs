//! Linking, listing and unlinking identities.

use std::sync::Arc;

use aditus_application::access::PASSWORD_NEEDED;
use aditus_application::accounts::identities::link::Error;
use aditus_application::accounts::identities::{ProofError, list, unlink};
use aditus_application::testing::{ListedIdentities, settings};
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::ids::IdentityId;
use chrono::TimeDelta;

use super::{LABEL, Scene, claims, user_of};
use crate::accounts::second_factor::{enter, origin, set_up_app, titles};
use crate::both_databases::Database;
use crate::world::people::address_of;

const LINKED: &str = "A new way to sign in was linked";
const UNLINKED: &str = "A way to sign in was unlinked";

fn mailed(scene: &Scene, first_name: &str, title: &str) -> usize {
    let titles = titles(&scene.world, first_name);
    titles.iter().filter(|sent| *sent == title).count()
}

#[test]
fn address_of_another_account_links_nothing() {
    let scene = Scene::new();
    scene.world.person("Eve");
    let eve = scene.world.caller("Eve");
    let stated = claims("Eve", "Okello", &address_of("Eve"));
    scene.know_with("Mallory", |person| person.claims = stated.clone());
    let proven = scene.prove("Mallory");
    assert_eq!((proven.label.as_str(), &proven.claims), (LABEL, &stated));
    assert_eq!(proven.expires_on, scene.world.now() + TimeDelta::minutes(60));
    assert_eq!(scene.identities_of(&eve), []);
    scene.prove("Mallory");
}

#[test]
fn person_links_after_signing_in_with_the_password() {
    let scene = Scene::new();
    scene.world.person("Ada");
    scene.know("Ada");
    let proven = scene.prove("Ada");
    // The password was entered to sign in and is not asked for again.
    let ada = scene.caller_of(&scene.world.token("Ada"));
    assert_eq!(ada.password_given_on, None);
    assert_eq!(scene.link(&ada, &proven.token).unwrap().label, LABEL);
    assert_eq!(mailed(&scene, "Ada", LINKED), 1);
    assert_eq!(user_of(&scene.signed_in("Ada")), ada.user);
    let listed = list::execute(&scene.world.ports, &ada).unwrap();
    assert!(listed.linkable);
    let own = &listed.identities[0];
    assert_eq!(
        (own.label.as_str(), own.issuer.as_str(), own.linked_on),
        (LABEL, ListedIdentities::ISSUER, scene.world.now())
    );
}

#[test]
fn link_needs_the_password_within_the_last_minutes() {
    let scene = Scene::new();
    scene.world.person("Ada");
    scene.know("Work");
    let proven = scene.prove("Work");
    let ada = scene.caller_of(&scene.world.token("Ada"));
    scene.world.wait(TimeDelta::minutes(5));
    let refused = scene.link(&ada, &proven.token).unwrap_err();
    assert_eq!(refused.code(), Some(PASSWORD_NEEDED));
    scene.link(&scene.world.confirmed(&ada), &proven.token).unwrap();
    // A session that began with the provider does not link another identity by itself.
    let with_provider = scene.caller_of(&scene.signed_in("Work").token);
    scene.know("Second");
    let proven = scene.prove("Second");
    let refused = scene.link(&with_provider, &proven.token).unwrap_err();
    assert_eq!(refused.code(), Some(PASSWORD_NEEDED));
}

#[test]
fn proof_is_for_one_link_within_an_hour() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    scene.know("Ada");
    let [used, late] = [(); 2].map(|()| scene.prove("Ada").token);
    scene.link(&ada, &used).unwrap();
    let refused = |token: &str| scene.link(&scene.world.confirmed(&ada), token).unwrap_err();
    for token in ["", "made up", used.as_str()] {
        assert_eq!(refused(token).reason(), Reason::IdentityProofExpired);
    }
    scene.world.wait(TimeDelta::minutes(60));
    let expired = refused(&late);
    assert_eq!(
        (expired.to_string().as_str(), expired.kind()),
        (
            "It took too long to link this sign-in to an account. Sign in with the provider again.",
            Kind::Conflict
        )
    );
}

#[test]
fn identity_belongs_to_one_account() {
    let scene = Scene::new();
    let ada = {
        scene.world.person("Ada");
        scene.world.caller("Ada")
    };
    scene.world.person("Eve");
    let eve = scene.world.caller("Eve");
    scene.know("Ada");
    let [first, second, third] = [(); 3].map(|()| scene.prove("Ada").token);
    scene.link(&ada, &first).unwrap();
    let refused = scene.link(&eve, &second).unwrap_err();
    assert_eq!(
        (refused.to_string().as_str(), refused.kind(), refused.reason()),
        (
            "This sign-in is linked to another account. Sign in with it, and unlink it there first.",
            Kind::Conflict,
            Reason::IdentityLinked
        )
    );
    assert_eq!(scene.link(&ada, &third).unwrap().label, LABEL, "no change");
    assert_eq!(
        (mailed(&scene, "Ada", LINKED), mailed(&scene, "Eve", LINKED)),
        (1, 0)
    );
}

#[test]
fn identity_is_unlinked_by_its_owner_with_the_password() {
    let scene = Scene::new();
    let ada = scene.linked_person("Ada");
    let eve = scene.linked_person("Eve");
    let own = scene.identities_of(&ada)[0].id;
    let session = scene.signed_in("Ada").token;
    let unlink = |caller: &_, id| unlink::execute(&scene.world.ports, caller, id);
    let confirmed = scene.world.confirmed(&ada);
    assert_eq!(
        unlink(&scene.world.unconfirmed(&ada), own).unwrap_err().code(),
        Some(PASSWORD_NEEDED)
    );
    for (caller, id) in [(&eve, own), (&ada, IdentityId(987_654))] {
        let refused = unlink(&scene.world.confirmed(caller), id).unwrap_err();
        assert_eq!(
            (refused.kind(), refused.reason()),
            (Kind::NotFound, Reason::IdentityNotFound)
        );
    }
    unlink(&confirmed, own).unwrap();
    assert_eq!(
        unlink(&confirmed, own).unwrap_err().reason(),
        Reason::IdentityNotFound
    );
    assert_eq!(scene.identities_of(&ada), []);
    assert_eq!(mailed(&scene, "Ada", UNLINKED), 1);
    assert_eq!(scene.caller_of(&session).user, ada.user, "the session goes on");
    scene.prove("Ada");
}

#[test]
fn unlinking_ends_a_sign_in_that_waits_for_a_code() {
    let scene = Scene::new();
    let ada = scene.linked_person("Ada");
    let (app, _) = set_up_app(&scene.world, &ada);
    let begun = scene.pending("Ada");
    let own = scene.identities_of(&ada)[0].id;
    unlink::execute(&scene.world.ports, &scene.world.confirmed(&ada), own).unwrap();
    let origin = origin(&scene.world, "Ada", &begun);
    let refused = enter(&scene.world, &origin, &app.next_code(&scene.world));
    assert_eq!(refused.map(drop).unwrap_err().reason(), Reason::SignInEnded);
}

#[test]
fn identity_of_a_former_provider_is_shown_by_its_issuer() {
    let mut scene = Scene::new();
    let ada = scene.linked_person("Ada");
    scene.world.ports.identity_providers = Arc::default();
    let listed = list::execute(&scene.world.ports, &ada).unwrap();
    assert!(!listed.linkable);
    assert_eq!(listed.identities[0].label, ListedIdentities::ISSUER);
    let own = listed.identities[0].id;
    unlink::execute(&scene.world.ports, &scene.world.confirmed(&ada), own).unwrap();
}

#[test]
fn account_has_a_limited_number_of_identities() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    for number in 0..20 {
        scene.link_person(&ada, &format!("identity-{number}"));
    }
    scene.know("one-more");
    let proven = scene.prove("one-more");
    let refused = scene.link(&ada, &proven.token).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Conflict, Reason::ListFull)
    );
    assert_eq!(scene.identities_of(&ada).len(), 20);
}

on_both_databases!(two_tabs_link_one_identity, one_of_two_people_links_an_identity);

fn two_tabs_link_one_identity(database: Database) {
    let scene = Scene::on(database(), settings(), |_| {});
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    scene.know("Ada");
    let tokens = [(); 2].map(|()| scene.prove("Ada").token);
    std::thread::scope(|scope| {
        let (scene, ada) = (&scene, &ada);
        let threads = tokens
            .each_ref()
            .map(|token| scope.spawn(move || scene.link(ada, token).map(drop)));
        for thread in threads {
            thread.join().unwrap().unwrap();
        }
    });
    assert_eq!(scene.identities_of(&ada).len(), 1);
    assert_eq!(mailed(&scene, "Ada", LINKED), 1);
}

fn one_of_two_people_links_an_identity(database: Database) {
    let scene = Scene::on(database(), settings(), |_| {});
    let people = ["Ada", "Eve"].map(|name| {
        scene.world.person(name);
        scene.world.caller(name)
    });
    scene.know("shared");
    let tokens = [(); 2].map(|()| scene.prove("shared").token);
    let results: Vec<Result<(), Error>> = std::thread::scope(|scope| {
        let calls = [(&people[0], &tokens[0]), (&people[1], &tokens[1])];
        let scene = &scene;
        let threads = calls.map(|(person, token)| scope.spawn(move || scene.link(person, token).map(drop)));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    let linked = results.iter().filter(|result| result.is_ok()).count();
    let refused = results
        .iter()
        .filter(|result| matches!(result, Err(Error::Proof(ProofError::LinkedElsewhere))))
        .count();
    assert_eq!((linked, refused), (1, 1), "{results:?}");
}
