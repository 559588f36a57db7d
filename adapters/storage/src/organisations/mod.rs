//! Organisations and the roles they offer.

mod every;
pub(crate) mod repository;
mod views;
