//! People whose roles need a second factor.

use aditus_application::accounts::second_factor::enter_code::{Error, Origin};
use aditus_application::accounts::second_factor::set_up_at_sign_in::{self, Command, Completed, begin};
use aditus_application::accounts::second_factor::{remove, status};
use aditus_application::accounts::{authenticate, sign_in};
use aditus_application::settings::Settings;
use aditus_application::testing::settings;
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::accounts::second_factor::{Obligation, PendingStep, RequiredFor, RoleGroup};
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use super::{App, by_password, enter, enter_password, origin, pending, set_up_app, titles};
use crate::world::World;

fn world() -> World {
    World::configured(Settings {
        second_factor_required_for: RequiredFor::new([RoleGroup::Admin, RoleGroup::SuperUser]),
        ..settings()
    })
}

fn person(world: &World, first_name: &str, role: Role) {
    let user = world.person(first_name);
    world.grant(user, world.provider(), role);
}

fn is_signed_in(world: &World, first_name: &str) -> bool {
    let progress = enter_password(world, first_name, &world.browser_of(first_name));
    matches!(progress, sign_in::Progress::SignedIn(_))
}

fn confirm(world: &World, origin: &Origin, code: &str) -> Result<Completed, Error> {
    let command = Command {
        code: code.to_owned(),
        origin: origin.clone(),
    };
    set_up_at_sign_in::confirm(&world.ports, &command)
}

#[test]
fn grace_begins_with_the_first_sign_in_and_is_shown() {
    let world = world();
    person(&world, "Ada", Role::Admin);
    world.wait(TimeDelta::days(30));
    let ada = world.caller("Ada");
    let until = world.now() + TimeDelta::days(14);
    let obligation = || status::execute(&world.ports, &ada).unwrap().obligation;
    assert_eq!(obligation(), Obligation::Grace(Some(until)));
    world.wait(TimeDelta::days(14) - TimeDelta::seconds(1));
    assert!(is_signed_in(&world, "Ada"));
    world.wait(TimeDelta::seconds(1));
    assert!(!is_signed_in(&world, "Ada"));
    assert_eq!(obligation(), Obligation::Required);
}

#[test]
fn other_roles_need_none() {
    let world = world();
    person(&world, "Rita", Role::DataRequester);
    person(&world, "Fred", Role::DataOfficer);
    for _ in 0..2 {
        assert!(is_signed_in(&world, "Rita") && is_signed_in(&world, "Fred"));
        world.wait(TimeDelta::days(20));
    }
    let rita = world.caller("Rita");
    assert_eq!(
        status::execute(&world.ports, &rita).unwrap().obligation,
        Obligation::Optional
    );
}

#[test]
fn open_session_goes_on_when_a_role_begins_to_need_a_second_factor() {
    let world = world();
    let user = world.person("Ada");
    let token = world.token("Ada");
    world.grant(user, world.provider(), Role::Admin);
    let ada = authenticate::execute(&world.ports, &token).unwrap();
    assert!(ada.holds(Role::Admin));
    assert_eq!(
        status::execute(&world.ports, &ada).unwrap().obligation,
        Obligation::Grace(None),
        "it begins with the next sign-in"
    );
}

#[test]
fn after_the_grace_signing_in_sets_up_an_app_first() {
    let world = world();
    person(&world, "Ada", Role::Admin);
    world.token("Ada");
    world.wait(TimeDelta::days(14));
    let begun = pending(&world, "Ada");
    assert_eq!(begun.step, PendingStep::SetUp);
    let origin = origin(&world, "Ada", &begun);
    let refused = enter(&world, &origin, "123456").map(drop).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Conflict, Reason::OtherSignInStep)
    );
    let early = confirm(&world, &origin, "123456").map(drop).unwrap_err();
    assert_eq!(early.reason(), Reason::SetUpExpired);
    let app = App::scan(&begin(&world.ports, &origin).unwrap());
    let wrong = confirm(&world, &origin, "000000").map(drop).unwrap_err();
    assert_eq!(wrong.to_string(), "This code is wrong. You can try 4 more times.");
    let completed = confirm(&world, &origin, &app.code(&world)).unwrap();
    assert_eq!(completed.recovery_codes.len(), 10);
    let ada = authenticate::execute(&world.ports, &completed.answer.token).unwrap();
    assert!(ada.holds(Role::Admin));
    assert!(titles(&world, "Ada").contains(&"An authenticator app was added".to_owned()));
    assert_eq!(pending(&world, "Ada").step, PendingStep::EnterCode);
}

#[test]
fn five_wrong_codes_end_a_sign_in_that_sets_up_an_app() {
    let world = world();
    person(&world, "Ada", Role::Admin);
    world.token("Ada");
    world.wait(TimeDelta::days(14));
    let begun = pending(&world, "Ada");
    let origin = origin(&world, "Ada", &begun);
    let app = App::scan(&begin(&world.ports, &origin).unwrap());
    for _ in 0..5 {
        assert!(confirm(&world, &origin, "000000").is_err());
    }
    let ended = confirm(&world, &origin, &app.code(&world)).map(drop).unwrap_err();
    assert_eq!(ended.reason(), Reason::SignInEnded);
    assert_eq!(
        begin(&world.ports, &origin).map(drop).unwrap_err().reason(),
        Reason::SignInEnded
    );
}

#[test]
fn sign_in_that_sets_up_an_app_ends_if_another_was_added_meanwhile() {
    let world = world();
    person(&world, "Ada", Role::Admin);
    let ada = world.caller("Ada");
    world.wait(TimeDelta::days(14));
    let begun = pending(&world, "Ada");
    let origin = origin(&world, "Ada", &begun);
    let of_thief = App::scan(&begin(&world.ports, &origin).unwrap());
    set_up_app(&world, &ada);
    let refused = confirm(&world, &origin, &of_thief.code(&world))
        .map(drop)
        .unwrap_err();
    assert_eq!(refused.reason(), Reason::SignInEnded);
}

#[test]
fn required_second_factor_cannot_be_removed() {
    let world = world();
    person(&world, "Ada", Role::Admin);
    let ada = world.caller("Ada");
    set_up_app(&world, &ada);
    let refused = remove::execute(&world.ports, &world.confirmed(&ada), &by_password()).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Conflict, Reason::SecondFactorRequired)
    );
}
