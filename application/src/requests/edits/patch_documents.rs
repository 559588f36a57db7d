//! `patch/data_request_docs/{id}/`: ethics approval, the agreement, or the specification form (2 §3
//! "Patch payloads", §5, §7). Files are inspected like those of a submission (decisions F1).

use aditus_domain::ids::RequestId;
use aditus_domain::reference::{EntryId, ReferenceList};
use aditus_domain::requests::{DocumentKind, Ethics, Faults, Letter, RawEthicsEdit, check_replacement};
use aditus_domain::review::Section;

use super::edit::{Edit, allowed, may_edit_something};
use super::files::{self, Files};
use super::{EditFacts, Edited, Error, EditBasis};
use crate::access::Caller;
use crate::ports::Ports;
use crate::reference::offered::Choices;
use crate::requests::submit::Upload;
use crate::requests::uploads::StoredFiles;

/// The new answers of one section.
#[derive(Debug, Clone)]
pub enum Patch {
    /// Ethics approval. Its letters are kept or missing here, because new letters come with the
    /// files.
    Ethics(RawEthicsEdit),
    /// The data sharing agreement.
    Agreement,
    /// The General Data Specification Form, which belongs to the section of the data source.
    Specification,
}

/// An edit of one section.
#[derive(Debug, Clone)]
pub struct Command {
    /// The request.
    pub request: RequestId,
    /// The section with its new answers.
    pub patch: Patch,
    /// Files sent with the edit.
    pub uploads: Vec<Upload>,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// Checks that the caller may edit at least one section of the request. It is called before files
/// are received.
pub fn may_send(ports: &Ports, caller: &Caller, request: RequestId) -> Result<(), Error> {
    may_edit_something(ports, caller, request)
}

/// Replaces the section, and notifies the author of the comment that asked for it.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Edited, Error> {
    let section = match command.patch {
        Patch::Ethics(_) => Section::EthicsApproval,
        Patch::Agreement => Section::SharingAgreement,
        Patch::Specification => Section::DataSource,
    };
    if !command.uploads.is_empty() {
        files::refuse_early(ports, caller)?;
    }
    let facts = {
        let mut transaction = ports.database.begin()?;
        allowed(
            transaction.as_mut(),
            caller,
            command.request,
            section,
            command.basis,
        )?;
        let facts = transaction.request_edits().facts(command.request)?;
        facts.ok_or(Error::NotFound)?
    };
    let files = Files::examine(ports, caller, &command.uploads)?;
    let ethics = check(ports, &command.patch, &files, &facts)?;
    let stored = files.put(ports, caller)?;

    let mut edit = Edit::begin(ports, caller, command.request, section, command.basis)?;
    if !command.uploads.is_empty() {
        files::spend(ports, caller, &mut edit)?;
    }
    write(&mut edit, ethics.as_ref(), &stored)?;
    Ok(Edited {
        version: files::finish(edit, stored)?,
        message: "You have successfully updated your Data Request",
    })
}

fn check(
    ports: &Ports,
    patch: &Patch,
    files: &Files<'_>,
    facts: &EditFacts,
) -> Result<Option<Ethics>, Error> {
    let typed = match patch {
        Patch::Agreement => {
            let kind = DocumentKind::DataSharingAgreement;
            check_replacement(kind, files.detected_type(kind))?;
            return Ok(None);
        }
        Patch::Specification => {
            let kind = DocumentKind::DataSpecification;
            check_replacement(kind, files.detected_type(kind))?;
            return Ok(None);
        }
        Patch::Ethics(typed) => typed,
    };
    let letter = |kind: DocumentKind, typed: Letter| match files.detected_type(kind) {
        Some(file) => Letter::New(file),
        None if typed == Letter::Kept && facts.documents.contains(&kind) => Letter::Kept,
        None => Letter::Missing,
    };
    let ethics = RawEthicsEdit {
        answers: typed.answers.clone(),
        letter: letter(DocumentKind::EthicsApprovalLetter, typed.letter),
        additional_letter: letter(DocumentKind::AdditionalEthicsLetter, typed.additional_letter),
    }
    .check()?;
    let lists = [ReferenceList::EthicsCommittees];
    let choices = Choices::read(ports.database.read()?.as_mut(), &lists)?;
    let unknown = "Please select the Ethics Committee Name.";
    let (chosen, kept) = (ethics.committee, Some(EntryId::Committee(facts.committee)));
    if let Some(message) = choices.fault(EntryId::Committee(chosen), unknown, kept) {
        let mut faults = Faults::default();
        faults.add("ethics_committee", message);
        return Err(faults.into());
    }
    Ok(Some(ethics))
}

fn write(edit: &mut Edit<'_>, ethics: Option<&Ethics>, files: &StoredFiles<'_>) -> Result<(), Error> {
    let (request, at) = (edit.request.id, edit.at);
    if let Some(ethics) = ethics {
        edit.rows().set_ethics(request, ethics)?;
        if ethics.additional_committee.is_none() {
            edit.rows()
                .remove_document(request, DocumentKind::AdditionalEthicsLetter, at)?;
        }
    }
    for document in files.documents() {
        edit.rows().replace_document(request, None, document, at)?;
    }
    Ok(())
}
