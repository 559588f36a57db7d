//! Registration, signing in and out, the current user and their profile, sessions, and one-time
//! codes (1 §4, §5; decisions A1–A12, C15).

pub mod activate;
pub mod administration_counts;
pub mod authenticate;
pub mod change_email;
pub mod change_password;
pub mod change_phone;
pub mod check_email;
pub mod check_password;
pub mod check_phone;
mod code_sending;
pub mod codes;
pub mod confirm_password;
mod conflicts;
mod contact;
pub mod countries;
pub mod current_user;
pub mod directory;
pub mod end_session;
mod ended_feed;
pub mod erasure;
pub mod forgot_password;
pub mod housekeeping;
pub mod identities;
mod known_browser;
pub mod list_sessions;
mod new_session;
pub mod organisation_users;
mod owner_notice;
pub mod passkeys;
mod phone_claims;
pub mod prove_email;
pub mod register;
pub mod repository;
pub mod resend_code;
pub mod reset_password;
pub(crate) mod safety_mail;
pub mod second_factor;
pub mod send_contact_code;
mod sent;
pub mod set_password;
pub mod sign_in;
mod sign_in_limits;
mod sign_in_progress;
pub mod sign_out;
pub mod sign_up;
pub mod step_up;
pub mod strength;
pub mod take_back;
pub(crate) mod token;
pub mod track;
pub mod update_profile;
pub mod views;
pub mod visitor;

pub use code_sending::SendError;
pub use contact::subject as code_subject;
pub use known_browser::is_known as is_known_browser;
#[cfg(feature = "testing")]
pub(crate) use known_browser::remember as known_browser_of;
pub use repository::{
    Account, AccountLookup, Accounts, Clicks, Codes, ContactChanges, NewAccount, NewContactChange,
    NewSession, Session, Sessions, StoredCode, StoredContactChange,
};
