//! Activating and disabling accounts.

use aditus_application::access::Caller;
use aditus_application::accounts::activate::{self, Answer};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::UserId;
use aditus_domain::roles::Role;

use super::scene::Scene;
use crate::world::people::address_of;

fn set(scene: &Scene, caller: &Caller, user: UserId, is_active: &str) -> Result<Answer, activate::Error> {
    let command = activate::Command {
        user,
        is_active: Some(is_active.to_owned()),
    };
    activate::execute(&scene.world.ports, caller, &command)
}

fn message(result: Result<Answer, activate::Error>) -> (String, Kind) {
    let error = result.unwrap_err();
    (error.to_string(), error.kind())
}

#[test]
fn an_activated_account_can_use_its_roles_and_is_notified() {
    let scene = Scene::new();
    let ada = scene.world.person_in_state("Ada", AccountState::Pending);
    scene.world.grant(ada, scene.institute, Role::DataOfficer);
    let token = scene.world.token("Ada");
    assert!(!scene.authenticate(&token).unwrap().holds(Role::DataOfficer));
    let answer = set(&scene, &scene.admin, ada, "Active").unwrap();
    assert_eq!((answer.fname.as_str(), answer.sname.as_str()), ("Ada", "Okello"));
    assert!(scene.authenticate(&token).unwrap().holds(Role::DataOfficer));
    assert_eq!(scene.notifications_of(ada)[0].2, "Your account was activated.");
    assert_eq!(
        scene.world.mails_to(&address_of("Ada"))[0].subject,
        "Aditus: Your account was activated"
    );
    set(&scene, &scene.admin, ada, "Active").unwrap();
    assert_eq!(scene.notifications_of(ada).len(), 1, "nothing has changed, nothing is told");
}

#[test]
fn a_disabled_account_has_no_session_left() {
    let scene = Scene::new();
    let ada = scene.world.person("Ada");
    let (one, other) = (scene.world.token("Ada"), scene.world.token("Ada"));
    set(&scene, &scene.admin, ada, "Disable").unwrap();
    assert_eq!(scene.world.account(ada).state, AccountState::Disabled);
    assert!(scene.authenticate(&one).is_none() && scene.authenticate(&other).is_none());
    set(&scene, &scene.admin, ada, "Active").unwrap();
    assert!(scene.authenticate(&one).is_none(), "what has ended stays so");
    assert!(scene.authenticate(&scene.world.token("Ada")).is_some());
}

#[test]
fn a_status_must_be_chosen() {
    let scene = Scene::new();
    let ada = scene.world.person("Ada");
    for status in [None, Some(""), Some("Pending"), Some("active"), Some("Disabled")] {
        let command = activate::Command {
            user: ada,
            is_active: status.map(ToOwned::to_owned),
        };
        let error = activate::execute(&scene.world.ports, &scene.admin, &command).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("Please select a valid status", Kind::Invalid)
        );
    }
}

#[test]
fn admins_cannot_change_people_of_another_organisation() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let other_admin = scene.at(provider, "Omar", Role::Admin);
    let super_user = scene.super_user("Sol");
    let ada = scene.world.person("Ada");
    let not_found = ("User not found.".to_owned(), Kind::NotFound);
    assert_eq!(message(set(&scene, &other_admin, ada, "Disable")), not_found);
    assert_eq!(
        message(set(&scene, &scene.admin, UserId(99_999), "Disable")),
        not_found
    );
    assert_eq!(
        message(set(&scene, &super_user, ada, "Disable")),
        (
            "This organisation has an Admin of its own.".to_owned(),
            Kind::Forbidden
        )
    );
    let plain = scene.world.caller("Ada");
    let forbidden = message(set(&scene, &plain, scene.admin.user, "Disable"));
    assert_eq!(forbidden.1, Kind::Forbidden);
    assert_eq!(scene.world.account(ada).state, AccountState::Active);
}

#[test]
fn only_the_last_admin_cannot_be_disabled() {
    let scene = Scene::new();
    let olga = scene.admin.user;
    let last = (
        "The last Admin of an organisation stays. Appoint another Admin first.".to_owned(),
        Kind::Conflict,
    );
    assert_eq!(message(set(&scene, &scene.admin, olga, "Disable")), last);
    let omar = scene.at(scene.institute, "Omar", Role::Admin);
    set(&scene, &scene.admin, olga, "Disable").unwrap();
    assert_eq!(message(set(&scene, &omar, omar.user, "Disable")), last);
    // Olga's call was already running when her account was disabled.
    let gone = ("Your role does not allow this.".to_owned(), Kind::Forbidden);
    assert_eq!(message(set(&scene, &scene.admin, omar.user, "Disable")), gone);
}

#[test]
fn an_admin_who_is_a_super_user_too_is_still_the_last_admin() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let both = scene.at(provider, "Omar", Role::Admin);
    scene.world.grant(both.user, provider, Role::SuperUser);
    scene.super_user("Sol");
    let both = scene.world.caller("Omar");
    assert_eq!(
        message(set(&scene, &both, both.user, "Disable")).0,
        "The last Admin of an organisation stays. Appoint another Admin first."
    );
}

#[test]
fn the_last_super_user_cannot_be_disabled() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let sol = scene.super_user("Sol");
    let admin = scene.at(provider, "Omar", Role::Admin);
    assert_eq!(
        message(set(&scene, &sol, sol.user, "Disable")).0,
        "The last Super User stays. Appoint another Super User first."
    );
    let sam = scene.super_user("Sam");
    assert_eq!(
        message(set(&scene, &admin, sam.user, "Disable")).1,
        Kind::Forbidden,
        "an Admin does not act on a Super User"
    );
    set(&scene, &sol, sam.user, "Disable").unwrap();
    assert_eq!(
        message(set(&scene, &sam, sol.user, "Disable")).0,
        "Your role does not allow this."
    );
}

#[test]
fn two_admins_cannot_disable_each_other_at_once() {
    let scene = Scene::new();
    let omar = scene.at(scene.institute, "Omar", Role::Admin);
    let results = std::thread::scope(|scope| {
        let one = scope.spawn(|| set(&scene, &scene.admin, omar.user, "Disable").is_ok());
        let other = scope.spawn(|| set(&scene, &omar, scene.admin.user, "Disable").is_ok());
        [one.join().unwrap(), other.join().unwrap()]
    });
    assert_eq!(results.into_iter().filter(|done| *done).count(), 1, "{results:?}");
}
