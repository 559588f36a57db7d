//! A data source is put into custody, or its custody is changed: `POST data_dictionary/data_custodian/` and `PUT .../{id}/`
//! (3 §5, §7).

use aditus_domain::form::FormFaults;
use aditus_domain::ids::{CustodianId, DataSourceId, OrganisationRoleId};

pub use super::super::Error;
use super::super::repository::StoredCustodian;
use super::super::{Record, taken};
use crate::access::Caller;
use crate::ports::{Ports, Transaction};
use crate::roles::authority;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// The custodian to change; none to add one.
    pub id: Option<CustodianId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// The data source.
    pub data_source: Option<DataSourceId>,
    /// The organisation role.
    pub org_role: Option<OrganisationRoleId>,
    /// Whether it is a broker. A new custodian is none unless it is said (decisions, "Administration").
    pub broker: Option<bool>,
}

/// Saves a data custodian. Requests that are submitted from then on are bound by it; those before stay with whom they were
/// bound to.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<CustodianId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let stored = match command.id {
        Some(id) => {
            let found = stored(transaction.as_mut(), id)?;
            advance::<Error>(transaction.as_mut(), Versioned::Custodian(id), command.seen)?;
            Some((id, found))
        }
        None => None,
    };
    let before = stored.map(|(_, custodian)| custodian.org_role);
    let custodian = chosen(transaction.as_mut(), command, before)?;
    let taken = taken(
        "org_role",
        "This organisation role is a data custodian of the data source already.",
    );
    let id = match stored {
        None => transaction
            .dictionary()
            .add_custodian(custodian.data_source, custodian.org_role, custodian.broker)
            .map_err(taken)?,
        Some((id, _)) => {
            transaction
                .dictionary_records()
                .update_custodian(id, &custodian)
                .map_err(taken)?;
            id
        }
    };
    transaction.commit()?;
    Ok(id)
}

fn stored(transaction: &mut dyn Transaction, id: CustodianId) -> Result<StoredCustodian, Error> {
    let found = transaction.dictionary_records().custodian(id)?;
    found.ok_or(Error::NotFound(Record::Custodian))
}

/// Everything that was chosen, if it can be. An organisation role that is not offered at present stays where it is, and is
/// not chosen anew.
fn chosen(
    transaction: &mut dyn Transaction,
    command: Command,
    before: Option<OrganisationRoleId>,
) -> Result<StoredCustodian, Error> {
    let no_source = || FormFaults::one("data_source", "Please select the Data Source Name.");
    let no_role = || FormFaults::one("org_role", "Please select the Organisation Role.");
    let data_source = command.data_source.ok_or_else(no_source)?;
    if transaction.dictionary_records().source(data_source)?.is_none() {
        return Err(no_source().into());
    }
    let org_role = command.org_role.ok_or_else(no_role)?;
    let offered = transaction.organisations().role_by_id(org_role)?;
    if !offered.is_some_and(|role| role.offered || before == Some(role.id)) {
        return Err(no_role().into());
    }
    let broker = match (command.broker, before) {
        (Some(broker), _) => broker,
        (None, None) => false,
        (None, Some(_)) => {
            return Err(FormFaults::one("broker", "Please select if they are a broker or not.").into());
        }
    };
    Ok(StoredCustodian {
        data_source,
        org_role,
        broker,
    })
}
