//! Organisations and the roles that they offer.

mod every;
pub(crate) mod repository;
mod views;
