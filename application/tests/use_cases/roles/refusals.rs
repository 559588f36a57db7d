//! Lists state the permitted actions by the rules of the changes: no action is offered that would
//! be refused.

use aditus_application::access::{AccessError, Caller};
use aditus_application::accounts::directory::PersonSort;
use aditus_application::accounts::{administration_counts, organisation_users};
use aditus_application::organisations;
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::records::list;
use aditus_application::roles::views::AssignedSort;
use aditus_application::roles::{assign, assignable, assigned};
use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::roles::{Role, RoleStatus};

use super::scene::Scene;

/// Returns the obstacles to changing the account of each person of the institute, by first name.
fn accounts(scene: &Scene, caller: &Caller) -> Vec<(String, Option<String>)> {
    let query = organisation_users::Query {
        organisation: Some(scene.institute),
        search: None,
        sort: PersonSort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 20),
    };
    let page = organisation_users::execute(&scene.world.ports, caller, &query).unwrap();
    let shown = page.items.into_iter();
    shown
        .map(|judged| (judged.person.fname, judged.refusal))
        .collect()
}

/// Returns the permitted new statuses of each role at the institute, or the obstacle.
fn roles(scene: &Scene, caller: &Caller) -> Vec<(String, Role, Result<Vec<RoleStatus>, String>)> {
    let query = assigned::Query {
        organisation: Some(scene.institute),
        statuses: Vec::new(),
        search: None,
        sort: AssignedSort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 20),
    };
    let page = assigned::execute(&scene.world.ports, caller, &query).unwrap();
    let shown = page.items.into_iter();
    shown
        .map(|found| {
            let what = match found.refusal {
                Some(refusal) => Err(refusal),
                None => Ok(found.statuses),
            };
            (found.row.person.fname, found.row.role, what)
        })
        .collect()
}

fn assignable_to(scene: &Scene, caller: &Caller, user: UserId) -> Vec<(Role, Option<String>)> {
    let found = assignable::execute(&scene.world.ports, caller, scene.institute, user).unwrap();
    found
        .into_iter()
        .map(|found| (found.row.role, found.refusal))
        .collect()
}

const HAS_ADMIN: &str = "This organisation has its own Admin.";
const SUPER_USERS_ONLY: &str = "Only a Super User decides on this.";
const OWN: &str = "You can't decide on your own role.";

#[test]
fn beside_an_admin_a_super_user_changes_only_the_sole_admin() {
    let scene = Scene::new();
    let ada = scene.world.person("Ada");
    scene.world.grant(ada, scene.institute, Role::DataOfficer);
    let super_user = scene.super_user("Sol");
    let shown = accounts(&scene, &super_user);
    assert_eq!(
        shown,
        [
            ("Ada".to_owned(), Some(HAS_ADMIN.to_owned())),
            ("Olga".to_owned(), None)
        ]
    );
    let shown = roles(&scene, &super_user);
    let taken = vec![RoleStatus::Deactivated, RoleStatus::Revoked];
    assert_eq!(
        shown,
        [
            ("Ada".to_owned(), Role::DataOfficer, Err(HAS_ADMIN.to_owned())),
            ("Olga".to_owned(), Role::Admin, Ok(taken)),
        ]
    );
    let counts = administration_counts::execute(&scene.world.ports, &super_user, Some(scene.institute));
    assert_eq!(counts.unwrap().refusal, Some(AccessError::HasAdmin));
    let none = administration_counts::execute(&scene.world.ports, &scene.admin, None);
    assert_eq!(none.unwrap().refusal, None);
}

#[test]
fn an_admin_is_offered_neither_their_own_roles_nor_super_user() {
    let scene = Scene::new();
    let ada = scene.world.person("Ada");
    scene.world.grant(ada, scene.institute, Role::SuperUser);
    let shown = roles(&scene, &scene.admin);
    assert_eq!(
        shown,
        [
            (
                "Ada".to_owned(),
                Role::SuperUser,
                Err(SUPER_USERS_ONLY.to_owned())
            ),
            ("Olga".to_owned(), Role::Admin, Err(OWN.to_owned())),
        ]
    );
    let shown = accounts(&scene, &scene.admin);
    assert_eq!(
        shown,
        [
            ("Ada".to_owned(), Some(SUPER_USERS_ONLY.to_owned())),
            (
                "Olga".to_owned(),
                Some(
                    "You can't remove the last Admin of an organisation. Appoint another Admin first."
                        .to_owned()
                )
            ),
        ]
    );
}

#[test]
fn each_role_has_its_obstacle_to_assignment() {
    let scene = Scene::new();
    let ada = scene.world.person("Ada");
    scene.world.grant(ada, scene.institute, Role::DataOfficer);
    let analyst = scene.world.org_role(scene.institute, Role::DataAnalyst);
    scene.world.org_role(scene.institute, Role::SuperUser);
    scene.world.org_role(scene.institute, Role::DataCustodian);
    let (institute, analyst_role) = (scene.institute, Role::DataAnalyst);
    scene
        .world
        .assign(ada, institute, analyst_role, RoleStatus::Revoked);
    let refusal = |role: Role| {
        let shown = assignable_to(&scene, &scene.admin, ada);
        let found = shown.into_iter().find(|(offered, _)| *offered == role);
        found.unwrap().1
    };
    assert_eq!(refusal(Role::SuperUser), Some(SUPER_USERS_ONLY.to_owned()));
    assert_eq!(
        refusal(Role::DataOfficer),
        Some("User is already assigned to that role!".to_owned())
    );
    let ended = "This role is Revoked. Only the user can request it again, on the Request Role page.";
    assert_eq!(refusal(Role::DataAnalyst), Some(ended.to_owned()));
    assert_eq!(refusal(Role::DataCustodian), None);
    let command = assign::Command {
        user: Some(ada),
        org_role: Some(analyst),
    };
    let refused = assign::execute(&scene.world.ports, &scene.admin, command).unwrap_err();
    assert_eq!(refused.to_string(), ended, "what is shown is what would be said");
}

#[test]
fn an_admin_is_appointed_where_there_is_none() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let query = ListQuery {
        search: None,
        sort: organisations::views::OrganisationSort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 20),
    };
    let page = list::<organisations::OrganisationRecords>(&scene.world.ports, &super_user, query).unwrap();
    let refusal = |id: OrganisationId| {
        let found = page.items.iter().find(|served| served.row.org_id == id);
        found.unwrap().refusal.map(|refusal| refusal.to_string())
    };
    assert_eq!(refusal(scene.institute), Some(HAS_ADMIN.to_owned()));
    assert_eq!(refusal(scene.world.provider()), None);
}
