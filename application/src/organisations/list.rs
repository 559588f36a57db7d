//! All organisations with all their fields: `GET users/organizations/?all=true` (3 §2.5, §3).

use aditus_domain::roles::Role;
use thiserror::Error as ThisError;

use super::views::{OrganisationRow, OrganisationSort};
use crate::access::{AccessError, Caller};
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// Which organisations are wanted: the text stands in any field.
pub type Query = ListQuery<OrganisationSort>;

/// An organisation with what keeps a Super User from serving its people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    /// The organisation.
    pub row: OrganisationRow,
    /// Why no Super User appoints an Admin there.
    pub refusal: Option<NotServed>,
}

/// Why no Super User appoints an Admin of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
pub enum NotServed {
    /// It is inactive.
    #[error("An inactive organisation offers no role.")]
    Inactive,
    /// Its Admin serves it.
    #[error(transparent)]
    HasAdmin(AccessError),
}

/// Lists organisations, active or not, for Super Users. Whoever else looks for one is shown active ones only, and their names
/// and domains ([`super::find`]).
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<Served>, Error> {
    caller.require(Role::SuperUser)?;
    let wanted = query.folded();
    let mut views = ports.database.read()?;
    let page = views.organisations().every(&wanted)?;
    let ids: Vec<_> = page.items.iter().map(|row| row.org_id).collect();
    let with_admin = views.roles().with_holders(Role::Admin, &ids)?;
    let served = |row: OrganisationRow| Served {
        refusal: if !row.active {
            Some(NotServed::Inactive)
        } else if with_admin.contains(&row.org_id) && !caller.administers(row.org_id) {
            Some(NotServed::HasAdmin(AccessError::HasAdmin))
        } else {
            None
        },
        row,
    };
    Ok(Paged {
        items: page.items.into_iter().map(served).collect(),
        page: page.page,
        total: page.total,
    })
}
