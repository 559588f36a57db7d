//! Administrative acts that require a recent password besides the session.

use aditus_application::access::{Caller, PASSWORD_NEEDED};
use aditus_application::accounts::activate;
use aditus_application::organisations::OrganisationRecords;
use aditus_application::records::change;
use aditus_application::roles::update_status::{OfferStatuses, StatusForm};
use aditus_application::roles::{assign, change_status};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, UserId};
use aditus_domain::organisations::RawOrganisation;
use aditus_domain::roles::{Role, RoleStatus};

use super::scene::{INSTITUTE, Scene};

/// Asserts the code and text of the refusal that makes a client prompt for the password.
fn asks_for_password<T, E: Failure>(result: Result<T, E>) {
    let error = result.err().unwrap();
    assert_eq!(
        (error.kind(), error.code(), error.to_string().as_str()),
        (
            Kind::Forbidden,
            Some(PASSWORD_NEEDED),
            "Enter your password to continue."
        )
    );
}

fn assign(scene: &Scene, caller: &Caller, user: UserId, role: Role) -> Result<AssignedRoleId, assign::Error> {
    let organisation = scene.world.account(user).organisation;
    let command = assign::Command {
        user: Some(user),
        org_role: Some(scene.world.org_role(organisation, role)),
    };
    assign::execute(&scene.world.ports, caller, command)
}

fn set_role(
    scene: &Scene,
    caller: &Caller,
    assigned: AssignedRoleId,
    to: RoleStatus,
) -> Result<(), change_status::Error> {
    let stored = scene
        .world
        .read_in_transaction(|transaction| transaction.roles().by_id(assigned).unwrap().unwrap());
    let command = change_status::Command {
        seen: stored.latest,
        role_status: Some(to.id()),
        reason: String::new(),
    };
    change_status::execute(&scene.world.ports, caller, &command)
}

fn roles_of(scene: &Scene, user: UserId) -> usize {
    scene
        .world
        .read_in_transaction(|transaction| transaction.roles().of_user(user).unwrap().len())
}

#[test]
fn granting_the_roles_super_user_and_admin_needs_the_password() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let sol = scene.super_user("Sol");
    for (name, role) in [("Ada", Role::SuperUser), ("Ben", Role::Admin)] {
        let user = scene.person_at(provider, name, AccountState::Active);
        asks_for_password(assign(&scene, &scene.world.unconfirmed(&sol), user, role));
        assert_eq!(roles_of(&scene, user), 0, "{role}");
        assign(&scene, &sol, user, role).unwrap();
        assert_eq!(roles_of(&scene, user), 1, "{role}");
    }
}

#[test]
fn other_roles_are_granted_and_withdrawn_without_the_password() {
    let scene = Scene::new();
    let olga = scene.world.unconfirmed(&scene.admin);
    let ada = scene.world.person("Ada");
    let officer = assign(&scene, &olga, ada, Role::DataOfficer).unwrap();
    set_role(&scene, &olga, officer, RoleStatus::Revoked).unwrap();
    assert_eq!(scene.status(officer), RoleStatus::Revoked);
}

#[test]
fn withdrawing_and_restoring_the_roles_super_user_and_admin_needs_the_password() {
    let scene = Scene::new();
    let sol = scene.super_user("Sol");
    let sam = scene.super_user("Sam");
    let omar = scene.at(scene.world.provider(), "Omar", Role::Admin);
    for held in [
        sam.role(Role::SuperUser).unwrap().id,
        omar.role(Role::Admin).unwrap().id,
    ] {
        for to in [
            RoleStatus::Deactivated,
            RoleStatus::Activated,
            RoleStatus::Revoked,
        ] {
            let before = scene.status(held);
            asks_for_password(set_role(&scene, &scene.world.unconfirmed(&sol), held, to));
            assert_eq!(scene.status(held), before);
            set_role(&scene, &sol, held, to).unwrap();
            assert_eq!(scene.status(held), to);
        }
    }
}

#[test]
fn disabling_and_activating_an_account_needs_the_password() {
    let scene = Scene::new();
    let ada = scene.world.person("Ada");
    let token = scene.world.token("Ada");
    let set = |caller: &Caller, is_active: &str| {
        let command = activate::Command {
            user: ada,
            is_active: Some(is_active.to_owned()),
        };
        activate::execute(&scene.world.ports, caller, &command)
    };
    let unconfirmed = scene.world.unconfirmed(&scene.admin);
    asks_for_password(set(&unconfirmed, "Disable"));
    assert_eq!(scene.world.account(ada).state, AccountState::Active);
    assert!(scene.authenticate(&token).is_some(), "the session goes on");
    set(&scene.admin, "Disable").unwrap();
    asks_for_password(set(&unconfirmed, "Active"));
    assert_eq!(scene.world.account(ada).state, AccountState::Disabled);
    set(&scene.admin, "Active").unwrap();
    assert_eq!(scene.world.account(ada).state, AccountState::Active);
}

#[test]
fn deactivating_an_administrative_role_of_an_organisation_needs_the_password() {
    let scene = Scene::new();
    let sol = scene.super_user("Sol");
    let unconfirmed = scene.world.unconfirmed(&sol);
    let set = |caller: &Caller, role: Role, status: bool| {
        let org_role = scene.world.read_in_transaction(|transaction| {
            let found = transaction.organisations().role_of(scene.institute, role);
            found.unwrap().unwrap().id
        });
        let form = StatusForm {
            status: Some(status),
            reason: "No contract".to_owned(),
        };
        change::<OfferStatuses>(&scene.world.ports, caller, org_role, None, form)
    };
    let is_offered = |role: Role| {
        scene.world.read_in_transaction(|transaction| {
            let found = transaction.organisations().role_of(scene.institute, role);
            found.unwrap().unwrap().active
        })
    };
    asks_for_password(set(&unconfirmed, Role::Admin, false));
    assert!(is_offered(Role::Admin));
    set(&sol, Role::Admin, false).unwrap();
    asks_for_password(set(&unconfirmed, Role::Admin, true));
    assert!(!is_offered(Role::Admin));
    set(&sol, Role::Admin, true).unwrap();
    scene.world.org_role(scene.institute, Role::DataOfficer);
    set(&unconfirmed, Role::DataOfficer, false).unwrap();
    assert!(is_offered(Role::Admin) && !is_offered(Role::DataOfficer));
}

#[test]
fn activating_and_deactivating_an_organisation_needs_the_password() {
    let scene = Scene::new();
    let sol = scene.super_user("Sol");
    let unconfirmed = scene.world.unconfirmed(&sol);
    let save = |caller: &Caller, description: &str, active: bool| {
        let form = RawOrganisation {
            name: INSTITUTE.to_owned(),
            description: description.to_owned(),
            country: "Halvania".to_owned(),
            active: Some(i64::from(active)),
            ..RawOrganisation::default()
        };
        change::<OrganisationRecords>(&scene.world.ports, caller, scene.institute, None, form)
    };
    let is_active = || {
        scene.world.read_in_transaction(|transaction| {
            let found = transaction.organisations().by_id(scene.institute);
            found.unwrap().unwrap().active
        })
    };
    asks_for_password(save(&unconfirmed, "An institute", false));
    assert!(is_active());
    save(&unconfirmed, "Another description", true).unwrap();
    save(&sol, "An institute", false).unwrap();
    assert!(!is_active());
    asks_for_password(save(&unconfirmed, "An institute", true));
    assert!(!is_active());
}

#[test]
fn callers_who_may_not_act_are_not_asked_for_the_password() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let sam = scene.super_user("Sam");
    let ada = scene.person_at(provider, "Ada", AccountState::Active);
    let olga = scene.world.unconfirmed(&scene.admin);
    let refused = assign(&scene, &olga, ada, Role::SuperUser).unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (Kind::NotFound, None));
    let held = sam.role(Role::SuperUser).unwrap().id;
    let refused = set_role(&scene, &olga, held, RoleStatus::Revoked).unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (Kind::NotFound, None));
}
