//! A version is deleted: `DELETE data_dictionary/version/{id}/` (decisions, "Administration").

use aditus_domain::ids::VersionId;

pub use super::super::Error;
use super::super::Record;
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// Deletes a version.
pub fn execute(ports: &Ports, caller: &Caller, id: VersionId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let records = transaction.dictionary_records();
    if records.version_created_on(id)?.is_none() {
        return Err(Error::NotFound(Record::Version));
    }
    records.remove_version(id)?;
    Ok(transaction.commit()?)
}
