//! Settings of the database connections.

use std::time::Duration;

/// Settings of a [`Store`](crate::Store).
#[derive(Debug, Clone)]
pub struct Options {
    /// Maximum number of connections. On PostgreSQL it includes all connections, on SQLite only
    /// those that read, besides the single writer. About twice the number of processors works best.
    pub connections: u32,
    /// Maximum wait for a free connection, after which the database counts as unavailable.
    pub connection_timeout: Duration,
    /// Maximum wait for the write lock of a SQLite file while another process holds it.
    pub write_lock_timeout: Duration,
    /// If true, a commit survives a power failure. Only tests on SQLite disable it; PostgreSQL has
    /// its own setting.
    pub durable: bool,
}

impl Default for Options {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let connections = u32::try_from(processors * 2).unwrap_or(16).clamp(4, 16);
        Self {
            connections,
            connection_timeout: Duration::from_secs(5),
            write_lock_timeout: Duration::from_secs(5),
            durable: true,
        }
    }
}
