//! A variable is taken out of a version: `DELETE data_dictionary/version_variable/{id}/` (decisions, "Screens that the specification
//! names and does not show").

use aditus_domain::ids::VersionVariableId;

use crate::access::Caller;
pub use crate::dictionary::records::Error;
use crate::dictionary::records::Record;
use crate::ports::Ports;
use crate::roles::authority;

/// Takes a variable out of a version. The revision stays: other versions may hold it, and requests may have asked for it.
pub fn execute(ports: &Ports, caller: &Caller, id: VersionVariableId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let revisions = transaction.dictionary_revisions();
    if revisions.version_of(id)?.is_none() {
        return Err(Error::NotFound(Record::VersionVariable));
    }
    revisions.let_go(id)?;
    Ok(transaction.commit()?)
}
