//! Roles that people hold.

mod repository;
