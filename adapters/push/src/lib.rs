//! Live notifications over websockets (decisions, "The calls"): `/ws/notifications`.
//!
//! A [`Hub`] holds the connections. A [`PushWorker`] listens for commits and passes new
//! notifications to the hub, which puts them into the queue of each connection and never waits for
//! one. Each connection has a task of its own.

mod backend;
mod delivery_dedup;
mod hub;
mod message;
mod route;
mod settings;
mod socket;
mod worker;

pub use backend::{Backend, BackendError, NotificationBatch};
pub use hub::Hub;
pub use route::{Push, configure};
pub use settings::PushSettings;
pub use worker::PushWorker;
