//! Roles that organisations offer and people hold.

mod assigned;
mod histories;
mod offered;
mod repository;
mod views;
