//! Administration of the dictionary by Super Users: data sources, their custodians and versions,
//! their tables and variables, topics and the tables under them (3 §2.8 to §2.12). All of it is
//! limited to Super Users (3 §6).

pub mod custodians;
pub mod repository;
pub mod sources;
pub mod table_topics;
pub mod tables;
pub mod topics;
pub mod variables;
pub mod versions;
pub mod views;

use aditus_domain::dictionary::{TableInUse, TopicInUse, VariableInUse};

pub use crate::records::{Error, Record};
pub(crate) use crate::records::{value_taken, while_unused};

impl From<TableInUse> for Error {
    fn from(in_use: TableInUse) -> Self {
        Self::InUse(in_use.to_string())
    }
}

impl From<VariableInUse> for Error {
    fn from(in_use: VariableInUse) -> Self {
        Self::InUse(in_use.to_string())
    }
}

impl From<TopicInUse> for Error {
    fn from(in_use: TopicInUse) -> Self {
        Self::InUse(in_use.to_string())
    }
}
