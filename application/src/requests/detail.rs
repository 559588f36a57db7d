//! One request with all its parts (2 §2, §7).

use aditus_domain::deadlines::{DueDates, ExtensionRefused};
use aditus_domain::ids::{OrganisationRoleId, RequestId, StateId};
use aditus_domain::requests::{DataUnspecified, VersionNumber, must_specify_data, needed_on_fault};
use aditus_domain::review::{Chain, OverallStatus, StageNumber, StageState, wording};
use chrono::{DateTime, NaiveDate, Utc};
use thiserror::Error;

use super::views::RequestDetail;
use crate::access::Caller;
use crate::deadlines::views::{DueDate, Expected};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};
use crate::review::acting::{self, Acting};
use crate::review::tracking::show_due_dates;
use crate::review::views::{CommentView, HistoryView};

/// Selects the request.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
    /// The organisation role in which the caller views it. None, or a role that the caller does not
    /// hold, means the selected role.
    pub org_role: Option<OrganisationRoleId>,
    /// True to read the variables. Otherwise they are only counted.
    pub with_variables: bool,
}

/// The request cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: RequestNotFound;
    }
}

/// The caller's relation to the request, and the texts about its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallerView {
    /// True if the caller is the owner of the request.
    pub is_own: bool,
    /// For example "Approved on the 3rd day" or "Submitted 2 days ago" (2 §4).
    pub status_text: String,
    /// Text that names the roles or the person that the request waits for, and since when. None if
    /// it waits for no one.
    pub waiting_text: Option<String>,
    /// The first due date of the stages whose turn it is, if the caller may see it (decisions N2).
    pub due: Option<DueDate>,
    /// The day on which the decision is expected, for every reader. None without a running term
    /// (decisions N3).
    pub expected: Option<Expected>,
    /// The first last day for the answer to a comment (decisions N4). None if no answer is open.
    pub answer_by: Option<NaiveDate>,
    /// True if a resubmission requires a new needed date (decisions V7).
    pub needs_new_date: bool,
    /// The stages where staff decide, in the order of the approval chain (2 §4).
    pub approval_chain: Vec<StateId>,
    /// The actions that the caller may take now, with the reason against each other one.
    pub acting: Acting,
    /// The version that the caller knows, if the content has changed since then. It is the latest
    /// version that the caller's stage decided or commented on, or else the version of the last
    /// denial.
    pub changed_since: Option<VersionNumber>,
}

/// Returns the request and the caller's relation to it.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<(RequestDetail, CallerView), Error> {
    let scope = caller.scope();
    let now = ports.clock.now();
    let mut views = ports.database.read()?;
    let requests = views.requests();
    let request = if query.with_variables {
        requests.detail(&scope, query.request)?
    } else {
        requests.detail_without_variables(&scope, query.request)?
    };
    let mut request = request.ok_or(Error::NotFound)?;
    let chain = views
        .review()
        .chain(&scope, query.request)?
        .ok_or(Error::NotFound)?;
    let comments = views
        .review()
        .comments(&scope, query.request, None)?
        .ok_or(Error::NotFound)?;
    let history = views
        .review()
        .history(&scope, query.request)?
        .ok_or(Error::NotFound)?;
    let today = views.deadlines().day_of(now)?;
    let term = views.deadlines().terms(&[query.request])?.pop();
    let answer_by = views.deadlines().answers_due(&[query.request])?.pop();
    drop(views);
    let term = term.map(|(_, term)| term);
    show_due_dates(&mut request.request_states, caller, today);
    let acting = acting::evaluate(
        &chain,
        &comments,
        caller,
        query.org_role,
        acting::RequestFacts {
            specified: specified(&request),
            why_no_extension: match &term {
                Some(term) => term.why_no_extension(today),
                None => Some(ExtensionRefused::NoTerm),
            },
        },
        acting::DecisionRules::of(ports),
        now,
    );
    let caller_view = CallerView {
        is_own: chain.is_owner(caller.user),
        status_text: wording::status_text(
            request.status,
            request.submitted_on,
            request.last_responded_on,
            now,
        ),
        waiting_text: waiting_text(&request, &chain, &acting, now),
        due: request
            .request_states
            .iter()
            .filter_map(|state| state.due_dates)
            .reduce(DueDates::earliest)
            .map(|dates| DueDate::new(dates, today)),
        expected: term.map(|term| Expected::new(term, today)),
        answer_by: answer_by.map(|(_, day)| day),
        needs_new_date: needed_on_fault(request.details.needed_on, now.date_naive()).is_some(),
        approval_chain: wording::approval_chain(&chain)
            .into_iter()
            .filter_map(|stage| state_id(&request, stage.number))
            .collect(),
        changed_since: changed_since(&request, &acting, &history, &comments),
        acting,
    };
    Ok((request, caller_view))
}

/// Checks that the request defines the requested data. Uses the stored number of variables, because
/// the variables themselves may have been left out of the response.
fn specified(request: &RequestDetail) -> Result<(), DataUnspecified> {
    let datasets = request.requested_datasets.iter();
    let variables: u64 = datasets.map(|dataset| dataset.variables_count).sum();
    let variables = usize::try_from(variables).unwrap_or(usize::MAX);
    let documents: Vec<_> = request.documents.iter().map(|document| document.kind).collect();
    must_specify_data(variables, &documents)
}

/// Returns the version that a person acting at a stage knows, if it is older than the present one.
fn changed_since(
    request: &RequestDetail,
    acting: &Acting,
    history: &[HistoryView],
    comments: &[CommentView],
) -> Option<VersionNumber> {
    let own_role = acting.stage?.org_role;
    let is_own = |id: StateId| {
        let mut states = request.request_states.iter();
        states.any(|state| state.request_state_id == id && state.org_role_id == own_role)
    };
    let answers = history.iter().filter(|line| line.by.is_some());
    let answered = answers
        .filter(|line| is_own(line.request_state_id))
        .map(|line| line.version);
    let commented = comments
        .iter()
        .filter(|comment| is_own(comment.request_state))
        .map(|comment| comment.version);
    let denied = || {
        let mut lines = history.iter().rev();
        lines
            .find(|line| line.state == StageState::Denied)
            .map(|line| line.version)
    };
    answered
        .chain(commented)
        .max()
        .or_else(denied)
        .filter(|version| *version < request.content_version)
}

fn waiting_text(
    request: &RequestDetail,
    chain: &Chain,
    acting: &Acting,
    now: DateTime<Utc>,
) -> Option<String> {
    if acting.why_no_feedback.is_none() {
        return Some(wording::WAITING_FOR_OWN_FEEDBACK.to_owned());
    }
    if request.status == OverallStatus::Pending
        && let Some(demands) = &acting.demands
    {
        return Some(wording::waiting_for_requester(demands, now));
    }
    let waiting = chain.waiting_for();
    let since = request
        .request_states
        .iter()
        .filter_map(|state| state.unattended_since)
        .min();
    wording::waiting_text(waiting.iter().map(|stage| stage.role.name()), since, now)
}

/// Returns the id of the stage with this number.
pub fn state_id(request: &RequestDetail, number: StageNumber) -> Option<StateId> {
    request
        .request_states
        .iter()
        .find(|state| state.number == number.0)
        .map(|state| state.request_state_id)
}
