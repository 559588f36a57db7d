//! A single published data source (2 §2, `/datatable/{data_source}`).

use aditus_domain::ids::DataSourceId;
use thiserror::Error;

use crate::dictionary::views::SourceView;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// Selects the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// Id of the source.
    pub data_source_id: DataSourceId,
}

/// The source could not be read.
#[derive(Debug, Error)]
pub enum Error {
    /// The source does not exist or is not published.
    #[error("Data source not found.")]
    NotFound,
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: DataSourceNotFound;
    }
}

/// Reads a published source.
pub fn execute(ports: &Ports, query: Query) -> Result<SourceView, Error> {
    ports
        .database
        .read()?
        .dictionary()
        .source(query.data_source_id)?
        .ok_or(Error::NotFound)
}
