//! Lists the held and requested roles of an organisation's people: `GET
//! users/assigned-role-status/?org_id=` and `GET users/assigned-roles/approve/?role_status=` (1
//! §7.2; 3 §2.3).

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::OrganisationId;
use aditus_domain::roles::{Role, RoleChangeError, RoleStatus};
use thiserror::Error;

use super::authority::{self, AdminRights};
use super::views::{AssignedQuery, AssignedRow, AssignedSearch, AssignedSort};
use crate::access::{AccessError, Caller};
use crate::accounts::directory::ERASED_ACCOUNT;
use crate::failure::failure;
use crate::paging::{Direction, Page, Paged, searched_for};
use crate::ports::{Ports, StoreError};

/// Filter, order and page.
#[derive(Debug, Clone)]
pub struct Query {
    /// Organisation of the roles. By default the one that the caller administers.
    pub organisation: Option<OrganisationId>,
    /// Names of statuses. Empty for any status.
    pub statuses: Vec<String>,
    /// Text in name, role, status or designation.
    pub search: Option<String>,
    /// Order.
    pub sort: AssignedSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// The list cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// No status has this name.
    #[error("Please select a valid status")]
    Status,
    /// The caller is not an administrator, or belongs to another organisation.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Store;
        Status => Invalid, reason: InvalidFields, field: "role_status";
    }
}

/// A role with the possible decisions of the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidableRole {
    /// The role.
    pub row: AssignedRow,
    /// Statuses that the caller can set. Empty if there is a refusal.
    pub statuses: Vec<RoleStatus>,
    /// Message of the refusal. None if the caller can decide.
    pub refusal: Option<String>,
}

/// Determines the possible decisions of the caller, by the rules of [`super::deciding`].
fn decidable_role(row: AssignedRow, rights: &AdminRights, caller: &Caller) -> DecidableRole {
    let erased = row.person.erased.then(|| ERASED_ACCOUNT.to_owned());
    let own = || (row.person.user_id == caller.user).then(|| RoleChangeError::OwnRole.to_string());
    let refused = || {
        let refusal = rights.refusal(Some(row.person.user_id), row.role == Role::SuperUser);
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
    DecidableRole {
        statuses: if refusal.is_some() { Vec::new() } else { statuses },
        row,
        refusal,
    }
}

/// Returns a page of the list. An Admin sees the roles of the own organisation, a Super User those
/// of any.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<DecidableRole>, Error> {
    let organisation = authority::visible_organisation(caller, query.organisation)?;
    let statuses = query
        .statuses
        .iter()
        .map(|name| name.trim())
        .filter(|name| !name.is_empty())
        .map(|name| RoleStatus::parse(name).map_err(|_| Error::Status))
        .collect::<Result<Vec<_>, _>>()?;
    let filter = AssignedQuery {
        organisation,
        statuses,
        search: searched_for(query.search.as_deref()).map(AssignedSearch::new),
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    let mut views = ports.database.read()?;
    let page = views.roles().assigned(&filter)?;
    let rights = AdminRights::read(views.as_mut(), caller, organisation)?;
    Ok(Paged {
        items: page
            .items
            .into_iter()
            .map(|row| decidable_role(row, &rights, caller))
            .collect(),
        page: page.page,
        total: page.total,
        more: false,
    })
}

impl AssignedSearch {
    fn new(text: String) -> Self {
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
