//! Asking for a role.

use aditus_application::paging::{Direction, Page};
use aditus_application::roles::request::{self, Error};
use aditus_application::roles::views::OfferedSort;
use aditus_application::roles::{of_person, offered};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::roles::{Role, RoleStatus};

use super::scene::{INSTITUTE, Scene};
use crate::world::people::address_of;

#[test]
fn requesting_a_role_notifies_the_admins() {
    let scene = Scene::new();
    let second = scene.world.caller_with("Omar", scene.institute, Role::Admin);
    let super_user = scene.super_user("Sol");
    let (ada, asked) = scene.ada_requests_role();
    assert_eq!(scene.status(asked), RoleStatus::Pending);
    let expected = (
        "role_requested".to_owned(),
        "Admin".to_owned(),
        format!("Ada Okello requested the role Data Officer at {INSTITUTE}."),
    );
    for admin in [&scene.admin, &second] {
        assert_eq!(
            scene.notifications_of(admin.user),
            std::slice::from_ref(&expected)
        );
    }
    assert!(
        scene.notifications_of(super_user.user).is_empty() && scene.notifications_of(ada.user).is_empty()
    );
    let mail = &scene.world.mails_to(&address_of("Olga"))[0];
    assert_eq!(mail.subject, "Aditus: A role was requested");
    let address = address_of("Ada");
    let link = format!(
        "https://aditus.example/admin/rolesrequests?search={address}&assigned_role_id={asked}&as=Admin\n"
    );
    assert!(mail.text.contains(&link), "{}", mail.text);

    let roles = of_person::execute(&scene.world.ports, &ada, None).unwrap();
    assert_eq!(roles.len(), 1);
    assert_eq!(
        (
            roles[0].role.role,
            roles[0].history.len(),
            roles[0].history[0].status
        ),
        (Role::DataOfficer, 1, RoleStatus::Pending)
    );
}

#[test]
fn super_users_are_notified_where_there_is_no_admin() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    scene.person_at(DATA_REQUESTER_ORGANISATION, "Rita", AccountState::Pending);
    let rita = scene.world.caller("Rita");
    scene.request_role(&rita, Role::DataRequester).unwrap();
    assert_eq!(scene.notifications_of(super_user.user)[0].1, "Super User");
    assert!(scene.notifications_of(scene.admin.user).is_empty());
    let mail = &scene.world.mails_to(&address_of("Sol"))[0];
    assert!(
        mail.text
            .contains("https://aditus.example/superuser/organisation")
    );
}

#[test]
fn requests_of_the_only_admin_go_to_super_users() {
    let scene = Scene::new();
    let super_user = scene.super_user("Sol");
    let asked = scene.request_role(&scene.admin, Role::DataOfficer).unwrap();
    assert_eq!(scene.notifications_of(super_user.user).len(), 1);
    assert!(scene.notifications_of(scene.admin.user).is_empty());
    scene.attend(&super_user, asked, RoleStatus::Activated).unwrap();
    assert_eq!(scene.status(asked), RoleStatus::Activated);
}

#[test]
fn requests_for_super_user_go_to_super_users() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let admin = scene.at(provider, "Omar", Role::Admin);
    let super_user = scene.super_user("Sol");
    scene.person_at(provider, "Ada", AccountState::Active);
    let ada = scene.world.caller("Ada");
    scene.request_role(&ada, Role::SuperUser).unwrap();
    assert_eq!(scene.notifications_of(super_user.user).len(), 1);
    assert!(scene.notifications_of(admin.user).is_empty());
}

#[test]
fn a_role_cannot_be_requested_twice() {
    let scene = Scene::new();
    let (ada, asked) = scene.ada_requests_role();
    for status in [None, Some(RoleStatus::Activated)] {
        if let Some(status) = status {
            scene.attend(&scene.admin, asked, status).unwrap();
        }
        let error = scene.request_role(&ada, Role::DataOfficer).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("You already requested this role", Kind::Invalid)
        );
    }
    assert_eq!(scene.notifications_of(scene.admin.user).len(), 1);
}

#[test]
fn a_denied_role_can_be_requested_again() {
    let scene = Scene::new();
    let (ada, asked) = scene.ada_requests_role();
    scene.attend(&scene.admin, asked, RoleStatus::Rejected).unwrap();
    assert_eq!(scene.request_role(&ada, Role::DataOfficer).unwrap(), asked);
    assert_eq!(scene.status(asked), RoleStatus::Pending);
    let roles = of_person::execute(&scene.world.ports, &ada, Some(ada.user)).unwrap();
    let history: Vec<_> = roles[0].history.iter().map(|line| line.status).collect();
    assert_eq!(
        history,
        [RoleStatus::Pending, RoleStatus::Rejected, RoleStatus::Pending]
    );
    assert_eq!(scene.notifications_of(scene.admin.user).len(), 2);
}

#[test]
fn roles_of_other_organisations_are_refused_as_unknown() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    let elsewhere = scene.world.org_role(scene.world.provider(), Role::SuperUser);
    for org_role in [elsewhere, OrganisationRoleId(99_999), OrganisationRoleId(-1)] {
        let command = request::Command {
            org_role: Some(org_role),
            user: None,
        };
        let error = request::execute(&scene.world.ports, &ada, command).unwrap_err();
        assert!(matches!(error, Error::NotOffered));
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("Failed to request role", Kind::NotFound)
        );
    }
    let nothing = request::Command {
        org_role: None,
        user: None,
    };
    let error = request::execute(&scene.world.ports, &ada, nothing).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.kind()),
        ("Failed to request Role", Kind::Invalid)
    );
    assert_eq!(error.fields()[0].0, "org_role");
    let for_olga = request::Command {
        org_role: Some(scene.world.org_role(scene.institute, Role::DataOfficer)),
        user: Some(scene.admin.user),
    };
    let error = request::execute(&scene.world.ports, &ada, for_olga).unwrap_err();
    assert_eq!(error.kind(), Kind::Forbidden);
    assert!(scene.notifications_of(scene.admin.user).is_empty());
}

#[test]
fn a_person_sees_the_roles_they_can_request() {
    let scene = Scene::new();
    for role in [Role::DataOfficer, Role::DataAnalyst] {
        scene.world.org_role(scene.institute, role);
    }
    let (ada, _) = scene.ada_requests_role();
    let query = |available| offered::Query {
        organisation: None,
        available,
        with_inactive: false,
        search: None,
        sort: OfferedSort::default(),
        direction: Direction::default(),
        page: Page::new(1, 20),
    };
    let roles = |caller, query| {
        let page = offered::execute(&scene.world.ports, caller, &query).unwrap();
        page.items.iter().map(|row| row.role).collect::<Vec<_>>()
    };
    assert_eq!(roles(&ada, query(true)), [Role::Admin, Role::DataAnalyst]);
    assert_eq!(
        roles(&ada, query(false)),
        [Role::Admin, Role::DataOfficer, Role::DataAnalyst]
    );
    let super_user = scene.super_user("Sol");
    assert_eq!(
        roles(&super_user, query(true)),
        [],
        "one asks at the own organisation alone"
    );
    assert_eq!(
        roles(&super_user, query(false)).len(),
        5,
        "those of organisation 6, of the institute and of the provider"
    );
    let elsewhere = offered::Query {
        organisation: Some(scene.world.provider()),
        ..query(false)
    };
    let error = offered::execute(&scene.world.ports, &ada, &elsewhere).unwrap_err();
    assert_eq!(error.kind(), Kind::Forbidden);
    let searched = offered::Query {
        search: Some(" ANALYST ".to_owned()),
        ..query(false)
    };
    assert_eq!(roles(&ada, searched), [Role::DataAnalyst]);
}
