//! An entry is removed from a tab of the details of a variable: `DELETE data_dictionary/synonyms/{id}/` and its like, which are
//! ours. Who enters something wrong takes it out again.

use aditus_domain::dictionary::DetailTab;
use aditus_domain::ids::DetailId;

pub use super::super::Error;
use super::super::Record;
use crate::access::Caller;
use crate::dictionary::revisions;
use crate::ports::Ports;
use crate::roles::authority;
use crate::row_versions::{Versioned, advance};

/// Removes an entry, which changes its variable.
pub fn execute(ports: &Ports, caller: &Caller, tab: DetailTab, id: DetailId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let variable = transaction
        .dictionary_variables()
        .variable_of_detail(tab, id)?
        .ok_or(Error::NotFound(Record::Detail(tab)))?;
    if let Some(known) = transaction.dictionary_variables().variable(variable)? {
        transaction.dictionary_tables().take_turns(known.data_source)?;
    }
    advance::<Error>(transaction.as_mut(), Versioned::Variable(variable), None)?;
    revisions::made_by(transaction.as_mut(), ports, caller);
    transaction.dictionary_variables().remove_detail(tab, id)?;
    Ok(transaction.commit()?)
}
