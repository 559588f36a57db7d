//! The events of a calendar feed.

use aditus_domain::ids::RequestId;
use aditus_domain::requests::{StaffReference, TrackingId};
use aditus_domain::review::comments::blocking_since;
use aditus_domain::roles::Role;
use chrono::NaiveDate;

use crate::access::UsableRole;
use crate::accounts::views::{AssignedRoleView, UserDetail};
use crate::deadlines::views::{DueDate, DueStage};
use crate::notifications::links;
use crate::ports::{FeedEvent, Ports, StoreError, Views};
use crate::review::views::Involvement;
use crate::settings::Settings;

/// The most stages in one feed, those that are due first.
const MOST_STAGES: u32 = 500;

/// Returns an event on the due date of each stage at which this person can decide now. A paused
/// stage has no date, so it has no event, unless it was overdue before the pause.
pub(super) fn of_stages(
    ports: &Ports,
    views: &mut dyn Views,
    owner: &UserDetail,
    roles: &[UsableRole],
) -> Result<Vec<FeedEvent>, StoreError> {
    let org_roles: Vec<_> = roles
        .iter()
        .filter(|held| held.role.is_staff())
        .map(|held| held.org_role)
        .collect();
    if org_roles.is_empty() {
        return Ok(Vec::new());
    }
    let mut stages = views.deadlines().due_stages(&org_roles, MOST_STAGES)?;
    let requests: Vec<RequestId> = stages.iter().map(|stage| stage.request).collect();
    let involvements = views.review().involvements(owner.user_id, &requests)?;
    stages.retain(|stage| {
        !involvements.iter().any(|(request, involvement)| {
            *request == stage.request && (*involvement == Involvement::Owner || ports.settings.four_eyes)
        })
    });
    let today = views.deadlines().day_of(ports.clock.now())?;
    Ok(stages
        .iter()
        .filter_map(|stage| {
            let held = owner
                .assigned_roles
                .iter()
                .find(|held| held.org_role_id == stage.org_role)?;
            of_stage(&ports.settings, stage, held, today)
        })
        .collect())
}

/// Returns an event on the last day for an answer to each of the owner's own requests.
pub(super) fn of_answers(
    ports: &Ports,
    views: &mut dyn Views,
    owner: &UserDetail,
) -> Result<Vec<FeedEvent>, StoreError> {
    let demanded_after = blocking_since(ports.clock.now());
    let tasks = views.requests().own_tasks(owner.user_id, demanded_after, 0)?;
    let settings = &ports.settings;
    Ok(tasks
        .iter()
        .filter_map(|task| {
            let reference = TrackingId(task.request);
            let path = format!("/requester/singlerequest?request_id={}", task.request);
            let url = links::in_role(&settings.public_url, &path, Role::DataRequester);
            Some(FeedEvent {
                uid: format!("answer-{}@{}", task.request, host_of(&settings.public_url)),
                day: task.answer_by?,
                title: format!("Answer the comments on {reference}"),
                description: format!("Without an answer, the Data Request is recalled.\n{url}"),
                url,
            })
        })
        .collect())
}

/// Returns the event of a stage. Calendar programs and their providers read it, so it names no
/// person and no title.
fn of_stage(
    settings: &Settings,
    stage: &DueStage,
    held: &AssignedRoleView,
    today: NaiveDate,
) -> Option<FeedEvent> {
    let DueDate { on, state } = DueDate::new(stage.dates, today);
    let reference = StaffReference(stage.request);
    let path = format!("/datarequest?request_id={}", stage.request);
    let url = links::in_role(&settings.public_url, &path, held.role);
    Some(FeedEvent {
        // A turn that begins anew is another event.
        uid: format!(
            "stage-{}-{}@{}",
            stage.state,
            stage.since.timestamp(),
            host_of(&settings.public_url)
        ),
        day: on?,
        title: format!("Decide on {reference} ({})", held.role),
        description: format!(
            "State: {}\nStage: {}, {}\n{url}",
            state.name(),
            held.role,
            held.organisation
        ),
        url,
    })
}

/// Returns the host of an address.
fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', ':', '?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uids_end_with_the_host_of_the_installation() {
        for (address, host) in [
            ("https://data.example", "data.example"),
            ("https://data.example/aditus", "data.example"),
            ("http://localhost:8080", "localhost"),
        ] {
            assert_eq!(host_of(address), host);
        }
    }
}
