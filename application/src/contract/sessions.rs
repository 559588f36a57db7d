//! The contract of sessions.

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};

use super::seed::{at, commit, org_role, organisation, user};
use crate::accounts::NewSession;
use crate::paging::Page;
use crate::ports::Database;

pub(super) fn session(user: UserId, token: u8, begun: i64) -> NewSession {
    NewSession {
        user,
        token_hash: [token; 32],
        selected_role: None,
        user_agent: "Browser 1.0".to_owned(),
        provider: None,
        created_on: at(begun),
    }
}

/// The session contains everything noted since.
pub fn a_session_is_found_by_its_token(database: &dyn Database) {
    let person = user(database, 1);
    let own_role = requester(database, person);
    let id = commit(database, |transaction| {
        let id = transaction.sessions().add(&session(person, 1, 0)).unwrap();
        transaction.sessions().touch(id, at(60)).unwrap();
        transaction.sessions().select_role(id, Some(own_role)).unwrap();
        id
    });
    let mut transaction = database.begin().unwrap();
    let found = transaction.sessions().by_token(&[1; 32]).unwrap().unwrap();
    assert_eq!(
        (found.id, found.user, found.selected_role),
        (id, person, Some(own_role))
    );
    assert_eq!((found.created_on, found.last_used_on), (at(0), at(60)));
    assert_eq!(transaction.sessions().by_token(&[2; 32]).unwrap(), None);
    transaction.sessions().select_role(id, None).unwrap();
    assert_eq!(
        transaction
            .sessions()
            .by_token(&[1; 32])
            .unwrap()
            .unwrap()
            .selected_role,
        None
    );
}

fn requester(database: &dyn Database, person: UserId) -> AssignedRoleId {
    commit(database, |transaction| {
        let organisation = aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
        let role = transaction
            .organisations()
            .active_role(organisation, Role::DataRequester)
            .unwrap()
            .unwrap();
        transaction
            .roles()
            .assign(person, role, RoleStatus::Activated, None, None, at(0))
            .unwrap()
    })
}

/// Pending and deactivated roles are left out.
pub fn a_session_shows_usable_roles_only(database: &dyn Database) {
    let person = user(database, 1);
    let own_role = requester(database, person);
    let provider = organisation(database, "Health Data Institute");
    let officer = org_role(database, provider, Role::DataOfficer);
    let admin = org_role(database, provider, Role::Admin);
    commit(database, |transaction| {
        transaction.sessions().add(&session(person, 1, 0)).unwrap();
        transaction
            .roles()
            .assign(person, officer, RoleStatus::Activated, None, None, at(0))
            .unwrap();
        transaction
            .roles()
            .assign(person, admin, RoleStatus::Pending, None, None, at(0))
            .unwrap();
    });
    let shown = database
        .read()
        .unwrap()
        .accounts()
        .session(&[1; 32])
        .unwrap()
        .unwrap();
    assert_eq!((shown.user_id, shown.state), (person, AccountState::Active));
    assert_eq!(
        (shown.created_on, shown.last_used_on, shown.selected_role),
        (at(0), at(0), None)
    );
    let roles: Vec<_> = shown
        .roles
        .iter()
        .map(|held| (held.role, held.org_role_id))
        .collect();
    assert_eq!(roles[0], (Role::DataOfficer, officer));
    assert_eq!(shown.roles[1].assigned_role_id, own_role);
    assert_eq!(roles.len(), 2);
    assert!(
        database
            .read()
            .unwrap()
            .accounts()
            .session(&[2; 32])
            .unwrap()
            .is_none()
    );
}

/// The time of the password is stored.
pub fn a_password_is_noted_in_one_session(database: &dyn Database) {
    let person = user(database, 1);
    let id = commit(database, |transaction| {
        transaction.sessions().add(&session(person, 2, 0)).unwrap();
        transaction.sessions().add(&session(person, 1, 0)).unwrap()
    });
    let given = |token: u8| {
        let shown = database.read().unwrap().accounts().session(&[token; 32]).unwrap();
        shown.unwrap().password_given_on
    };
    assert_eq!((given(1), given(2)), (None, None));
    for seconds in [60, 90] {
        commit(database, |transaction| {
            transaction
                .sessions()
                .record_password_confirmation(id, at(seconds))
                .unwrap();
        });
        assert_eq!((given(1), given(2)), (Some(at(seconds)), None));
    }
}

/// The session is unknown from the commit on.
pub fn an_ended_session_is_unknown(database: &dyn Database) {
    let person = user(database, 1);
    let id = commit(database, |transaction| {
        transaction.sessions().add(&session(person, 1, 0)).unwrap()
    });
    commit(database, |transaction| transaction.sessions().end(id).unwrap());
    assert!(
        database
            .read()
            .unwrap()
            .accounts()
            .session(&[1; 32])
            .unwrap()
            .is_none()
    );
}

/// Sessions of other people are kept.
pub fn all_sessions_of_one_person_end(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    commit(database, |transaction| {
        transaction.sessions().add(&session(one, 1, 0)).unwrap();
        transaction.sessions().add(&session(one, 2, 0)).unwrap();
        transaction.sessions().add(&session(other, 3, 0)).unwrap();
        transaction.sessions().end_all(one).unwrap();
    });
    let mut transaction = database.begin().unwrap();
    let lives = [1, 2, 3].map(|token| transaction.sessions().by_token(&[token; 32]).unwrap().is_some());
    assert_eq!(lives, [false, false, true]);
}

/// Sessions expire by inactivity and by age.
pub fn old_sessions_are_deleted(database: &dyn Database) {
    let person = user(database, 1);
    commit(database, |transaction| {
        transaction.sessions().add(&session(person, 1, 0)).unwrap();
        let used = transaction.sessions().add(&session(person, 2, 0)).unwrap();
        transaction.sessions().touch(used, at(100)).unwrap();
        let ancient = transaction.sessions().add(&session(person, 3, -1000)).unwrap();
        transaction.sessions().touch(ancient, at(100)).unwrap();
        assert_eq!(
            transaction.sessions().delete_expired(at(50), at(-500)).unwrap(),
            2
        );
    });
    let mut transaction = database.begin().unwrap();
    let lives = [1, 2, 3].map(|token| transaction.sessions().by_token(&[token; 32]).unwrap().is_some());
    assert_eq!(lives, [false, true, false]);
}

/// A person ends one session by its id, or all others.
pub fn a_person_ends_own_sessions_only(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let ids = commit(database, |transaction| {
        [(one, 1), (one, 2), (one, 3), (other, 4)]
            .map(|(person, token)| transaction.sessions().add(&session(person, token, 0)).unwrap())
    });
    let lives = || {
        let mut transaction = database.begin().unwrap();
        [1, 2, 3, 4].map(|token| transaction.sessions().by_token(&[token; 32]).unwrap().is_some())
    };
    commit(database, |transaction| {
        let sessions = transaction.sessions();
        assert!(!sessions.end_own(one, ids[3]).unwrap(), "another person's");
        assert!(sessions.end_own(one, ids[0]).unwrap());
        assert!(!sessions.end_own(one, ids[0]).unwrap(), "it is gone");
    });
    assert_eq!(lives(), [false, true, true, true]);
    commit(database, |transaction| {
        let ended = transaction.sessions().end_others(one, ids[2]).unwrap();
        assert_eq!(ended, [ids[1]]);
    });
    assert_eq!(lives(), [false, false, true, true]);
}

/// The last used session is first, and expired ones are left out.
pub fn live_sessions_are_listed(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let ids = commit(database, |transaction| {
        let sessions = transaction.sessions();
        let ids = [
            (one, 1, 0),
            (one, 2, 10),
            (one, 3, 20),
            (one, 4, -1000),
            (other, 5, 0),
        ]
        .map(|(person, token, begun)| sessions.add(&session(person, token, begun)).unwrap());
        sessions.touch(ids[0], at(100)).unwrap();
        sessions.touch(ids[1], at(50)).unwrap();
        sessions.touch(ids[3], at(100)).unwrap();
        ids
    });
    let list = |page| {
        let mut views = database.read().unwrap();
        views.accounts().sessions(one, at(40), at(-500), page).unwrap()
    };
    let all = list(Page::new(1, 10));
    assert_eq!(all.total, 2, "one is too old, one has rested too long");
    let shown: Vec<_> = all
        .items
        .iter()
        .map(|row| (row.session_id, row.last_used_on))
        .collect();
    assert_eq!(shown, [(ids[0], at(100)), (ids[1], at(50))]);
    assert_eq!(
        (all.items[0].user_agent.as_str(), all.items[0].created_on),
        ("Browser 1.0", at(0))
    );
    let second = list(Page::new(2, 1));
    assert_eq!((second.items[0].session_id, second.total), (ids[1], 2));
}
