//! The datasets of a request (2 §7, `requested_datasets/`).

use aditus_domain::ids::RequestId;

use crate::access::Caller;
use crate::ports::Ports;
pub use crate::requests::detail::Error;
use crate::requests::views::DatasetRow;

/// Of which request.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// The datasets, in the order in which they were added, for everybody who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Vec<DatasetRow>, Error> {
    let mut views = ports.database.read()?;
    let datasets = views.requests().datasets(&caller.scope(), query.request)?;
    datasets.ok_or(Error::NotFound)
}
