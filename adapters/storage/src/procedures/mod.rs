//! Approval procedures.

mod repository;
