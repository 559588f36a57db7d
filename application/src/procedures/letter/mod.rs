//! The template of the approval letter of a procedure (design G3). What is made of it is [`crate::requests::letters`].

pub mod preview;
pub mod reset;
pub mod save;
pub mod show;
