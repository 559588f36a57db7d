//! Accounts: contact details, names, passwords, one-time codes, and the lifetime of a session (1
//! §4, §5; decisions A1–A12, C15).

mod click;
mod code;
mod contact_change;
mod country;
mod device;
pub(crate) mod domain_name;
mod email;
pub mod erasure;
pub mod identity;
mod limit;
mod name;
mod otp;
pub mod passkey;
mod password;
mod phone;
mod phone_claim;
mod registration;
pub mod search;
pub mod second_factor;
mod session;
mod state;
mod work;

pub use click::{Click, RawClick, truncated_address};
pub use code::{CodePurpose, Issue, OneTimeCode, RedeemError, Spent, SpentReason, UnknownCodePurpose};
pub use contact_change::{ContactChange, UnknownContactChange};
pub use country::{COUNTRIES, Country, UnknownCountry};
pub use device::{Device, device_name};
pub use email::{EmailAddress, EmailError};
pub use limit::{IssueRule, TooMany};
pub use name::{NameError, NameField, PersonName};
pub use otp::{OtpCode, OtpError, OtpFlow};
pub use password::{Password, PasswordFault, PasswordFaults, SPECIAL_CHARACTERS};
pub use phone::{PhoneError, PhoneNumber};
pub use phone_claim::{PhoneClaim, PhoneClaimStatus};
pub use registration::{ClaimedOrganisation, Profile, RawProfile, RawRegistration, Registration};
pub use session::{ConfirmedPassword, SessionLifetime};
pub use state::{AccountState, UnknownAccountState};
pub use work::{WorkDetail, WorkError, WorkField};
