//! Stage types: three that are built in, and those that Super Users add, which behave as Junction (decisions,
//! "Administration").

pub mod detail;
pub mod list;
pub mod remove;
pub mod save;

use aditus_domain::ids::StageTypeId;

use super::editing::{Error, Record};
use super::repository::StoredStageType;
use crate::ports::Transaction;

/// A type that may be changed; besides, all types that there are.
fn own(
    transaction: &mut dyn Transaction,
    id: StageTypeId,
) -> Result<(StoredStageType, Vec<StoredStageType>), Error> {
    let all = transaction.stage_types().all()?;
    let found = all.iter().find(|stage_type| stage_type.id == id).cloned();
    match found {
        None => Err(Error::NotFound(Record::StageType)),
        Some(found) if found.built_in => Err(Error::BuiltIn),
        Some(found) => Ok((found, all)),
    }
}
