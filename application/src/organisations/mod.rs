//! Organisations and the roles they offer (3 §2.5, §2.6).

pub mod repository;

pub use repository::{NewOrganisation, Organisation, OrganisationRole, Organisations};
