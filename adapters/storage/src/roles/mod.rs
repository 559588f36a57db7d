//! Roles that organisations offer and people hold.

mod administration;
mod assigned;
mod histories;
mod holders;
mod offered;
mod repository;
mod views;
