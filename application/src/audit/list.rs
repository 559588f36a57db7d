//! Lists the audit log, for Super Users: `GET audit/entries/` (decisions P6), our own addition.

use aditus_domain::roles::Role;

use super::named::{NamedRecords, named_records};
use super::reading::full_page;
use super::views::{EntryCursor, EntryFilter, EntryPage, PersonView};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The filter and the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The filter.
    pub filter: EntryFilter,
    /// The start of the page.
    pub cursor: EntryCursor,
    /// The size of the page.
    pub page_size: u32,
}

/// A page of the audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The entries.
    pub page: EntryPage,
    /// The records that the entries refer to.
    pub records: NamedRecords,
    /// The person of the filter.
    pub person: Option<PersonView>,
}

/// Returns a page of the filtered entries, newest first.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let mut views = ports.database.read()?;
    let page = full_page(query.cursor, |cursor| {
        views.audit().page(&query.filter, cursor, query.page_size)
    })?;
    let records = named_records(ports, views.audit(), &page.entries, |_| true)?;
    let person = match query.filter.person {
        Some(user) => Some(PersonView {
            user,
            name: views
                .accounts()
                .user(user)?
                .map(|known| format!("{} {}", known.fname, known.sname)),
        }),
        None => None,
    };
    Ok(Answer {
        page,
        records,
        person,
    })
}
