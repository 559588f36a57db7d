//! The contract of the read models of roles.

use aditus_domain::ids::{AssignedRoleId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::roles::{Role, RoleStatus, StatusChange};

use super::passkeys;
use super::seed::{at, commit, org_role, organisation, user};
use crate::paging::{Direction, Page};
use crate::ports::Database;
use crate::roles::views::{AssignedQuery, AssignedSearch, AssignedSort, OfferedQuery, OfferedSort};

/// An organisation with two roles, and three people who hold or request them.
struct Scene {
    here: OrganisationId,
    officer: OrganisationRoleId,
    analyst: OrganisationRoleId,
    people: [UserId; 3],
    assigned: [AssignedRoleId; 3],
}

fn assign(
    database: &dyn Database,
    user: UserId,
    role: OrganisationRoleId,
    status: RoleStatus,
) -> AssignedRoleId {
    commit(database, |transaction| {
        transaction
            .roles()
            .assign(user, role, status, Some(user), None, at(0))
            .unwrap()
    })
}

/// The first person holds the officer's role, the second requests the analyst's, and the third was
/// denied the officer's and requests it again.
fn scene(database: &dyn Database) -> Scene {
    let here = organisation(database, "Here");
    let officer = org_role(database, here, Role::DataOfficer);
    let analyst = org_role(database, here, Role::DataAnalyst);
    let there = organisation(database, "There");
    let elsewhere = org_role(database, there, Role::DataOfficer);
    let people = [1, 2, 3].map(|number| user(database, number));
    let third = assign(database, people[2], officer, RoleStatus::Pending);
    let first = assign(database, people[0], officer, RoleStatus::Activated);
    let second = assign(database, people[1], analyst, RoleStatus::Pending);
    assign(database, people[1], elsewhere, RoleStatus::Activated);
    for (from, to, by, reason) in [
        (
            RoleStatus::Pending,
            RoleStatus::Rejected,
            people[0],
            Some("No contract"),
        ),
        (RoleStatus::Rejected, RoleStatus::Pending, people[2], None),
    ] {
        let change = StatusChange {
            assigned_role: third,
            from,
            to,
            by,
            reason: reason.map(ToOwned::to_owned),
            at: at(60),
        };
        commit(database, |transaction| {
            transaction.roles().change(people[2], &change).unwrap();
        });
    }
    Scene {
        here,
        officer,
        analyst,
        people,
        assigned: [first, second, third],
    }
}

fn query(organisation: OrganisationId) -> AssignedQuery {
    AssignedQuery {
        organisation,
        statuses: Vec::new(),
        search: None,
        sort: AssignedSort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 20),
    }
}

fn found(database: &dyn Database, query: &AssignedQuery) -> Vec<AssignedRoleId> {
    let page = database.read().unwrap().roles().assigned(query).unwrap();
    assert_eq!(page.total, page.items.len() as u64);
    page.items.iter().map(|row| row.id).collect()
}

/// The latest line is first, with its author and reason.
pub fn assigned_roles_are_shown_with_their_histories(database: &dyn Database) {
    let scene = scene(database);
    passkeys::add(database, scene.people[2], &[1], 0);
    let mut views = database.read().unwrap();
    let page = views.roles().assigned(&query(scene.here)).unwrap();
    assert_eq!(page.total, 3);
    let protected: Vec<_> = page
        .items
        .iter()
        .filter(|row| row.person.has_second_factor)
        .collect();
    assert_eq!(protected.len(), 1);
    assert_eq!(protected[0].person.user_id, scene.people[2]);
    let row = page.items.iter().find(|row| row.id == scene.assigned[2]).unwrap();
    assert_eq!(
        (row.person.user_id, row.person.sname.as_str()),
        (scene.people[2], "Okello 3")
    );
    assert_eq!(
        (row.org_role, row.role, row.status, row.organisation.as_str()),
        (scene.officer, Role::DataOfficer, RoleStatus::Pending, "Here")
    );
    let lines: Vec<_> = row
        .history
        .iter()
        .map(|line| (line.status, line.by.clone(), line.reason.as_deref(), line.at))
        .collect();
    let first = Some((scene.people[0], "Amina Okello 1".to_owned()));
    let third = Some((scene.people[2], "Amina Okello 3".to_owned()));
    assert_eq!(
        lines,
        [
            (RoleStatus::Pending, third.clone(), None, at(60)),
            (RoleStatus::Rejected, first, Some("No contract"), at(60)),
            (RoleStatus::Pending, third, None, at(0)),
        ]
    );
    let ids = views.roles().histories(&[scene.assigned[2]]).unwrap();
    assert_eq!(
        ids.iter().map(|(_, line)| line.id).collect::<Vec<_>>(),
        row.history.iter().map(|line| line.id).collect::<Vec<_>>()
    );
    assert_eq!(views.roles().histories(&[]).unwrap(), []);
}

/// The search includes the designation. A status filter can be added.
pub fn assigned_roles_are_found_by_person_role_and_status(database: &dyn Database) {
    let scene = scene(database);
    let [first, second, third] = scene.assigned;
    let searched = |text: &str, roles: &[Role], statuses: &[RoleStatus]| {
        found(
            database,
            &AssignedQuery {
                search: Some(AssignedSearch {
                    text: text.to_owned(),
                    roles: roles.to_vec(),
                    statuses: statuses.to_vec(),
                }),
                ..query(scene.here)
            },
        )
    };
    assert_eq!(searched("okello 2", &[], &[]), [second]);
    assert_eq!(searched("epidemiolog", &[], &[]), [first, second, third]);
    assert_eq!(searched("officer", &[Role::DataOfficer], &[]), [first, third]);
    assert_eq!(searched("pending", &[], &[RoleStatus::Pending]), [second, third]);
    assert_eq!(searched("nothing of the kind", &[], &[]), []);
    let pending = AssignedQuery {
        statuses: vec![RoleStatus::Pending, RoleStatus::Rejected],
        ..query(scene.here)
    };
    assert_eq!(found(database, &pending), [second, third]);
    assert_eq!(found(database, &query(DATA_REQUESTER_ORGANISATION)), []);
}

/// A renewed request is sorted by its new time.
pub fn assigned_roles_are_sorted_either_way(database: &dyn Database) {
    let scene = scene(database);
    let [first, second, third] = scene.assigned;
    let sorted = |sort, direction| {
        found(
            database,
            &AssignedQuery {
                sort,
                direction,
                ..query(scene.here)
            },
        )
    };
    let up = Direction::Ascending;
    assert_eq!(sorted(AssignedSort::Name, up), [first, second, third]);
    assert_eq!(
        sorted(AssignedSort::Name, Direction::Descending),
        [third, second, first]
    );
    assert_eq!(sorted(AssignedSort::Changed, up), [first, second, third]);
    assert_eq!(
        sorted(AssignedSort::Changed, Direction::Descending),
        [third, second, first]
    );
    assert_eq!(sorted(AssignedSort::Role, up), [third, first, second]);
    assert_eq!(sorted(AssignedSort::Status, up), [third, second, first]);
    assert_eq!(sorted(AssignedSort::Designation, up), [third, first, second]);
    let page = AssignedQuery {
        page: Page::new(2, 2),
        ..query(scene.here)
    };
    let page = database.read().unwrap().roles().assigned(&page).unwrap();
    assert_eq!((page.items[0].id, page.items.len(), page.total), (third, 1, 3));
}

fn offered(database: &dyn Database, query: &OfferedQuery) -> Vec<OrganisationRoleId> {
    let page = database.read().unwrap().roles().offered(query).unwrap();
    page.items.iter().map(|row| row.org_role_id).collect()
}

fn all() -> OfferedQuery {
    OfferedQuery {
        organisations: None,
        available_to: None,
        active_only: true,
        with_histories: false,
        search: None,
        sort: OfferedSort::Organisation,
        direction: Direction::Ascending,
        page: Page::new(1, 100),
    }
}

/// Returns the roles of all or some organisations, and searches by the names of both.
pub fn offered_roles_come_by_organisation_and_rank(database: &dyn Database) {
    let scene = scene(database);
    let here = OfferedQuery {
        organisations: Some(vec![scene.here]),
        ..all()
    };
    assert_eq!(offered(database, &here), [scene.officer, scene.analyst]);
    let everywhere = offered(database, &all());
    assert_eq!(everywhere.len(), 4, "organisation 6 offers one, too");
    let page = database.read().unwrap().roles().offered(&here).unwrap();
    let row = &page.items[0];
    assert_eq!(
        (row.org, row.organisation.as_str(), row.role, row.active),
        (scene.here, "Here", Role::DataOfficer, true)
    );
    let searched = |text: &str, roles: &[Role]| {
        offered(
            database,
            &OfferedQuery {
                search: Some((text.to_owned(), roles.to_vec())),
                ..all()
            },
        )
    };
    assert_eq!(searched("her", &[]).len(), 3, "Here and There");
    assert_eq!(searched("analyst", &[Role::DataAnalyst]), [scene.analyst]);
    let zurich = organisation(database, "Universität Zürich");
    let there = org_role(database, zurich, Role::DataOfficer);
    assert_eq!(searched("zurich", &[]), [there]);
    for mark in ["%", "_", "\\"] {
        assert_eq!(searched(mark, &[]), []);
    }
    let nowhere = OfferedQuery {
        organisations: Some(Vec::new()),
        ..all()
    };
    assert_eq!(offered(database, &nowhere), []);
}

/// Denied and withdrawn roles are available again.
pub fn held_and_requested_roles_are_not_available(database: &dyn Database) {
    let here = organisation(database, "Here");
    let (one, other) = (user(database, 1), user(database, 2));
    let roles = [
        (Role::DataCustodian, RoleStatus::Pending),
        (Role::DataOfficer, RoleStatus::Activated),
        (Role::DataAccessApprover, RoleStatus::Rejected),
        (Role::DataAccessReviewer, RoleStatus::Deactivated),
        (Role::DataSecurityApprover, RoleStatus::Revoked),
    ]
    .map(|(role, status)| {
        let id = org_role(database, here, role);
        assign(database, one, id, status);
        id
    });
    let free = org_role(database, here, Role::DataAnalyst);
    let available = |user| {
        offered(
            database,
            &OfferedQuery {
                organisations: Some(vec![here]),
                available_to: Some(user),
                ..all()
            },
        )
    };
    assert_eq!(available(one), [roles[2], roles[4], free]);
    assert_eq!(available(other).len(), 6);
}

/// Active organisations are sorted by name, with the Admins who can use their role, and with
/// requested roles.
pub fn administration_is_shown_with_its_pending_requests(database: &dyn Database) {
    let scene = scene(database);
    let admin = org_role(database, scene.here, Role::Admin);
    assign(database, scene.people[0], admin, RoleStatus::Activated);
    assign(database, scene.people[1], admin, RoleStatus::Pending);
    let found = database.read().unwrap().roles().administration().unwrap();
    let names: Vec<_> = found
        .organisations
        .iter()
        .map(|(_, name)| name.as_str())
        .collect();
    assert_eq!(names, ["Data Requester", "Here", "There"]);
    assert_eq!(found.admins, [(scene.here, scene.people[0])]);
    let mut requested: Vec<_> = found
        .requested
        .iter()
        .map(|asked| (asked.user, asked.role))
        .collect();
    requested.sort_unstable();
    let asked = &found.requested[0];
    assert_eq!(
        (asked.id, asked.name.as_str()),
        (scene.assigned[2], "Amina Okello 3"),
        "the oldest"
    );
    assert!(
        found
            .requested
            .iter()
            .all(|asked| asked.organisation == scene.here)
    );
    let mut expected = vec![
        (scene.people[1], Role::DataAnalyst),
        (scene.people[1], Role::Admin),
        (scene.people[2], Role::DataOfficer),
    ];
    expected.sort_unstable();
    assert_eq!(requested, expected);
}
