//! A stage type is added or renamed: `POST` and `PUT data_requests/stage_type/` (3 §5, §7).

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::StageTypeId;
use aditus_domain::procedures::StageTypeName;

pub use super::super::editing::Error;
use super::super::editing::{Record, begin, require};
use super::super::repository::StoredStageType;
use super::own;
use crate::access::Caller;
use crate::ports::Ports;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What a Super User has filled in.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which type; a new one, when there is none.
    pub id: Option<StageTypeId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// Its name.
    pub stage_type: String,
}

/// Saves a stage type; answers its id.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<StageTypeId, Error> {
    require(caller)?;
    let name = StageTypeName::parse(&command.stage_type)?;
    let mut transaction = begin(ports, caller)?;
    let id = if let Some(id) = command.id {
        let (_, all) = own(transaction.as_mut(), id)?;
        advance::<Error>(transaction.as_mut(), Versioned::StageType(id), command.seen)?;
        refuse_taken(&all, Some(id), &name)?;
        transaction.stage_types().rename(id, &name)?;
        id
    } else {
        refuse_taken(&transaction.stage_types().all()?, None, &name)?;
        transaction.stage_types().add(&name)?
    };
    transaction.commit()?;
    Ok(id)
}

/// A name is one whatever its case: nobody could tell "junction" from the type that is built in.
fn refuse_taken(
    all: &[StoredStageType],
    own: Option<StageTypeId>,
    name: &StageTypeName,
) -> Result<(), Error> {
    let key = fold(name.as_str());
    if all
        .iter()
        .any(|other| Some(other.id) != own && fold(&other.name) == key)
    {
        return Err(Error::Taken(Record::StageType));
    }
    Ok(())
}
