//! Signing in with identities at OpenID Connect providers (decisions O5).

pub mod begin;
pub mod end_sessions;
pub mod finish;
pub mod link;
pub mod list;
mod notice;
pub(super) mod proof;
pub mod providers;
mod repository;
pub(super) mod required;
pub mod unlink;

pub use proof::ProofError;
pub use providers::NotOffered;
pub use repository::{
    Identities, LinkedIdentity, NewIdentity, ProvenIdentities, ProviderSession, ProviderSignIns,
    StoredProvenIdentity, StoredProviderSignIn,
};
