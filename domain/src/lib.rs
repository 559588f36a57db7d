//! The rules of Aditus, and nothing else: no I/O, no clock, no randomness, no serialisation.
//!
//! Every value that exists is valid (private field, one `parse`, a typed error whose `Display` is the message of the
//! specification); every state is an enum; a transition that is not allowed is an `Err` and changes nothing.
//! Time is always a parameter.
//!
//! Whoever wants the rules alone depends on this crate alone: `docs/EXTENDING_DOMAIN.md` leads a request from its submission to its approval.

pub mod accounts;
pub mod audit;
pub mod csv;
pub mod dictionary;
pub mod feedback;
pub mod form;
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

/// The code of the page is a test, so that it stays right.
#[cfg(doctest)]
#[doc = include_str!("../../docs/EXTENDING_DOMAIN.md")]
struct PageOfExtending;
