//! The steps of people on requests in the database contracts.

use aditus_domain::feedback::{Feedback, RawFeedback};
use aditus_domain::ids::RequestId;
use aditus_domain::review::{Decision, DecisionConstraints, RequestList, StageState, Tab};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::fixtures::{Provider, Requester, change, entries, minute, start, transact};
use crate::paging::{Direction, Page};
use crate::ports::Database;
use crate::requests::views::{RequestFilter, RequestQuery, RequestRow, RequestSort};

/// An approval with a remark.
pub fn approval() -> Decision {
    Decision::parse(true, Some("Sound"), None, false).unwrap()
}

/// A denial with a reason and a recommendation.
pub fn denial() -> Decision {
    Decision::parse(false, Some("Too much"), Some("Ask for less"), false).unwrap()
}

/// The person in this role decides at their stage.
pub fn decide(
    database: &dyn Database,
    provider: &Provider,
    id: RequestId,
    role: Role,
    decision: Decision,
    at: DateTime<Utc>,
) {
    let by = provider.staff(role);
    change(database, id, |chain| {
        let stage = chain.own_stage(by.org_role).unwrap().number;
        chain.decide(stage, decision, &by, DecisionConstraints::default(), at)
    })
    .unwrap()
    .unwrap();
}

/// All six roles approve.
pub fn approve_all(database: &dyn Database, provider: &Provider, id: RequestId, at: DateTime<Utc>) {
    for (role, _) in &provider.staff {
        decide(database, provider, id, *role, approval(), at);
    }
}

/// Denies in the first role at minute one, and begins a second round at minute two.
pub fn second_round(database: &dyn Database, provider: &Provider, requester: &Requester, id: RequestId) {
    decide(
        database,
        provider,
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
}

/// The requester recalls the request.
pub fn recall(database: &dyn Database, requester: &Requester, id: RequestId, at: DateTime<Utc>) {
    change(database, id, |chain| {
        chain.recall(&requester.attendant, Role::DataRequester, at)
    })
    .unwrap()
    .unwrap();
}

/// Feedback with this experience.
pub fn feedback(experience: &str) -> Feedback {
    Feedback::parse(&RawFeedback {
        process_experience: Some(experience),
        would_recommend_others: Some("Probably"),
        reasonable_response_timeframe: Some(true),
        study_questions_answered: Some(false),
        expectations_met: Some("Partially met"),
        improvement_suggestion: Some("Répondez plus vite"),
        would_come_back: Some("Yes"),
        additional_feedback: None,
    })
    .unwrap()
}

/// The requester gives feedback, which approves the terminal stage.
pub fn give_feedback(
    database: &dyn Database,
    requester: &Requester,
    id: RequestId,
    experience: &str,
    at: DateTime<Utc>,
) {
    transact(database, |transaction| {
        let mut request = transaction.requests().get(id).unwrap().unwrap();
        let events = request.chain.give_feedback(&requester.attendant, at).unwrap();
        transaction.requests().save(&request, &entries(&events)).unwrap();
        transaction.feedback().add(id, &feedback(experience), at).unwrap();
    });
}

/// Returns the first rows of a tab.
pub fn rows(database: &dyn Database, of: RequestList, tab: Tab) -> Vec<RequestRow> {
    let query = RequestQuery {
        of,
        tabs: vec![tab],
        search: None,
        filter: RequestFilter::default(),
        now: start(),
        today: start().date_naive(),
        sort: RequestSort::default(),
        direction: Direction::Ascending,
        page: Page::new(1, 100),
    };
    database.read().unwrap().requests().list(&query).unwrap().items
}

/// Returns the tabs of a list that contain a request.
pub fn tabs_of(database: &dyn Database, of: RequestList, id: RequestId) -> Vec<Tab> {
    let stands = |tab: &Tab| rows(database, of, *tab).iter().any(|row| row.request_id == id);
    Tab::ALL.iter().copied().filter(stands).collect()
}

/// Returns the state of a role's own stage, as its list shows it.
pub fn own_state(database: &dyn Database, provider: &Provider, role: Role, id: RequestId) -> StageState {
    let of = RequestList::OrgRole(provider.staff(role).org_role);
    let row = rows(database, of, Tab::All)
        .into_iter()
        .find(|row| row.request_id == id)
        .unwrap();
    row.own_state.unwrap().1
}
