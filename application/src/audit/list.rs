//! The record of acts, for Super Users: `GET audit/entries/` (design P6), which is ours.

use aditus_domain::roles::Role;

use super::reading::filled;
use super::views::{EntryPage, PersonView, Place, Wanted};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Which entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Those that are wanted.
    pub wanted: Wanted,
    /// From where on.
    pub place: Place,
    /// The entries on a page.
    pub most: u32,
}

/// A page of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The entries.
    pub page: EntryPage,
    /// The person by whom they were narrowed.
    pub person: Option<PersonView>,
}

/// A page of the wanted entries, newest first.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let mut views = ports.database.read()?;
    let page = filled(query.place, |place| {
        views.audit().page(&query.wanted, place, query.most)
    })?;
    let person = match query.wanted.person {
        Some(user) => Some(PersonView {
            user,
            name: views
                .accounts()
                .user(user)?
                .map(|known| format!("{} {}", known.fname, known.sname)),
        }),
        None => None,
    };
    Ok(Answer { page, person })
}
