//! The second factor of an account: setting it up, using it at sign-in, replacing and removing it
//! (decisions A12, C15).

pub mod confirm_owner;
mod counters;
pub mod enter_code;
pub mod new_recovery_codes;
mod notice;
pub(super) mod pending;
mod redeem;
pub mod remove;
mod repository;
pub mod reset;
pub mod set_up;
pub mod set_up_at_sign_in;
pub(super) mod set_up_steps;
pub mod status;

pub use repository::{PendingSignIns, SecondFactors, StoredPendingSignIn, StoredSecondFactor};
pub use set_up_steps::{AppSecret, SetUpError};
