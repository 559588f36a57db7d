//! Calls about the audit log.

use aditus_application::audit::views::{EntryCursor, EntryFilter};
use aditus_domain::audit::Kind;
use aditus_domain::ids::RequestId;

use super::May::{Anyone, Nobody, Readers, Roles, SignedIn};
use super::SUPER_USER;
use super::call::{Call, get};
use crate::server::TestServer;

pub fn entries() -> Vec<Call> {
    vec![
        get("users/activity", "", SignedIn),
        get("audit/kinds", "", Anyone),
        get("audit/entries", "?kind=account.signed_in", Roles(&[SUPER_USER])),
        get("audit/entries/csv", "", Roles(&[SUPER_USER])),
        get("audit/entries/{entry_id}/evidence", "", Readers),
        get("audit/log", "", Anyone),
    ]
}

pub fn request_entries() -> Vec<Call> {
    vec![
        get("data_requests/{request_id}/record", "", Readers),
        // The stage is undecided, so there is no evidence (transparency_log.rs).
        get(
            "data_requests/{request_id}/states/{state_id}/evidence",
            "",
            Nobody,
        ),
    ]
}

pub fn entry_of_submission(server: &TestServer, request: i64) -> i64 {
    let filter = EntryFilter {
        request: Some(RequestId(request)),
        kinds: vec![Kind::RequestSubmitted],
        ..EntryFilter::default()
    };
    let mut views = server.ports.database.read().unwrap();
    let page = views.audit().page(&filter, EntryCursor::Newest, 1).unwrap();
    page.entries[0].id.0
}
