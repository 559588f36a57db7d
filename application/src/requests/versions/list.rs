//! The versions of a request, with their authors and times (decisions V1).

pub use super::changes::Error;
use super::views::VersionView;
use crate::access::Caller;
use crate::ports::Ports;
use aditus_domain::ids::RequestId;

/// Selects the request.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// Returns the versions, oldest first, to callers who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<VersionView>, Error> {
    ports
        .database
        .read()?
        .request_versions()
        .versions(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)
}
