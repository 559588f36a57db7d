//! What keeps organisations apart, so that a person who registers is brought to one of them (1 §5.2; decisions A8): an inner
//! service of adding and of editing. The caller's transaction MUST have waited for its turn
//! ([`crate::roles::Roles::take_turns`]): of two at once, the second sees the first.

use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::{OrganisationDetails, domain_key, name_key};
use thiserror::Error;

use super::Organisation;
use crate::ports::{StoreError, Transaction};

/// Another organisation has it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Clash {
    /// The name, whatever its case, and whether that one is active or not.
    #[error("An organisation with this name exists already.")]
    Name,
    /// The domain, and the organisation is active.
    #[error("The organisation {0} has this domain already.")]
    Domain(String),
}

impl Clash {
    /// The field that clashes.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Domain(_) => "domain",
        }
    }
}

/// What another organisation has, if any. A domain is looked at when it is new to an active organisation: what was there
/// before keeps nobody from mending a description.
pub(super) fn find(
    transaction: &mut dyn Transaction,
    organisation: &OrganisationDetails,
    known: Option<&Organisation>,
) -> Result<Option<Clash>, StoreError> {
    let than: Option<OrganisationId> = known.map(|known| known.id);
    let organisations = transaction.organisations();
    let key = name_key(&organisation.name);
    if organisations.other_with_name_key(&key, than)?.is_some() {
        return Ok(Some(Clash::Name));
    }
    let Some(domain) = organisation.domain.as_deref().and_then(domain_key) else {
        return Ok(None);
    };
    let has_it =
        known.is_some_and(|known| known.active && known.domain_key.as_deref() == Some(domain.as_str()));
    if !organisation.active || has_it {
        return Ok(None);
    }
    let other = organisations.other_active_with_domain_key(&domain, than)?;
    Ok(other.map(|other| Clash::Domain(other.name)))
}
