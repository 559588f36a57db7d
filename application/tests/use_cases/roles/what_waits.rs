//! The items that wait for a Super User.

use aditus_application::roles::what_waits::{self, WhatWaits};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::procedures::{Procedure, default_procedure};
use aditus_domain::roles::Role;

use super::scene::{INSTITUTE, Scene};

fn waits(scene: &Scene, reader: &aditus_application::access::Caller) -> WhatWaits {
    what_waits::execute(&scene.world.ports, reader).unwrap()
}

fn names(all: &[what_waits::UnservedOrganisation]) -> Vec<(&str, usize)> {
    all.iter()
        .map(|organisation| (organisation.name.as_str(), organisation.requests.len()))
        .collect()
}

#[test]
fn only_super_users_see_their_pending_items() {
    let scene = Scene::new();
    let error = what_waits::execute(&scene.world.ports, &scene.admin).unwrap_err();
    assert_eq!(error.kind(), Kind::Forbidden);
}

#[test]
fn organisations_without_an_admin_and_requests_there_wait() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let clinic = scene.world.organisation("Harbour Clinic Group");
    let provider = scene.world.ports.settings.provider_organisation.clone();
    let ada = scene.person_at(clinic, "Ada", AccountState::Active);
    scene
        .request_role(&scene.world.caller("Ada"), Role::DataOfficer)
        .unwrap();
    scene.person_at(scene.institute, "Ben", AccountState::Active);
    scene
        .request_role(&scene.world.caller("Ben"), Role::DataOfficer)
        .unwrap();
    scene.person_at(DATA_REQUESTER_ORGANISATION, "Cleo", AccountState::Active);
    scene
        .request_role(&scene.world.caller("Cleo"), Role::DataRequester)
        .unwrap();

    let found = waits(&scene, &super_user);
    assert_eq!(
        names(&found.organisations),
        [("Harbour Clinic Group", 1), (provider.as_str(), 0)],
        "the institute has an Admin, and organisation 6 needs none"
    );
    assert_eq!(
        names(&found.role_requests),
        [("Data Requester", 1), ("Harbour Clinic Group", 1)]
    );
    let adas = &found.role_requests[1].requests[0];
    assert_eq!((adas.user, adas.role), (ada, Role::DataOfficer));
    assert!(adas.name.starts_with("Ada "), "{}", adas.name);
    assert!(found.stages.is_empty() && found.procedure.is_none());

    scene.world.grant(ada, clinic, Role::Admin);
    let found = waits(&scene, &super_user);
    assert_eq!(names(&found.organisations), [(provider.as_str(), 0)]);
    assert_eq!(
        names(&found.role_requests),
        [("Data Requester", 1), ("Harbour Clinic Group", 1)],
        "its only Admin does not grant what they asked for themselves"
    );
    let other = scene.person_at(clinic, "Dora", AccountState::Active);
    scene.world.grant(other, clinic, Role::Admin);
    assert_eq!(
        names(&waits(&scene, &super_user).role_requests),
        [("Data Requester", 1)]
    );

    // A request for the Super User role goes to the Super Users, also where the organisation has an
    // Admin.
    scene.request_role(&scene.admin, Role::SuperUser).unwrap();
    assert_eq!(
        names(&waits(&scene, &super_user).role_requests),
        [("Data Requester", 1), (INSTITUTE, 1)]
    );
}

#[test]
fn published_sources_without_a_custodian_wait() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let [births, visits] = ["Birth Register", "Visits to clinics"].map(|name| scene.world.source(name));
    let unkept = || waits(&scene, &super_user).sources;
    assert_eq!(
        unkept(),
        [
            (births, "Birth Register".to_owned()),
            (visits, "Visits to clinics".to_owned())
        ]
    );
    let custodian = scene.world.org_role(scene.institute, Role::DataCustodian);
    scene.world.write(|transaction| {
        let dictionary = transaction.dictionary();
        dictionary.add_custodian(births, custodian, false).unwrap();
    });
    assert_eq!(unkept(), [(visits, "Visits to clinics".to_owned())]);
}

#[test]
fn a_default_procedure_with_faults_waits() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let follow = |procedure: &Procedure| {
        scene
            .world
            .write(|transaction| transaction.procedures().add(procedure, true, true).unwrap())
    };
    follow(&default_procedure());
    assert_eq!(waits(&scene, &super_user).procedure, None);
    let mut undecided = default_procedure();
    for stage in &mut undecided.stages {
        stage.role = Role::DataRequester;
    }
    let id = follow(&undecided);
    let (found, faults) = waits(&scene, &super_user).procedure.unwrap();
    assert_eq!((found, faults), (id, undecided.validate().unwrap_err()));
}
