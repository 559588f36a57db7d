//! The versions of a request: who changed what, and when (design V1).

pub use super::changes::Error;
use super::views::VersionView;
use crate::access::Caller;
use crate::ports::Ports;
use aditus_domain::ids::RequestId;

/// Of which request.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// The versions, oldest first, for everybody who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<VersionView>, Error> {
    ports
        .database
        .read()?
        .request_versions()
        .versions(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)
}
