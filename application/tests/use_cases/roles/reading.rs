//! The lists that administrators read.

use aditus_application::access::Caller;
use aditus_application::accounts::directory::{AdministrationCounts, PersonSort};
use aditus_application::accounts::{administration_counts, organisation_users};
use aditus_application::paging::{Direction, Page};
use aditus_application::roles::views::AssignedSort;
use aditus_application::roles::{assigned, of_person};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::roles::Role;

use super::scene::Scene;

fn users(
    scene: &Scene,
    caller: &Caller,
    organisation: Option<OrganisationId>,
    search: &str,
) -> Result<Vec<String>, organisation_users::Error> {
    let query = organisation_users::Query {
        organisation,
        search: Some(search.to_owned()),
        sort: PersonSort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 20),
    };
    let page = organisation_users::execute(&scene.world.ports, caller, &query)?;
    Ok(page.items.into_iter().map(|judged| judged.person.fname).collect())
}

fn roles(
    scene: &Scene,
    caller: &Caller,
    statuses: &[&str],
    search: &str,
) -> Result<Vec<(String, Role)>, assigned::Error> {
    let query = assigned::Query {
        organisation: None,
        statuses: statuses.iter().map(|name| (*name).to_owned()).collect(),
        search: Some(search.to_owned()),
        sort: AssignedSort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 20),
    };
    let page = assigned::execute(&scene.world.ports, caller, &query)?;
    Ok(page
        .items
        .into_iter()
        .map(|decidable| (decidable.row.person.fname, decidable.row.role))
        .collect())
}

#[test]
fn admins_see_people_of_their_organisation_and_super_users_of_any() {
    let scene = Scene::new();
    scene.world.person("Ada");
    scene.person_at(DATA_REQUESTER_ORGANISATION, "Rita", AccountState::Pending);
    let super_user = scene.super_user("Sol");
    assert_eq!(users(&scene, &scene.admin, None, "").unwrap(), ["Ada", "Olga"]);
    assert_eq!(users(&scene, &scene.admin, None, "  OLGA ok").unwrap(), ["Olga"]);
    assert_eq!(users(&scene, &super_user, None, "").unwrap(), ["Rita"]);
    assert_eq!(
        users(&scene, &super_user, Some(scene.institute), "").unwrap(),
        ["Ada", "Olga"]
    );
    let refused = users(&scene, &scene.admin, Some(DATA_REQUESTER_ORGANISATION), "").unwrap_err();
    assert_eq!(
        (refused.to_string().as_str(), refused.kind()),
        ("You may only do this for your own organisation.", Kind::Forbidden)
    );
    let ada = scene.world.caller("Ada");
    let refused = users(&scene, &ada, Some(scene.institute), "").unwrap_err();
    assert_eq!(refused.kind(), Kind::Forbidden);
    assert_eq!(
        administration_counts::execute(&scene.world.ports, &scene.admin, None)
            .unwrap()
            .counts,
        AdministrationCounts {
            users: 2,
            pending_activation: 0,
            role_requests: 0,
            assigned_roles: 1,
            without_second_factor: 2,
        }
    );
    assert!(administration_counts::execute(&scene.world.ports, &ada, None).is_err());
}

#[test]
fn roles_are_found_by_name_role_status_and_designation() {
    let scene = Scene::new();
    scene.ada_requests_role();
    scene.at(scene.institute, "Fred", Role::DataOfficer);
    let found = |statuses: &[&str], search| roles(&scene, &scene.admin, statuses, search).unwrap();
    let ada = ("Ada".to_owned(), Role::DataOfficer);
    let fred = ("Fred".to_owned(), Role::DataOfficer);
    let olga = ("Olga".to_owned(), Role::Admin);
    assert_eq!(found(&[], ""), [ada.clone(), fred.clone(), olga.clone()]);
    assert_eq!(found(&["Pending"], ""), std::slice::from_ref(&ada));
    assert_eq!(
        found(&["Pending", " Activated", ""], "fred"),
        std::slice::from_ref(&fred)
    );
    assert_eq!(found(&[], "officer"), [ada.clone(), fred.clone()]);
    assert_eq!(found(&[], "PEND"), [ada]);
    assert_eq!(found(&[], "researcher").len(), 3);
    assert_eq!(found(&[], "activated"), [fred, olga]);
    let error = roles(&scene, &scene.admin, &["Asked"], "").unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("Please select a valid status", Kind::Invalid)
    );
}

#[test]
fn only_administrators_read_roles_of_others() {
    let scene = Scene::new();
    let (ada, _) = scene.ada_requests_role();
    let other_admin = scene.at(scene.world.provider(), "Omar", Role::Admin);
    let super_user = scene.super_user("Sol");
    let read = |caller, user| of_person::execute(&scene.world.ports, caller, Some(user));
    for caller in [&scene.admin, &super_user, &ada] {
        assert_eq!(read(caller, ada.user).unwrap().len(), 1);
    }
    assert_eq!(
        read(&other_admin, ada.user).unwrap_err().to_string(),
        "User not found."
    );
    assert_eq!(
        read(&scene.admin, UserId(99_999)).unwrap_err().kind(),
        Kind::NotFound
    );
    assert_eq!(read(&ada, scene.admin.user).unwrap_err().kind(), Kind::Forbidden);
}
