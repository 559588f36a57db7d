//! Resetting the second factor of a person who lost it.

use aditus_application::accounts::second_factor::{reset, status};
use aditus_application::accounts::{administration_counts, authenticate};
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::ids::UserId;
use aditus_domain::roles::Role;

use super::{origin, pending, person_with_app, refusal, set_up_app, titles};
use crate::world::World;
use crate::world::people::address_of;

#[test]
fn super_user_resets_the_second_factor_of_another_person() {
    let world = World::new();
    let (ada, app, _) = person_with_app(&world, "Ada");
    let super_user = world.caller_with("Sol", world.provider(), Role::SuperUser);
    let begun = pending(&world, "Ada");
    reset::execute(&world.ports, &super_user, ada.user).unwrap();
    assert!(
        refusal(&world, &origin(&world, "Ada", &begun), &app.next_code(&world))
            .starts_with("This sign-in has ended.")
    );
    let token = world.token("Ada");
    let ada = authenticate::execute(&world.ports, &token).unwrap();
    assert_eq!(status::execute(&world.ports, &ada).unwrap().app, None);
    assert!(titles(&world, "Ada").contains(&"Your second factor was reset".to_owned()));
    let mail = world.mails_to(&address_of("Ada")).pop().unwrap();
    assert!(
        mail.text.contains("was reset by a Super User on "),
        "{}",
        mail.text
    );
    let again = reset::execute(&world.ports, &super_user, ada.user).unwrap_err();
    assert_eq!(
        (again.kind(), again.reason()),
        (Kind::Conflict, Reason::NoSecondFactor)
    );
}

#[test]
fn reset_ends_every_session() {
    let world = World::new();
    world.person("Ada");
    let token = world.token("Ada");
    let ada = authenticate::execute(&world.ports, &token).unwrap();
    set_up_app(&world, &ada);
    assert!(authenticate::execute(&world.ports, &token).is_ok());
    let super_user = world.caller_with("Sol", world.provider(), Role::SuperUser);
    reset::execute(&world.ports, &super_user, ada.user).unwrap();
    assert!(authenticate::execute(&world.ports, &token).is_err());
}

#[test]
fn only_super_users_reset_a_second_factor_and_never_their_own() {
    let world = World::new();
    let (ada, _, _) = person_with_app(&world, "Ada");
    let super_user = world.caller_with("Sol", world.provider(), Role::SuperUser);
    let admin = world.caller_with("Olga", world.provider(), Role::Admin);
    let refusals = [
        (&admin, ada.user, Kind::Forbidden, Reason::RoleNotAllowed),
        (
            &super_user,
            super_user.user,
            Kind::Forbidden,
            Reason::OwnSecondFactor,
        ),
        (&super_user, UserId(9_999), Kind::NotFound, Reason::UserNotFound),
    ];
    for (caller, user, kind, reason) in refusals {
        let refused = reset::execute(&world.ports, caller, user).unwrap_err();
        assert_eq!((refused.kind(), refused.reason()), (kind, reason));
    }
    let unconfirmed = world.unconfirmed(&super_user);
    let refused = reset::execute(&world.ports, &unconfirmed, ada.user).unwrap_err();
    assert_eq!(refused.reason(), Reason::PasswordNeeded);
    assert!(status::execute(&world.ports, &ada).unwrap().app.is_some());
}

#[test]
fn operator_resets_the_second_factor_of_the_last_super_user() {
    let world = World::new();
    let super_user = world.caller_with("Sol", world.provider(), Role::SuperUser);
    set_up_app(&world, &super_user);
    reset::execute_as_operator(&world.ports, super_user.user).unwrap();
    world.token("Sol");
    let mail = world.mails_to(&address_of("Sol")).pop().unwrap();
    assert!(
        mail.text.contains("was reset by an operator of the server on "),
        "{}",
        mail.text
    );
    let refused = reset::execute_as_operator(&world.ports, super_user.user).unwrap_err();
    assert_eq!(refused.to_string(), "This person has no second factor.");
}

#[test]
fn admins_read_how_many_people_have_no_second_factor() {
    let world = World::new();
    let institute = world.organisation("Institute of Public Health");
    let admin = world.caller_with("Olga", institute, Role::Admin);
    let count = || {
        let answer = administration_counts::execute(&world.ports, &admin, None).unwrap();
        (answer.counts.users, answer.counts.without_second_factor)
    };
    assert_eq!(count(), (1, 1));
    person_with_app(&world, "Ada");
    assert_eq!(count(), (2, 1));
}
