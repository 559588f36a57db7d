//! The contract of transactions, signals and the database as a whole.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use aditus_domain::notifications::Occasion;
use aditus_domain::roles::{Role, RoleStatus, StatusChange};
use chrono::{DateTime, TimeDelta, Utc};

use super::fixtures::{Provider, Requester, start, submit};
use super::limits::{counter, event};
use super::notifications::notification;
use super::outbox::{mail, text};
use super::seed::{at, commit, org_role, organisation, person, unrecorded_in_test, user};
use crate::accounts::NewSession;
use crate::notifications::views::ReadFilter;
use crate::notifications::{Channel, NewNotification};
use crate::paging::{Direction, Page};
use crate::ports::{Database, Signal, SignalError, Signals, StoreError, Transaction};

/// Long enough for the slowest machine. A test that passes never waits for it.
const LONG: Duration = Duration::from_secs(30);

/// Returns the next signal about the product, skipping those about the listener itself.
pub(super) fn next(signals: &Signals) -> Signal {
    loop {
        let signal = signals.wait(LONG).unwrap();
        if signal != Signal::Missed {
            return signal;
        }
    }
}

/// Holds for every kind of write.
pub fn a_dropped_transaction_leaves_no_trace(database: &dyn Database) {
    let id = {
        let mut transaction = database.begin().unwrap();
        let id = transaction.accounts().add(&person(1)).unwrap();
        transaction
            .notifications()
            .add(&notification(id, "never"))
            .unwrap();
        transaction.outbox().queue(&mail(1)).unwrap();
        id
    };
    assert!(database.read().unwrap().accounts().user(id).unwrap().is_none());
    let mut transaction = database.begin().unwrap();
    assert_eq!(transaction.accounts().by_id(id).unwrap(), None);
    assert_eq!(transaction.outbox().next_due(Channel::Mail).unwrap(), None);
}

/// Holds for writes through the handle of the call and beside it. An adapter that caches nothing
/// per call is skipped.
pub fn reads_of_one_call_see_writes_between_them(database: &dyn Database) {
    let Some(call) = database.per_request() else {
        return;
    };
    let is_known =
        |database: &dyn Database, id| database.read().unwrap().accounts().user(id).unwrap().is_some();
    let earlier = user(database, 1);
    assert!(is_known(&*call, earlier));
    let beside = user(database, 2);
    assert!(is_known(&*call, beside));
    let through = user(&*call, 3);
    assert!(is_known(&*call, through) && is_known(database, through));
}

/// Later calls fail, the commit is refused, and earlier writes are rolled back.
pub fn an_error_ends_the_transaction(database: &dyn Database) {
    user(database, 1);
    let mut transaction = database.begin().unwrap();
    let id = transaction.accounts().add(&person(2)).unwrap();
    let refused = transaction.accounts().add(&person(1));
    assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
    assert!(transaction.accounts().by_id(id).is_err());
    assert!(transaction.outbox().queue(&mail(1)).is_err());
    assert!(transaction.commit(unrecorded_in_test()).is_err());
    assert!(database.read().unwrap().accounts().user(id).unwrap().is_none());

    let id = user(database, 3);
    let mut stale = database.begin().unwrap().accounts().by_id(id).unwrap().unwrap();
    stale.version += 1;
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.accounts().save(&stale),
        Err(StoreError::Conflict)
    ));
    assert!(transaction.commit(unrecorded_in_test()).is_err());
}

/// There is one signal for each notified person, and one for each channel of the outbox. All
/// listeners get them, after the commit.
pub fn signals_follow_the_commit(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let listeners = [database.signals(), database.signals()];
    let mut transaction = database.begin().unwrap();
    for recipient in [one, other, one] {
        transaction
            .notifications()
            .add(&notification(recipient, "news"))
            .unwrap();
    }
    transaction.outbox().queue(&mail(1)).unwrap();
    transaction.outbox().queue(&mail(2)).unwrap();
    transaction.outbox().queue(&text(3)).unwrap();
    for signals in &listeners {
        let early = signals.wait(Duration::ZERO);
        assert!(
            matches!(early, Err(SignalError::Timeout) | Ok(Signal::Missed)),
            "{early:?}"
        );
    }
    transaction.commit(unrecorded_in_test()).unwrap();
    for signals in &listeners {
        let heard: Vec<Signal> = (0..4).map(|_| next(signals)).collect();
        for expected in [
            Signal::Queued(Channel::Mail),
            Signal::Queued(Channel::Text),
            Signal::Notified(one),
            Signal::Notified(other),
        ] {
            assert!(heard.contains(&expected), "{expected:?} in {heard:?}");
        }
    }
}

/// Listeners of the database itself get the signal. An adapter that caches nothing per call is
/// skipped.
pub fn a_commit_of_one_call_is_signalled(database: &dyn Database) {
    let Some(call) = database.per_request() else {
        return;
    };
    let signals = database.signals();
    let id = user(database, 1);
    commit(&*call, |transaction| {
        transaction
            .notifications()
            .add(&notification(id, "heard"))
            .unwrap();
    });
    assert_eq!(next(&signals), Signal::Notified(id));
}

/// Holds for assigning and changing roles, and for accounts whose change affects them.
pub fn changes_of_roles_are_signalled(database: &dyn Database) {
    let (one, other, third) = (user(database, 1), user(database, 2), user(database, 3));
    let provider = organisation(database, "Health Data Institute");
    let officer = org_role(database, provider, Role::DataOfficer);
    let signals = database.signals();
    let id = commit(database, |transaction| {
        transaction
            .roles()
            .assign(one, officer, RoleStatus::Pending, None, None, at(0))
            .unwrap()
    });
    assert_eq!(next(&signals), Signal::RolesChanged(one));
    let change = StatusChange {
        assigned_role: id,
        from: RoleStatus::Pending,
        to: RoleStatus::Activated,
        by: other,
        reason: None,
        at: at(1),
    };
    {
        let mut dropped = database.begin().unwrap();
        dropped.roles().announce(third).unwrap();
    }
    commit(database, |transaction| {
        transaction.roles().change(one, &change).unwrap();
        transaction.roles().announce(other).unwrap();
    });
    assert_eq!(next(&signals), Signal::RolesChanged(one));
    assert_eq!(next(&signals), Signal::RolesChanged(other));
}

/// One signal per transaction, for each person to whom the change was announced.
pub fn changes_of_comments_are_signalled(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let signals = database.signals();
    {
        let mut dropped = database.begin().unwrap();
        dropped.comments().announce(other).unwrap();
    }
    commit(database, |transaction| {
        for _ in 0..2 {
            transaction.comments().announce(one).unwrap();
        }
        transaction.comments().announce(other).unwrap();
    });
    assert_eq!(next(&signals), Signal::CommentsChanged(one));
    assert_eq!(next(&signals), Signal::CommentsChanged(other));
}

/// The same for changes of requests.
pub fn changes_of_requests_are_signalled(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let signals = database.signals();
    {
        let mut dropped = database.begin().unwrap();
        dropped.requests().announce(other).unwrap();
    }
    commit(database, |transaction| {
        for _ in 0..2 {
            transaction.requests().announce(one).unwrap();
        }
        transaction.requests().announce(other).unwrap();
    });
    assert_eq!(next(&signals), Signal::RequestsChanged(one));
    assert_eq!(next(&signals), Signal::RequestsChanged(other));
}

/// Settling an occasion of a request marks its notifications in the given roles as read, for every
/// recipient, and no others.
pub fn settling_marks_notifications_as_read(database: &dyn Database) {
    let provider = Provider::new(database, "Ministry of Health", "National HMIS");
    let requester = Requester::new(database, "Zoë", "Ångström", "Institut Öresund");
    let request = submit(database, &requester, &provider, "Malaria", start());
    let (one, other) = (user(database, 1), user(database, 2));
    let turn = |user, role| NewNotification {
        role,
        kind: Occasion::TurnCame.name().to_owned(),
        request: Some(request),
        ..notification(user, "awaits your decision")
    };
    let (reviewer, officer) = (Role::DataAccessReviewer, Role::DataOfficer);
    commit(database, |transaction| {
        let news = NewNotification {
            kind: "news".to_owned(),
            ..turn(one, reviewer)
        };
        let elsewhere = NewNotification {
            request: None,
            ..turn(one, reviewer)
        };
        let notifications = [
            turn(one, reviewer),
            turn(other, reviewer),
            turn(one, officer),
            news,
            elsewhere,
        ];
        transaction.notifications().add_all(&notifications).unwrap();
    });
    let signals = database.signals();
    let settle = |roles: &[Role]| {
        commit(database, |transaction| {
            let notifications = transaction.notifications();
            notifications.settle(request, Occasion::TurnCame, roles).unwrap();
        });
    };
    settle(&[reviewer]);
    assert_eq!(next(&signals), Signal::NotificationsRead(one));
    assert_eq!(next(&signals), Signal::NotificationsRead(other));
    let unread = |user| {
        let mut views = database.read().unwrap();
        let page = Page::new(1, 10);
        let unread = views
            .notifications()
            .by_time(user, ReadFilter::Unread, Direction::Ascending, page);
        unread.unwrap().total
    };
    assert_eq!((unread(one), unread(other)), (3, 0));
    settle(&[reviewer]);
    settle(&[officer]);
    assert_eq!(
        next(&signals),
        Signal::NotificationsRead(one),
        "what was read is nothing new"
    );
    assert_eq!(unread(one), 2);
}

/// One signal per transaction, for the owner, and only if something was unread.
pub fn read_notifications_are_signalled(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let ids = commit(database, |transaction| {
        [one, one, one, other].map(|recipient| {
            transaction
                .notifications()
                .add(&notification(recipient, "news"))
                .unwrap()
        })
    });
    let signals = database.signals();
    let mark = |user, id| {
        commit(database, |transaction| {
            transaction.notifications().mark_read(user, id).unwrap()
        })
    };
    {
        let mut dropped = database.begin().unwrap();
        assert!(dropped.notifications().mark_read(one, ids[0]).unwrap());
    }
    assert!(!mark(other, ids[0]));
    assert!(mark(one, ids[0]));
    assert_eq!(next(&signals), Signal::NotificationsRead(one));
    assert!(mark(one, ids[0]), "read already, which is nothing new");
    commit(database, |transaction| {
        let group = |transaction: &mut dyn Transaction, user| {
            transaction
                .notifications()
                .mark_group_read(user, Role::DataRequester)
                .unwrap()
        };
        assert_eq!(group(transaction, other), 1);
        assert_eq!((group(transaction, one), group(transaction, one)), (2, 0));
    });
    assert_eq!(next(&signals), Signal::NotificationsRead(one));
    assert_eq!(next(&signals), Signal::NotificationsRead(other));
    commit(database, |transaction| {
        transaction
            .notifications()
            .mark_group_read(one, Role::DataRequester)
            .unwrap();
        transaction
            .notifications()
            .add(&notification(other, "the next that is heard"))
            .unwrap();
    });
    assert_eq!(next(&signals), Signal::Notified(other));
}

/// One signal for each ended session, and no other.
pub fn ends_of_sessions_are_signalled(database: &dyn Database) {
    let (one, other) = (user(database, 1), user(database, 2));
    let begin = |user, token| {
        let session = NewSession {
            user,
            token_hash: [token; 32],
            selected_role: None,
            user_agent: "Browser 1.0".to_owned(),
            provider: None,
            created_on: at(0),
        };
        commit(database, |transaction| {
            transaction.sessions().add(&session).unwrap()
        })
    };
    let sessions = [begin(one, 1), begin(one, 2), begin(one, 3)];
    begin(other, 4);
    let signals = database.signals();
    commit(database, |transaction| {
        transaction.sessions().end(sessions[0]).unwrap();
    });
    assert_eq!(next(&signals), Signal::SessionEnded(sessions[0]));
    commit(database, |transaction| {
        transaction.sessions().end_all(one).unwrap();
    });
    assert_eq!(next(&signals), Signal::SessionEnded(sessions[1]));
    assert_eq!(next(&signals), Signal::SessionEnded(sessions[2]));
    commit(database, |transaction| {
        transaction
            .notifications()
            .add(&notification(other, "the next that is heard"))
            .unwrap();
    });
    assert_eq!(next(&signals), Signal::Notified(other));
}

/// Dropped and failed transactions signal nothing either.
pub fn a_transaction_without_notifications_signals_nothing(database: &dyn Database) {
    let one = user(database, 1);
    let signals = database.signals();
    {
        let mut dropped = database.begin().unwrap();
        dropped.notifications().add(&notification(one, "never")).unwrap();
    }
    {
        let mut failed = database.begin().unwrap();
        failed.outbox().queue(&mail(1)).unwrap();
        failed.accounts().add(&person(1)).unwrap_err();
        failed.commit(unrecorded_in_test()).unwrap_err();
    }
    let other = user(database, 2);
    commit(database, |transaction| {
        transaction
            .notifications()
            .add(&notification(other, "the one that is heard"))
            .unwrap();
    });
    assert_eq!(next(&signals), Signal::Notified(other));
}

/// The long operation writes again at once, but yields the write lock in between, so no other writer times
/// out.
pub fn others_write_between_the_batches_of_a_long_operation(database: &dyn Database) {
    /// Ends the long operation, also after a failed write.
    struct Ending<'a>(&'a AtomicBool);
    impl Drop for Ending<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    let id = user(database, 1);
    let is_over = AtomicBool::new(false);
    let part = |transaction: &mut dyn Transaction| {
        let mut account = transaction.accounts().by_id(id).unwrap().unwrap();
        account.department = "At work".to_owned();
        transaction.accounts().save(&account).unwrap();
    };
    std::thread::scope(|scope| {
        let ending = Ending(&is_over);
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                commit(database, part);
                database.yield_write_lock();
            }
        });
        for number in 2..5 {
            user(database, number);
        }
        drop(ending);
    });
}

/// Eight threads add to the same account. Every successful save is kept.
pub fn concurrent_writers_lose_no_update(database: &dyn Database) {
    const EACH: usize = 5;
    let id = user(database, 1);
    let write = || {
        let mut done = 0;
        while done < EACH {
            let mut transaction = database.begin().unwrap();
            let mut account = transaction.accounts().by_id(id).unwrap().unwrap();
            account.department.push('x');
            match transaction
                .accounts()
                .save(&account)
                .and_then(|()| transaction.commit(unrecorded_in_test()))
            {
                Ok(()) => done += 1,
                Err(StoreError::Conflict) => {}
                Err(error) => panic!("{error:?}"),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(write);
        }
    });
    let account = database.begin().unwrap().accounts().by_id(id).unwrap().unwrap();
    assert_eq!(
        account.department,
        format!("{}{}", person(1).department, "x".repeat(8 * EACH))
    );
}

/// Readers are not blocked by it.
pub fn readers_do_not_see_uncommitted_changes(database: &dyn Database) {
    let mut transaction = database.begin().unwrap();
    let id = transaction.accounts().add(&person(1)).unwrap();
    let seen = || database.read().unwrap().accounts().user(id).unwrap().is_some();
    assert!(!seen());
    transaction.commit(unrecorded_in_test()).unwrap();
    assert!(seen());
}

/// Smaller fractions are truncated, and the order is kept for early dates as well.
pub fn times_are_kept_to_the_microsecond(database: &dyn Database) {
    let exact: DateTime<Utc> = DateTime::from_timestamp(1_790_000_000, 123_456_789).unwrap();
    let long_ago = DateTime::from_timestamp(-1_000_000_000, 1_000).unwrap();
    commit(database, |transaction| {
        transaction.limited_events().add(&event(1, exact)).unwrap();
        transaction.limited_events().add(&event(1, long_ago)).unwrap();
    });
    let mut transaction = database.begin().unwrap();
    let before = long_ago - TimeDelta::seconds(1);
    let times = [1, 0].map(|passed_over| {
        let events = transaction.limited_events();
        events.latest_but(&counter(1), passed_over, before).unwrap()
    });
    assert_eq!(times, [Some(long_ago), Some(at(0))]);
}

/// A ping succeeds.
pub fn the_database_responds_to_a_ping(database: &dyn Database) {
    database.ping().unwrap();
}
