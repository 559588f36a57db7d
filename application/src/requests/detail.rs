//! One request with everything that belongs to it (2 §2, §7).

use aditus_domain::ids::{OrganisationRoleId, RequestId, StateId};
use aditus_domain::requests::{DataUnspecified, VersionNumber, must_specify_data, why_not_needed_on};
use aditus_domain::review::{Chain, OverallStatus, StageNumber, StageState, wording};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::views::RequestDetail;
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};
use crate::review::acting::{self, Acting};
use crate::review::views::{CommentView, HistoryView};

/// Which request is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
    /// The organisation role in which the caller looks at it; without one that the caller holds, it is the role that is
    /// selected.
    pub org_role: Option<OrganisationRoleId>,
    /// Whether its variables are wanted; they are only counted otherwise.
    pub with_variables: bool,
}

/// Why the request cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such request, or the caller may not know of it.
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

/// How the caller stands to the request, and what the screen says of its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Whether the caller submitted it.
    pub is_own: bool,
    /// "Approved on the 3rd day", "Submitted 2 days ago" (2 §4).
    pub status_text: String,
    /// Whom it waits for and since when; none when it waits for nobody.
    pub waiting_text: Option<String>,
    /// Whether resubmitting asks for a new day on which the data is needed (V7).
    pub needs_new_date: bool,
    /// The stages where staff decide, in the order of the approval chain (2 §4).
    pub approval_chain: Vec<StateId>,
    /// What the caller may do now, and why not.
    pub acting: Acting,
    /// The version that the caller knows, where the request has changed since: the one that their stage last answered or commented on,
    /// or else the one that was denied.
    pub changed_since: Option<VersionNumber>,
}

/// The request, and how the caller stands to it.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<(RequestDetail, Standing), Error> {
    let scope = caller.scope();
    let now = ports.clock.now();
    let mut views = ports.database.read()?;
    let requests = views.requests();
    let request = if query.with_variables {
        requests.detail(&scope, query.request)?
    } else {
        requests.detail_without_variables(&scope, query.request)?
    };
    let request = request.ok_or(Error::NotFound)?;
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
    drop(views);
    let acting = acting::of(
        &chain,
        &comments,
        caller,
        query.org_role,
        specified(&request),
        ports.settings.four_eyes,
        now,
    );
    let standing = Standing {
        is_own: chain.is_owner(caller.user),
        status_text: wording::status_text(
            request.status,
            request.submitted_on,
            request.last_responded_on,
            now,
        ),
        waiting_text: waiting_text(&request, &chain, &acting, now),
        needs_new_date: why_not_needed_on(request.details.needed_on, now.date_naive()).is_some(),
        approval_chain: wording::approval_chain(&chain)
            .into_iter()
            .filter_map(|stage| state_id(&request, stage.number))
            .collect(),
        changed_since: changed_since(&request, &acting, &history, &comments),
        acting,
    };
    Ok((request, standing))
}

/// Checks that the request says which data is wanted. Uses the stored number of variables, because the variables themselves may have
/// been left out of the answer.
fn specified(request: &RequestDetail) -> Result<(), DataUnspecified> {
    let datasets = request.requested_datasets.iter();
    let variables: u64 = datasets.map(|dataset| dataset.variables_count).sum();
    let variables = usize::try_from(variables).unwrap_or(usize::MAX);
    let documents: Vec<_> = request.documents.iter().map(|document| document.kind).collect();
    must_specify_data(variables, &documents)
}

/// The version that somebody who acts at a stage has in mind, if the request has another one by now.
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

/// The id of the stage with this number.
pub fn state_id(request: &RequestDetail, number: StageNumber) -> Option<StateId> {
    request
        .request_states
        .iter()
        .find(|state| state.number == number.0)
        .map(|state| state.request_state_id)
}
