//! Prevents organisations with the same name or domain, so that a registration leads to exactly one
//! (1 §5.2; decisions A8): an inner service of adding and editing. The caller's transaction MUST
//! hold the lock [`crate::roles::Roles::lock_exclusive`], so that the second of two concurrent
//! changes sees the first.

use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::{OrganisationDetails, domain_key, name_key};
use thiserror::Error;

use super::Organisation;
use crate::ports::{StoreError, Transaction};

/// Another organisation has the same name or domain.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Clash {
    /// The name, ignoring case. The other organisation may be inactive.
    #[error("An organisation with this name already exists.")]
    Name,
    /// The domain. The other organisation is active.
    #[error("The organisation {0} already has this domain.")]
    Domain(String),
}

impl Clash {
    /// Returns the field in conflict.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Domain(_) => "domain",
        }
    }
}

/// Finds a conflict with another organisation. A domain is checked only if it is new to an active
/// organisation, so that an existing conflict does not block other edits.
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
