//! Organisations and the roles they offer (3 §2.5, §2.6).

mod clash;
pub mod find;
pub mod records;
pub mod repository;
mod listed;
pub mod views;

pub use records::OrganisationRecords;
pub use repository::{Organisation, OrganisationRole, Organisations};
pub use listed::{AppointmentRefused, ListedOrganisation};
