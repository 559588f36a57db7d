//! Adds, edits and deletes the staff of a submitted request (2 §7 "Devices and staff").

use aditus_domain::ids::{RequestId, StaffId};
use aditus_domain::requests::{DocumentKind, IdentificationType, MAX_ROWS, RawStaff};
use aditus_domain::review::{EditRefused, RequestList, Section};
use aditus_domain::roles::Role;

use super::edit::{Edit, allowed, begin_transaction, may_edit_something};
use super::files::{self, Files};
use super::{EditBasis, Edited, Error};
use crate::access::Caller;
use crate::ports::Ports;
use crate::requests::submit::Upload;

/// A staff member to add.
#[derive(Debug, Clone)]
pub struct Add {
    /// The request.
    pub request: RequestId,
    /// Typed values, without the identity document.
    pub member: RawStaff,
    /// The identity document.
    pub identification: Option<Upload>,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// A change of a staff member.
#[derive(Debug, Clone)]
pub struct Change {
    /// Id of the staff member.
    pub staff_id: StaffId,
    /// The request that the call names. It must be the request of the staff member.
    pub request: Option<RequestId>,
    /// Typed values, without the identity document.
    pub member: RawStaff,
    /// The new identity document. None to keep the present one.
    pub identification: Option<Upload>,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// A staff member to delete.
#[derive(Debug, Clone, Copy)]
pub struct Delete {
    /// Id of the staff member.
    pub staff_id: StaffId,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// Checks that there may be a request to which the caller can add staff. It is called before a file
/// is received.
pub fn may_add(ports: &Ports, caller: &Caller) -> Result<(), Error> {
    let own = RequestList::Owner(caller.user);
    if caller.holds(Role::SuperUser) || ports.database.read()?.requests().counts(own)?.all > 0 {
        Ok(())
    } else if caller.roles.iter().any(|held| held.role.is_staff()) {
        Err(EditRefused::NotAsked.into())
    } else {
        Err(Error::NotFound)
    }
}

/// Checks that the caller may edit at least one section of the staff member's request. It is called
/// before a file is received.
pub fn may_change(ports: &Ports, caller: &Caller, staff: StaffId) -> Result<(), Error> {
    let request = {
        let mut transaction = ports.database.begin()?;
        let found = transaction.request_edits().staff(staff)?;
        found.ok_or(Error::NoStaff)?.0
    };
    may_edit_something(ports, caller, request).map_err(staff_error)
}

/// Adds a staff member and returns the id.
pub fn add(ports: &Ports, caller: &Caller, command: Add) -> Result<(StaffId, Edited), Error> {
    command.member.check_answers()?;
    files::refuse_early(ports, caller)?;
    {
        let mut transaction = ports.database.begin()?;
        allowed(
            transaction.as_mut(),
            caller,
            command.request,
            Section::Staff,
            command.basis,
        )?;
    }
    let mut raw = command.member;
    let uploads: Vec<Upload> = command.identification.into_iter().collect();
    let files = Files::examine(ports, caller, &uploads)?;
    raw.identification_file_path = files.detected_type(DocumentKind::StaffIdentification);
    let member = raw.check()?;
    let stored = files.put(ports, caller)?;

    let mut edit = Edit::begin(ports, caller, command.request, Section::Staff, command.basis)?;
    files::spend(ports, caller, &mut edit)?;
    if edit.facts.staff >= MAX_ROWS {
        return Err(Error::FullList { most: MAX_ROWS });
    }
    let (request, at) = (edit.request.id, edit.at);
    let id = edit.rows().add_staff(request, &member)?;
    for document in stored.documents() {
        edit.rows().replace_document(request, Some(id), document, at)?;
    }
    let edited = Edited {
        version: files::finish(edit, stored)?,
        message: "You have successfully added a staff to your List of Staff",
    };
    Ok((id, edited))
}

/// Replaces a staff member. The present identity document is kept unless there is a new one.
pub fn change(ports: &Ports, caller: &Caller, command: Change) -> Result<Edited, Error> {
    let Change {
        staff_id,
        request: named,
        member: mut raw,
        identification,
        basis,
    } = command;
    raw.check_answers()?;
    if identification.is_some() {
        files::refuse_early(ports, caller)?;
    }
    let (request, uploaded) = {
        let mut transaction = ports.database.begin()?;
        let (request, uploaded) = transaction
            .request_edits()
            .staff(staff_id)?
            .filter(|(request, _)| named.is_none_or(|named| named == *request))
            .ok_or(Error::NoStaff)?;
        allowed(transaction.as_mut(), caller, request, Section::Staff, basis).map_err(staff_error)?;
        (request, uploaded)
    };
    let uploads: Vec<Upload> = identification.into_iter().collect();
    let files = Files::examine(ports, caller, &uploads)?;
    raw.identification_file_path = files.detected_type(DocumentKind::StaffIdentification);
    let member = raw.check_edit(uploaded)?;
    let stored = files.put(ports, caller)?;

    let mut edit = Edit::begin(ports, caller, request, Section::Staff, basis)?;
    must_be_as_it_was(&mut edit, staff_id, uploaded)?;
    if !uploads.is_empty() {
        files::spend(ports, caller, &mut edit)?;
    }
    let at = edit.at;
    edit.rows().set_staff(staff_id, &member)?;
    for document in stored.documents() {
        edit.rows()
            .replace_document(request, Some(staff_id), document, at)?;
    }
    Ok(Edited {
        version: files::finish(edit, stored)?,
        message: "You have successfully updated your List of Staff",
    })
}

/// Deletes a staff member. The last one cannot be deleted, because a request needs at least one, as
/// in the wizard (2 §4).
pub fn delete(ports: &Ports, caller: &Caller, command: Delete) -> Result<(), Error> {
    let mut transaction = begin_transaction(ports, caller)?;
    let found = transaction.request_edits().staff(command.staff_id)?;
    let (request, _) = found.ok_or(Error::NoStaff)?;
    let mut edit = Edit::within(ports, transaction, caller, request, Section::Staff, command.basis)
        .map_err(staff_error)?;
    // The staff member may have been deleted before this transaction got the lock.
    edit.rows().staff(command.staff_id)?.ok_or(Error::NoStaff)?;
    if edit.facts.staff <= 1 {
        return Err(Error::LastStaff);
    }
    let at = edit.at;
    edit.rows().delete_staff(command.staff_id, at)?;
    edit.finish().map(drop)
}

/// Refuses the edit if, since the first read, the staff member was deleted or the type of their
/// identity document has changed.
fn must_be_as_it_was(edit: &mut Edit<'_>, id: StaffId, uploaded: IdentificationType) -> Result<(), Error> {
    match edit.rows().staff(id)? {
        Some((_, now)) if now == uploaded => Ok(()),
        Some(_) => Err(Error::Changed),
        None => Err(Error::NoStaff),
    }
}

fn staff_error(error: Error) -> Error {
    match error {
        Error::NotFound => Error::NoStaff,
        other => other,
    }
}
