//! Assigning roles and changing assigned roles.

use aditus_application::access::Caller;
use aditus_application::roles::{assign, change_status};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId, OrganisationRoleId, UserId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::roles::{Role, RoleStatus};

use super::scene::{INSTITUTE, Scene};

fn latest(scene: &Scene, assigned: AssignedRoleId) -> AssignedRoleStatusId {
    scene
        .world
        .read_in_transaction(|transaction| transaction.roles().by_id(assigned).unwrap().unwrap())
        .latest
}

fn change(
    scene: &Scene,
    caller: &Caller,
    assigned: AssignedRoleId,
    to: RoleStatus,
) -> Result<(), change_status::Error> {
    let command = change_status::Command {
        seen: latest(scene, assigned),
        role_status: Some(to.id()),
        reason: "Has left".to_owned(),
    };
    change_status::execute(&scene.world.ports, caller, &command)
}

fn give(
    scene: &Scene,
    caller: &Caller,
    user: UserId,
    org_role: OrganisationRoleId,
) -> Result<AssignedRoleId, assign::Error> {
    let command = assign::Command {
        user: Some(user),
        org_role: Some(org_role),
    };
    assign::execute(&scene.world.ports, caller, command)
}

#[test]
fn a_withdrawn_role_disappears_from_open_sessions_at_once() {
    let scene = Scene::new();
    let ada = scene.world.person("Ada");
    let officer = scene.world.grant(ada, scene.institute, Role::DataOfficer);
    let analyst = scene.world.grant(ada, scene.institute, Role::DataAnalyst);
    let token = scene.world.token("Ada");
    assert_eq!(scene.authenticate(&token).unwrap().selected, Some(officer));

    change(&scene, &scene.admin, officer, RoleStatus::Deactivated).unwrap();
    let again = scene.authenticate(&token).unwrap();
    assert!(!again.holds(Role::DataOfficer));
    assert_eq!(again.selected, Some(analyst), "the best that remains");
    change(&scene, &scene.admin, analyst, RoleStatus::Revoked).unwrap();
    assert_eq!(scene.authenticate(&token).unwrap().selected, None);
    change(&scene, &scene.admin, officer, RoleStatus::Activated).unwrap();
    assert!(scene.authenticate(&token).unwrap().holds(Role::DataOfficer));

    let notifications: Vec<_> = scene
        .notifications_of(ada)
        .into_iter()
        .map(|(_, _, text)| text)
        .collect();
    assert_eq!(
        notifications,
        [
            format!("The role Data Officer at {INSTITUTE} was granted to you."),
            format!("Your role Data Analyst at {INSTITUTE} was revoked. Reason: Has left"),
            format!("Your role Data Officer at {INSTITUTE} was deactivated. Reason: Has left"),
        ]
    );
}

#[test]
fn only_valid_status_changes_of_a_role_are_accepted() {
    let scene = Scene::new();
    let ada = scene.world.person("Ada");
    let officer = scene.world.grant(ada, scene.institute, Role::DataOfficer);
    for to in [RoleStatus::Activated, RoleStatus::Rejected, RoleStatus::Pending] {
        let error = change(&scene, &scene.admin, officer, to).unwrap_err();
        assert_eq!(error.kind(), Kind::Conflict, "{error}");
    }
    change(&scene, &scene.admin, officer, RoleStatus::Revoked).unwrap();
    for to in [RoleStatus::Activated, RoleStatus::Deactivated] {
        let error = change(&scene, &scene.admin, officer, to).unwrap_err();
        assert_eq!(error.kind(), Kind::Conflict);
    }
    let again = change(&scene, &scene.admin, officer, RoleStatus::Pending).unwrap_err();
    assert_eq!(
        (again.to_string().as_str(), again.kind()),
        ("Only the user can request this role again.", Kind::Forbidden)
    );
    for none in [None, Some(0), Some(6)] {
        let command = change_status::Command {
            seen: latest(&scene, officer),
            role_status: none,
            reason: String::new(),
        };
        let error = change_status::execute(&scene.world.ports, &scene.admin, &command).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("Please select a valid status", Kind::Invalid)
        );
    }
    assert_eq!(scene.status(officer), RoleStatus::Revoked);
}

#[test]
fn granting_a_requested_role_needs_the_password() {
    let scene = Scene::new();
    let (_, asked) = scene.ada_requests_role();
    for to in [RoleStatus::Activated, RoleStatus::Rejected] {
        let error = change(&scene, &scene.admin, asked, to).unwrap_err();
        assert_eq!(error.kind(), Kind::Conflict);
    }
    assert_eq!(scene.status(asked), RoleStatus::Pending);
}

#[test]
fn a_stale_change_is_refused() {
    let scene = Scene::new();
    let ada = scene.world.person("Ada");
    let officer = scene.world.grant(ada, scene.institute, Role::DataOfficer);
    let seen = latest(&scene, officer);
    change(&scene, &scene.admin, officer, RoleStatus::Deactivated).unwrap();
    let command = change_status::Command {
        seen,
        role_status: Some(RoleStatus::Revoked.id()),
        reason: String::new(),
    };
    let error = change_status::execute(&scene.world.ports, &scene.admin, &command).unwrap_err();
    assert_eq!(error.kind(), Kind::Conflict);
    assert_eq!(scene.status(officer), RoleStatus::Deactivated);
}

#[test]
fn roles_of_other_organisations_and_own_roles_cannot_be_changed() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let other_admin = scene.at(provider, "Omar", Role::Admin);
    let ada = scene.at(scene.institute, "Ada", Role::DataOfficer);
    let officer = ada.roles[0].id;
    for (caller, kind) in [(&other_admin, Kind::NotFound), (&ada, Kind::Forbidden)] {
        let error = change(&scene, caller, officer, RoleStatus::Revoked).unwrap_err();
        assert_eq!(error.kind(), kind);
    }
    let own = scene.admin.roles[0].id;
    let error = change(&scene, &scene.admin, own, RoleStatus::Revoked).unwrap_err();
    assert_eq!(error.to_string(), "You can't decide on your own role.");
    let unknown = change_status::Command {
        seen: AssignedRoleStatusId(99_999),
        role_status: Some(RoleStatus::Revoked.id()),
        reason: String::new(),
    };
    let error = change_status::execute(&scene.world.ports, &scene.admin, &unknown).unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound);
    assert_eq!(scene.status(officer), RoleStatus::Activated);
}

#[test]
fn only_a_super_user_can_remove_the_last_admin() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let second = scene.at(scene.institute, "Omar", Role::Admin);
    let (olga, omar) = (scene.admin.roles[0].id, second.roles[0].id);
    let error = change(&scene, &super_user, olga, RoleStatus::Revoked).unwrap_err();
    assert_eq!(error.to_string(), "This organisation has its own Admin.");
    change(&scene, &second, olga, RoleStatus::Revoked).unwrap();
    // Olga's call was already running when her role was withdrawn.
    let error = change(&scene, &scene.admin, omar, RoleStatus::Revoked).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("Your role does not allow this.", Kind::Forbidden)
    );
    change(&scene, &super_user, omar, RoleStatus::Deactivated).unwrap();
    assert_eq!(scene.status(omar), RoleStatus::Deactivated);
}

#[test]
fn the_last_super_user_keeps_the_role() {
    let scene = Scene::new();
    let (one, other) = (scene.super_user("Sol"), scene.super_user("Sam"));
    change(&scene, &one, other.roles[0].id, RoleStatus::Revoked).unwrap();
    // Sam's call was already running.
    let error = change(&scene, &other, one.roles[0].id, RoleStatus::Revoked).unwrap_err();
    assert_eq!(error.to_string(), "Your role does not allow this.");
    assert_eq!(scene.status(one.roles[0].id), RoleStatus::Activated);
}

#[test]
fn an_admin_assigns_roles_of_their_own_organisation() {
    let scene = Scene::new();
    let ada = scene.world.person_in_state("Ada", AccountState::Pending);
    let officer = scene.world.org_role(scene.institute, Role::DataOfficer);
    let token = scene.world.token("Ada");
    let assigned = give(&scene, &scene.admin, ada, officer).unwrap();
    assert_eq!(scene.status(assigned), RoleStatus::Activated);
    assert!(scene.authenticate(&token).unwrap().holds(Role::DataOfficer));
    let notifications: Vec<_> = scene
        .notifications_of(ada)
        .into_iter()
        .map(|(kind, ..)| kind)
        .collect();
    assert_eq!(notifications, ["role_granted"]);
    let error = give(&scene, &scene.admin, ada, officer).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("User is already assigned to that role!", Kind::Invalid)
    );
}

#[test]
fn roles_cannot_be_assigned_to_oneself_or_across_organisations() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let elsewhere = scene.world.org_role(provider, Role::DataOfficer);
    let here = scene.world.org_role(scene.institute, Role::DataOfficer);
    let ada = scene.world.person("Ada");
    let stranger = scene.person_at(provider, "Eve", AccountState::Active);
    let messages = [
        (
            give(&scene, &scene.admin, scene.admin.user, here),
            "You can't decide on your own role.",
        ),
        (
            give(&scene, &scene.admin, ada, elsewhere),
            "Organisation role not found.",
        ),
        (
            give(&scene, &scene.admin, stranger, elsewhere),
            "Organisation role not found.",
        ),
        (give(&scene, &scene.admin, stranger, here), "User not found."),
        (
            give(&scene, &scene.admin, UserId(99_999), here),
            "User not found.",
        ),
        (
            give(&scene, &scene.admin, ada, OrganisationRoleId(99_999)),
            "Organisation role not found.",
        ),
    ];
    for (result, message) in messages {
        assert_eq!(result.unwrap_err().to_string(), message);
    }
    let nobody = assign::Command {
        user: None,
        org_role: Some(here),
    };
    let error = assign::execute(&scene.world.ports, &scene.admin, nobody).unwrap_err();
    assert_eq!(error.to_string(), "Please select a User.");
    let nothing = assign::Command {
        user: Some(ada),
        org_role: None,
    };
    let error = assign::execute(&scene.world.ports, &scene.admin, nothing).unwrap_err();
    assert_eq!(error.to_string(), "Please select an Organisation Role.");
    let plain = scene.world.caller("Ada");
    assert_eq!(
        give(&scene, &plain, stranger, here).unwrap_err().kind(),
        Kind::Forbidden
    );
}

#[test]
fn a_super_user_appoints_the_first_admin_and_no_second() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let clinic = scene.world.organisation("Lake Clinic");
    let admin = scene.world.org_role(clinic, Role::Admin);
    let first = scene.person_at(clinic, "Cora", AccountState::Pending);
    let second = scene.person_at(clinic, "Dina", AccountState::Active);
    give(&scene, &super_user, first, admin).unwrap();
    assert!(scene.world.caller("Cora").administers(clinic));
    let error = give(&scene, &super_user, second, admin).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("This organisation has its own Admin.", Kind::Forbidden)
    );
    give(&scene, &scene.world.caller("Cora"), second, admin).unwrap();
}

#[test]
fn only_super_users_grant_roles_to_people_without_a_registered_organisation() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let rita = scene.person_at(DATA_REQUESTER_ORGANISATION, "Rita", AccountState::Pending);
    let asked = scene
        .request_role(&scene.world.caller("Rita"), Role::DataRequester)
        .unwrap();
    let error = scene
        .attend(&scene.admin, asked, RoleStatus::Activated)
        .unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound);
    scene.attend(&super_user, asked, RoleStatus::Activated).unwrap();
    assert_eq!(scene.world.account(rita).state, AccountState::Active);
}
