//! The variables of a dataset, page by page (2 §7, `dataset_variables/`).

use thiserror::Error;

use crate::access::Caller;
use crate::failure::failure;
use crate::paging::{Paged, searched_for};
use crate::ports::{Ports, StoreError};
use crate::requests::views::DatasetVariableView;
pub use crate::requests::views::DatasetVariablesQuery as Query;

/// Why there are no variables to show.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such dataset, or its request is not the caller's to see.
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

/// A page of the variables, published or not, for everybody who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<DatasetVariableView>, Error> {
    let query = Query {
        search: searched_for(query.search.as_deref()),
        ..query.clone()
    };
    let mut views = ports.database.read()?;
    let page = views.requests().dataset_variables(&caller.scope(), &query)?;
    page.ok_or(Error::NotFound)
}
