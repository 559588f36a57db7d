//! Copies a procedure: `POST data_requests/approval_procedures/{id}/duplicate/`.

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{Drawing, MAX_NAME, Origin, ProcedureText, WholeProcedure};

use super::approval_procedures::{ProcedureRecords, refuse_taken, without_stages};
pub use super::editing::Error;
use super::editing::{record_creation, whole};
use crate::access::Caller;
use crate::ports::{Ports, Transaction};
use crate::records::{Change, added, begin};

/// The procedure to copy.
#[derive(Debug, Clone)]
pub struct Command {
    /// Id of the procedure.
    pub procedure: ProcedureId,
    /// Name of the copy. By default "Copy of" with the name of the procedure.
    pub name: Option<String>,
}

/// Copies the term, the completion window, stages, links and the template of the letter. Returns
/// the id of the copy, which is inactive.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<ProcedureId, Error> {
    let mut change = begin::<ProcedureRecords>(ports, caller)?;
    let copied = whole(change.transaction(), command.procedure)?.whole;
    let name = match &command.name {
        Some(name) => name.clone(),
        None => free_name(change.transaction(), &copied.text.name)?,
    };
    let text = ProcedureText {
        term: copied.text.term,
        completion_window: copied.text.completion_window,
        ..ProcedureText::parse(&name, &copied.text.description)?
    };
    let origin = Origin::Copy(copied.text.name.clone());
    let id = add(&mut change, &WholeProcedure { text, ..copied }, &origin)?;
    change.commit(added::<ProcedureRecords>(id))?;
    Ok(id)
}

/// Adds a complete procedure. It is inactive, regardless of its flags.
pub(super) fn add(
    change: &mut Change<'_>,
    added: &WholeProcedure,
    origin: &Origin,
) -> Result<ProcedureId, Error> {
    refuse_taken(change.transaction(), None, &added.text.name)?;
    let procedures = change.transaction().procedures();
    let id = procedures.add(&without_stages(added.text.clone()), false, false)?;
    let drawn = added.drawing.as_new().change_from(&Drawing::default());
    procedures.save_drawing(id, &drawn)?;
    procedures.save_letter(id, added.letter.as_ref())?;
    record_creation(change, id, origin)?;
    Ok(id)
}

/// Returns an unused name: "Copy of", with a number from the second copy on.
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
