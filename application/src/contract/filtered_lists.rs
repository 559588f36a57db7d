//! The rules for every store of requests about the filters and orders of lists.

use aditus_domain::ids::RequestId;
use aditus_domain::review::{Party, RequestList, Section, Tab};
use aditus_domain::roles::Role;
use chrono::{DateTime, TimeDelta, Utc};

use super::fixtures::{Provider, Requester, minute, provider, requester, submit, transact};
use super::steps::{approval, decide, denial};
use crate::access::RequestScope;
use crate::paging::{Direction, Page};
use crate::ports::Database;
use crate::requests::views::{FilterChoices, RequestFilter, RequestQuery, RequestSort};
use crate::review::NewComment;

/// Requests of two people at two providers. The last one is at the second provider.
struct Board<'a> {
    database: &'a dyn Database,
    providers: [Provider; 2],
    owners: [Requester; 2],
    requests: [RequestId; 4],
}

impl<'a> Board<'a> {
    fn new(database: &'a dyn Database) -> Self {
        let providers = [
            provider(database),
            Provider::new(database, "Coastal Health Board", "Küstenregister"),
        ];
        let owners = [
            requester(database),
            Requester::new(database, "Ama", "Boateng", "Mirrin University"),
        ];
        let add = |owner: usize, provider: usize, title, at| {
            submit(database, &owners[owner], &providers[provider], title, minute(at))
        };
        let requests = [
            add(0, 0, "Measles", 1),
            add(1, 0, "anaemia", 2),
            add(0, 0, "Östersund births", 3),
            add(1, 1, "Malaria", 4),
        ];
        Self {
            database,
            providers,
            owners,
            requests,
        }
    }

    fn list_of(&self, role: Role) -> RequestList {
        RequestList::OrgRole(self.providers[0].staff(role).org_role)
    }

    /// Returns the request with this place on the board.
    fn place(&self, id: RequestId) -> usize {
        self.requests.iter().position(|request| *request == id).unwrap()
    }

    fn query(of: RequestList, filter: RequestFilter) -> RequestQuery {
        RequestQuery {
            of,
            tabs: vec![Tab::All],
            search: None,
            filter,
            now: minute(10),
            today: minute(10).date_naive(),
            sort: RequestSort::Created,
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        }
    }

    /// Returns the places of the requests on a page, and the total.
    fn read(&self, query: &RequestQuery) -> (Vec<usize>, u64) {
        let mut views = self.database.read().unwrap();
        let page = views.requests().list(query).unwrap();
        let places = page.items.iter().map(|row| self.place(row.request_id));
        (places.collect(), page.total)
    }

    fn found(&self, query: &RequestQuery) -> Vec<usize> {
        let (places, total) = self.read(query);
        assert_eq!(total, places.len() as u64, "{query:?}");
        places
    }

    /// Adds a comment of the first provider's reviewer that requires action.
    fn demands_action(&self, request: RequestId, at: DateTime<Utc>) {
        let by = self.providers[0].staff(Role::DataAccessReviewer);
        let mut views = self.database.read().unwrap();
        let states = views.review().states(&RequestScope::Everything, request);
        let states = states.unwrap().unwrap();
        let own = states.iter().find(|state| state.role == Role::DataAccessReviewer);
        let comment = NewComment {
            request,
            round: 1,
            state: own.unwrap().request_state_id,
            author: by.user,
            author_role: by.assigned_role,
            section: Section::Devices,
            comment: "Which devices?".to_owned(),
            action_required: true,
            created_on: at,
        };
        drop(views);
        transact(self.database, |transaction| {
            transaction.comments().add(&comment).unwrap();
        });
    }
}

/// A list has only the requests that meet every condition, and so has its total.
pub fn filters_limit_a_list(database: &dyn Database) {
    let board = Board::new(database);
    let source = |place: usize| RequestFilter {
        data_source: Some(board.providers[place].source),
        ..RequestFilter::default()
    };
    let organisation = RequestFilter {
        organisation: Some(board.owners[1].organisation),
        ..RequestFilter::default()
    };
    let both = RequestFilter {
        data_source: source(0).data_source,
        ..organisation
    };
    let everything = RequestList::Everything;
    let reviewers = board.list_of(Role::DataAccessReviewer);
    let own = RequestList::Owner(board.owners[1].attendant.user);
    for (of, filter, expected) in [
        (everything, RequestFilter::default(), vec![0, 1, 2, 3]),
        (everything, source(0), vec![0, 1, 2]),
        (everything, source(1), vec![3]),
        (everything, organisation, vec![1, 3]),
        (everything, both, vec![1]),
        (reviewers, organisation, vec![1]),
        (reviewers, source(0), vec![0, 1, 2]),
        (reviewers, source(1), vec![]),
        (own, source(1), vec![3]),
    ] {
        let query = Board::query(of, filter);
        assert_eq!(board.found(&query), expected, "{of:?} {filter:?}");
        let first = RequestQuery {
            page: Page::new(1, 1),
            ..query.clone()
        };
        let total = expected.len() as u64;
        let first_place = expected.iter().take(1).copied().collect();
        assert_eq!(board.read(&first), (first_place, total), "{of:?} {filter:?}");
        let searched = RequestQuery {
            search: Some("measles".to_owned()),
            ..query
        };
        let mut measles = expected;
        measles.retain(|place| *place == 0);
        assert_eq!(board.found(&searched), measles, "{of:?} {filter:?}");
    }
}

/// The age is counted in full days since the submission.
pub fn old_requests_are_found(database: &dyn Database) {
    let board = Board::new(database);
    let old = |older_than_days, now| {
        let filter = RequestFilter {
            older_than_days: Some(older_than_days),
            ..RequestFilter::default()
        };
        [RequestList::Everything, board.list_of(Role::DataOfficer)].map(|of| {
            board.found(&RequestQuery {
                now,
                ..Board::query(of, filter)
            })
        })
    };
    let day = TimeDelta::days(7);
    assert_eq!(old(7, minute(2) + day), [[0, 1], [0, 1]]);
    assert_eq!(old(7, minute(1) + day), [[0], [0]]);
    assert_eq!(old(u32::MAX, minute(1) + day), [[0; 0], [0; 0]]);
}

/// A pending request waits for its requester while a comment blocks it, or else for the stage whose
/// turn it is. A denied one waits for no party.
pub fn requests_are_found_by_the_party_they_wait_for(database: &dyn Database) {
    let board = Board::new(database);
    let [demanded, moved, denied, _] = board.requests;
    let reviewer = Role::DataAccessReviewer;
    let here = &board.providers[0];
    board.demands_action(demanded, minute(5));
    decide(database, here, moved, reviewer, approval(), minute(6));
    decide(database, here, denied, reviewer, denial(), minute(7));
    let waiting = |of, now| {
        [Party::OwnStage, Party::Requester, Party::Others].map(|party| {
            let filter = RequestFilter {
                waits_for: Some(party),
                ..RequestFilter::default()
            };
            board.found(&RequestQuery {
                now,
                ..Board::query(of, filter)
            })
        })
    };
    let reviewers = board.list_of(reviewer);
    let approvers = board.list_of(Role::DataAccessApprover);
    let now = minute(10);
    assert_eq!(waiting(reviewers, now), [vec![], vec![0], vec![1]]);
    assert_eq!(waiting(approvers, now), [vec![1], vec![0], vec![]]);
    assert_eq!(
        waiting(RequestList::Everything, now),
        [vec![], vec![0], vec![1, 3]]
    );
    let later = minute(5) + TimeDelta::hours(48);
    assert_eq!(waiting(reviewers, later), [vec![0], vec![], vec![1]]);
}

/// Lists are sorted by title and by waiting time, in either direction, with and without a search.
pub fn lists_are_sorted(database: &dyn Database) {
    let board = Board::new(database);
    let here = &board.providers[0];
    let reviewer = Role::DataAccessReviewer;
    decide(database, here, board.requests[1], reviewer, approval(), minute(9));
    decide(database, here, board.requests[2], reviewer, denial(), minute(8));
    let everything = RequestList::Everything;
    for (of, sort, expected) in [
        (everything, RequestSort::Title, vec![1, 3, 0, 2]),
        (board.list_of(reviewer), RequestSort::Title, vec![1, 0, 2]),
        (everything, RequestSort::WaitingSince, vec![0, 2, 3, 1]),
        (board.list_of(reviewer), RequestSort::WaitingSince, vec![0, 2, 1]),
    ] {
        for search in [None, Some("research".to_owned())] {
            let sorted = RequestQuery {
                search,
                sort,
                ..Board::query(of, RequestFilter::default())
            };
            assert_eq!(board.found(&sorted), expected, "{sorted:?}");
            let second = RequestQuery {
                page: Page::new(2, 2),
                ..sorted.clone()
            };
            let total = expected.len() as u64;
            assert_eq!(board.read(&second), (expected[2..].to_vec(), total));
            let reversed = RequestQuery {
                direction: Direction::Descending,
                ..sorted
            };
            let backwards: Vec<_> = expected.iter().rev().copied().collect();
            assert_eq!(board.found(&reversed), backwards, "{reversed:?}");
        }
    }
}

/// Filters offer only the sources and organisations of the list, sorted by name.
pub fn filters_offer_what_occurs(database: &dyn Database) {
    let board = Board::new(database);
    let choices = |of| {
        let mut views = board.database.read().unwrap();
        views.requests().filter_choices(of).unwrap()
    };
    let [here, there] = [0, 1].map(|place: usize| {
        let provider = &board.providers[place];
        (provider.source, provider.source_name.clone())
    });
    let halden = (board.owners[0].organisation, "Institut Öresund".to_owned());
    let mirrin = (board.owners[1].organisation, "Mirrin University".to_owned());
    assert_eq!(
        choices(RequestList::Everything),
        FilterChoices {
            data_sources: vec![there, here.clone()],
            organisations: vec![halden.clone(), mirrin.clone()],
        }
    );
    assert_eq!(
        choices(board.list_of(Role::DataOfficer)),
        FilterChoices {
            data_sources: vec![here.clone()],
            organisations: vec![halden.clone(), mirrin],
        }
    );
    assert_eq!(
        choices(RequestList::Owner(board.owners[0].attendant.user)),
        FilterChoices {
            data_sources: vec![here],
            organisations: vec![halden],
        }
    );
}
