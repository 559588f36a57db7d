//! Calls about feedback.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use super::May::{Nobody, Only, OwnerInVain, Roles};
use super::call::{Call, get, send};
use super::world::World;
use super::{Actor, SUPER_USER};

const DASHBOARD: &[Actor] = &[
    Actor::Holder(Role::DataAccessReviewer),
    Actor::Holder(Role::DataAccessApprover),
    Actor::Holder(Role::DataSecurityReviewer),
    Actor::Holder(Role::DataSecurityApprover),
    Actor::Holder(Role::DataCustodian),
    Actor::Holder(Role::DataOfficer),
    SUPER_USER,
];

pub fn reads() -> Vec<Call> {
    vec![
        get("data_requests/data_request_feedback", "", Roles(DASHBOARD)),
        get(
            "data_requests/data_request_feedback/summary",
            "",
            Roles(DASHBOARD),
        ),
        get(
            "data_requests/data_request_feedback/distribution",
            "",
            Roles(DASHBOARD),
        ),
        // There is no feedback yet.
        get("data_requests/data_request_feedback/{id}", "", Nobody),
    ]
}

pub fn changes() -> Vec<Call> {
    vec![
        send(
            "post",
            "data_requests/data_request_feedback",
            feedback,
            Only(&[Actor::Owner]),
        ),
        send(
            "put",
            "data_requests/data_request_feedback/{id}",
            feedback,
            OwnerInVain,
        ),
    ]
}

fn feedback(world: &World) -> Value {
    json!({
        "data_request_feedback_id": world.request,
        "data_request_process_experience": "Good",
        "would_recommend_others": "Maybe",
        "reasonable_response_timeframe": true,
        "study_questions_answered_by_request": true,
        "expectations_met": "Met",
        "improvement_suggestion": "None that I know of",
        "would_you_come_back": "Yes",
    })
}
