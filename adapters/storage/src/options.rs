//! The settings of a database connection.

use std::time::Duration;

/// How a database is used.
#[derive(Debug, Clone)]
pub struct Options {
    /// The most connections: to PostgreSQL for everything, to SQLite for reading beside the one that writes. About
    /// twice the number of processors serves best.
    pub connections: u32,
    /// How long to wait for a free connection before the database counts as unavailable.
    pub connection_timeout: Duration,
    /// Whether a commit survives a power cut. Only tests on SQLite go without; PostgreSQL has its own setting.
    pub durable: bool,
}

impl Default for Options {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let connections = u32::try_from(processors * 2).unwrap_or(16).clamp(4, 16);
        Self {
            connections,
            connection_timeout: Duration::from_secs(5),
            durable: true,
        }
    }
}
