//! Live notifications over websockets (decisions, "The calls"): `/ws/notifications`.
//!
//! A [`Hub`] knows who is connected. A [`PushWorker`] hears of commits and hands what is new to the hub, which puts it
//! into the queue of each connection and never waits for one. Each connection is driven by a task of its own.

mod gate;
mod hub;
mod message;
mod route;
mod settings;
mod socket;
mod told;
mod worker;

pub use gate::{Gate, GateError, News};
pub use hub::Hub;
pub use route::{Push, configure};
pub use settings::PushSettings;
pub use worker::PushWorker;
