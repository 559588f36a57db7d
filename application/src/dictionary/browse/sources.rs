//! The published data sources: `data_dictionary/data_sources/` (2 §7, 3 §2.13).

use thiserror::Error;

use super::term;
use crate::dictionary::views::SourceView;
use crate::failure::{Failure, Kind};
use crate::paging::{Page, Paged};
use crate::ports::{Ports, StoreError};

/// Which sources are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Contained in the name or the description, however it is written.
    pub search: Option<String>,
    /// Which page.
    pub page: Page,
}

/// A page of sources, by name.
pub type Answer = Paged<SourceView>;

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        let Self::Store(error) = self;
        error.kind()
    }
}

/// Lists published sources.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let search = term(query.search.as_deref());
    Ok(ports
        .database
        .read()?
        .dictionary()
        .sources(search.as_deref(), query.page)?)
}
