//! Notifications about requests, accounts and roles (1 §3; 2 §4).

mod account;
mod extended_term;
mod delivery;
mod digest;
mod kind;
mod occasion;
mod super_users;

pub use account::AccountOccasion;
pub use extended_term::ExtendedTerm;
pub use delivery::{Delivery, UnknownDelivery};
pub use digest::{Digest, DigestTimes};
pub use kind::{NotificationKind, reference};
pub use occasion::{Occasion, UnknownOccasion};
pub use super_users::{Originator, SuperUserChange, SuperUserNotice};
