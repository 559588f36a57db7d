//! The rules for every store of reminders (decisions N5).

use aditus_domain::deadlines::{Pause, ReminderCutoffs, SentReminders, StageReminder};
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::review::Section;
use chrono::NaiveDate;

use super::due_dates::{Board, FIRST, SECOND, dates, day, with_targets};
use super::fixtures::{change, minute, start, transact};
use super::steps::{approve_all, decide, denial, recall};
use crate::access::RequestScope;
use crate::deadlines::repository::Demand;
use crate::ports::Database;

/// The cut-offs of a day on which no comment has a reminder.
pub(super) fn cutoffs(today: u64) -> ReminderCutoffs {
    ReminderCutoffs {
        today: day(today),
        reminded_until: day(today.saturating_sub(2)),
        due_until: day(today.saturating_sub(6)),
        demanded_until: [minute(-1), minute(-2)],
        answer_until: [day(today), day(today)],
    }
}

/// Returns those of these requests that are found.
pub(super) fn found(
    database: &dyn Database,
    cutoffs: &ReminderCutoffs,
    among: &[RequestId],
) -> Vec<RequestId> {
    let mut views = database.read().unwrap();
    let mut found = views.deadlines().requests_to_remind(cutoffs).unwrap();
    assert!(found.is_sorted_by(|one, next| one < next), "each once, by id");
    // Other tests of this database may have requests, too.
    found.retain(|request| among.contains(request));
    found
}

fn reminded(reminder: StageReminder, on: u64, escalated_on: Option<NaiveDate>) -> SentReminders {
    SentReminders {
        last: Some((reminder, day(on))),
        escalated_on,
    }
}

impl Board<'_> {
    fn sent(&self, request: RequestId) -> SentReminders {
        self.clocks(&[request])[0].clocks[0].sent
    }

    fn set_sent(&self, request: RequestId, sent: SentReminders) {
        let state = self.stage(request, FIRST).request_state_id;
        transact(self.database, |transaction| {
            transaction.reminders().set_sent(state, sent).unwrap();
        });
        assert_eq!(self.sent(request), sent);
    }

    fn demands(&self, requests: &[RequestId]) -> Vec<Demand> {
        transact(self.database, |transaction| {
            transaction.reminders().open_demands(requests).unwrap()
        })
    }

    fn set_number(&self, comment: CommentId, reminders: u8) {
        transact(self.database, |transaction| {
            transaction.reminders().set_number(comment, reminders).unwrap();
        });
    }
}

/// A request is found if the dates and the reminders of a stage say so.
pub fn requests_with_a_reminder_are_found(database: &dyn Database) {
    let board = Board::new(database);
    let [request, other] = [1, 2].map(|at| board.submit("Measles", &with_targets(), at));
    let is_found = |today| found(database, &cutoffs(today), &[request, other]) == [request];
    assert!(!is_found(9), "its dates are not known yet");
    board.set(request, FIRST, dates(8, 10));
    assert_eq!(board.sent(request), SentReminders::default());
    assert_eq!([7, 8, 10, 11].map(is_found), [false, true, true, true]);
    board.set_sent(request, reminded(StageReminder::DueSoon, 8, None));
    assert_eq!([8, 10, 11].map(is_found), [false, false, true]);
    board.set_sent(request, reminded(StageReminder::Overdue, 11, None));
    assert_eq!([10, 11, 12, 13].map(is_found), [false, false, false, true]);
    board.set_sent(request, reminded(StageReminder::Overdue, 15, None));
    assert_eq!([15, 16, 17].map(is_found), [false, true, true], "the Admins");
    board.set_sent(request, reminded(StageReminder::Overdue, 15, Some(day(16))));
    assert_eq!([15, 16, 17].map(is_found), [false, false, true]);
    board.set(other, FIRST, dates(8, 10));
    assert_eq!(found(database, &cutoffs(17), &[request, other]), [request, other]);
}

/// A stage is not found while a comment pauses its clock, whatever its dates.
pub fn a_paused_stage_has_no_reminder(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &with_targets(), 1);
    board.set(request, FIRST, dates(8, 10));
    board.comment(request, true, 2, Some(3));
    board.comment(request, false, 4, None);
    let is_found = || found(database, &cutoffs(20), &[request]) == [request];
    assert!(is_found(), "no comment pauses it");
    let demand = board.comment(request, true, 5, None);
    assert!(!is_found());
    let owner = board.requester.attendant.user;
    transact(database, |transaction| {
        assert!(transaction.comments().resolve(demand, owner, minute(6)).unwrap());
    });
    assert!(is_found());
}

/// A decision, a recall and a resubmission remove the reminders of the stage.
pub fn reminders_of_a_stage_end_with_its_turn(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &with_targets(), 1);
    let sent = reminded(StageReminder::Overdue, 11, Some(day(12)));
    let remind = || {
        board.set(request, FIRST, dates(8, 10));
        board.set_sent(request, sent);
    };
    let resubmit = |at| {
        change(database, request, |chain| {
            chain.new_round(&board.requester.attendant, minute(at))
        })
        .unwrap()
        .unwrap();
    };
    let is_found = || !found(database, &cutoffs(99), &[request]).is_empty();
    remind();
    assert!(is_found());
    recall(database, &board.requester, request, minute(5));
    assert!(!is_found());
    resubmit(6);
    assert_eq!(board.sent(request), SentReminders::default());
    assert!(!is_found(), "its dates are not known yet");
    remind();
    decide(database, &board.provider, request, FIRST, denial(), minute(7));
    assert!(!is_found());
    resubmit(8);
    assert_eq!(board.sent(request), SentReminders::default());
    remind();
    board.decide(request, FIRST, 9);
    assert!(!is_found());
    assert_eq!(board.sent(request), SentReminders::default(), "the next stage");
    board.set(request, SECOND, dates(8, 10));
    assert!(is_found());
}

/// A request is found if the time and the number of reminders of an open demand say so.
pub fn requests_with_an_open_demand_are_found(database: &dyn Database) {
    let board = Board::new(database);
    let [request, other, approved] = [1, 2, 3].map(|at| board.submit("Measles", &with_targets(), at));
    board.comment(request, true, 4, Some(5));
    board.comment(request, false, 6, None);
    let demand = board.comment(request, true, 10, None);
    board.comment(approved, true, 10, None);
    approve_all(database, &board.provider, approved, minute(20));
    let is_found = |first, second| {
        let cutoffs = ReminderCutoffs {
            demanded_until: [minute(first), minute(second)],
            ..cutoffs(0)
        };
        found(database, &cutoffs, &[request, other, approved]) == [request]
    };
    let expected = |reminders| Demand {
        request,
        comment: demand,
        section: Section::Devices,
        demanded_on: minute(10),
        reminders,
    };
    assert_eq!(board.demands(&[other, request]), [expected(0)]);
    assert_eq!([is_found(9, 0), is_found(10, 0)], [false, true]);
    board.set_number(demand, 1);
    assert_eq!(board.demands(&[request]), [expected(1)]);
    assert_eq!([is_found(30, 9), is_found(30, 10)], [false, true]);
    board.set_number(demand, 2);
    assert!(!is_found(30, 30));
}

/// The reminders of a comment that is reopened count from then.
pub fn reminders_of_a_reopened_comment_begin_anew(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &with_targets(), 1);
    let demand = board.comment(request, true, 2, None);
    let owner = board.requester.attendant.user;
    board.set_number(demand, 2);
    transact(database, |transaction| {
        let comments = transaction.comments();
        assert!(comments.resolve(demand, owner, minute(3)).unwrap());
        assert!(comments.reopen(demand, minute(9)).unwrap());
    });
    let open = board.demands(&[request]).remove(0);
    assert_eq!((open.demanded_on, open.reminders), (minute(9), 0));
    let is_found = |until| {
        let cutoffs = ReminderCutoffs {
            demanded_until: [minute(until), start()],
            ..cutoffs(0)
        };
        found(database, &cutoffs, &[request]) == [request]
    };
    assert_eq!([is_found(8), is_found(9)], [false, true]);
}

/// An unresolved comment of an earlier round neither pauses clocks, nor has or holds up reminders.
pub fn comments_of_earlier_rounds_have_no_effect(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &with_targets(), 1);
    board.comment(request, true, 2, None);
    board.comment(request, true, 3, Some(4));
    assert_eq!(board.demands(&[request]).len(), 1);
    recall(database, &board.requester, request, minute(5));
    change(database, request, |chain| {
        chain.new_round(&board.requester.attendant, minute(6))
    })
    .unwrap()
    .unwrap();
    board.set(request, FIRST, dates(8, 10));
    assert_eq!(board.clocks(&[request])[0].pauses, []);
    assert_eq!(board.demands(&[request]), []);
    let of_comments = ReminderCutoffs {
        demanded_until: [minute(30), minute(30)],
        ..cutoffs(0)
    };
    assert_eq!(found(database, &of_comments, &[request]), []);
    assert_eq!(found(database, &cutoffs(9), &[request]), [request], "its stage");
}

/// A comment that was answered has no reminder, and pauses the stage until it is resolved. Reopening begins
/// its reminders anew.
pub fn answered_comments_have_no_reminder(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &with_targets(), 1);
    board.set(request, FIRST, dates(8, 10));
    let demand = board.comment(request, true, 2, None);
    let remark = board.comment(request, false, 2, None);
    let is_found = |today| {
        let cutoffs = ReminderCutoffs {
            demanded_until: [minute(30), minute(30)],
            ..cutoffs(today)
        };
        found(database, &cutoffs, &[request]) == [request]
    };
    assert!(is_found(0));
    transact(database, |transaction| {
        let windows = transaction.completion_windows();
        windows.answer(demand, minute(3)).unwrap();
        windows.answer(remark, minute(3)).unwrap();
    });
    assert_eq!(board.demands(&[request]), []);
    assert_eq!([0, 20].map(is_found), [false, false], "its stage is paused");
    let pause = Pause {
        from: minute(2),
        to: None,
    };
    assert_eq!(board.clocks(&[request])[0].pauses, [pause]);
    let owner = board.requester.attendant.user;
    transact(database, |transaction| {
        assert!(transaction.comments().resolve(demand, owner, minute(4)).unwrap());
    });
    assert_eq!([0, 20].map(is_found), [false, true]);
    transact(database, |transaction| {
        assert!(transaction.comments().reopen(demand, minute(5)).unwrap());
    });
    assert_eq!(board.demands(&[request]).len(), 1);
    assert!(is_found(0));
    let mut views = database.read().unwrap();
    let comments = views.review().comments(&RequestScope::Everything, request, None);
    let comments = comments.unwrap().unwrap();
    assert!(comments.iter().all(|shown| shown.answered_on.is_none()));
}

/// The time of the last run is none before the first one.
pub fn the_last_run_is_known(database: &dyn Database) {
    let last = || {
        let mut views = database.read().unwrap();
        views.monitoring().reminders_ran_on().unwrap()
    };
    assert_eq!(last(), None);
    for at in [minute(1), minute(2)] {
        transact(database, |transaction| {
            transaction.reminders().set_ran_on(at).unwrap();
        });
        assert_eq!(last(), Some(at));
    }
}
