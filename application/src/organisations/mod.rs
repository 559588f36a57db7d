//! Organisations and the roles they offer (3 §2.5, §2.6).

pub mod find;
pub mod repository;
pub mod views;

pub use repository::{NewOrganisation, Organisation, OrganisationRole, Organisations};
