//! What people are told when a request moves on (1 §3; 2 §4).

mod kind;

pub use kind::NotificationKind;
