//! The audit entry of the submission.

use aditus_application::audit::views::{Place, Wanted};
use aditus_domain::audit::Kind;
use aditus_domain::ids::RequestId;

use crate::server::TestServer;

pub fn entry_of_submission(server: &TestServer, request: i64) -> i64 {
    let wanted = Wanted {
        request: Some(RequestId(request)),
        kinds: vec![Kind::RequestSubmitted],
        ..Wanted::default()
    };
    let mut views = server.ports.database.read().unwrap();
    let page = views.audit().page(&wanted, Place::Newest, 1).unwrap();
    page.entries[0].id.0
}
