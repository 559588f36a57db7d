//! The staff of a submitted request (2 §7, `staff_shared/`).

use aditus_domain::ids::RequestId;

use crate::access::Caller;
use crate::ports::Ports;
pub use crate::requests::detail::Error;
use crate::requests::views::StaffView;

/// Of which request.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// The staff, in the order in which they were added, for everybody who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<StaffView>, Error> {
    let mut views = ports.database.read()?;
    let staff = views.requests().staff(&caller.scope(), query.request)?;
    staff.ok_or(Error::NotFound)
}
