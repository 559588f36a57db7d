//! The history of a table or variable: `GET data_dictionary/table_dd/{id}/revisions/` and `GET
//! data_dictionary/variables_dd/{id}/revisions/` (decisions T1), additions to the specification.

use aditus_domain::dictionary::revision::Revised;
use aditus_domain::roles::Role;

use super::views::RevisionRecord;
use crate::access::Caller;
pub use crate::dictionary::records::Error;
use crate::dictionary::records::Record;
use crate::paging::{Page, Paged};
use crate::ports::Ports;

/// Lists the revisions of a table or variable, newest first, for Super Users. Deleted tables and
/// variables keep their revisions.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    of: Revised,
    page: Page,
) -> Result<Paged<RevisionRecord>, Error> {
    caller.require(Role::SuperUser)?;
    let revisions = ports
        .database
        .read()?
        .dictionary_revisions()
        .revisions(of, page)?;
    if revisions.total == 0 {
        return Err(Error::NotFound(match of {
            Revised::Table(_) => Record::Table,
            Revised::Variable(_) => Record::Variable,
        }));
    }
    Ok(revisions)
}
