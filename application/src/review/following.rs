//! Updates the open pages of people who may see a request.

use std::collections::BTreeSet;

use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::Occasion;
use aditus_domain::review::Chain;
use aditus_domain::roles::Role;

use crate::ports::{StoreError, Transaction};

/// Makes open pages reload the comments on a request and the roles that it waits for.
pub(crate) fn announce_comments(transaction: &mut dyn Transaction, chain: &Chain) -> Result<(), StoreError> {
    for user in readers(transaction, chain)? {
        transaction.comments().announce(user)?;
    }
    Ok(())
}

/// Settles the notifications of required actions once no comment on the request requires action.
pub(crate) fn settle_demands(
    transaction: &mut dyn Transaction,
    request: RequestId,
) -> Result<(), StoreError> {
    if !transaction.comments().open_demands(request)?.is_empty() {
        return Ok(());
    }
    transaction
        .notifications()
        .settle(request, Occasion::ActionRequired, &[Role::DataRequester])
}

/// Makes open pages, lists and counts reload a request whose chain has changed.
pub(crate) fn announce_request(transaction: &mut dyn Transaction, chain: &Chain) -> Result<(), StoreError> {
    for user in readers(transaction, chain)? {
        transaction.requests().announce(user)?;
    }
    Ok(())
}

/// Returns the people who may see the request: its owner, the holders of the deciding roles, and
/// the Super Users.
fn readers(transaction: &mut dyn Transaction, chain: &Chain) -> Result<BTreeSet<UserId>, StoreError> {
    let staff = chain.stages().iter().filter(|stage| !stage.is_requesters());
    let org_roles: BTreeSet<_> = staff.map(|stage| stage.org_role).collect();
    let org_roles: Vec<_> = org_roles.into_iter().collect();
    let mut readers: BTreeSet<_> = transaction
        .roles()
        .holders_of_any(&org_roles)?
        .into_iter()
        .collect();
    readers.extend(transaction.roles().usable_by(Role::SuperUser, None)?);
    readers.insert(chain.requester().user);
    Ok(readers)
}
