//! The providers with which people can sign in: `GET users/providers/`.

use aditus_domain::accounts::identity::ProviderId;
use thiserror::Error;

use crate::failure::failure;
use crate::ports::{OfferedProvider, Ports};

/// A provider as a choice on the sign-in page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its name.
    pub provider: ProviderId,
    /// Its label, such as "Ministry of Health".
    pub label: String,
}

/// The installation does not offer this provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotOffered {
    /// There is no provider of this name, or not any more.
    #[error("This way to sign in isn't offered. Choose another one.")]
    Unknown,
}

failure! {
    NotOffered {
        Unknown => NotFound, reason: ProviderNotOffered;
    }
}

/// Returns the providers in the order of the configuration.
pub fn execute(ports: &Ports) -> Vec<Answer> {
    let offered = ports.identity_providers.0.iter();
    offered
        .map(|provider| Answer {
            provider: provider.id.clone(),
            label: provider.label.clone(),
        })
        .collect()
}

pub(super) fn find<'a>(ports: &'a Ports, name: &str) -> Result<&'a OfferedProvider, NotOffered> {
    ports.identity_providers.by_id(name).ok_or(NotOffered::Unknown)
}

/// Returns the label of a provider, or the issuer if the provider is no longer offered.
pub(super) fn label_of(ports: &Ports, provider: &ProviderId, issuer: &str) -> String {
    match ports.identity_providers.by_id(provider.as_str()) {
        Some(offered) => offered.label.clone(),
        None => issuer.to_owned(),
    }
}
