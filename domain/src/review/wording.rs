//! Texts for states and times on screens (2 §2, §4; decisions, "Wording").

use chrono::{DateTime, Utc};

use super::chain::Chain;
use super::comments::OpenDemands;
use super::stage::ChainStage;
use super::state::{Outcome, OverallStatus, StageState};
use crate::procedures::StageType;
use crate::roles::Role;

/// The text of an approval chain without stages (2 §4).
pub const NO_STAGES: &str = "Pending Access Approval";

/// The text of an Incoming terminal stage once everything before it is approved (2 §4).
pub const WAITING_FOR_FEEDBACK: &str = "Data received, Waiting on Requestor Feedback";

/// The text of a request whose requester has to answer a comment that blocks decisions no more.
pub const ACTION_REQUIRED: &str = "Action required";

/// The text after the status of an approved request that has no feedback of its requester yet.
pub const WAITING_FOR_OWN_FEEDBACK: &str = "Waiting for your feedback";

/// The status text of a request (2 §4). A decided or recalled request reads "Approved on the 4th
/// day": the full days from the submission to the latest response, at least 1. A pending one, or
/// one without a response, reads "Submitted today", "Submitted 1 day ago" or "Submitted 2 days
/// ago".
pub fn status_text(
    status: OverallStatus,
    submitted: DateTime<Utc>,
    last_response: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> String {
    match (status, last_response) {
        (OverallStatus::Pending, _) | (_, None) => match days_between(submitted, now) {
            0 => "Submitted today".to_owned(),
            1 => "Submitted 1 day ago".to_owned(),
            days => format!("Submitted {days} days ago"),
        },
        (_, Some(response)) => {
            format!(
                "{status} on the {} day",
                ordinal(days_between(submitted, response).max(1))
            )
        }
    }
}

/// Describes the roles that a request waits for, and the time: "Waiting for the Data Officer, 3
/// days", on the first day "since today". Each role is named once. `None` if it is not the turn of
/// any role.
pub fn waiting_text<'a>(
    roles: impl IntoIterator<Item = &'a str>,
    since: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Option<String> {
    let named = deduplicated(roles)?;
    let line = format!("Waiting for the {}", named.join(" and the "));
    Some(match since.map(|since| days_between(since, now)) {
        None => line,
        Some(0) => format!("{line} since today"),
        Some(1) => format!("{line}, 1 day"),
        Some(days) => format!("{line}, {days} days"),
    })
}

/// The text if no person can decide in the current roles (decisions C14): "Stuck: no Data Officer
/// can decide".
pub fn waiting_for_nobody<'a>(roles: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let named = deduplicated(roles)?;
    Some(format!("Stuck: no {} can decide", named.join(", no ")))
}

/// The text while comments that require action block every decision (decisions C16): "Waiting for
/// the requester: 1 action required, 46 hours left".
pub fn waiting_for_requester(demands: &OpenDemands, now: DateTime<Utc>) -> String {
    format!("Waiting for the requester: {}", actions_left(demands, now))
}

/// The actions that a request requires of its requester, and the time left for them: "1 action
/// required, 46 hours left". Hours are rounded down.
pub fn actions_left(demands: &OpenDemands, now: DateTime<Utc>) -> String {
    let actions = match demands.number {
        1 => "1 action required".to_owned(),
        number => format!("{number} actions required"),
    };
    let left = match demands.until.signed_duration_since(now).num_hours() {
        ..=0 => "less than 1 hour left".to_owned(),
        1 => "1 hour left".to_owned(),
        hours => format!("{hours} hours left"),
    };
    format!("{actions}, {left}")
}

/// Names the person or role that decided at a stage, and the time: "Abena Okello already approved
/// this stage on November 27, 2026 3:58 PM UTC."
pub fn already_decided(who: &str, outcome: Outcome, at: DateTime<Utc>) -> String {
    let did = match outcome {
        Outcome::Approved => "approved",
        Outcome::Denied => "denied",
        Outcome::Recalled => "recalled",
    };
    let at = at.format("%B %-d, %Y %-I:%M %p UTC");
    format!("{who} already {did} this stage on {at}.")
}

// Removes duplicates and keeps the order. `None` if there are no names.
fn deduplicated<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Vec<&'a str>> {
    let mut once: Vec<&str> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    (!once.is_empty()).then_some(once)
}

/// The relative age in lists (2 §2): under one day "Today", under two days "Yesterday", otherwise
/// "N days ago".
pub fn age(from: DateTime<Utc>, now: DateTime<Utc>) -> String {
    match days_between(from, now) {
        0 => "Today".to_owned(),
        1 => "Yesterday".to_owned(),
        days => format!("{days} days ago"),
    }
}

/// The number with its English ordinal suffix: 1st, 2nd, 3rd, 4th, 11th, 21st, 112th.
pub fn ordinal(number: u64) -> String {
    let suffix = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// The text of a stage in the timeline (2 §4). The requester's approved junction reads "Submitted"
/// and the approved terminal stage "Provided Feedback". The incoming terminal stage reads
/// [`WAITING_FOR_FEEDBACK`] if `only_feedback_is_left`. Otherwise it is the state.
pub fn timeline(
    stage_type: StageType,
    role: Role,
    state: StageState,
    only_feedback_is_left: bool,
) -> &'static str {
    match (stage_type, state) {
        (StageType::Junction, StageState::Approved) if role == Role::DataRequester => "Submitted",
        (StageType::Terminal, StageState::Approved) => "Provided Feedback",
        (StageType::Terminal, StageState::Incoming) if only_feedback_is_left => WAITING_FOR_FEEDBACK,
        (_, other) => other.name(),
    }
}

/// The staff stages in the order of the approval chain on screens (2 §4): by stage order, ties
/// broken by the links.
pub fn approval_chain(chain: &Chain) -> Vec<&ChainStage> {
    let mut stages: Vec<_> = chain
        .stages()
        .iter()
        .filter(|stage| !stage.is_requesters())
        .collect();
    stages.sort_by_key(|stage| (stage.order, stage.number));
    stages
}

/// Full days of 24 hours between two times; 0 if the clock went backwards.
pub fn days_between(from: DateTime<Utc>, to: DateTime<Utc>) -> u64 {
    u64::try_from(to.signed_duration_since(from).num_days()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::review::StageNumber;
    use crate::review::testing::{OWNER, approve, day, decided, default_chain};

    #[test]
    fn the_status_text_counts_days_with_ordinals() {
        let text = |status, response| status_text(status, day(0), response, day(30));
        assert_eq!(
            text(OverallStatus::Approved, Some(day(4) + TimeDelta::hours(8))),
            "Approved on the 4th day"
        );
        for on_the_first in [day(0), day(1), day(2) - TimeDelta::seconds(1)] {
            assert_eq!(
                text(OverallStatus::Denied, Some(on_the_first)),
                "Denied on the 1st day"
            );
        }
        assert_eq!(text(OverallStatus::Denied, Some(day(2))), "Denied on the 2nd day");
        assert_eq!(
            text(OverallStatus::Recalled, Some(day(22))),
            "Recalled on the 22nd day"
        );
        let pending = |now| status_text(OverallStatus::Pending, day(0), Some(day(1)), now);
        assert_eq!(pending(day(0) + TimeDelta::hours(23)), "Submitted today");
        assert_eq!(pending(day(1)), "Submitted 1 day ago");
        assert_eq!(pending(day(2)), "Submitted 2 days ago");
    }

    #[test]
    fn the_waiting_text_names_each_role_once_with_the_days() {
        let text = |roles: &[&str], since| waiting_text(roles.iter().copied(), since, day(30));
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            waiting_for_nobody(["Data Officer", "Data Custodian", "Data Officer"]),
            some("Stuck: no Data Officer, no Data Custodian can decide")
        );
        assert_eq!(waiting_for_nobody([]), None);
        assert_eq!(text(&[], Some(day(1))), None);
        assert_eq!(
            text(&["Data Officer"], Some(day(27))),
            some("Waiting for the Data Officer, 3 days")
        );
        assert_eq!(
            text(&["Data Officer"], Some(day(29))),
            some("Waiting for the Data Officer, 1 day")
        );
        assert_eq!(
            text(
                &["Data Officer", "Data Custodian", "Data Officer"],
                Some(day(30) - TimeDelta::hours(23))
            ),
            some("Waiting for the Data Officer and the Data Custodian since today")
        );
        assert_eq!(
            text(&["Data Officer"], None),
            some("Waiting for the Data Officer")
        );
    }

    #[test]
    fn the_waiting_text_for_open_demands_names_the_requester() {
        let text = |number, now| {
            let demands = OpenDemands::written(number, day(0), day(0));
            waiting_for_requester(&demands, now)
        };
        assert_eq!(
            text(1, day(0) + TimeDelta::minutes(90)),
            "Waiting for the requester: 1 action required, 46 hours left"
        );
        assert_eq!(
            text(3, day(2) - TimeDelta::hours(1)),
            "Waiting for the requester: 3 actions required, 1 hour left"
        );
        assert_eq!(
            text(1, day(2) - TimeDelta::minutes(59)),
            "Waiting for the requester: 1 action required, less than 1 hour left"
        );
    }

    #[test]
    fn the_message_of_a_decided_stage_names_person_and_time() {
        let words = |outcome| already_decided("Abena Okello", outcome, day(0));
        assert!(words(Outcome::Approved).starts_with("Abena Okello already approved this stage on "));
        assert!(words(Outcome::Denied).starts_with("Abena Okello already denied this stage on "));
        assert!(words(Outcome::Denied).ends_with(" UTC."));
    }

    #[test]
    fn ordinals_handle_the_exceptions() {
        let all: Vec<_> = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 101, 111, 112]
            .map(ordinal)
            .into();
        assert_eq!(
            all.join(" "),
            "1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 23rd 101st 111th 112th"
        );
    }

    #[test]
    fn ages_are_relative() {
        assert_eq!(age(day(0), day(1) - TimeDelta::seconds(1)), "Today");
        assert_eq!(age(day(0), day(1)), "Yesterday");
        assert_eq!(age(day(0), day(2)), "2 days ago");
        assert_eq!(age(day(5), day(0)), "Today", "a clock that went backwards");
    }

    #[test]
    fn the_timeline_shows_the_specified_texts() {
        let mut chain = default_chain();
        let reads = |chain: &Chain, number| {
            let stage = chain.stage(StageNumber(number)).unwrap();
            timeline(
                stage.stage_type,
                stage.role,
                stage.state,
                chain.all_approved_before_terminal(),
            )
        };
        assert_eq!(
            [0, 1, 2, 8].map(|n| reads(&chain, n)),
            ["Approved", "Submitted", "Unattended", "Incoming"]
        );
        for number in 2..8 {
            decided(&mut chain, number, approve(), 1);
        }
        assert_eq!(
            [2, 8].map(|n| reads(&chain, n)),
            ["Approved", WAITING_FOR_FEEDBACK]
        );
        chain.give_feedback(&OWNER, day(2)).unwrap();
        assert_eq!(reads(&chain, 8), "Provided Feedback");
    }

    #[test]
    fn the_approval_chain_lists_the_six_staff_roles_in_order() {
        let chain = default_chain();
        let roles: Vec<_> = approval_chain(&chain).iter().map(|stage| stage.role).collect();
        assert_eq!(roles, Role::STAFF);
    }
}
