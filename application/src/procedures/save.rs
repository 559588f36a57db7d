//! A procedure is added or changed: `POST` and `PUT data_requests/approval_procedures/` (3 §5, §7; decisions C1).

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{Origin, Procedure, ProcedureText, Standing};

pub use super::editing::Error;
use super::editing::{Record, begin, note, note_new, procedure, require, whole};
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
        Some(id) => change(ports, transaction.as_mut(), caller, (id, &text), command)?,
        None => add(ports, transaction.as_mut(), caller, text, command)?,
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
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    text: ProcedureText,
    command: &Command,
) -> Result<ProcedureId, Error> {
    let added = bare(text);
    let before = Standing::default();
    let standing = before.change(standing(command, before), &added)?;
    refuse_taken(transaction, None, &added.name)?;
    let id = transaction
        .procedures()
        .add(&added, standing.is_active, standing.is_default)?;
    note_new(ports, transaction, caller, id, &Origin::Form)?;
    Ok(id)
}

/// A procedure without stages.
pub(super) fn bare(text: ProcedureText) -> Procedure {
    Procedure {
        id: None,
        name: text.name,
        description: text.description,
        stages: Vec::new(),
        links: Vec::new(),
    }
}

fn change(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    (id, text): (ProcedureId, &ProcedureText),
    command: &Command,
) -> Result<ProcedureId, Error> {
    let stored = procedure(transaction, id)?;
    advance::<Error>(transaction, Versioned::Procedure(id), command.seen)?;
    let standing = stored
        .standing
        .change(standing(command, stored.standing), &stored.procedure)?;
    refuse_taken(transaction, Some(id), &text.name)?;
    let mut changed = vec![whole(transaction, id)?];
    if standing.is_default && !stored.standing.is_default {
        // The one that was the default so far is changed by it too.
        let default = transaction.procedures().default_procedure()?;
        if let Some(replaced) = default.and_then(|default| default.id) {
            changed.push(whole(transaction, replaced)?);
        }
    }
    transaction.procedures().save(id, text, standing)?;
    for before in &changed {
        note(ports, transaction, caller, before)?;
    }
    Ok(id)
}

/// Screens tell procedures apart by their names (3 §2.7).
pub(super) fn refuse_taken(
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
