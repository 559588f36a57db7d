//! Organisations and the roles they offer.

mod every;
mod offers;
pub(crate) mod repository;
mod views;
