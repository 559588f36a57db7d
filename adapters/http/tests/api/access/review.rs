//! Calls about stages, decisions and comments.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use super::May::{Only, Readers, SignedIn};
use super::call::{Call, get, send};
use super::world::World;
use super::{Actor, REVIEWER, SUPER_USER};

pub fn reads() -> Vec<Call> {
    vec![
        get("data_requests/statecomment/all-sections", "", SignedIn),
        get("data_requests/request_states", "?request_id={request}", Readers),
        get("data_requests/request_edges", "?request_id={request}", Readers),
        get("data_requests/request_history", "?request_id={request}", Readers),
        get("data_requests/statecomment/list/{request_id}", "", Readers),
        send("post", "data_requests/statecomment/section", section, Readers),
        get(
            "data_requests/statecomment/all-sections",
            "?request_id={request}",
            Readers,
        ),
        get("data_requests/reply/list/{comment_id}", "", Readers),
    ]
}

pub fn changes() -> Vec<Call> {
    vec![
        send(
            "post",
            "data_requests/statecomment/add",
            comment,
            Only(&[REVIEWER]),
        ),
        send(
            "post",
            "data_requests/reply/add",
            reply,
            Only(&[Actor::Owner, REVIEWER]),
        ),
        // The request has no term, so that nobody can extend it.
        send(
            "post",
            "data_requests/{request_id}/extension",
            |_| json!({ "count": 1, "reason": "The committee meets in May" }),
            Only(&[
                REVIEWER,
                Actor::Holder(Role::DataAccessApprover),
                Actor::Holder(Role::DataSecurityReviewer),
                Actor::Holder(Role::DataSecurityApprover),
                Actor::Holder(Role::DataCustodian),
                Actor::Holder(Role::DataOfficer),
            ]),
        ),
        // The request is pending, so that even its owner cannot resubmit it.
        send(
            "post",
            "data_requests/{request_id}/resubmit",
            |_| json!({ "note": "The agreement is signed" }),
            Only(&[Actor::Owner]),
        ),
        send(
            "post",
            "data_requests/request_state/{state_id}/otp",
            |_| json!({ "status": true }),
            Only(&[REVIEWER]),
        ),
        send(
            "post",
            "data_requests/request_state/{state_id}/otp/verify",
            entry,
            Only(&[REVIEWER]),
        ),
        // Decisions are confirmed by a code alone.
        send(
            "post",
            "data_requests/request_state/{state_id}/passkey/options",
            |_| json!({ "status": true }),
            Only(&[REVIEWER]),
        ),
        send(
            "put",
            "data_requests/request_state/{state_id}",
            decision,
            Only(&[REVIEWER]),
        ),
        send(
            "patch",
            "data_requests/statecomment/update/{comment_id}",
            |_| json!({ "resolved": true }),
            Only(&[Actor::Owner, REVIEWER]),
        ),
    ]
}

pub fn cancellation() -> Vec<Call> {
    vec![send(
        "put",
        "data_requests/cancel_request",
        |world| json!({ "request_id": world.request }),
        Only(&[Actor::Owner, SUPER_USER]),
    )]
}

fn section(world: &World) -> Value {
    json!({ "data_request_id": world.request, "section": "Review and Approval Chain" })
}

pub fn comment(world: &World) -> Value {
    json!({
        "request_state": world.state,
        "comment": "Which wards?",
        "section": "Review and Approval Chain",
        "author": world.reviewer.0,
        "data_request": world.request,
        "action_required": false,
    })
}

pub fn reply(world: &World) -> Value {
    json!({ "comment": world.comment, "reply": "All of them.", "author": world.assigned_role })
}

fn entry(_: &World) -> Value {
    json!({ "status": true, "otp": "000000" })
}

fn decision(world: &World) -> Value {
    json!({
        "status": true, "otp": "000000", "reason": "", "recommendation": "", "request": world.request,
        "state_id": world.state, "assigned_role": world.reviewer.0, "org_role": world.reviewer.1,
    })
}
