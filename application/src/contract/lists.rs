//! The rules for every store of requests about lists and searches (decisions C12; 2 §5, "List
//! search").

use aditus_domain::accounts::{NameField, PersonName};
use aditus_domain::ids::RequestId;
use aditus_domain::organisations::OrganisationDetails;
use aditus_domain::requests::search::SearchTerm;
use aditus_domain::review::{Finished, OverallStatus, RequestList, StageState, StartError, Tab};
use aditus_domain::roles::Role;

use super::fixtures::{
    Provider, Requester, change, load, minute, provider, requester, start, submit, transact,
};
use super::steps::{
    approval, approve_all, decide, denial, give_feedback, own_state, recall, rows, second_round, tabs_of,
};
use crate::access::RequestScope;
use crate::paging::{Direction, Page};
use crate::ports::Database;
use crate::requests::views::{RequestFilter, RequestQuery, RequestSort, TabCounts};

fn list_of(provider: &Provider, role: Role) -> RequestList {
    RequestList::OrgRole(provider.staff(role).org_role)
}

/// A row contains everything that the list shows.
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
    let own = rows(
        database,
        RequestList::Owner(requester.attendant.user),
        Tab::Pending,
    )
    .remove(0);
    assert_eq!((own.request_id, own.own_state), (id, None));
}

/// A request moves through the tabs of each role as it is approved.
pub fn approvals_move_a_request_through_the_tabs(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    let owner = RequestList::Owner(requester.attendant.user);
    for of in [owner, RequestList::Everything] {
        assert_eq!(tabs_of(database, of, id), [Tab::Pending, Tab::All], "{of:?}");
    }
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
    for of in [owner, RequestList::Everything] {
        assert_eq!(
            tabs_of(database, of, id),
            [Tab::Approved, Tab::All, Tab::History],
            "{of:?}"
        );
    }
    give_feedback(database, &requester, id, "Good", minute(2));
    let row = rows(database, owner, Tab::Approved).remove(0);
    assert!(row.has_feedback);
    assert_eq!(
        (row.waiting_for.len(), row.waiting_since, row.last_responded_on),
        (0, None, Some(minute(1)))
    );
}

/// A denial is on the tabs of every role. Only deciders have it in their history.
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
    let owner = RequestList::Owner(requester.attendant.user);
    assert_eq!(
        tabs_of(database, owner, id),
        [Tab::Denied, Tab::All, Tab::History]
    );
}

/// A recalled request is on the Denied tab, tagged Recalled, without a decider.
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
    let row = rows(database, RequestList::Everything, Tab::Denied).remove(0);
    assert_eq!((row.request_id, row.status), (id, OverallStatus::Recalled));
    assert_eq!(
        tabs_of(database, RequestList::Everything, id),
        [Tab::Denied, Tab::All, Tab::History]
    );
}

/// Decisions of an earlier round are kept in the history of the role.
pub fn an_earlier_round_stays_in_the_history(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let id = submit(database, &requester, &provider, "Malaria", start());
    second_round(database, &provider, &requester, id);
    let tabs = tabs_of(database, list_of(&provider, Role::DataAccessReviewer), id);
    assert_eq!(tabs, [Tab::Pending, Tab::All, Tab::History]);
}

/// Rebinding a stage to another organisation role moves the request from the lists, counts and
/// scopes of the former role to those of the new one.
pub fn rebinding_a_stage_moves_the_request(database: &dyn Database) {
    let (here, requester) = (provider(database), requester(database));
    let there = Provider::new(database, "Lakeside Register", "Lakeside Births");
    let id = submit(database, &requester, &here, "Malaria", start());
    let role = Role::DataAccessReviewer;
    decide(database, &here, id, role, denial(), minute(1));
    change(database, id, |chain| {
        let events = chain
            .new_round(&requester.attendant, minute(2))
            .map_err(|error| error.to_string())?;
        chain
            .bind_open_stages(|stage| {
                let moved = there.staff(stage.role).org_role;
                Ok::<_, StartError>(Some(if stage.role == role { moved } else { stage.org_role }))
            })
            .map_err(|error| error.to_string())?;
        Ok::<_, String>(events)
    })
    .unwrap()
    .unwrap();
    assert_eq!(tabs_of(database, list_of(&here, role), id), []);
    assert_eq!(
        tabs_of(database, list_of(&there, role), id),
        [Tab::Pending, Tab::All]
    );
    let counts = |of| database.read().unwrap().requests().counts(of).unwrap();
    assert_eq!(counts(list_of(&here, role)), TabCounts::default());
    let expected = TabCounts {
        pending: 1,
        all: 1,
        ..TabCounts::default()
    };
    assert_eq!(counts(list_of(&there, role)), expected);
    let is_read = |scope| {
        let mut views = database.read().unwrap();
        views.requests().detail(&scope, id).unwrap().is_some()
    };
    assert!(!is_read(here.scope(role)) && is_read(there.scope(role)));
    let stage = load(database, id).chain.waiting_for()[0].clone();
    assert_eq!(stage.org_role, there.staff(role).org_role);
    decide(database, &there, id, role, approval(), minute(3));
    assert_eq!(
        tabs_of(database, list_of(&there, role), id),
        [Tab::All, Tab::History]
    );
    assert_eq!(
        tabs_of(database, list_of(&here, Role::DataAccessApprover), id),
        [Tab::Pending, Tab::All]
    );
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
        RequestList::Everything,
        RequestList::Owner(requester.attendant.user),
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
                    tabs: vec![Tab::Pending],
                    search: None,
                    filter: RequestFilter::default(),
                    now: start(),
                    today: start().date_naive(),
                    sort: RequestSort::default(),
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

/// Finished requests are returned with their times, the latest decision first, within the scope and
/// the limit. Pending and recalled ones are left out.
pub fn finished_requests_have_their_times(database: &dyn Database) {
    let (provider, ours) = (provider(database), requester(database));
    let theirs = Requester::new(database, "Ama", "Boateng", "Mirrin University");
    let submitted = |by: &Requester, at| submit(database, by, &provider, "Malaria", minute(at));
    let approved = submitted(&ours, 1);
    let earlier = submitted(&theirs, 0);
    let denied = submitted(&ours, 2);
    let recalled = submitted(&ours, 3);
    submitted(&ours, 4);
    approve_all(database, &provider, approved, minute(20));
    approve_all(database, &provider, earlier, minute(30));
    let role = Role::DataAccessReviewer;
    decide(database, &provider, denied, role, denial(), minute(15));
    recall(database, &ours, recalled, minute(16));
    let found = |scope: &RequestScope, at_most| {
        let mut views = database.read().unwrap();
        views.requests().finished(scope, at_most).unwrap()
    };
    let times = |submitted, decided| Finished {
        submitted: minute(submitted),
        decided: minute(decided),
    };
    assert_eq!(
        found(&RequestScope::Everything, 10),
        [times(0, 30), times(1, 20), times(2, 15)]
    );
    assert_eq!(found(&RequestScope::Everything, 1), [times(0, 30)]);
    assert_eq!(found(&theirs.scope(), 10), [times(0, 30)]);
}

/// Two requests of different people at different providers, with letters of several scripts.
struct Shelf<'a> {
    database: &'a dyn Database,
    providers: [Provider; 2],
    owners: [Requester; 2],
    requests: [RequestId; 2],
}

impl<'a> Shelf<'a> {
    fn new(database: &'a dyn Database) -> Self {
        let providers = [
            provider(database),
            Provider::new(database, "Coastal Health Board", "Küstenregister"),
        ];
        let owners = [
            requester(database),
            Requester::new(database, "Ama", "Boateng", "Mirrin University"),
        ];
        let titles = ["Größe 100%_done \"quoted\" a\\b", "Пневмония in infants"];
        let add = |place: usize| {
            submit(
                database,
                &owners[place],
                &providers[place],
                titles[place],
                minute(1),
            )
        };
        let requests = [add(0), add(1)];
        Self {
            database,
            providers,
            owners,
            requests,
        }
    }

    /// Returns the matches of a search among all requests.
    fn found(&self, typed: &str) -> Vec<RequestId> {
        self.found_in(RequestList::Everything, typed)
    }

    /// Returns the matches of a search on a list.
    fn found_in(&self, of: RequestList, typed: &str) -> Vec<RequestId> {
        let search = SearchTerm::parse(typed).map(|term| term.text);
        let query = RequestQuery {
            of,
            tabs: vec![Tab::All],
            search,
            filter: RequestFilter::default(),
            now: start(),
            today: start().date_naive(),
            sort: RequestSort::default(),
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        };
        let page = self.database.read().unwrap().requests().list(&query).unwrap();
        assert_eq!(page.total, page.items.len() as u64, "the total of {typed}");
        page.items.iter().map(|row| row.request_id).collect()
    }
}

/// The search covers every text that the specification names, in any script and case.
pub fn a_search_covers_every_specified_text(database: &dyn Database) {
    let shelf = Shelf::new(database);
    let [first, second] = shelf.requests;
    for typed in [
        "zoë",
        "ZOE",
        "ångström",
        "angstrom",
        "zoe ang",
        "größe",
        "Öresund",
        "national hmis",
    ] {
        assert_eq!(shelf.found(typed), [first], "{typed}");
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
        assert_eq!(shelf.found(typed), [second], "{typed}");
    }
    for typed in ["research", "doctoral", "oth"] {
        assert_eq!(shelf.found(typed), [first, second], "{typed}");
    }
    for id in [first, second] {
        for typed in [
            format!("REQ{id:06}", id = id.0),
            format!("dac00{id}"),
            id.to_string(),
        ] {
            assert!(shelf.found(&typed).contains(&id), "{typed}");
        }
    }
}

/// Different apostrophes, hyphens and invisible characters match each other.
pub fn a_search_ignores_keyboard_differences(database: &dyn Database) {
    let shelf = Shelf::new(database);
    let [first, _] = shelf.requests;
    rename(&shelf, "N\u{2019}Guessan\u{2011}Okot", "Γιώργος");
    for typed in [
        "N'Guessan-Okot",
        "nʼguessan–okot",
        "n\u{200b}'guessan",
        "ΓΙΩΡΓΟΣ",
        "γιωργος",
    ] {
        assert_eq!(shelf.found(typed), [first], "{typed}");
    }
}

/// The search uses the current names of the owner and the organisation, which lists show, and not
/// former ones.
pub fn a_search_finds_current_names_only(database: &dyn Database) {
    let shelf = Shelf::new(database);
    let [first, _] = shelf.requests;
    rename(&shelf, "Zoë", "Lindqvist");
    assert_eq!(shelf.found("zoe lindqvist"), [first]);
    assert_eq!(shelf.found("ångström"), Vec::<RequestId>::new());
    assert_eq!(shelf.found("größe"), [first], "everything else stays");
    transact(database, |transaction| {
        let organisations = transaction.organisations();
        let id = shelf.owners[0].organisation;
        let known = organisations.by_id(id).unwrap().unwrap();
        let renamed = OrganisationDetails {
            name: "Lakeside Institute".to_owned(),
            domain: known.domain,
            description: "By the lake.".to_owned(),
            active: true,
            country: "Ormeda".to_owned(),
            abbreviation: None,
        };
        organisations.save(id, &renamed).unwrap();
    });
    assert_eq!(shelf.found("lakeside institute"), [first]);
    assert_eq!(shelf.found("öresund"), Vec::<RequestId>::new());
}

/// Gives the owner of the first request another name.
fn rename(shelf: &Shelf<'_>, fname: &str, sname: &str) {
    transact(shelf.database, |transaction| {
        let accounts = transaction.accounts();
        let mut account = accounts.by_id(shelf.owners[0].attendant.user).unwrap().unwrap();
        account.fname = PersonName::parse(fname, NameField::First).unwrap();
        account.sname = PersonName::parse(sname, NameField::Last).unwrap();
        accounts.save(&account).unwrap();
    });
}

/// Special characters in a search are matched literally.
pub fn special_characters_in_a_search_are_literal(database: &dyn Database) {
    let shelf = Shelf::new(database);
    let [first, second] = shelf.requests;
    for typed in ["100%", "100%_", "100% done", "\"quoted\"", "a\\b"] {
        assert_eq!(shelf.found(typed), [first], "{typed}");
    }
    for typed in [
        "%",
        "%done%x",
        "100_done_",
        "z%e",
        "z_e",
        "öresund größe",
        "nothing of the kind",
        "a\0b",
        "*",
        "AND",
    ] {
        assert_eq!(shelf.found(typed), Vec::<RequestId>::new(), "{typed}");
    }
    assert_eq!(shelf.found("  "), [first, second]);
}

/// A search on a list only finds its own requests.
pub fn a_search_stays_within_its_list(database: &dyn Database) {
    let shelf = Shelf::new(database);
    let [first, second] = shelf.requests;
    let nothing = Vec::<RequestId>::new();
    let own = RequestList::Owner(shelf.owners[1].attendant.user);
    assert_eq!(shelf.found_in(own, "zoe"), nothing);
    assert_eq!(shelf.found_in(own, "infants"), [second]);
    let [here, there] = [0, 1].map(|place| list_of(&shelf.providers[place], Role::DataOfficer));
    assert_eq!(shelf.found_in(here, "research"), [first]);
    assert_eq!(shelf.found_in(there, "zoe"), nothing);
}
