//! Approval procedures (decisions C1, C2). Their administration comes with the screens for it; submissions use the default.

pub mod repository;

pub use repository::Procedures;
