//! A data source is deleted: `DELETE data_dictionary/data_source/{id}/` (decisions, "Administration").

use aditus_domain::dictionary::SourceInUse;
use aditus_domain::ids::DataSourceId;
use thiserror::Error;

use super::super::{self as records, Record};
use crate::access::Caller;
use crate::failure::{Failure, Kind, Refused};
use crate::ports::{Ports, StoreError};
use crate::roles::authority;

/// Why the source is not deleted.
#[derive(Debug, Error)]
pub enum Error {
    /// As with any record.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// Something refers to it.
    #[error(transparent)]
    InUse(#[from] SourceInUse),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::Record(refused.into())
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Record(error.into())
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Record(error) => error.kind(),
            Self::InUse(_) => Kind::Conflict,
        }
    }
}

/// Deletes a data source to which nothing refers.
pub fn execute(ports: &Ports, caller: &Caller, id: DataSourceId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let store = transaction.dictionary_records();
    if store.source(id)?.is_none() {
        return Err(records::Error::NotFound(Record::Source).into());
    }
    store.source_references(id)?.none()?;
    store.remove_source(id).map_err(records::while_unused)?;
    Ok(transaction.commit()?)
}
