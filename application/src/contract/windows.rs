//! The rules for every store of the completion windows of comments (decisions N4).

use aditus_domain::deadlines::{CompletionWindow, ReminderCutoffs};
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::procedures::{Procedure, default_procedure};
use aditus_domain::review::Section;
use aditus_domain::review::comments::CommentAuthor;
use chrono::NaiveDate;

use super::due_dates::{Board, FIRST, day, with_targets};
use super::fixtures::{change, load, minute, transact};
use super::reminders::{cutoffs, found};
use super::steps::{decide, denial, recall};
use crate::access::RequestScope;
use crate::deadlines::repository::OpenWindow;
use crate::deadlines::windows::NewWindow;
use crate::ports::Database;
use crate::review::NewReply;
use crate::review::views::CommentView;
use crate::row_versions::RowVersion;

fn weeks(number: i64) -> CompletionWindow {
    CompletionWindow::new(number).unwrap()
}

impl Board<'_> {
    /// Adds a comment that requires action and is to be answered by this day.
    fn demand(&self, request: RequestId, at: i64, window: CompletionWindow, answer_by: u64) -> CommentId {
        let comment = self.comment(request, true, at, None);
        self.begin(comment, window, answer_by);
        comment
    }

    fn begin(&self, comment: CommentId, window: CompletionWindow, answer_by: u64) {
        transact(self.database, |transaction| {
            let new = NewWindow {
                comment,
                window,
                answer_by: day(answer_by),
                calendar: RowVersion(1),
            };
            transaction.completion_windows().begin_window(&new).unwrap();
        });
    }

    fn windows(&self, request: RequestId) -> Vec<OpenWindow> {
        let clocks = self.clocks(&[request]);
        clocks.into_iter().flat_map(|of_one| of_one.windows).collect()
    }

    /// Returns the comments with an open window.
    fn open(&self, request: RequestId) -> Vec<CommentId> {
        let windows = self.windows(request).into_iter();
        windows.map(|window| window.comment).collect()
    }

    fn answer(&self, comment: CommentId, at: i64) {
        transact(self.database, |transaction| {
            let windows = transaction.completion_windows();
            windows.answer(comment, minute(at)).unwrap();
        });
    }

    fn comment_view(&self, request: RequestId, comment: CommentId) -> CommentView {
        let mut views = self.database.read().unwrap();
        let comments = views.review().comments(&RequestScope::Everything, request, None);
        let mut comments = comments.unwrap().unwrap().into_iter();
        comments.find(|shown| shown.comment_id == comment).unwrap()
    }

    fn due(&self, requests: &[RequestId]) -> Vec<(RequestId, NaiveDate)> {
        let mut views = self.database.read().unwrap();
        let mut due = views.deadlines().answers_due(requests).unwrap();
        due.sort_unstable();
        due
    }

    /// Returns those of these requests that have a window which ended before this day.
    fn over(&self, today: u64, among: &[RequestId]) -> Vec<RequestId> {
        let mut views = self.database.read().unwrap();
        let mut found = views.deadlines().requests_to_lapse(day(today)).unwrap();
        assert!(found.is_sorted_by(|one, next| one < next), "each once, by id");
        // Other tests of this database may have requests, too.
        found.retain(|request| among.contains(request));
        found
    }
}

/// A window is open until the first answer, which is kept.
pub fn a_window_is_open_until_it_is_answered(database: &dyn Database) {
    let board = Board::new(database);
    let [request, other] = [1, 2].map(|at| board.submit("Measles", &default_procedure(), at));
    let without = board.comment(request, true, 2, None);
    let comment = board.demand(request, 3, weeks(4), 28);
    let earlier = board.demand(request, 4, weeks(2), 14);
    let expected = OpenWindow {
        comment,
        section: Section::Devices,
        window: weeks(4),
        asked_on: minute(3),
        answer_by: day(28),
        calendar: Some(RowVersion(1)),
        reminders: 0,
    };
    let second = OpenWindow {
        comment: earlier,
        window: weeks(2),
        asked_on: minute(4),
        answer_by: day(14),
        ..expected
    };
    assert_eq!(board.windows(request), [expected, second]);
    assert_eq!(board.windows(other), []);
    assert_eq!(board.due(&[other, request]), [(request, day(14))]);
    let is_over = |today| board.over(today, &[request, other]) == [request];
    assert_eq!([14, 15].map(is_over), [false, true]);
    board.answer(earlier, 9);
    board.answer(earlier, 10);
    board.answer(without, 9);
    assert_eq!(board.open(request), [comment]);
    assert_eq!(board.due(&[request]), [(request, day(28))]);
    assert_eq!([28, 29].map(is_over), [false, true]);
    let answered = board.comment_view(request, earlier);
    assert_eq!(
        (answered.answer_by, answered.answered_on),
        (Some(day(14)), Some(minute(9)))
    );
    let shown = board.comment_view(request, without);
    assert_eq!((shown.answer_by, shown.answered_on), (None, Some(minute(9))));
    transact(database, |transaction| {
        transaction
            .completion_windows()
            .answer_all(request, minute(11))
            .unwrap();
    });
    assert_eq!(board.open(request), []);
    assert_eq!(board.due(&[request]), []);
    assert!(!is_over(99));
}

/// A resolution ends a window. A reopened comment has none until one begins anew, also if the requester
/// had replied.
pub fn a_window_ends_with_the_resolution(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &default_procedure(), 1);
    let comment = board.demand(request, 2, weeks(4), 28);
    let owner = board.requester.attendant.user;
    transact(database, |transaction| {
        transaction
            .completion_windows()
            .set_answer_reminders(comment, 2)
            .unwrap();
    });
    assert_eq!(board.windows(request)[0].reminders, 2);
    board.answer(comment, 3);
    transact(database, |transaction| {
        let comments = transaction.comments();
        assert!(comments.resolve(comment, owner, minute(4)).unwrap());
    });
    assert_eq!(board.open(request), []);
    transact(database, |transaction| {
        assert!(transaction.comments().reopen(comment, minute(9)).unwrap());
    });
    assert_eq!(board.open(request), []);
    let shown = board.comment_view(request, comment);
    assert_eq!((shown.answer_by, shown.answered_on), (None, None));
    board.begin(comment, weeks(2), 20);
    let window = board.windows(request).remove(0);
    assert_eq!(
        (window.window, window.asked_on, window.answer_by, window.reminders),
        (weeks(2), minute(9), day(20), 0)
    );
}

/// A reply of the requester ends a window, also if a server of an earlier version stored it. Replies of
/// others and earlier ones do not.
pub fn a_window_ends_with_a_reply_of_the_requester(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &default_procedure(), 1);
    let comment = board.demand(request, 5, weeks(4), 28);
    let reply = |user, assigned_role, at| {
        transact(database, |transaction| {
            let new = NewReply {
                comment,
                author: CommentAuthor { user, assigned_role },
                reply: "Here it is.".to_owned(),
                created_on: minute(at),
            };
            transaction.comments().add_reply(&new).unwrap();
        });
    };
    let owner = board.requester.attendant;
    let reviewer = board.provider.staff(FIRST);
    reply(reviewer.user, reviewer.assigned_role, 6);
    reply(owner.user, owner.assigned_role, 4);
    assert_eq!(board.open(request), [comment]);
    reply(owner.user, owner.assigned_role, 7);
    assert_eq!(board.open(request), []);
    assert_eq!(board.comment_view(request, comment).answered_on, Some(minute(7)));
    assert_eq!(board.over(99, &[request]), []);
}

/// The windows of a request end when it is decided or recalled, and are not there in the next round.
pub fn windows_end_with_their_request(database: &dyn Database) {
    let board = Board::new(database);
    let [recalled, denied] = [1, 2].map(|at| board.submit("Measles", &default_procedure(), at));
    let requests = [recalled, denied];
    for request in requests {
        board.demand(request, 3, weeks(4), 28);
        assert_eq!(board.open(request).len(), 1);
    }
    let answered = board.demand(recalled, 4, weeks(4), 28);
    board.answer(answered, 5);
    recall(database, &board.requester, recalled, minute(6));
    decide(database, &board.provider, denied, FIRST, denial(), minute(6));
    assert_eq!(board.over(99, &requests), []);
    for request in requests {
        change(database, request, |chain| {
            chain.new_round(&board.requester.attendant, minute(7))
        })
        .unwrap()
        .unwrap();
        assert_eq!(load(database, request).chain.round(), 2);
        assert_eq!(board.open(request), []);
        assert_eq!(board.due(&[request]), []);
    }
    assert_eq!(board.over(99, &requests), []);
    assert!(
        board.comment_view(recalled, answered).answered_on.is_some(),
        "it is kept"
    );
}

/// A window of an earlier round is not open, whoever left it.
pub fn comments_of_earlier_rounds_have_no_window(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &default_procedure(), 1);
    recall(database, &board.requester, request, minute(2));
    change(database, request, |chain| {
        chain.new_round(&board.requester.attendant, minute(3))
    })
    .unwrap()
    .unwrap();
    // The comment is stored as one of the first round.
    board.demand(request, 4, weeks(4), 28);
    assert_eq!(board.open(request), []);
    assert_eq!(board.due(&[request]), []);
    assert_eq!(board.over(99, &[request]), []);
    let mut views = database.read().unwrap();
    let owner = board.requester.attendant.user;
    assert_eq!(views.requests().own_tasks(owner, minute(9), 5).unwrap(), []);
}

/// The last days of open windows are computed again if they are of an earlier version of the calendar.
pub fn windows_of_an_earlier_calendar_are_found(database: &dyn Database) {
    let board = Board::new(database);
    let [first, second, answered] = [1, 2, 3].map(|at| board.submit("Measles", &default_procedure(), at));
    let comments = [first, second, answered].map(|request| board.demand(request, 4, weeks(4), 28));
    board.answer(comments[2], 5);
    let outdated = |version| {
        let mut found = transact(database, |transaction| {
            let clocks = transaction.stage_clocks();
            clocks.computed_before(RowVersion(version), 100).unwrap()
        });
        // Other tests of this database may have requests, too.
        found.retain(|request| [first, second, answered].contains(request));
        found.sort_unstable();
        found
    };
    assert_eq!(outdated(1), []);
    assert_eq!(outdated(2), [first, second]);
    transact(database, |transaction| {
        let windows = transaction.completion_windows();
        let days = [(comments[0], day(29))];
        windows.set_last_days(&days, RowVersion(2)).unwrap();
    });
    assert_eq!(outdated(2), [second]);
    let window = board.windows(first).remove(0);
    assert_eq!(
        (window.answer_by, window.calendar),
        (day(29), Some(RowVersion(2)))
    );
}

/// A request is found for a reminder if the last day and the number of reminders of a window say so.
pub fn requests_with_an_ending_window_are_found(database: &dyn Database) {
    let board = Board::new(database);
    let [long, short] = [1, 2].map(|at| board.submit("Measles", &with_targets(), at));
    let comment = board.demand(long, 3, weeks(4), 28);
    board.demand(short, 3, weeks(1), 28);
    let is_found = |today: u64| {
        let cutoffs = ReminderCutoffs {
            answer_until: [day(today + 7), day(today + 1)],
            ..cutoffs(today)
        };
        let found = found(database, &cutoffs, &[long, short]);
        [found.contains(&long), found.contains(&short)]
    };
    assert_eq!([20, 21].map(is_found), [[false, false], [true, false]]);
    assert_eq!(
        [26, 27, 28].map(is_found),
        [[true, false], [true, true], [true, true]]
    );
    assert_eq!(is_found(29), [false, false], "they are over");
    let remind = |number| {
        transact(database, |transaction| {
            let windows = transaction.completion_windows();
            windows.set_answer_reminders(comment, number).unwrap();
        });
    };
    remind(1);
    assert_eq!([26, 27].map(is_found), [[false, false], [true, true]]);
    remind(2);
    assert_eq!([27, 28].map(is_found), [[false, true], [false, true]]);
    recall(database, &board.requester, short, minute(9));
    assert_eq!(is_found(27), [false, false]);
}

/// The window of the procedure is its present one.
pub fn the_window_of_the_procedure_of_a_request_is_read(database: &dyn Database) {
    let board = Board::new(database);
    let with_window = Procedure {
        completion_window: Some(weeks(4)),
        ..default_procedure()
    };
    let [with, without] =
        [with_window, default_procedure()].map(|procedure| board.submit_following(&procedure));
    let unknown = board.submit("Malaria", &default_procedure(), 1);
    let window = |request| {
        transact(database, |transaction| {
            let windows = transaction.completion_windows();
            windows.window_of_procedure(request).unwrap()
        })
    };
    assert_eq!(window(with.0), Some(weeks(4)));
    assert_eq!(window(without.0), None);
    assert_eq!(window(unknown), None, "its procedure is not known");
    board.change_procedure(with.1, None, Some(weeks(12)));
    assert_eq!(window(with.0), Some(weeks(12)));
}

/// A comment with an open window is a task of the requester, also when it blocks decisions no more.
pub fn a_comment_with_a_window_is_a_task_until_it_is_answered(database: &dyn Database) {
    let board = Board::new(database);
    let [later, sooner, without] = [1, 2, 3].map(|at| board.submit("Measles", &default_procedure(), at));
    let comment = board.demand(later, 4, weeks(4), 28);
    board.demand(sooner, 5, weeks(2), 14);
    board.comment(without, true, 6, None);
    let owner = board.requester.attendant.user;
    let tasks = |after| {
        let mut views = database.read().unwrap();
        let tasks = views.requests().own_tasks(owner, minute(after), 5).unwrap();
        let task =
            |task: crate::requests::views::OwnTask| (task.request, task.demands.is_some(), task.answer_by);
        tasks.into_iter().map(task).collect::<Vec<_>>()
    };
    assert_eq!(
        tasks(3),
        [
            (later, true, Some(day(28))),
            (sooner, true, Some(day(14))),
            (without, true, None)
        ]
    );
    assert_eq!(
        tasks(9),
        [(sooner, false, Some(day(14))), (later, false, Some(day(28)))]
    );
    board.answer(comment, 10);
    assert_eq!(tasks(9), [(sooner, false, Some(day(14)))]);
}
