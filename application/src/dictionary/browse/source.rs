//! One published data source (2 §2, `/datatable/{data_source}`).

use aditus_domain::ids::DataSourceId;
use thiserror::Error;

use crate::dictionary::views::SourceView;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// Which source is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The source.
    pub data_source_id: DataSourceId,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Error {
    /// There is none, or it is not published.
    #[error("Data source not found.")]
    NotFound,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound;
    }
}

/// Reads one published source.
pub fn execute(ports: &Ports, query: Query) -> Result<SourceView, Error> {
    ports
        .database
        .read()?
        .dictionary()
        .source(query.data_source_id)?
        .ok_or(Error::NotFound)
}
