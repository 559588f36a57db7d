//! Organisations and the roles they offer (3 §2.5, §2.6).

pub mod add;
mod clash;
pub mod edit;
pub mod find;
pub mod list;
pub mod read;
pub mod repository;
pub mod views;

pub use repository::{NewOrganisation, Organisation, OrganisationRole, Organisations};
