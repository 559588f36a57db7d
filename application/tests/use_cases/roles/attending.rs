//! Granting and denying role requests.

use aditus_application::roles::attend::{self, Error};
use aditus_application::roles::deciding;
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::AssignedRoleId;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

use super::scene::{INSTITUTE, Scene, decision};
use crate::world::people::address_of;

#[test]
fn a_granted_role_is_usable_at_once_and_notified() {
    let scene = Scene::new();
    let (ada, asked) = scene.ada_requests_role();
    let token = scene.world.token("Ada");
    scene.attend(&scene.admin, asked, RoleStatus::Activated).unwrap();
    let again = scene.authenticate(&token).unwrap();
    assert!(again.holds(Role::DataOfficer));
    assert_eq!(again.selected, Some(asked));
    assert_eq!(
        scene.notifications_of(ada.user),
        [(
            "role_granted".to_owned(),
            "Org User".to_owned(),
            format!("The role Data Officer at {INSTITUTE} was granted to you.")
        )]
    );
    let mail = &scene.world.mails_to(&address_of("Ada"))[0];
    assert_eq!(mail.subject, "Aditus: A role was granted to you");
}

#[test]
fn a_grant_activates_an_account_that_waits() {
    let scene = Scene::new();
    let ada = scene.world.person_in_state("Ada", AccountState::Pending);
    let token = scene.world.token("Ada");
    let asked = scene
        .request_role(&scene.authenticate(&token).unwrap(), Role::DataOfficer)
        .unwrap();
    scene.attend(&scene.admin, asked, RoleStatus::Activated).unwrap();
    assert_eq!(scene.world.account(ada).state, AccountState::Active);
    assert!(scene.authenticate(&token).unwrap().holds(Role::DataOfficer));
    let notifications: Vec<_> = scene
        .notifications_of(ada)
        .into_iter()
        .map(|(kind, ..)| kind)
        .collect();
    assert_eq!(notifications, ["role_granted"]);
}

#[test]
fn a_denial_gives_the_reason_and_activates_nothing() {
    let scene = Scene::new();
    let ada = scene.world.person_in_state("Ada", AccountState::Pending);
    let asked = scene
        .request_role(&scene.world.caller("Ada"), Role::DataOfficer)
        .unwrap();
    let denial = attend::Command {
        reason: " No contract ".to_owned(),
        ..decision(asked, RoleStatus::Rejected)
    };
    attend::execute(&scene.world.ports, &scene.admin, &denial).unwrap();
    assert_eq!(scene.status(asked), RoleStatus::Rejected);
    assert_eq!(scene.world.account(ada).state, AccountState::Pending);
    assert_eq!(
        scene.notifications_of(ada)[0].2,
        format!("Your request for the role Data Officer at {INSTITUTE} was denied. Reason: No contract")
    );
}

#[test]
fn a_grant_does_not_activate_a_disabled_account() {
    let scene = Scene::new();
    let (ada, asked) = scene.ada_requests_role();
    scene
        .world
        .change_account(ada.user, |account| account.state = AccountState::Disabled);
    scene.attend(&scene.admin, asked, RoleStatus::Activated).unwrap();
    assert_eq!(scene.world.account(ada.user).state, AccountState::Disabled);
}

#[test]
fn granting_needs_the_password_of_the_administrator() {
    let scene = Scene::new();
    let (_, asked) = scene.ada_requests_role();
    let with = |password: &str| {
        let command = attend::Command {
            password: password.to_owned(),
            ..decision(asked, RoleStatus::Activated)
        };
        attend::execute(&scene.world.ports, &scene.admin, &command).unwrap_err()
    };
    let missing = with("");
    assert_eq!(
        (missing.to_string().as_str(), missing.kind()),
        ("The password is required", Kind::Invalid)
    );
    assert_eq!(missing.fields()[0].0, "password");
    for wrong in ["demo-2026!", " ", &"x".repeat(129)] {
        let error = with(wrong);
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("Invalid Password", Kind::Unauthenticated)
        );
    }
    assert_eq!(scene.status(asked), RoleStatus::Pending);
}

#[test]
fn ten_wrong_passwords_delay_grants_but_not_sign_ins() {
    let scene = Scene::new();
    let (_, asked) = scene.ada_requests_role();
    let wrong = |number: u32| {
        let command = attend::Command {
            password: format!("guess {number}"),
            ..decision(asked, RoleStatus::Activated)
        };
        attend::execute(&scene.world.ports, &scene.admin, &command).unwrap_err()
    };
    for number in 0..10 {
        assert_eq!(wrong(number).kind(), Kind::Unauthenticated);
    }
    assert!(matches!(wrong(11).kind(), Kind::TooMany(_)));
    let right = scene.attend(&scene.admin, asked, RoleStatus::Activated);
    assert!(matches!(right.unwrap_err().kind(), Kind::TooMany(_)));
    scene.world.token("Olga");
    scene.world.wait(TimeDelta::minutes(15));
    scene.attend(&scene.admin, asked, RoleStatus::Activated).unwrap();
}

#[test]
fn a_right_password_resets_the_count_of_wrong_ones() {
    let scene = Scene::new();
    let (ada, asked) = scene.ada_requests_role();
    let wrong = || {
        let command = attend::Command {
            password: "guess".to_owned(),
            ..decision(asked, RoleStatus::Activated)
        };
        attend::execute(&scene.world.ports, &scene.admin, &command).unwrap_err()
    };
    for _ in 0..9 {
        wrong();
    }
    scene.attend(&scene.admin, asked, RoleStatus::Rejected).unwrap();
    scene.request_role(&ada, Role::DataOfficer).unwrap();
    assert_eq!(wrong().kind(), Kind::Unauthenticated);
    scene.attend(&scene.admin, asked, RoleStatus::Activated).unwrap();
}

#[test]
fn a_request_is_answered_once_and_with_a_valid_status() {
    let scene = Scene::new();
    let (_, asked) = scene.ada_requests_role();
    for status in [None, Some(0), Some(1), Some(4), Some(5), Some(99)] {
        let command = attend::Command {
            role_status: status,
            ..decision(asked, RoleStatus::Activated)
        };
        let error = attend::execute(&scene.world.ports, &scene.admin, &command).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("Please select a valid status", Kind::Invalid)
        );
    }
    let stale = attend::Command {
        seen: Some(aditus_domain::ids::AssignedRoleStatusId(0)),
        ..decision(asked, RoleStatus::Activated)
    };
    let error = attend::execute(&scene.world.ports, &scene.admin, &stale).unwrap_err();
    assert!(matches!(error, Error::Deciding(deciding::Error::Stale)));
    assert_eq!(error.kind(), Kind::Conflict);

    scene.attend(&scene.admin, asked, RoleStatus::Activated).unwrap();
    for status in [RoleStatus::Activated, RoleStatus::Rejected] {
        let error = scene.attend(&scene.admin, asked, status).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("This request was already handled.", Kind::Conflict)
        );
    }
    assert_eq!(scene.status(asked), RoleStatus::Activated);
}

#[test]
fn other_callers_cannot_grant() {
    let scene = Scene::new();
    let (ada, asked) = scene.ada_requests_role();
    let provider = scene.world.provider();
    let other_admin = scene.at(provider, "Omar", Role::Admin);
    let super_user = scene.super_user("Sol");
    let officer = scene.at(scene.institute, "Fred", Role::DataOfficer);
    for (caller, kind) in [
        (&ada, Kind::Forbidden),
        (&officer, Kind::Forbidden),
        (&other_admin, Kind::NotFound),
        // The institute has an Admin of its own.
        (&super_user, Kind::Forbidden),
    ] {
        let error = scene.attend(caller, asked, RoleStatus::Activated).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
    }
    let unknown = scene.attend(&scene.admin, AssignedRoleId(99_999), RoleStatus::Activated);
    assert_eq!(unknown.unwrap_err().kind(), Kind::NotFound);
    assert_eq!(scene.status(asked), RoleStatus::Pending);
    assert!(scene.notifications_of(ada.user).is_empty());
}

#[test]
fn roles_cannot_be_granted_to_oneself() {
    let scene = Scene::new();
    let asked = scene.request_role(&scene.admin, Role::DataOfficer).unwrap();
    let error = scene
        .attend(&scene.admin, asked, RoleStatus::Activated)
        .unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("You can't decide on your own role.", Kind::Forbidden)
    );
    assert_eq!(scene.status(asked), RoleStatus::Pending);
}

#[test]
fn an_admin_cannot_grant_super_user() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let admin = scene.at(provider, "Omar", Role::Admin);
    let super_user = scene.super_user("Sol");
    scene.person_at(provider, "Ada", AccountState::Active);
    let asked = scene
        .request_role(&scene.world.caller("Ada"), Role::SuperUser)
        .unwrap();
    for status in [RoleStatus::Activated, RoleStatus::Rejected] {
        let error = scene.attend(&admin, asked, status).unwrap_err();
        assert_eq!(error.kind(), Kind::Forbidden);
    }
    scene.attend(&super_user, asked, RoleStatus::Activated).unwrap();
    assert_eq!(scene.status(asked), RoleStatus::Activated);
}
