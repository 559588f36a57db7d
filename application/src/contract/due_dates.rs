//! The rules for every store of the clocks of stages, and for lists by due date (decisions N2).

use aditus_domain::deadlines::{CompletionWindow, DueDates, Pause, SentReminders, Target, Term};
use aditus_domain::ids::{CommentId, ProcedureId, RequestId};
use aditus_domain::procedures::{Procedure, ProcedureText, default_procedure};
use aditus_domain::review::{RequestList, Section, StageNumber, Tab};
use aditus_domain::roles::Role;
use chrono::{Days, NaiveDate};

use super::fixtures::{
    Provider, Requester, change, load, minute, new_request, provider, requester, start, submit_by, transact,
    wizard,
};
use super::steps::{approval, approve_all, decide, denial, recall};
use crate::access::RequestScope;
use crate::deadlines::repository::{RequestClocks, StageClock};
use crate::paging::{Direction, Page};
use crate::ports::Database;
use crate::requests::views::{DueFilter, RequestFilter, RequestQuery, RequestSort};
use crate::review::NewComment;
use crate::review::views::StateView;
use crate::row_versions::RowVersion;

pub(super) const FIRST: Role = Role::DataAccessReviewer;
pub(super) const SECOND: Role = Role::DataAccessApprover;

/// The default procedure with a target of ten days at its first stage, and of three at its second.
pub(super) fn with_targets() -> Procedure {
    let mut procedure = default_procedure();
    for stage in &mut procedure.stages {
        let days = match stage.role {
            FIRST => 10,
            SECOND => 3,
            _ => continue,
        };
        stage.target = Some(Target::new(days).unwrap());
    }
    procedure
}

pub(super) struct Board<'a> {
    pub(super) database: &'a dyn Database,
    pub(super) provider: Provider,
    pub(super) requester: Requester,
}

impl<'a> Board<'a> {
    pub(super) fn new(database: &'a dyn Database) -> Self {
        Self {
            database,
            provider: provider(database),
            requester: requester(database),
        }
    }

    pub(super) fn submit(&self, title: &str, procedure: &Procedure, at: i64) -> RequestId {
        submit_by(
            self.database,
            &self.requester,
            &self.provider,
            title,
            procedure,
            minute(at),
        )
    }

    /// Stores the procedure, and submits a request that follows it.
    pub(super) fn submit_following(&self, procedure: &Procedure) -> (RequestId, ProcedureId) {
        let raw = wizard(&self.provider, "Measles");
        let mut request = new_request(&self.requester, &self.provider, &raw, minute(1));
        transact(self.database, |transaction| {
            let added = transaction.procedures().add(procedure, false, false).unwrap();
            request.procedure = Some(added);
            (transaction.requests().add(&request).unwrap(), added)
        })
    }

    /// Changes term and completion window of a stored procedure.
    pub(super) fn change_procedure(
        &self,
        procedure: ProcedureId,
        term: Option<Term>,
        completion_window: Option<CompletionWindow>,
    ) {
        transact(self.database, |transaction| {
            let stored = transaction.procedures().by_id(procedure).unwrap().unwrap();
            let text = ProcedureText {
                name: stored.procedure.name,
                description: stored.procedure.description,
                term,
                completion_window,
            };
            let procedures = transaction.procedures();
            procedures.save(procedure, &text, stored.status).unwrap();
        });
    }

    fn stages(&self, request: RequestId) -> Vec<StateView> {
        let mut views = self.database.read().unwrap();
        let states = views.review().states(&RequestScope::Everything, request);
        states.unwrap().unwrap()
    }

    pub(super) fn stage(&self, request: RequestId, role: Role) -> StateView {
        let mut stages = self.stages(request).into_iter();
        stages.find(|stage| stage.role == role).unwrap()
    }

    pub(super) fn clocks(&self, requests: &[RequestId]) -> Vec<RequestClocks> {
        transact(self.database, |transaction| {
            transaction.stage_clocks().clocks(requests).unwrap()
        })
    }

    pub(super) fn set(&self, request: RequestId, role: Role, dates: DueDates) {
        let state = self.stage(request, role).request_state_id;
        transact(self.database, |transaction| {
            let clocks = transaction.stage_clocks();
            clocks.set_due_dates(&[(state, dates)], RowVersion(1)).unwrap();
        });
    }

    pub(super) fn decide(&self, request: RequestId, role: Role, at: i64) {
        decide(
            self.database,
            &self.provider,
            request,
            role,
            approval(),
            minute(at),
        );
    }

    /// Adds a comment, resolved or not, and returns its id.
    pub(super) fn comment(
        &self,
        request: RequestId,
        action_required: bool,
        at: i64,
        resolved: Option<i64>,
    ) -> CommentId {
        let by = self.provider.staff(FIRST);
        let comment = NewComment {
            request,
            round: 1,
            state: self.stage(request, FIRST).request_state_id,
            author: by.user,
            author_role: by.assigned_role,
            section: Section::Devices,
            comment: "Which devices?".to_owned(),
            action_required,
            created_on: minute(at),
        };
        let owner = self.requester.attendant.user;
        transact(self.database, |transaction| {
            let id = transaction.comments().add(&comment).unwrap();
            if let Some(at) = resolved {
                assert!(transaction.comments().resolve(id, owner, minute(at)).unwrap());
            }
            id
        })
    }
}

pub(super) fn day(later: u64) -> NaiveDate {
    start().date_naive().checked_add_days(Days::new(later)).unwrap()
}

pub(super) fn dates(due_soon: u64, due: u64) -> DueDates {
    DueDates {
        due_soon_on: Some(day(due_soon)),
        due_on: Some(day(due)),
    }
}

/// The clocks of a request are those of the stages whose turn it is and that have a target.
pub fn a_stage_has_a_clock_while_it_is_its_turn(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &with_targets(), 1);
    let other = board.submit("Malaria", &with_targets(), 2);
    let without = board.submit("Anaemia", &default_procedure(), 3);
    let clock = |request, role, target, since| StageClock {
        state: board.stage(request, role).request_state_id,
        number: StageNumber(board.stage(request, role).number),
        target: Target::new(target).unwrap(),
        since: minute(since),
        dates: DueDates::default(),
        sent: SentReminders::default(),
    };
    let of = |request, clock| RequestClocks {
        request,
        term: None,
        clocks: vec![clock],
        pauses: Vec::new(),
        windows: Vec::new(),
    };
    let expected = [
        of(request, clock(request, FIRST, 10, 1)),
        of(other, clock(other, FIRST, 10, 2)),
    ];
    assert_eq!(
        board.clocks(&[other, without, request, RequestId(987_654)]),
        expected
    );
    board.decide(request, FIRST, 5);
    assert_eq!(
        board.clocks(&[request]),
        [of(request, clock(request, SECOND, 3, 5))]
    );
    board.decide(request, SECOND, 6);
    assert_eq!(board.clocks(&[request]), [], "the third stage has no target");
    assert_eq!(board.stage(request, FIRST).target, Target::new(10).ok());
    let chain = load(database, request).chain;
    let targets: Vec<_> = chain.stages().iter().filter_map(|stage| stage.target).collect();
    assert_eq!(targets, [10, 3].map(|days| Target::new(days).unwrap()));
}

/// A clock is paused by the comments that require action, from their time to their resolution.
pub fn a_clock_has_the_pauses_of_its_request(database: &dyn Database) {
    let board = Board::new(database);
    let [request, other] = [1, 2].map(|at| board.submit("Measles", &with_targets(), at));
    board.comment(request, true, 3, Some(7));
    board.comment(request, false, 4, None);
    board.comment(request, true, 5, None);
    let mut clocks = board.clocks(&[request, other]);
    clocks[0].pauses.sort_by_key(|pause| pause.from);
    let pauses: Vec<_> = clocks.into_iter().map(|of_one| of_one.pauses).collect();
    let expected = vec![
        Pause {
            from: minute(3),
            to: Some(minute(7)),
        },
        Pause {
            from: minute(5),
            to: None,
        },
    ];
    assert_eq!(pauses, [expected, Vec::new()]);
}

/// A comment that is reopened does not pause the clock between its resolution and the reopening.
pub fn a_reopening_begins_another_pause(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &with_targets(), 1);
    let demand = board.comment(request, true, 3, Some(7));
    let remark = board.comment(request, false, 4, Some(5));
    let owner = board.requester.attendant.user;
    let pauses = || {
        let mut pauses = board.clocks(&[request]).remove(0).pauses;
        pauses.sort_by_key(|pause| pause.from);
        pauses
            .into_iter()
            .map(|pause| (pause.from, pause.to))
            .collect::<Vec<_>>()
    };
    let reopen = |comment, at| {
        transact(database, |transaction| {
            transaction.comments().reopen(comment, minute(at)).unwrap()
        })
    };
    let ended = |from, to| (minute(from), Some(minute(to)));
    assert!(reopen(demand, 20));
    assert!(!reopen(demand, 21), "it is open");
    assert!(reopen(remark, 20));
    assert_eq!(pauses(), [ended(3, 7), (minute(20), None)]);
    transact(database, |transaction| {
        assert!(transaction.comments().resolve(demand, owner, minute(22)).unwrap());
    });
    assert_eq!(pauses(), [ended(3, 7), ended(20, 22)]);
    assert!(reopen(demand, 30));
    assert_eq!(pauses(), [ended(3, 7), ended(20, 22), (minute(30), None)]);
    recall(database, &board.requester, request, minute(31));
    change(database, request, |chain| {
        chain.new_round(&board.requester.attendant, minute(32))
    })
    .unwrap()
    .unwrap();
    assert!(pauses().is_empty(), "they are of the first round");
}

/// Due dates are computed again if they are of an earlier version of the calendar.
pub fn due_dates_of_an_earlier_calendar_are_found(database: &dyn Database) {
    let board = Board::new(database);
    let first = board.submit("Measles", &with_targets(), 1);
    let second = board.submit("Malaria", &with_targets(), 2);
    let without = board.submit("Anaemia", &default_procedure(), 3);
    let outdated = |version, at_most| {
        let mut found = transact(database, |transaction| {
            let clocks = transaction.stage_clocks();
            clocks.computed_before(RowVersion(version), at_most).unwrap()
        });
        // Other tests of this database may have requests, too.
        found.retain(|request| [first, second, without].contains(request));
        found.sort_unstable();
        found
    };
    assert_eq!(outdated(1, 100), [first, second]);
    board.set(first, FIRST, dates(8, 10));
    assert_eq!(outdated(1, 100), [second]);
    board.set(second, FIRST, DueDates::default());
    assert_eq!(outdated(1, 100), []);
    assert_eq!(outdated(2, 100), [first, second]);
    assert_eq!(outdated(2, 1).len(), 1);
}

/// Due dates are read with the stages, and in lists, until the turn of the stage ends.
pub fn a_stage_keeps_its_due_date_until_its_turn_ends(database: &dyn Database) {
    let board = Board::new(database);
    let request = board.submit("Measles", &with_targets(), 1);
    let shown = |role| {
        let stage = board.stage(request, role);
        let mut views = database.read().unwrap();
        let progress = views.review().progress(&[request]).unwrap().remove(0);
        let mut listed = progress.due.into_iter();
        let listed = listed.find(|(state, _)| *state == stage.request_state_id);
        assert_eq!(listed.map(|(_, dates)| dates), stage.due_dates);
        stage.due_dates
    };
    assert_eq!(shown(FIRST), Some(DueDates::default()), "not computed yet");
    board.set(request, FIRST, dates(8, 10));
    assert_eq!(shown(FIRST), Some(dates(8, 10)));
    assert_eq!(board.clocks(&[request])[0].clocks[0].dates, dates(8, 10));
    assert_eq!(shown(SECOND), None, "it is not its turn");
    recall(database, &board.requester, request, minute(5));
    assert_eq!(shown(FIRST), None);
    change(database, request, |chain| {
        chain.new_round(&board.requester.attendant, minute(6))
    })
    .unwrap()
    .unwrap();
    assert_eq!(shown(FIRST), Some(DueDates::default()), "a new turn begins anew");
    board.set(request, FIRST, dates(9, 11));
    decide(database, &board.provider, request, FIRST, denial(), minute(7));
    assert_eq!(shown(FIRST), None);
}

/// Lists of staff are filtered and sorted by due date; requests without one come last.
pub fn lists_are_filtered_and_sorted_by_due_date(database: &dyn Database) {
    let board = Board::new(database);
    let titles = [
        "Overdue",
        "Due soon",
        "On time",
        "Paused",
        "Without target",
        "Decided",
    ];
    let requests = titles.map(|title| {
        let procedure = match title {
            "Without target" => default_procedure(),
            _ => with_targets(),
        };
        board.submit(title, &procedure, 1)
    });
    let [overdue, due_soon, on_time, paused, _, decided] = requests;
    board.set(overdue, FIRST, dates(2, 4));
    board.set(due_soon, FIRST, dates(3, 5));
    board.set(on_time, FIRST, dates(6, 8));
    let paused_dates = DueDates {
        due_soon_on: Some(day(3)),
        due_on: None,
    };
    board.set(paused, FIRST, paused_dates);
    board.set(decided, FIRST, dates(1, 2));
    approve_all(database, &board.provider, decided, minute(9));
    let list = |of, tab, due, sort, direction| {
        let query = RequestQuery {
            of,
            tabs: vec![tab],
            search: None,
            filter: RequestFilter {
                due,
                ..RequestFilter::default()
            },
            now: minute(10),
            today: day(5),
            sort,
            direction,
            page: Page::new(1, 100),
        };
        let mut views = database.read().unwrap();
        let found = views.requests().list(&query).unwrap();
        assert_eq!(found.total, found.items.len() as u64);
        let ours = found.items.into_iter().map(|row| row.request_id);
        let place = |id| requests.iter().position(|request| *request == id);
        ours.filter_map(place)
            .map(|place| titles[place])
            .collect::<Vec<_>>()
    };
    let of_first = RequestList::OrgRole(board.provider.staff(FIRST).org_role);
    let of_second = RequestList::OrgRole(board.provider.staff(SECOND).org_role);
    for of in [of_first, RequestList::Everything] {
        let filtered = |due| {
            list(
                of,
                Tab::All,
                Some(due),
                RequestSort::Created,
                Direction::Ascending,
            )
        };
        assert_eq!(filtered(DueFilter::Overdue), ["Overdue"], "{of:?}");
        assert_eq!(filtered(DueFilter::DueSoon), ["Due soon", "Paused"], "{of:?}");
        let sorted = |direction| list(of, Tab::Pending, None, RequestSort::DueOn, direction);
        let with_date = ["Overdue", "Due soon", "On time"];
        let ascending = sorted(Direction::Ascending);
        assert_eq!(ascending[..3], with_date, "{of:?}");
        assert_eq!(ascending.len(), 5);
        let descending = sorted(Direction::Descending);
        assert_eq!(descending[..3], ["On time", "Due soon", "Overdue"], "{of:?}");
        let mut views = database.read().unwrap();
        assert_eq!(views.requests().overdue(of, day(5)).unwrap(), 1, "{of:?}");
        assert_eq!(views.requests().overdue(of, day(9)).unwrap(), 3, "{of:?}");
    }
    let own = RequestList::Owner(board.requester.attendant.user);
    for of in [of_second, own] {
        let due = list(
            of,
            Tab::All,
            Some(DueFilter::Overdue),
            RequestSort::DueOn,
            Direction::Ascending,
        );
        assert_eq!(due, [""; 0], "{of:?}");
        let mut views = database.read().unwrap();
        assert_eq!(views.requests().overdue(of, day(9)).unwrap(), 0, "{of:?}");
    }
    let all = list(own, Tab::All, None, RequestSort::DueOn, Direction::Ascending);
    assert_eq!(all, titles, "a requester's list keeps its order");
}

/// A search finds the same requests in the order of their due dates.
pub fn found_requests_are_sorted_by_due_date(database: &dyn Database) {
    let board = Board::new(database);
    let later = board.submit("Measles of the coast", &with_targets(), 1);
    let earlier = board.submit("Measles inland", &with_targets(), 2);
    board.submit("Malaria", &with_targets(), 3);
    board.set(later, FIRST, dates(6, 8));
    board.set(earlier, FIRST, dates(3, 5));
    for of in [
        RequestList::OrgRole(board.provider.staff(FIRST).org_role),
        RequestList::Everything,
    ] {
        let query = RequestQuery {
            of,
            tabs: vec![Tab::All],
            search: Some("measles".to_owned()),
            filter: RequestFilter::default(),
            now: minute(10),
            today: day(0),
            sort: RequestSort::DueOn,
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        };
        let mut views = database.read().unwrap();
        let found = views.requests().list(&query).unwrap().items;
        let found: Vec<_> = found.iter().map(|row| row.request_id).collect();
        assert_eq!(found, [earlier, later], "{of:?}");
    }
}
