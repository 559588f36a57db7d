//! The rules for every store of requests about the counts on the badges (decisions C12).

use aditus_domain::ids::RequestId;
use aditus_domain::review::{RequestList, Tab};
use aditus_domain::roles::Role;

use super::fixtures::{
    Provider, Requester, change, minute, new_request, provider, requester, start, submit, wizard,
};
use super::steps::{approval, approve_all, decide, denial, recall, rows};
use crate::ports::Database;
use crate::requests::views::TabCounts;

/// Returns the lists of all people in a story.
fn all_lists(providers: &[Provider], requesters: &[Requester]) -> Vec<RequestList> {
    let staff = providers
        .iter()
        .flat_map(|provider| &provider.staff)
        .map(|(_, by)| RequestList::OrgRole(by.org_role));
    let owners = requesters
        .iter()
        .map(|requester| RequestList::Owner(requester.attendant.user));
    staff.chain(owners).chain([RequestList::Everything]).collect()
}

/// Asserts that the badges of each list match its number of rows.
fn assert_counts(database: &dyn Database, lists: &[RequestList]) {
    for of in lists {
        let number = |tab| rows(database, *of, tab).len() as u64;
        let recount = TabCounts {
            incoming: number(Tab::Incoming),
            pending: number(Tab::Pending),
            approved: number(Tab::Approved),
            denied: number(Tab::Denied),
            all: number(Tab::All),
            history: number(Tab::History),
            with_requester: 0,
            overdue: 0,
        };
        assert_eq!(
            database.read().unwrap().requests().counts(*of).unwrap(),
            recount,
            "{of:?}"
        );
    }
}

/// The badges are right after a long random sequence of submissions, approvals, denials, recalls,
/// new rounds and feedback.
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
        // Steps that the chain refuses change nothing and are skipped.
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
                    .decide(
                        stage.0,
                        decision,
                        &provider.staff(stage.1),
                        aditus_domain::review::DecisionConstraints::default(),
                        at,
                    )
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
        .counts(RequestList::Everything)
        .unwrap();
    assert!(
        all.approved > 0 && all.denied > 0 && all.pending > 0,
        "the walk went everywhere: {all:?}"
    );
}

/// The badges are right after concurrent decisions on different requests.
pub fn counts_are_right_after_concurrent_changes(database: &dyn Database) {
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
        .counts(RequestList::Everything)
        .unwrap();
    assert_eq!(
        (counts.approved, counts.denied, counts.pending, counts.all),
        (4, 8, 0, 12)
    );
}

/// A transaction that is not committed changes no count.
pub fn uncommitted_changes_are_not_counted(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let request = new_request(&requester, &provider, &wizard(&provider, "Malaria"), start());
    let mut transaction = database.begin().unwrap();
    transaction.requests().add(&request).unwrap();
    drop(transaction);
    let counts = database
        .read()
        .unwrap()
        .requests()
        .counts(RequestList::Everything)
        .unwrap();
    assert_eq!(counts, TabCounts::default());
    assert!(rows(database, RequestList::Everything, Tab::All).is_empty());
}

/// A pseudorandom generator with a fixed seed.
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
