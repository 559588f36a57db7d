//! Passkeys: adding and naming them, and signing in and confirming acts with them (decisions O6,
//! O7).

pub mod add;
pub mod add_at_sign_in;
pub mod begin_sign_in;
pub(crate) mod ceremony;
pub mod confirm;
mod enrolment;
pub mod enter;
mod notice;
pub mod remove;
pub mod rename;
mod repository;
pub mod sign_in;

pub use ceremony::{Error as CeremonyError, Options};
pub use enrolment::Error as EnrolmentError;
pub use repository::{Ceremonies, NewPasskey, StoredPasskey, StoredPasskeys};
