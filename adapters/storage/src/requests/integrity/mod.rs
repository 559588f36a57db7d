//! Integrity scans of requests, drafts and counters.

mod counters;
mod drafts;
mod requests;

pub(crate) use counters::{
    of_all as counters_of_all, of_owners as counters_of_owners, of_roles as counters_of_roles,
};
pub(crate) use drafts::scan as drafts;
pub(crate) use requests::scan as requests;
