//! Organisations and the roles they offer.

mod repository;
mod views;
