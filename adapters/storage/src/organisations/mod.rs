//! Organisations and the roles they offer.

mod repository;
