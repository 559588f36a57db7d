//! A procedure is copied: `POST data_requests/approval_procedures/{id}/duplicate/`.
//!
//! The body: `{name}`, which may be left out. The answer: `{approval_procedure_id}`, 201.

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{MAX_NAME, Origin, ProcedureText, WholeProcedure};

pub use super::editing::Error;
use super::editing::{begin, note_new, require, whole};
use super::save::{bare, refuse_taken};
use crate::access::Caller;
use crate::ports::{Ports, Transaction};

/// What is copied.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which procedure.
    pub procedure: ProcedureId,
    /// What the copy is called; "Copy of" and the name of the procedure, when nothing is said.
    pub name: Option<String>,
}

/// Copies stages, links and the template of the letter; answers the id of the copy, which is not active.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<ProcedureId, Error> {
    require(caller)?;
    let mut transaction = begin(ports, caller)?;
    let copied = whole(transaction.as_mut(), command.procedure)?.whole;
    let name = match &command.name {
        Some(name) => name.clone(),
        None => free_name(transaction.as_mut(), &copied.text.name)?,
    };
    let text = ProcedureText::parse(&name, &copied.text.description)?;
    let origin = Origin::Copy(copied.text.name.clone());
    let id = add(
        ports,
        transaction.as_mut(),
        caller,
        &WholeProcedure { text, ..copied },
        &origin,
    )?;
    transaction.commit()?;
    Ok(id)
}

/// Adds a procedure that is there as a whole; it is not active, whatever its standing says.
pub(super) fn add(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    added: &WholeProcedure,
    origin: &Origin,
) -> Result<ProcedureId, Error> {
    refuse_taken(transaction, None, &added.text.name)?;
    let procedures = transaction.procedures();
    let id = procedures.add(&bare(added.text.clone()), false, false)?;
    let change = added
        .drawing
        .as_new()
        .change_from(&aditus_domain::procedures::Drawing::default());
    procedures.save_drawing(id, &change)?;
    procedures.save_letter(id, added.letter.as_ref())?;
    note_new(ports, transaction, caller, id, origin)?;
    Ok(id)
}

/// A name that no other procedure has: "Copy of", and from the second copy on its number.
fn free_name(transaction: &mut dyn Transaction, copied: &str) -> Result<String, Error> {
    let names = transaction.procedures().names()?;
    let taken: Vec<String> = names.iter().map(|(_, name)| fold(name)).collect();
    let mut number = 1_usize;
    loop {
        let end = if number > 1 {
            format!(" ({number})")
        } else {
            String::new()
        };
        let room = MAX_NAME.saturating_sub("Copy of ".len() + end.len());
        let kept: String = copied.chars().take(room).collect();
        let name = format!("Copy of {}{end}", kept.trim_end());
        if !taken.contains(&fold(&name)) {
            return Ok(name);
        }
        number += 1;
    }
}
