//! Decisions on requests: their authors and times.

use aditus_application::review::views::{Involvement, RequestProgress};
use aditus_domain::ids::{RequestId, StateId, UserId};
use aditus_domain::procedures::StageType;
use aditus_domain::review::{Progress, StageState};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::prepared::{columns_of, load_prepared, padded};
use crate::requests::states::DueColumns;
use crate::schema::{data_requests, request_history, request_states};
use crate::times::Timestamp;

/// The states of a stage after a decision.
const DECIDED: [&str; 2] = [StageState::Approved.name(), StageState::Denied.name()];

/// Returns the requests that the person owns, or on which a decision of theirs is current.
pub(super) fn involvements(
    connection: &mut AnyConnection,
    user: UserId,
    requests: &[RequestId],
) -> DbResult<Vec<(RequestId, Involvement)>> {
    let ids: Vec<i64> = requests.iter().map(|request| request.0).collect();
    let ids = padded(&ids);
    let owned = data_requests::table
        .filter(data_requests::id.eq_any(&ids))
        .filter(data_requests::owner_id.eq(user.0))
        .select(data_requests::id);
    let owned: Vec<i64> = load_prepared(owned, connection)?;
    let decided = request_states::table
        .filter(request_states::request_id.eq_any(&ids))
        .filter(request_states::answered_by.eq(user.0))
        .filter(request_states::state.eq_any(DECIDED))
        .filter(request_states::stage_type.eq(StageType::Junction.name()))
        .filter(request_states::role_id.ne(Role::DataRequester.id()))
        .select(request_states::request_id)
        .distinct();
    let decided: Vec<i64> = load_prepared(decided, connection)?;
    let all = |ids: Vec<i64>, how| ids.into_iter().map(move |id| (RequestId(id), how));
    Ok(all(owned, Involvement::Owner)
        .chain(all(decided, Involvement::Decider))
        .collect())
}

/// Returns the progress of these requests through their staff stages, and the due dates of those
/// whose turn it is.
pub(super) fn progress(
    connection: &mut AnyConnection,
    requests: &[RequestId],
) -> DbResult<Vec<RequestProgress>> {
    let ids: Vec<i64> = requests.iter().map(|request| request.0).collect();
    let stages = request_states::table
        .filter(request_states::request_id.eq_any(padded(&ids)))
        .filter(request_states::stage_type.eq(StageType::Junction.name()))
        .filter(request_states::role_id.ne(Role::DataRequester.id()))
        .order((request_states::request_id, request_states::number))
        .select(columns_of::<StaffStage>());
    let stages: Vec<StaffStage> = load_prepared(stages, connection)?;
    stages
        .chunk_by(|one, next| one.request_id == next.request_id)
        .filter_map(|of_one| of_one.first().map(|first| (RequestId(first.request_id), of_one)))
        .map(|(request, stages)| {
            let parsed: Result<Vec<_>, _> = stages
                .iter()
                .map(|stage| StageState::parse(&stage.state))
                .collect();
            let parsed = parsed.map_err(unreadable("state of a stage"))?;
            let due = stages
                .iter()
                .zip(&parsed)
                .filter_map(|(stage, state)| Some((StateId(stage.id), stage.due.of_turn(*state)?)));
            Ok(RequestProgress {
                request,
                progress: Progress::from_states(&parsed),
                due: due.collect(),
            })
        })
        .collect()
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_states)]
struct StaffStage {
    id: i64,
    request_id: i64,
    state: String,
    #[diesel(embed)]
    due: DueColumns,
}

/// Returns the time of the last decision on a request, in any round.
pub(super) fn last_decision_at(
    connection: &mut AnyConnection,
    request: RequestId,
) -> DbResult<Option<DateTime<Utc>>> {
    let last: Option<Timestamp> = request_history::table
        .inner_join(request_states::table.on(request_states::id.eq(request_history::state_id)))
        .filter(request_history::request_id.eq(request.0))
        .filter(request_history::user_id.is_not_null())
        .filter(request_history::state.eq_any(DECIDED))
        .filter(request_states::stage_type.eq(StageType::Junction.name()))
        .filter(request_states::role_id.ne(Role::DataRequester.id()))
        .order((request_history::happened_on.desc(), request_history::id.desc()))
        .select(request_history::happened_on)
        .first(connection)
        .optional()?;
    Ok(last.map(|at| at.0))
}
