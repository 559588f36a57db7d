//! Who sees a conversation on a request go on while it does.

use std::collections::BTreeSet;

use crate::ports::{StoreError, Transaction};
use crate::requests::Request;

/// Has the pages of all who follow the conversation on a request show its comments anew: of its owner, of whoever wrote there, and of
/// those whose turn it is.
pub(crate) fn tell_followers(transaction: &mut dyn Transaction, request: &Request) -> Result<(), StoreError> {
    let mut followers: BTreeSet<_> = transaction.comments().writers(request.id)?.into_iter().collect();
    followers.insert(request.owner);
    for stage in request.chain.waiting_for() {
        followers.extend(transaction.roles().holders(stage.org_role)?);
    }
    for user in followers {
        transaction.comments().announce(user)?;
    }
    Ok(())
}
