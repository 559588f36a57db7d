//! A procedure is added or changed: `POST` and `PUT data_requests/approval_procedures/` (3 §5, §7; decisions C1).

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{Procedure, ProcedureText, Standing};

pub use super::editing::Error;
use super::editing::{Record, begin, procedure, require};
use crate::access::Caller;
use crate::ports::{Ports, Transaction};
use crate::row_versions::{RowVersion, Versioned, advance};

/// What a Super User has filled in.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which procedure; a new one, when there is none.
    pub id: Option<ProcedureId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Whether it may be used; as it is, when it is not said.
    pub is_active: Option<bool>,
    /// Whether new requests follow it; as it is, when it is not said.
    pub is_default: Option<bool>,
}

/// Saves a procedure; answers its id. One that is made the default takes that from the other.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<ProcedureId, Error> {
    require(caller)?;
    let text = ProcedureText::parse(&command.name, &command.description)?;
    let mut transaction = begin(ports, caller)?;
    let id = match command.id {
        Some(id) => change(transaction.as_mut(), id, &text, command)?,
        None => add(transaction.as_mut(), text, command)?,
    };
    transaction.commit()?;
    Ok(id)
}

fn standing(command: &Command, before: Standing) -> Standing {
    Standing {
        is_active: command.is_active.unwrap_or(before.is_active),
        is_default: command.is_default.unwrap_or(before.is_default),
    }
}

fn add(
    transaction: &mut dyn Transaction,
    text: ProcedureText,
    command: &Command,
) -> Result<ProcedureId, Error> {
    let added = Procedure {
        id: None,
        name: text.name,
        description: text.description,
        stages: Vec::new(),
        links: Vec::new(),
    };
    let before = Standing::default();
    let standing = before.change(standing(command, before), &added)?;
    refuse_taken(transaction, None, &added.name)?;
    Ok(transaction
        .procedures()
        .add(&added, standing.is_active, standing.is_default)?)
}

fn change(
    transaction: &mut dyn Transaction,
    id: ProcedureId,
    text: &ProcedureText,
    command: &Command,
) -> Result<ProcedureId, Error> {
    let stored = procedure(transaction, id)?;
    advance::<Error>(transaction, Versioned::Procedure(id), command.seen)?;
    let standing = stored
        .standing
        .change(standing(command, stored.standing), &stored.procedure)?;
    refuse_taken(transaction, Some(id), &text.name)?;
    transaction.procedures().save(id, text, standing)?;
    Ok(id)
}

/// Screens tell procedures apart by their names (3 §2.7).
fn refuse_taken(
    transaction: &mut dyn Transaction,
    own: Option<ProcedureId>,
    name: &str,
) -> Result<(), Error> {
    let key = fold(name);
    let names = transaction.procedures().names()?;
    if names
        .iter()
        .any(|(id, other)| Some(*id) != own && fold(other) == key)
    {
        return Err(Error::Taken(Record::Procedure));
    }
    Ok(())
}
