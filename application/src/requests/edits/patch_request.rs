//! `patch/data_request/{id}/`: the principal, the format of the data, or its source (2 §3 "Patch
//! payloads", §5, §7).

use aditus_domain::ids::{DataSourceId, RequestId, UserId};
use aditus_domain::requests::{DataFormat, Principal, RawDataFormat, RawPrincipal};
use aditus_domain::review::Section;

use super::edit::Edit;
use super::{Edited, Error, EditBasis, source};
use crate::access::Caller;
use crate::ports::{Ports, Transaction};

/// The new answers of one section.
#[derive(Debug, Clone)]
pub enum Patch {
    /// The principal investigator.
    Principal(RawPrincipal),
    /// The format of the data.
    DataFormat(RawDataFormat),
    /// The data source of the first dataset: `data_source`.
    DataSource(i64),
}

/// An edit of one section.
#[derive(Debug, Clone)]
pub struct Command {
    /// The request.
    pub request: RequestId,
    /// The section with its new answers.
    pub patch: Patch,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

enum Checked {
    Principal(Principal),
    DataFormat(DataFormat),
    DataSource(DataSourceId),
}

/// Replaces the section, and notifies the author of the comment that asked for it.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Edited, Error> {
    let (section, checked) = match command.patch {
        Patch::Principal(raw) => (Section::PrincipalInvestigator, Checked::Principal(raw.check()?)),
        Patch::DataFormat(raw) => (Section::DataFormat, Checked::DataFormat(raw.check()?)),
        Patch::DataSource(id) => (Section::DataSource, Checked::DataSource(DataSourceId(id))),
    };
    let mut edit = Edit::begin(ports, caller, command.request, section, command.basis)?;
    match checked {
        Checked::Principal(principal) => set_principal(&mut edit, &principal)?,
        Checked::DataFormat(format) => {
            let request = edit.request.id;
            edit.rows().set_data_format(request, format)?;
        }
        Checked::DataSource(source) => set_data_source(ports, &mut edit, source)?,
    }
    Ok(Edited {
        version: edit.finish()?,
        message: "You have successfully updated your Data Request",
    })
}

/// Replaces the principal. The requester remains the principal only if the new name is that of
/// their account. Another name means another person.
fn set_principal(edit: &mut Edit<'_>, principal: &Principal) -> Result<(), Error> {
    let (request, owner) = (edit.request.id, edit.request.owner);
    let is_principal = edit.facts.is_principal && is_name_of(edit.transaction(), owner, principal)?;
    Ok(edit.rows().set_principal(request, principal, is_principal)?)
}

fn is_name_of(transaction: &mut dyn Transaction, user: UserId, principal: &Principal) -> Result<bool, Error> {
    let account = transaction.accounts().by_id(user)?;
    Ok(account.is_some_and(|account| {
        account.fname.as_str() == principal.fname && account.sname.as_str() == principal.sname
    }))
}

/// Replaces the source of the first dataset, which removes its variables.
fn set_data_source(ports: &Ports, edit: &mut Edit<'_>, source: DataSourceId) -> Result<(), Error> {
    let (dataset, present) = edit.facts.dataset.ok_or(Error::NotFound)?;
    source::must_be_allowed(ports, edit, source)?;
    if present == source {
        return Ok(());
    }
    let request = edit.request.id;
    Ok(edit.rows().set_data_source(request, dataset, source)?)
}
