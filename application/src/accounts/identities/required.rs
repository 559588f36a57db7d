//! Organisations whose people sign in with a provider and not with a password.

use aditus_domain::ids::UserId;
use aditus_domain::roles::Role;

use super::proof;
use crate::access::usable_roles;
use crate::accounts::views::UserDetail;
use crate::ports::{OfferedProvider, Ports, StoreError, Transaction};

/// Returns the provider with which this person has to sign in, or `None` if the password is
/// accepted. Super Users keep the password, so that a provider that fails locks nobody out.
pub(in crate::accounts) fn provider_of<'a>(
    ports: &'a Ports,
    person: &UserDetail,
) -> Option<&'a OfferedProvider> {
    let provider = ports.identity_providers.required_for(&person.org_name)?;
    let roles = usable_roles(person.state, &person.assigned_roles);
    let is_super_user = roles.iter().any(|held| held.role == Role::SuperUser);
    (!is_super_user).then_some(provider)
}

/// Returns true if the person comes with a proven identity of the required provider, and the account
/// has none of this provider yet. With a second one, a colleague who knows the password could sign
/// in with an identity of their own.
pub(in crate::accounts) fn links_first(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    required: &OfferedProvider,
    identity_token: &str,
) -> Result<bool, StoreError> {
    let linked = transaction.identities().of_user(user)?;
    let has_one = linked
        .iter()
        .any(|linked| linked.identity.issuer() == required.issuer);
    Ok(!has_one && proof::is_of(ports, transaction, identity_token, &required.id)?)
}
