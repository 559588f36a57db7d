//! The calendar feed of a person: a calendar of their own due dates at a secret address, which
//! calendar programs read without a session (decisions N7).

mod events;
pub mod make;
mod notice;
pub mod read;
pub mod status;
pub mod switch_off;
