//! Signing in and out, the current user, and one-time codes (1 §4, §5.1; decisions A1–A4, A12).

pub mod activate;
pub mod administration_counts;
pub mod authenticate;
pub mod codes;
pub mod confirm_password;
pub mod current_user;
pub mod directory;
pub mod housekeeping;
pub mod organisation_users;
pub mod repository;
pub mod sign_in;
pub mod sign_out;
mod token;
pub mod views;

pub use repository::{
    Account, Accounts, Codes, NewAccount, NewSession, Session, Sessions, SignInAttempts, StoredCode,
};
