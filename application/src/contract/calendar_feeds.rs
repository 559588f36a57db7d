//! The rules for every store of calendar feeds, and for the due dates in them (decisions N7).

use aditus_domain::ids::{OrganisationRoleId, RequestId, UserId};
use chrono::{DateTime, Utc};

use super::due_dates::{Board, FIRST, SECOND, dates, with_targets};
use super::fixtures::minute;
use super::seed::{at, commit, user};
use crate::deadlines::repository::NewCalendarFeed;
use crate::deadlines::views::DueStage;
use crate::ports::{Database, StoreError};

const fn new(user: UserId, hash: u8, made_on: DateTime<Utc>) -> NewCalendarFeed {
    NewCalendarFeed {
        user,
        token_hash: [hash; 32],
        made_on,
    }
}

fn set(database: &dyn Database, feed: &NewCalendarFeed) -> bool {
    commit(database, |transaction| {
        transaction.calendar_feeds().set(feed).unwrap()
    })
}

fn owner(database: &dyn Database, hash: u8) -> Option<UserId> {
    let mut views = database.read().unwrap();
    views.deadlines().feed_owner(&[hash; 32]).unwrap()
}

fn made_on(database: &dyn Database, user: UserId) -> Option<DateTime<Utc>> {
    let mut views = database.read().unwrap();
    views.deadlines().calendar_feed(user).unwrap()
}

/// A feed is found by its token alone.
pub fn a_feed_is_found_by_its_token(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    assert!(!set(database, &new(ada, 1, at(5))));
    assert!(!set(database, &new(eve, 2, at(6))));
    assert_eq!(
        [1, 2, 3].map(|hash| owner(database, hash)),
        [Some(ada), Some(eve), None]
    );
    assert_eq!(
        [ada, eve, UserId(987_654)].map(|user| made_on(database, user)),
        [Some(at(5)), Some(at(6)), None]
    );
}

/// A person has one feed. A new token ends the earlier one.
pub fn a_renewed_feed_has_another_token(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    set(database, &new(eve, 9, at(0)));
    assert!(!set(database, &new(ada, 1, at(5))));
    assert!(set(database, &new(ada, 2, at(7))));
    assert_eq!(
        [1, 2, 9].map(|hash| owner(database, hash)),
        [None, Some(ada), Some(eve)]
    );
    assert_eq!(made_on(database, ada), Some(at(7)));
}

/// A feed is removed once, and may be created again.
pub fn a_removed_feed_is_unknown(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    set(database, &new(ada, 1, at(5)));
    set(database, &new(eve, 2, at(5)));
    let removed = [(); 2].map(|()| {
        commit(database, |transaction| {
            transaction.calendar_feeds().remove(ada).unwrap()
        })
    });
    assert_eq!(removed, [true, false]);
    assert_eq!([1, 2].map(|hash| owner(database, hash)), [None, Some(eve)]);
    assert_eq!(made_on(database, ada), None);
    assert!(!set(database, &new(ada, 3, at(8))));
    assert_eq!(owner(database, 3), Some(ada));
}

/// A hash is replaced only while a feed has it.
pub fn the_hash_of_a_feed_is_replaced(database: &dyn Database) {
    let ada = user(database, 1);
    set(database, &new(ada, 1, at(5)));
    for (former, current) in [(1, 2), (1, 3)] {
        commit(database, |transaction| {
            let feeds = transaction.calendar_feeds();
            feeds.rehash(&[former; 32], &[current; 32]).unwrap();
        });
    }
    assert_eq!(
        [1, 2, 3].map(|hash| owner(database, hash)),
        [None, Some(ada), None]
    );
    assert_eq!(made_on(database, ada), Some(at(5)));
}

/// The erasure of an account removes its feed, and no feed can be added to it.
pub fn an_erased_account_has_no_feed(database: &dyn Database) {
    let [ada, eve] = [1, 2].map(|number| user(database, number));
    set(database, &new(ada, 1, at(5)));
    set(database, &new(eve, 2, at(5)));
    commit(database, |transaction| {
        transaction
            .erasures()
            .erase_account(ada, &["ada@uni.example"], &[[0; 32]], at(9))
            .unwrap();
    });
    assert_eq!([1, 2].map(|hash| owner(database, hash)), [None, Some(eve)]);
    let mut transaction = database.begin().unwrap();
    let refused = transaction.calendar_feeds().set(&new(ada, 3, at(10)));
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
}

fn due_stages(database: &dyn Database, org_roles: &[OrganisationRoleId], at_most: u32) -> Vec<DueStage> {
    let mut views = database.read().unwrap();
    views.deadlines().due_stages(org_roles, at_most).unwrap()
}

/// Stages with a due date are read by organisation role, those that are due first.
pub fn due_stages_are_read_by_organisation_role(database: &dyn Database) {
    let board = Board::new(database);
    let [late, early, decided, without] = [1, 2, 3, 4].map(|at| board.submit("Measles", &with_targets(), at));
    board.set(late, FIRST, dates(6, 8));
    board.set(early, FIRST, dates(2, 4));
    board.set(decided, FIRST, dates(1, 2));
    board.decide(decided, FIRST, 9);
    board.set(decided, SECOND, dates(3, 5));
    let [first, second] = [FIRST, SECOND].map(|role| board.provider.staff(role).org_role);
    let of = |request, role, since, due| DueStage {
        state: board.stage(request, role).request_state_id,
        request,
        org_role: board.provider.staff(role).org_role,
        since: minute(since),
        dates: dates(due - 2, due),
    };
    let of_first = [of(early, FIRST, 2, 4), of(late, FIRST, 1, 8)];
    let of_second = of(decided, SECOND, 9, 5);
    assert_eq!(due_stages(database, &[first], 10), of_first);
    assert_eq!(due_stages(database, &[second], 10), [of_second]);
    assert_eq!(
        due_stages(database, &[second, first], 10),
        [of_first[0], of_second, of_first[1]]
    );
    assert_eq!(
        due_stages(database, &[first, second], 2),
        [of_first[0], of_second]
    );
    assert_eq!(due_stages(database, &[], 10), []);
    let has_stage = |request: RequestId| {
        let mut stages = due_stages(database, &[first, second], 10).into_iter();
        stages.any(|stage| stage.request == request)
    };
    assert!(!has_stage(without), "its dates were never computed");
}
