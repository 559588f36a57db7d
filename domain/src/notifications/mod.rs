//! Notifications about requests, accounts and roles (1 §3; 2 §4).

mod account;
mod delivery;
mod digest;
mod extended_term;
mod kind;
mod occasion;
mod super_users;

pub use account::AccountOccasion;
pub use delivery::{Delivery, UnknownDelivery};
pub use digest::{Digest, DigestTimes};
pub use extended_term::ExtendedTerm;
pub use kind::{NotificationKind, reference};
pub use occasion::{Occasion, UnknownOccasion};
pub use super_users::{Originator, SuperUserChange, SuperUserNotice};
