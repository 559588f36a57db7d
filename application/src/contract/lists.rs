//! What every store of requests MUST do for lists, badges and searches (decisions C12; 2 §5, "List search").

use aditus_domain::ids::RequestId;
use aditus_domain::requests::search::SearchTerm;
use aditus_domain::review::{OverallStatus, StageState};
use aditus_domain::roles::Role;

use super::fixtures::{Provider, Requester, change, minute, start, submit, transact};
use super::steps::{approval, approve_all, decide, denial, give_feedback, own_state, recall, rows, tabs_of};
use crate::paging::{Direction, Page};
use crate::ports::Database;
use crate::requests::views::{ListOf, RequestQuery, Tab, TabCounts};

fn provider(database: &dyn Database) -> Provider {
    Provider::new(database, "Ministry of Health", "National HMIS")
}

fn requester(database: &dyn Database) -> Requester {
    Requester::new(database, "Zoë", "Ångström", "Institut Öresund")
}

fn list_of(provider: &Provider, role: Role) -> ListOf {
    ListOf::OrgRole(provider.staff(role).org_role)
}

/// A row shows what the list needs.
pub fn a_row_shows_the_request(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", minute(1));
    decide(
        database,
        &provider,
        id,
        Role::DataAccessReviewer,
        approval(),
        minute(2),
    );
    let row = rows(
        database,
        list_of(&provider, Role::DataAccessApprover),
        Tab::Pending,
    )
    .remove(0);
    assert_eq!(
        (row.request_id, row.title.as_str(), row.status),
        (id, "Malaria", OverallStatus::Pending)
    );
    assert_eq!(
        (row.requester_fname.as_str(), row.requester_sname.as_str()),
        ("Zoë", "Ångström")
    );
    assert_eq!(row.organization, "Institut Öresund");
    assert_eq!(row.purposes, ["Other", "Research"]);
    assert_eq!(row.data_sources, ["National HMIS"]);
    assert_eq!(
        (row.date_created, row.needed_on.to_string().as_str()),
        (minute(1), "2026-05-04")
    );
    assert!(row.ethics_approval_letter && !row.has_feedback);
    assert_eq!(row.last_responded_on, Some(minute(2)));
    assert_eq!(
        (row.waiting_for, row.waiting_since),
        (vec!["Data Access Approver".to_owned()], Some(minute(2)))
    );
    let (state, is) = row.own_state.unwrap();
    assert_eq!(is, StageState::Unattended);
    let located = transact(database, |transaction| {
        transaction.requests().locate(state).unwrap()
    });
    assert_eq!(located.map(|(request, _)| request), Some(id));
    let own = rows(database, ListOf::Owner(requester.attendant.user), Tab::Pending).remove(0);
    assert_eq!((own.request_id, own.own_state), (id, None));
}

/// A request moves through the tabs of each role as it is approved.
pub fn approvals_move_a_request_through_the_tabs(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    for (turn, (deciding, _)) in provider.staff.iter().enumerate() {
        for (place, (role, _)) in provider.staff.iter().enumerate() {
            let expected = match place.cmp(&turn) {
                std::cmp::Ordering::Less => [Tab::All, Tab::History],
                std::cmp::Ordering::Equal => [Tab::Pending, Tab::All],
                std::cmp::Ordering::Greater => [Tab::Incoming, Tab::All],
            };
            assert_eq!(
                tabs_of(database, list_of(&provider, *role), id),
                expected,
                "{role} at the turn of {deciding}"
            );
        }
        decide(database, &provider, id, *deciding, approval(), minute(1));
    }
    for (role, _) in &provider.staff {
        assert_eq!(
            tabs_of(database, list_of(&provider, *role), id),
            [Tab::Approved, Tab::All, Tab::History]
        );
        assert_eq!(own_state(database, &provider, *role, id), StageState::Approved);
    }
    let owner = ListOf::Owner(requester.attendant.user);
    assert_eq!(
        tabs_of(database, owner, id),
        [Tab::Approved, Tab::All, Tab::History]
    );
    give_feedback(database, &requester, id, "Good", minute(2));
    let row = rows(database, owner, Tab::Approved).remove(0);
    assert!(row.has_feedback);
    assert_eq!(
        (row.waiting_for.len(), row.waiting_since, row.last_responded_on),
        (0, None, Some(minute(1)))
    );
}

/// A denial shows on the tabs of every role; only those who decided have it in their history.
pub fn a_denial_shows_on_the_tabs_of_every_role(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    decide(
        database,
        &provider,
        id,
        Role::DataAccessReviewer,
        approval(),
        minute(1),
    );
    decide(
        database,
        &provider,
        id,
        Role::DataAccessApprover,
        denial(),
        minute(2),
    );
    for (place, (role, _)) in provider.staff.iter().enumerate() {
        let expected = if place < 2 {
            vec![Tab::Denied, Tab::All, Tab::History]
        } else {
            vec![Tab::Denied, Tab::All]
        };
        assert_eq!(
            tabs_of(database, list_of(&provider, *role), id),
            expected,
            "{role}"
        );
    }
    assert_eq!(
        own_state(database, &provider, Role::DataOfficer, id),
        StageState::Halted
    );
    let owner = ListOf::Owner(requester.attendant.user);
    assert_eq!(
        tabs_of(database, owner, id),
        [Tab::Denied, Tab::All, Tab::History]
    );
}

/// A recalled request stands on the Denied tab, tagged Recalled; nobody decided on it.
pub fn a_recall_shows_on_the_denied_tab(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    recall(database, &requester, id, minute(1));
    for (role, _) in &provider.staff {
        assert_eq!(
            tabs_of(database, list_of(&provider, *role), id),
            [Tab::Denied, Tab::All],
            "{role}"
        );
    }
    let row = rows(database, ListOf::Everything, Tab::Denied).remove(0);
    assert_eq!((row.request_id, row.status), (id, OverallStatus::Recalled));
}

/// What was decided in an earlier round stays in the history of the role.
pub fn an_earlier_round_stays_in_the_history(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    decide(
        database,
        &provider,
        id,
        Role::DataAccessReviewer,
        denial(),
        minute(1),
    );
    change(database, id, |chain| {
        chain.new_round(&requester.attendant, minute(2))
    })
    .unwrap()
    .unwrap();
    let tabs = tabs_of(database, list_of(&provider, Role::DataAccessReviewer), id);
    assert_eq!(tabs, [Tab::Pending, Tab::All, Tab::History]);
}

/// Pages follow the date of creation, then the id, in either direction, and never overlap.
pub fn pages_follow_the_date_of_creation(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    // Two requests of each minute, the later minute first.
    let ids: Vec<_> = (0..6)
        .map(|place| submit(database, &requester, &provider, "Malaria", minute(10 - place / 2)))
        .collect();
    let ascending = [ids[4], ids[5], ids[2], ids[3], ids[0], ids[1]];
    let lists = [
        ListOf::Everything,
        ListOf::Owner(requester.attendant.user),
        list_of(&provider, Role::DataAccessReviewer),
    ];
    for of in lists {
        for (direction, expected) in [
            (Direction::Ascending, ascending.to_vec()),
            (Direction::Descending, ascending.iter().rev().copied().collect()),
        ] {
            let mut seen: Vec<RequestId> = Vec::new();
            for number in 1..=3 {
                let query = RequestQuery {
                    of,
                    tab: Tab::Pending,
                    search: None,
                    direction,
                    page: Page::new(number, 2),
                };
                let page = database.read().unwrap().requests().list(&query).unwrap();
                assert_eq!((page.total, page.page), (6, Page::new(number, 2)));
                seen.extend(page.items.iter().map(|row| row.request_id));
            }
            assert_eq!(seen, expected, "{of:?} {direction:?}");
        }
    }
}

/// A search finds a request by every text of the specification, whatever the script, and nothing by wildcards.
pub fn a_search_finds_what_the_specification_names(database: &dyn Database) {
    let first_provider = provider(database);
    let second_provider = Provider::new(database, "Coastal Health Board", "Küstenregister");
    let zoe = requester(database);
    let ama = Requester::new(database, "Ama", "Boateng", "Mirrin University");
    let first = submit(
        database,
        &zoe,
        &first_provider,
        "Größe 100%_done \"quoted\" a\\b",
        minute(1),
    );
    let second = submit(
        database,
        &ama,
        &second_provider,
        "Пневмония in infants",
        minute(2),
    );
    let found_in = |of: ListOf, typed: &str| {
        let search = SearchTerm::parse(typed).map(|term| term.text);
        let query = RequestQuery {
            of,
            tab: Tab::All,
            search,
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        };
        let page = database.read().unwrap().requests().list(&query).unwrap();
        assert_eq!(page.total, page.items.len() as u64, "the total of {typed}");
        page.items.iter().map(|row| row.request_id).collect::<Vec<_>>()
    };
    let found = |typed: &str| found_in(ListOf::Everything, typed);
    for typed in [
        "zoë",
        "ZOE",
        "ångström",
        "angstrom",
        "zoe ang",
        "größe",
        "100%",
        "100%_",
        "\"quoted\"",
        "a\\b",
        "Öresund",
        "national hmis",
    ] {
        assert_eq!(found(typed), [first], "{typed}");
    }
    for typed in [
        "ama",
        "boateng",
        "Пневмония",
        "ПНЕВМОНИЯ",
        "infants",
        "mirrin",
        "küsten",
        "kustenreg",
    ] {
        assert_eq!(found(typed), [second], "{typed}");
    }
    for typed in ["research", "doctoral", "oth"] {
        assert_eq!(found(typed), [first, second], "{typed}");
    }
    for id in [first, second] {
        for typed in [
            format!("REQ{id:06}", id = id.0),
            format!("dac00{id}"),
            id.to_string(),
        ] {
            assert!(found(&typed).contains(&id), "{typed}");
        }
    }
    for typed in [
        "%done%x",
        "100_done_",
        "z%e",
        "öresund größe",
        "nothing of the kind",
        "a\0b",
        "\"",
        "*",
        "AND",
    ] {
        let hits = found(typed);
        assert!(hits.is_empty() || typed == "\"", "{typed} finds {hits:?}");
    }
    assert_eq!(found("%"), Vec::<RequestId>::new());
    assert_eq!(found("  "), [first, second]);
    // Within a list, a search finds what stands on the list.
    assert_eq!(
        found_in(ListOf::Owner(ama.attendant.user), "zoe"),
        Vec::<RequestId>::new()
    );
    assert_eq!(found_in(ListOf::Owner(ama.attendant.user), "infants"), [second]);
    assert_eq!(
        found_in(list_of(&first_provider, Role::DataOfficer), "research"),
        [first]
    );
    assert_eq!(
        found_in(list_of(&second_provider, Role::DataOfficer), "zoe"),
        Vec::<RequestId>::new()
    );
}

/// All lists that the people of a story have.
fn all_lists(providers: &[Provider], requesters: &[Requester]) -> Vec<ListOf> {
    let staff = providers
        .iter()
        .flat_map(|provider| &provider.staff)
        .map(|(_, by)| ListOf::OrgRole(by.org_role));
    let owners = requesters
        .iter()
        .map(|requester| ListOf::Owner(requester.attendant.user));
    staff.chain(owners).chain([ListOf::Everything]).collect()
}

/// The badges of every list say what a count of its rows says.
fn assert_counts(database: &dyn Database, lists: &[ListOf]) {
    for of in lists {
        let number = |tab| rows(database, *of, tab).len() as u64;
        let recount = TabCounts {
            incoming: number(Tab::Incoming),
            pending: number(Tab::Pending),
            approved: number(Tab::Approved),
            denied: number(Tab::Denied),
            all: number(Tab::All),
            history: number(Tab::History),
        };
        assert_eq!(
            database.read().unwrap().requests().counts(*of).unwrap(),
            recount,
            "{of:?}"
        );
    }
}

/// After a long walk of submissions, approvals, denials, recalls, new rounds and feedback, the badges are right.
pub fn counts_are_right_after_many_changes(database: &dyn Database) {
    let providers = [
        provider(database),
        Provider::new(database, "Coastal Health Board", "Coastal register"),
    ];
    let requesters = [
        requester(database),
        Requester::new(database, "Ama", "Boateng", "Mirrin University"),
    ];
    let lists = all_lists(&providers, &requesters);
    let mut requests: Vec<(RequestId, usize, usize)> = Vec::new();
    let mut draw = Draw(7);
    for step in 0..220 {
        if requests.len() < 24 && draw.below(5) == 0 || requests.is_empty() {
            let (provider, requester) = (draw.below(2), draw.below(2));
            let id = submit(
                database,
                &requesters[requester],
                &providers[provider],
                "Malaria",
                minute(step),
            );
            requests.push((id, provider, requester));
            continue;
        }
        let (id, provider, requester) = requests[draw.below(requests.len())];
        let (provider, owner) = (&providers[provider], requesters[requester].attendant);
        let at = minute(step);
        // What the chain refuses changes nothing and is no part of the walk.
        let _ = match draw.below(12) {
            0 => change(database, id, |chain| {
                chain.recall(&owner, Role::DataRequester, at).map_err(drop)
            }),
            1 => change(database, id, |chain| {
                chain.give_feedback(&owner, at).map_err(drop)
            }),
            2 | 3 => change(database, id, |chain| chain.new_round(&owner, at).map_err(drop)),
            die => change(database, id, |chain| {
                let stage = chain
                    .waiting_for()
                    .first()
                    .map(|stage| (stage.number, stage.role))
                    .ok_or(())?;
                let decision = if die == 4 { denial() } else { approval() };
                chain
                    .decide(stage.0, decision, &provider.staff(stage.1), at)
                    .map_err(drop)
            }),
        }
        .map(Result::unwrap);
        if step % 40 == 39 {
            assert_counts(database, &lists);
        }
    }
    assert_counts(database, &lists);
    let all = database
        .read()
        .unwrap()
        .requests()
        .counts(ListOf::Everything)
        .unwrap();
    assert!(
        all.approved > 0 && all.denied > 0 && all.pending > 0,
        "the walk went everywhere: {all:?}"
    );
}

/// Decisions on different requests at once keep the badges right.
pub fn counts_are_right_after_changes_at_once(database: &dyn Database) {
    let providers = [provider(database)];
    let requesters = [requester(database)];
    let ids: Vec<_> = (0..12)
        .map(|place| submit(database, &requesters[0], &providers[0], "Malaria", minute(place)))
        .collect();
    std::thread::scope(|scope| {
        for some in ids.chunks(3) {
            let (provider, requester) = (&providers[0], &requesters[0]);
            scope.spawn(move || {
                approve_all(database, provider, some[0], minute(20));
                decide(
                    database,
                    provider,
                    some[1],
                    Role::DataAccessReviewer,
                    denial(),
                    minute(20),
                );
                recall(database, requester, some[2], minute(20));
            });
        }
    });
    assert_counts(database, &all_lists(&providers, &requesters));
    let counts = database
        .read()
        .unwrap()
        .requests()
        .counts(ListOf::Everything)
        .unwrap();
    assert_eq!(
        (counts.approved, counts.denied, counts.pending, counts.all),
        (4, 8, 0, 12)
    );
}

/// A transaction that is not committed counts nothing.
pub fn what_is_not_committed_is_not_counted(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let request = super::fixtures::new_request(
        &requester,
        &provider,
        &super::fixtures::wizard(&provider, "Malaria"),
        start(),
    );
    let mut transaction = database.begin().unwrap();
    transaction.requests().add(&request).unwrap();
    drop(transaction);
    let counts = database
        .read()
        .unwrap()
        .requests()
        .counts(ListOf::Everything)
        .unwrap();
    assert_eq!(counts, TabCounts::default());
    assert!(rows(database, ListOf::Everything, Tab::All).is_empty());
}

/// Draws numbers that are the same in each run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}
