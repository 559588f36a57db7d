//! Activating and deactivating the roles that organisations offer.

use aditus_application::access::Caller;
use aditus_application::organisations::{OrganisationRecords, records::Error};
use aditus_application::records::change;
use aditus_application::roles::update_status::{self, OfferStatuses, StatusForm};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::organisations::RawOrganisation;
use aditus_domain::roles::{Role, RoleStatus};

use super::scene::{INSTITUTE, Scene};

fn set(
    scene: &Scene,
    caller: &Caller,
    org_role: OrganisationRoleId,
    status: bool,
) -> Result<(), update_status::Error> {
    let form = StatusForm {
        status: Some(status),
        reason: "No contract".to_owned(),
    };
    change::<OfferStatuses>(&scene.world.ports, caller, org_role, None, form)
}

fn set_organisation_active(
    scene: &Scene,
    caller: &Caller,
    organisation: OrganisationId,
    name: &str,
    active: bool,
) -> Result<(), Error> {
    let form = RawOrganisation {
        name: name.to_owned(),
        description: "An institute".to_owned(),
        country: "Halvania".to_owned(),
        active: Some(i64::from(active)),
        ..RawOrganisation::default()
    };
    change::<OrganisationRecords>(&scene.world.ports, caller, organisation, None, form)
}

#[test]
fn a_deactivated_role_disappears_from_sessions_and_can_be_restored() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let ada = scene.world.person("Ada");
    let officer = scene.world.grant(ada, scene.institute, Role::DataOfficer);
    let analyst = scene.world.grant(ada, scene.institute, Role::DataAnalyst);
    let offered = scene.world.org_role(scene.institute, Role::DataOfficer);
    let token = scene.world.token("Ada");

    set(&scene, &super_user, offered, false).unwrap();
    let again = scene.authenticate(&token).unwrap();
    assert!(!again.holds(Role::DataOfficer));
    assert_eq!(again.selected, Some(analyst), "the best that remains");
    assert_eq!(
        scene.status(officer),
        RoleStatus::Activated,
        "it is held all the time"
    );
    set(&scene, &super_user, offered, true).unwrap();
    assert!(scene.authenticate(&token).unwrap().holds(Role::DataOfficer));
    let notifications: Vec<_> = scene
        .notifications_of(ada)
        .into_iter()
        .map(|(_, _, text)| text)
        .collect();
    assert_eq!(
        notifications,
        [
            format!("Your role Data Officer at {INSTITUTE} can be used again."),
            format!("Your role Data Officer at {INSTITUTE} was deactivated. Reason: No contract"),
        ]
    );
}

#[test]
fn people_who_cannot_use_the_role_are_not_notified() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let offered = scene.world.org_role(scene.institute, Role::DataOfficer);
    let disabled = scene.person_at(scene.institute, "Dora", AccountState::Disabled);
    scene.world.grant(disabled, scene.institute, Role::DataOfficer);
    let asking = scene.person_at(scene.institute, "Ada", AccountState::Active);
    scene
        .world
        .assign(asking, scene.institute, Role::DataOfficer, RoleStatus::Pending);
    set(&scene, &super_user, offered, false).unwrap();
    set(&scene, &super_user, offered, true).unwrap();
    for user in [disabled, asking] {
        assert_eq!(scene.notifications_of(user), []);
    }
}

#[test]
fn a_role_is_usable_again_once_it_and_its_organisation_are_active() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let admin = scene.world.org_role(scene.institute, Role::Admin);
    set_organisation_active(&scene, &super_user, scene.institute, INSTITUTE, false).unwrap();
    set(&scene, &super_user, admin, false).unwrap();
    set(&scene, &super_user, admin, true).unwrap();
    let notification_count = |scene: &Scene| scene.notifications_of(scene.admin.user).len();
    assert_eq!(
        notification_count(&scene),
        1,
        "the organisation is still inactive"
    );
    set(&scene, &super_user, admin, false).unwrap();
    set_organisation_active(&scene, &super_user, scene.institute, INSTITUTE, true).unwrap();
    assert_eq!(notification_count(&scene), 1, "and now the role is");
    set(&scene, &super_user, admin, true).unwrap();
    assert_eq!(notification_count(&scene), 2);
    assert!(scene.world.caller("Olga").holds(Role::Admin));
}

#[test]
fn the_call_of_a_former_super_user_is_refused() {
    let scene = Scene::new();
    let stays = scene.at(scene.institute, "Sam", Role::SuperUser);
    let was = scene.super_user("Sol");
    let (sams, sols) = (stays.roles[0].org_role, was.roles[0].org_role);
    set(&scene, &stays, sols, false).unwrap();
    // Sol's calls were already running.
    let error = set(&scene, &was, sams, false).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("Your role does not allow this.", Kind::Forbidden)
    );
    let error = set_organisation_active(&scene, &was, scene.institute, INSTITUTE, false).unwrap_err();
    assert_eq!(error.kind(), Kind::Forbidden);
    let error = set(&scene, &stays, sams, false).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        (
            "You can't remove the last Super User. Appoint another Super User first.",
            Kind::Conflict
        )
    );
    assert!(scene.world.caller("Sam").holds(Role::SuperUser));
}
