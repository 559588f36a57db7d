//! Organisations and the roles they offer (3 §2.5, §2.6).

mod clash;
pub mod find;
mod listed;
pub mod records;
pub mod repository;
pub mod views;

pub use listed::{AppointmentRefused, ListedOrganisation};
pub use records::OrganisationRecords;
pub use repository::{Organisation, OrganisationRole, Organisations};
