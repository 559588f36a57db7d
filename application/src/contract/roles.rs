//! The contract of assigned roles.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Barrier, mpsc};

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId, OrganisationRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus, StatusChange};

use super::seed::{at, commit, org_role, organisation, person, unrecorded_in_test, user};
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

/// The lowest rank is first.
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

/// Returns the people who can act in the role.
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
    let reviewer = org_role(database, provider, Role::DataAccessReviewer);
    commit(database, |transaction| {
        for user in [users[0], users[3]] {
            let activated = RoleStatus::Activated;
            transaction
                .roles()
                .assign(user, reviewer, activated, None, None, at(0))
                .unwrap();
        }
    });
    let of_any = |org_roles: &[OrganisationRoleId]| {
        let mut transaction = database.begin().unwrap();
        transaction.roles().holders_of_any(org_roles).unwrap()
    };
    assert_eq!(of_any(&[officer, reviewer]), [users[0]], "nobody twice");
    assert_eq!(of_any(&[]), []);
}

/// A person counts once, in any state of the account, and only while the role is activated.
pub fn super_users_are_counted(database: &dyn Database) {
    let count = || database.read().unwrap().monitoring().super_users().unwrap();
    assert_eq!(count(), 0);
    let offered = ["Here", "There"].map(|name| {
        let organisation = organisation(database, name);
        org_role(database, organisation, Role::SuperUser)
    });
    let officer = {
        let organisation = organisation(database, "Elsewhere");
        org_role(database, organisation, Role::DataOfficer)
    };
    let [first, second, third] = [1, 2, 3].map(|number| user(database, number));
    commit(database, |transaction| {
        for (user, org_role, status) in [
            (first, offered[0], RoleStatus::Activated),
            (first, offered[1], RoleStatus::Activated),
            (second, offered[0], RoleStatus::Pending),
            (third, officer, RoleStatus::Activated),
        ] {
            let roles = transaction.roles();
            roles.assign(user, org_role, status, None, None, at(0)).unwrap();
        }
    });
    assert_eq!(count(), 1);
    commit(database, |transaction| {
        let roles = transaction.roles();
        roles
            .assign(third, offered[0], RoleStatus::Activated, None, None, at(1))
            .unwrap();
    });
    assert_eq!(count(), 2);
}

fn change(assigned_role: AssignedRoleId, from: RoleStatus, to: RoleStatus, by: UserId) -> StatusChange {
    StatusChange {
        assigned_role,
        from,
        to,
        by,
        reason: Some("For a reason".to_owned()),
        at: at(1),
    }
}

/// The role is found by its id, by every history line, and by person and organisation role.
pub fn a_change_is_kept_with_its_line_of_history(database: &dyn Database) {
    let (holder, admin) = (user(database, 1), user(database, 2));
    let provider = organisation(database, "Health Data Institute");
    let officer = org_role(database, provider, Role::DataOfficer);
    let id = commit(database, |transaction| {
        transaction
            .roles()
            .assign(holder, officer, RoleStatus::Pending, None, None, at(0))
            .unwrap()
    });
    let find = || database.begin().unwrap().roles().by_id(id).unwrap().unwrap();
    let first = find();
    assert_eq!((first.assigned.id, first.assigned.user), (id, holder));
    assert_eq!(
        (first.assigned.org_role, first.assigned.role, first.organisation),
        (officer, Role::DataOfficer, provider)
    );
    assert_eq!(first.assigned.status, RoleStatus::Pending);
    let line = commit(database, |transaction| {
        let change = change(id, RoleStatus::Pending, RoleStatus::Activated, admin);
        transaction.roles().change(holder, &change).unwrap()
    });
    let second = find();
    assert_eq!(
        (second.assigned.status, second.latest),
        (RoleStatus::Activated, line)
    );
    assert!(second.latest > first.latest);
    let mut transaction = database.begin().unwrap();
    let roles = transaction.roles();
    for known in [first.latest, second.latest] {
        assert_eq!(roles.by_status(known).unwrap().as_ref(), Some(&second));
    }
    assert_eq!(roles.assignment(holder, officer).unwrap(), Some(second));
    assert_eq!(roles.assignment(admin, officer).unwrap(), None);
    assert_eq!(roles.by_id(AssignedRoleId(id.0 + 1)).unwrap(), None);
    let unknown = AssignedRoleStatusId(line.0 + 1);
    assert_eq!(roles.by_status(unknown).unwrap(), None);
}

/// No history line is added.
pub fn a_stale_change_is_a_conflict(database: &dyn Database) {
    let (holder, admin) = (user(database, 1), user(database, 2));
    let provider = organisation(database, "Health Data Institute");
    let officer = org_role(database, provider, Role::DataOfficer);
    let id = commit(database, |transaction| {
        transaction
            .roles()
            .assign(holder, officer, RoleStatus::Rejected, None, None, at(0))
            .unwrap()
    });
    let stale = change(id, RoleStatus::Pending, RoleStatus::Activated, admin);
    let refused = database.begin().unwrap().roles().change(holder, &stale);
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    let mut views = database.read().unwrap();
    assert_eq!(views.roles().histories(&[id]).unwrap().len(), 1);
}

/// Eight threads decide on the same role.
pub fn one_of_two_concurrent_changes_succeeds(database: &dyn Database) {
    let (holder, admin) = (user(database, 1), user(database, 2));
    let provider = organisation(database, "Health Data Institute");
    let officer = org_role(database, provider, Role::DataOfficer);
    let id = commit(database, |transaction| {
        transaction
            .roles()
            .assign(holder, officer, RoleStatus::Pending, None, None, at(0))
            .unwrap()
    });
    let decide = |to| {
        let mut transaction = database.begin().unwrap();
        let change = change(id, RoleStatus::Pending, to, admin);
        match transaction.roles().change(holder, &change) {
            Ok(_) => transaction.commit(unrecorded_in_test()).is_ok(),
            Err(StoreError::Conflict) => false,
            Err(error) => panic!("{error:?}"),
        }
    };
    let wins = std::thread::scope(|scope| {
        let threads: Vec<_> = [RoleStatus::Activated, RoleStatus::Rejected]
            .repeat(4)
            .into_iter()
            .map(|to| scope.spawn(move || decide(to)))
            .collect();
        threads
            .into_iter()
            .map(|thread| usize::from(thread.join().unwrap()))
            .sum::<usize>()
    });
    assert_eq!(wins, 1);
    let mut views = database.read().unwrap();
    assert_eq!(views.roles().histories(&[id]).unwrap().len(), 2);
}

/// Returns the holders at one or any organisation, in active accounts, and the organisations of one
/// person.
pub fn people_who_may_use_a_role_are_found_by_organisation(database: &dyn Database) {
    let [here, there] = ["Here", "There"].map(|name| organisation(database, name));
    let [local_admin, foreign_admin] = [here, there].map(|place| org_role(database, place, Role::Admin));
    let officer_here = org_role(database, here, Role::DataOfficer);
    let (one, two, pending) = (user(database, 1), user(database, 2), user(database, 3));
    let disabled = commit(database, |transaction| {
        let mut account = person(4);
        account.state = AccountState::Disabled;
        let disabled = transaction.accounts().add(&account).unwrap();
        let roles = transaction.roles();
        for (user, role, status) in [
            (one, local_admin, RoleStatus::Activated),
            (one, foreign_admin, RoleStatus::Activated),
            (two, foreign_admin, RoleStatus::Activated),
            (two, local_admin, RoleStatus::Deactivated),
            (two, officer_here, RoleStatus::Activated),
            (pending, local_admin, RoleStatus::Pending),
            (disabled, local_admin, RoleStatus::Activated),
        ] {
            roles.assign(user, role, status, None, None, at(0)).unwrap();
        }
        disabled
    });
    let mut transaction = database.begin().unwrap();
    let roles = transaction.roles();
    assert_eq!(roles.usable_by(Role::Admin, Some(here)).unwrap(), [one]);
    assert_eq!(roles.usable_by(Role::Admin, Some(there)).unwrap(), [one, two]);
    assert_eq!(roles.usable_by(Role::Admin, None).unwrap(), [one, two]);
    assert_eq!(roles.usable_by(Role::SuperUser, None).unwrap(), []);
    assert_eq!(roles.organisations_of(one, Role::Admin).unwrap(), [here, there]);
    assert_eq!(roles.organisations_of(two, Role::Admin).unwrap(), [there]);
    assert_eq!(roles.organisations_of(two, Role::DataOfficer).unwrap(), [here]);
    for nobody in [pending, disabled] {
        assert_eq!(roles.organisations_of(nobody, Role::Admin).unwrap(), []);
    }
}

/// The second lock holder reads the commits of the first.
pub fn role_changes_are_serialised_by_a_lock(database: &dyn Database) {
    let id = user(database, 1);
    let second_has_its_turn = AtomicBool::new(false);
    let read_by_second = std::thread::scope(|scope| {
        let mut first = database.begin().unwrap();
        first.roles().lock_exclusive().unwrap();
        let (asks, asked) = mpsc::channel();
        let second = scope.spawn(|| {
            let asks = asks;
            asks.send(()).unwrap();
            let mut second = database.begin().unwrap();
            second.roles().lock_exclusive().unwrap();
            second_has_its_turn.store(true, Ordering::SeqCst);
            second.accounts().by_id(id).unwrap().unwrap().state
        });
        asked.recv().unwrap();
        assert!(!second_has_its_turn.load(Ordering::SeqCst));
        let mut account = first.accounts().by_id(id).unwrap().unwrap();
        account.state = AccountState::Disabled;
        first.accounts().save(&account).unwrap();
        first.commit(unrecorded_in_test()).unwrap();
        second.join().unwrap()
    });
    assert_eq!(read_by_second, AccountState::Disabled);
    // Without the lock, some of these transactions would read rows that another is about to change.
    let start = Barrier::new(8);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                for _ in 0..5 {
                    let mut one = database.begin().unwrap();
                    one.roles().lock_exclusive().unwrap();
                    let account = one.accounts().by_id(id).unwrap().unwrap();
                    one.accounts().save(&account).unwrap();
                    one.commit(unrecorded_in_test()).unwrap();
                }
            });
        }
    });
}
