//! A data source is added or changed: `POST data_dictionary/data_source/` and `PUT .../{id}/` (3 §5, §7).

use aditus_domain::dictionary::{RawSource, SourceDetails, UsualSource, password};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::DataSourceId;
use thiserror::Error;

use super::super::{self as records, Record};
use crate::access::Caller;
use crate::dictionary::{Connection, NewDataSource};
use crate::failure::{Failure, Kind, Refused};
use crate::ports::{Keys, Ports, SealError, StoreError, Transaction};
use crate::roles::authority;
use crate::row_versions::{RowVersion, Stale, Versioned, advance};

/// The first byte of what is sealed of a password: a sealed message of the outbox begins with another, so that neither is
/// ever taken for the other.
const FORM: u8 = 0xDB;

/// What was typed.
#[derive(Debug, Clone)]
pub struct Command {
    /// The source to change; none to add one.
    pub id: Option<DataSourceId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// Its fields.
    pub source: RawSource,
    /// The password of its database: an empty one takes away what is stored, none leaves it.
    pub db_password: Option<String>,
}

/// Why the source is not saved.
#[derive(Debug, Error)]
pub enum Error {
    /// As with any record.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The password could not be sealed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::Record(refused.into())
    }
}

impl From<FormFaults> for Error {
    fn from(faults: FormFaults) -> Self {
        Self::Record(faults.into())
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Record(error.into())
    }
}

impl From<Stale> for Error {
    fn from(stale: Stale) -> Self {
        Self::Record(stale.into())
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Record(error) => error.kind(),
            Self::Seal(_) => Kind::Internal,
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Record(error) => error.fields(),
            Self::Seal(_) => Vec::new(),
        }
    }
}

/// Saves a data source. What is published of it, and the name that requests show, follow at once.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<DataSourceId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    // Of two that take one name at once, the second finds the first.
    transaction.roles().take_turns()?;
    let known = match command.id {
        None => None,
        Some(id) => {
            let found = transaction.dictionary_records().source(id)?;
            let found = found.ok_or(records::Error::NotFound(Record::Source))?;
            advance::<Error>(transaction.as_mut(), Versioned::Source(id), command.seen)?;
            Some(found)
        }
    };
    let details = command.source.check(usual(known.as_ref()))?;
    let typed = command.db_password.as_deref().map(password).transpose()?;
    let db_password = match typed {
        None => known.and_then(|known| known.connection.db_password),
        Some(None) => None,
        Some(Some(password)) => Some(sealed(ports.keys.as_ref(), password)?),
    };
    refuse_taken(transaction.as_mut(), command.id, &details.source)?;
    let row = row(details, db_password);
    let id = match command.id {
        None => transaction.dictionary().add_source(&row).map_err(taken())?,
        Some(id) => {
            let records = transaction.dictionary_records();
            records.update_source(id, &row).map_err(taken())?;
            id
        }
    };
    transaction.commit()?;
    Ok(id)
}

fn usual(known: Option<&NewDataSource>) -> UsualSource {
    known.map_or_else(UsualSource::default, |known| UsualSource {
        db_host: known.connection.db_host.clone(),
        db_username: known.connection.db_username.clone(),
        has_aggregate_data: known.has_aggregate_data,
        publish: known.publish,
    })
}

fn taken() -> impl FnOnce(StoreError) -> records::Error {
    records::taken("source", "There is a data source with this name already.")
}

/// Nobody tells two sources apart by the case of their names.
fn refuse_taken(
    transaction: &mut dyn Transaction,
    own: Option<DataSourceId>,
    name: &str,
) -> Result<(), Error> {
    let other = transaction.dictionary().source_by_name(name)?;
    if other.is_some_and(|other| Some(other) != own) {
        return Err(taken()(StoreError::Duplicate(String::new())).into());
    }
    Ok(())
}

fn sealed(keys: &dyn Keys, password: &str) -> Result<Vec<u8>, SealError> {
    keys.seal(&[&[FORM], password.as_bytes()].concat())
}

fn row(details: SourceDetails, db_password: Option<Vec<u8>>) -> NewDataSource {
    NewDataSource {
        source: details.source,
        description: details.description,
        db_type: details.db_type.name().to_owned(),
        dbms: details.dbms,
        has_aggregate_data: details.has_aggregate_data,
        publish: details.publish,
        connection: Connection {
            db_host: details.db_host,
            db_username: details.db_username,
            db_password,
        },
    }
}
