//! Accounts: the values a person is known by, passwords, one-time codes, and how long a session lives
//! (1 §4, §5; decisions A1–A12).

mod code;
mod email;
mod limit;
mod name;
mod otp;
mod password;
mod phone;
pub mod search;
mod session;
mod state;

pub use code::{CodePurpose, Issue, OneTimeCode, RedeemError, Spent, SpentHow, UnknownCodePurpose};
pub use email::{EmailAddress, EmailError};
pub use limit::{IssueRule, SignInRule, TooMany};
pub use name::{NameError, NameField, PersonName};
pub use otp::{OtpCode, OtpError, OtpFlow};
pub use password::{Password, PasswordFault, PasswordFaults, SPECIAL_CHARACTERS};
pub use phone::{PhoneError, PhoneNumber};
pub use session::SessionLife;
pub use state::{AccountState, UnknownAccountState};
