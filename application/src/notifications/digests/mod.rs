//! Digests: mails with all notifications of a day or a week (decisions N6).

mod mail;
pub mod repository;
pub mod send;

pub use repository::{DigestEntry, Digests};
