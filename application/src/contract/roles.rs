//! The contract of assigned roles.

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};

use super::seed::{at, commit, org_role, organisation, person, user};
use crate::ports::{Database, StoreError};

/// The same role at another organisation is another role.
pub fn a_role_is_assigned_once(database: &dyn Database) {
    let holder = user(database, 1);
    let by = user(database, 2);
    let [here, there] = ["Here", "There"].map(|name| {
        let organisation = organisation(database, name);
        org_role(database, organisation, Role::DataOfficer)
    });
    let id = commit(database, |transaction| {
        let roles = transaction.roles();
        roles
            .assign(holder, there, RoleStatus::Pending, None, None, at(0))
            .unwrap();
        roles
            .assign(
                holder,
                here,
                RoleStatus::Activated,
                Some(by),
                Some("New hire"),
                at(0),
            )
            .unwrap()
    });
    let again =
        database
            .begin()
            .unwrap()
            .roles()
            .assign(holder, here, RoleStatus::Pending, None, None, at(1));
    assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
    let held = database.begin().unwrap().roles().of_user(holder).unwrap();
    assert_eq!(held.len(), 2);
    assert_eq!(
        (held[1].id, held[1].org_role, held[1].status),
        (id, here, RoleStatus::Activated)
    );
}

/// The lowest first.
pub fn roles_come_by_rank(database: &dyn Database) {
    let holder = user(database, 1);
    let provider = organisation(database, "Health Data Institute");
    for role in [Role::DataRequester, Role::SuperUser, Role::DataOfficer] {
        let offered = org_role(database, provider, role);
        commit(database, |transaction| {
            transaction
                .roles()
                .assign(holder, offered, RoleStatus::Pending, None, None, at(0))
                .unwrap();
        });
    }
    let held = database.begin().unwrap().roles().of_user(holder).unwrap();
    let roles: Vec<_> = held.iter().map(|held| held.role).collect();
    assert_eq!(roles, [Role::SuperUser, Role::DataOfficer, Role::DataRequester]);
    assert!(held.iter().all(|held| held.user == holder));
}

/// Those who can act, and nobody else.
pub fn holders_are_activated_in_active_accounts(database: &dyn Database) {
    let provider = organisation(database, "Health Data Institute");
    let officer = org_role(database, provider, Role::DataOfficer);
    let cases = [
        (AccountState::Active, RoleStatus::Activated),
        (AccountState::Active, RoleStatus::Pending),
        (AccountState::Active, RoleStatus::Revoked),
        (AccountState::Disabled, RoleStatus::Activated),
        (AccountState::Pending, RoleStatus::Activated),
    ];
    let users: Vec<_> = (1..)
        .zip(cases)
        .map(|(number, (state, status))| {
            commit(database, |transaction| {
                let mut account = person(number);
                account.state = state;
                let id = transaction.accounts().add(&account).unwrap();
                transaction
                    .roles()
                    .assign(id, officer, status, None, None, at(0))
                    .unwrap();
                id
            })
        })
        .collect();
    assert_eq!(
        database.begin().unwrap().roles().holders(officer).unwrap(),
        [users[0]]
    );
}

/// Whichever organisation offers the role, as long as it does.
pub fn holders_anywhere_are_each_told_once(database: &dyn Database) {
    let offered = ["Here", "There"].map(|name| {
        let organisation = organisation(database, name);
        org_role(database, organisation, Role::SuperUser)
    });
    let (both, one, pending) = (user(database, 1), user(database, 2), user(database, 3));
    commit(database, |transaction| {
        let roles = transaction.roles();
        for (user, role, status) in [
            (both, offered[0], RoleStatus::Activated),
            (both, offered[1], RoleStatus::Activated),
            (one, offered[1], RoleStatus::Activated),
            (pending, offered[0], RoleStatus::Pending),
        ] {
            roles.assign(user, role, status, None, None, at(0)).unwrap();
        }
        assert_eq!(roles.holders_anywhere(Role::SuperUser).unwrap(), [both, one]);
        assert_eq!(roles.holders_anywhere(Role::Admin).unwrap(), []);
    });
}
