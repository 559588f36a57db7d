//! Organisations and the roles they offer.

mod every;
mod offers;
mod repository;
mod views;

pub(crate) use repository::searched;
