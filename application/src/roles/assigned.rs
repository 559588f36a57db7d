//! The roles that people of an organisation hold and ask for: `GET users/assigned-role-status/?org_id=` and
//! `GET users/assigned-roles/approve/?role_status=` (1 §7.2; 3 §2.3).

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::OrganisationId;
use aditus_domain::roles::{Role, RoleChangeError, RoleStatus};
use thiserror::Error;

use super::authority::{self, Service};
use super::views::{AssignedQuery, AssignedRow, AssignedSearch, AssignedSort};
use crate::access::{AccessError, Caller};
use crate::accounts::directory::ERASED_ACCOUNT;
use crate::failure::failure;
use crate::paging::{Direction, Page, Paged, searched_for};
use crate::ports::{Ports, StoreError};

/// Which roles are wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// Of which organisation; without one, of the one that the caller serves.
    pub organisation: Option<OrganisationId>,
    /// The names of statuses; any, when there is none.
    pub statuses: Vec<String>,
    /// Text in name, role, status or designation.
    pub search: Option<String>,
    /// The order.
    pub sort: AssignedSort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// Why the list cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no status of this name.
    #[error("Please select a valid status")]
    Status,
    /// The caller is no administrator, or of another organisation.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Store;
        Status => Invalid, field: "role_status";
    }
}

/// A role with what the caller may do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decidable {
    /// The role.
    pub row: AssignedRow,
    /// The statuses that the caller may give it; none where there is a refusal.
    pub statuses: Vec<RoleStatus>,
    /// Why the caller can do nothing about it, in words.
    pub refusal: Option<String>,
}

/// What the caller may do about a role, by the same rules that [`super::deciding`] keeps.
fn judged(row: AssignedRow, service: &Service, caller: &Caller) -> Decidable {
    let erased = row.person.erased.then(|| ERASED_ACCOUNT.to_owned());
    let own = || (row.person.user_id == caller.user).then(|| RoleChangeError::OwnRole.to_string());
    let refused = || {
        let refusal = service.refusal(Some(row.person.user_id), row.role == Role::SuperUser);
        refusal.map(|refusal| refusal.to_string())
    };
    let may_become = |to: &RoleStatus| {
        *to != RoleStatus::Pending
            && row.status.may_become(*to)
            && (row.offered || *to != RoleStatus::Activated)
    };
    let statuses: Vec<RoleStatus> = RoleStatus::ALL.into_iter().filter(may_become).collect();
    let over = || {
        statuses
            .is_empty()
            .then(|| RoleChangeError::NotTheHolder.to_string())
    };
    let refusal = erased.or_else(own).or_else(refused).or_else(over);
    Decidable {
        statuses: if refusal.is_some() { Vec::new() } else { statuses },
        row,
        refusal,
    }
}

/// A page of the list. An Admin sees the roles of the own organisation, a Super User those of any.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<Decidable>, Error> {
    let organisation = authority::readable(caller, query.organisation)?;
    let statuses = query
        .statuses
        .iter()
        .map(|name| name.trim())
        .filter(|name| !name.is_empty())
        .map(|name| RoleStatus::parse(name).map_err(|_| Error::Status))
        .collect::<Result<Vec<_>, _>>()?;
    let wanted = AssignedQuery {
        organisation,
        statuses,
        search: searched_for(query.search.as_deref()).map(AssignedSearch::of),
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    let mut views = ports.database.read()?;
    let page = views.roles().assigned(&wanted)?;
    let service = Service::of(views.as_mut(), caller, organisation)?;
    Ok(Paged {
        items: page
            .items
            .into_iter()
            .map(|row| judged(row, &service, caller))
            .collect(),
        page: page.page,
        total: page.total,
        more: false,
    })
}

impl AssignedSearch {
    /// The rows that hold this folded text, and those of roles and statuses whose names do.
    fn of(text: String) -> Self {
        let holds = |name: &str| fold(name).contains(&text);
        let roles = Role::ALL.into_iter().filter(|role| holds(role.name())).collect();
        let statuses = RoleStatus::ALL
            .into_iter()
            .filter(|status| holds(status.name()))
            .collect();
        Self {
            text,
            roles,
            statuses,
        }
    }
}
