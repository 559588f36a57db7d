//! The rules of Aditus without I/O, clock, randomness or serialisation.
//!
//! Input becomes a value through `parse`, or through `check` of a raw form. The `Display` of a
//! typed error is the message of the specification. Every state is an enum. A transition that is
//! not allowed returns an `Err` and changes nothing. Time is always a parameter.
//!
//! To use the rules in another program, depend on this crate alone. `docs/EXTENDING_DOMAIN.md`
//! leads a request from its submission to its approval.

pub mod accounts;
pub mod audit;
pub mod csv;
pub mod deadlines;
pub mod dictionary;
pub mod feedback;
pub mod form;
pub mod hex;
pub mod ids;
pub mod information;
pub mod limits;
pub mod notifications;
pub mod organisations;
pub mod percentage;
pub mod procedures;
pub mod reference;
pub mod requests;
pub mod review;
pub mod roles;
pub mod text;
pub mod typed;

/// Runs the code of the page as a test, so that it stays correct.
#[cfg(doctest)]
#[doc = include_str!("../../docs/EXTENDING_DOMAIN.md")]
struct PageOfExtending;
