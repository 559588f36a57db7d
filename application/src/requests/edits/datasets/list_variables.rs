//! The variables of a dataset, page by page (2 §7, `dataset_variables/`).

use thiserror::Error;

use crate::access::Caller;
use crate::failure::failure;
use crate::paging::{Paged, searched_for};
use crate::ports::{Ports, StoreError};
use crate::requests::views::DatasetVariableView;
pub use crate::requests::views::DatasetVariablesQuery as Query;

/// The variables cannot be listed.
#[derive(Debug, Error)]
pub enum Error {
    /// The dataset does not exist, or the caller may not see its request.
    #[error("This dataset does not exist.")]
    NotFound,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: DatasetNotFound;
    }
}

/// Returns a page of the variables, published or not, to callers who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<DatasetVariableView>, Error> {
    let query = Query {
        search: searched_for(query.search.as_deref()),
        ..query.clone()
    };
    let mut views = ports.database.read()?;
    let page = views.requests().dataset_variables(&caller.scope(), &query)?;
    page.ok_or(Error::NotFound)
}
