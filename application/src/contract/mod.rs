//! What every adapter MUST do: plain functions over the ports, run by each adapter on itself.

pub mod files;
pub mod mail;
