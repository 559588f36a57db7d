//! The people of an organisation: `GET users/organization-users/?org_id=` (3 §2.3).

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::OrganisationId;
use aditus_domain::roles::Role;

use super::directory::{ERASED_ACCOUNT, PeopleQuery, PersonSort, PersonView};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged, searched_for};
use crate::ports::Ports;
use crate::roles::authority::{self, AdminRights, LastHolder};

/// The filter and the order of the list.
#[derive(Debug, Clone)]
pub struct Query {
    /// The organisation; if it is `None`, the one that the caller administers.
    pub organisation: Option<OrganisationId>,
    /// Text that a row must contain.
    pub search: Option<String>,
    /// The order.
    pub sort: PersonSort,
    /// Its direction.
    pub direction: Direction,
    /// The page.
    pub page: Page,
}

/// A person, and the reason why the caller may not change the state of the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationUser {
    /// The person.
    pub person: PersonView,
    /// The reason why the caller can neither activate nor disable the account, as a sentence.
    pub refusal: Option<String>,
    /// True if the caller may start the erasure of the account. Obstacles are shown in its plan.
    pub may_erase: bool,
}

/// Returns a page of the people. An Admin sees the people of their own organisation, a Super User
/// those of any.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<OrganisationUser>, Error> {
    let organisation = authority::visible_organisation(caller, query.organisation)?;
    let filter = PeopleQuery {
        organisation,
        search: searched_for(query.search.as_deref()),
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    let mut views = ports.database.read()?;
    let page = views.directory().people(&filter)?;
    let rights = AdminRights::read(views.as_mut(), caller, organisation)?;
    let super_users = views.roles().usable_by(Role::SuperUser, None)?;
    let judged = |person: PersonView| {
        let id = person.user_id;
        let refused = rights.refusal(Some(id), super_users.contains(&id));
        let last = || {
            let last = match super_users.as_slice() {
                [only] if *only == id => Some(LastHolder::SuperUser),
                _ => rights.last_holder(id),
            };
            last.filter(|_| person.state != AccountState::Disabled)
        };
        if person.erased {
            return OrganisationUser {
                person,
                refusal: Some(ERASED_ACCOUNT.to_owned()),
                may_erase: false,
            };
        }
        let may_erase = caller.holds(Role::SuperUser) && caller.user != id;
        let refusal = refused
            .map(|refused| refused.to_string())
            .or_else(|| last().map(|last| last.to_string()));
        OrganisationUser {
            person,
            refusal,
            may_erase,
        }
    };
    Ok(Paged {
        items: page.items.into_iter().map(judged).collect(),
        page: page.page,
        total: page.total,
        more: false,
    })
}
