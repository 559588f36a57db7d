//! The records of the dictionary that a Super User keeps: data sources, their custodians and versions, their tables and variables,
//! topics and the tables under them (3 §2.8 to §2.12). All of it is for Super Users alone (3 §6).

pub mod custodians;
pub mod repository;
pub mod sources;
pub mod table_topics;
pub mod tables;
pub mod topics;
pub mod variables;
pub mod versions;
pub mod views;

use aditus_domain::dictionary::{DetailTab, TableInUse, TopicInUse, VariableInUse};
use aditus_domain::form::FormFaults;
use thiserror::Error;

use crate::access::AccessError;
use crate::failure::{Failure, Kind, Refused};
use crate::ports::StoreError;
use crate::row_versions::Stale;

/// A kind of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    /// Data sources.
    Source,
    /// Their custodians.
    Custodian,
    /// Their versions.
    Version,
    /// Topics.
    Topic,
    /// Tables.
    Table,
    /// Variables.
    Variable,
    /// Entries on the tabs of their details.
    Detail(DetailTab),
    /// Variables of versions.
    VersionVariable,
    /// Tables under topics.
    TableTopic,
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Source => "Data source",
            Self::Custodian => "Data custodian",
            Self::Version => "Data source version",
            Self::Topic => "Topic",
            Self::Table => "Table",
            Self::Variable => "Variable",
            Self::Detail(tab) => tab.name(),
            Self::VersionVariable => "Version variable",
            Self::TableTopic => "Table topic",
        })
    }
}

/// Why nothing was done about a record.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller may not do this.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Something that was typed is missing or wrong.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// There is no such record.
    #[error("{0} not found.")]
    NotFound(Record),
    /// Another record is the same in this field, in which records must differ.
    #[error("{1}")]
    Taken(&'static str, &'static str),
    /// Something refers to the table.
    #[error(transparent)]
    TableInUse(#[from] TableInUse),
    /// Something refers to the variable.
    #[error(transparent)]
    VariableInUse(#[from] VariableInUse),
    /// Something refers to the topic.
    #[error(transparent)]
    TopicInUse(#[from] TopicInUse),
    /// Somebody else has saved it since it was read.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Access(error) => Self::Access(error),
            Refused::Store(error) => Self::Store(error),
        }
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::Form(_) => Kind::Invalid,
            Self::NotFound(_) => Kind::NotFound,
            Self::Taken(..)
            | Self::TableInUse(_)
            | Self::VariableInUse(_)
            | Self::TopicInUse(_)
            | Self::Stale(_) => Kind::Conflict,
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Form(faults) => faults.by_field(),
            Self::Taken(field, message) => vec![((*field).to_owned(), (*message).to_owned())],
            Self::Stale(stale) => stale.fields(),
            _ => Vec::new(),
        }
    }
}

/// Says in which field a record is the same as another instead of which columns are.
pub(crate) fn taken(field: &'static str, message: &'static str) -> impl FnOnce(StoreError) -> Error {
    move |error| match error {
        StoreError::Duplicate(_) => Error::Taken(field, message),
        other => other.into(),
    }
}

/// What a removal is refused with because something has come to refer to the record since that was counted.
fn while_unused(error: StoreError) -> StoreError {
    match error {
        StoreError::Reference(_) => StoreError::Conflict,
        other => other,
    }
}
