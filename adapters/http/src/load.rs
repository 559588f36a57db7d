//! Load limits of the server. `docs/OPERATING.md` explains each number as a configuration key.

use std::time::Duration;

/// All limits. The defaults are those of the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoadLimits {
    /// Limits of client connections.
    pub connections: ConnectionLimits,
    /// Limits of request bodies.
    pub bodies: BodyLimits,
    /// Limits of responses.
    pub answers: AnswerLimits,
    /// Limits of generating documents: PDF and CSV.
    pub heavy: QueueLimits,
    /// Limits of inspecting uploaded files.
    pub inspections: QueueLimits,
    /// Limits of hashing passwords.
    pub hashing: HashingLimits,
}

/// Limits of the connections per network, and of their idle times. A network is an IPv4 address or
/// a /64 prefix of IPv6. Trusted proxies and this machine get sixteen times the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum number of connections of one network; further ones are closed.
    pub per_network: usize,
    /// Maximum number of connections of one network that have not sent a complete request head.
    /// Unfinished TLS handshakes count.
    pub new_per_network: usize,
    /// Maximum duration of the TLS handshake.
    pub handshake: Duration,
    /// Maximum time for a request head: from the start of the connection, and later from its first
    /// byte.
    pub head: Duration,
    /// Maximum idle time between two requests. It is longer than the idle timeout of proxies, so
    /// that no proxy sends a request over a connection that is being closed.
    pub keep_alive: Duration,
}

/// Limits of the size and speed of request bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyLimits {
    /// Maximum size in bytes of a body from an anonymous caller.
    pub guest: usize,
    /// Maximum number of bytes that all bodies occupy, from their first byte until the response.
    /// All anonymous callers together get a quarter. Each user gets an eighth, and up to half as
    /// long as a quarter is left for others.
    pub memory: usize,
    /// Maximum time that a body waits for memory.
    pub patience: Duration,
    /// Maximum time from the first to the last byte of a body.
    pub deadline: Duration,
    /// Minimum number of bytes per [`Self::window`]. For a long body it is higher: half the speed
    /// that would just meet the deadline.
    pub min_bytes_per_window: usize,
    /// Interval between checks of the speed. A body may stall for less than this time.
    pub window: Duration,
}

/// Limits of the memory for responses, and of the speed at which clients must read them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerLimits {
    /// Maximum number of bytes of all large responses, from their creation until they are sent;
    /// responses of the same total size may wait for memory. Each network gets half of it and each
    /// user a quarter. Anonymous callers get half together, and a quarter per network.
    pub memory: usize,
    /// Maximum time that a response waits for memory before the call gets 503.
    pub patience: Duration,
    /// A connection is closed if it accepts no piece of 64 KiB for this long. Buffers on the way
    /// let a slow client accept several pieces at once, and then none for some time.
    pub window: Duration,
}

/// The concurrency and queue limits of one kind of call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueLimits {
    /// Maximum number of running calls; at most [`MAX_DOCUMENTS`], [`MAX_INSPECTIONS`] or
    /// [`MAX_HASHING`].
    pub slots: usize,
    /// Maximum number of waiting calls; further ones are rejected.
    pub queue: usize,
    /// Maximum number of running and waiting calls per account; further ones are rejected.
    pub per_account: usize,
}

/// The same limits for calls that hash a password. A caller who signs in is not authenticated yet,
/// so the limits apply to the named account together with the caller's network, and to the network
/// alone. An attacker from another network therefore cannot use up an account's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashingLimits {
    /// The limits of running and waiting calls.
    pub queue: QueueLimits,
    /// Maximum number of running and waiting calls per network; further ones are rejected.
    pub per_network: usize,
    /// Maximum number of running calls from unknown browsers, in which no user has signed in
    /// before. The calls of an attack are among them.
    pub strangers: usize,
}

/// Maximum number of concurrent use cases. Each uses a database connection; more would only queue
/// in the pool, with worse tail latency.
pub const CONCURRENT_USE_CASES: usize = 16;

/// Upper limit of concurrently generated documents. They run in addition to the other use cases, so
/// that downloads do not delay other calls.
pub const MAX_DOCUMENTS: usize = 2;

/// Upper limit of concurrent calls with files, in addition to the other use cases. Each inspects
/// one file at a time, in a process that may use 768 MiB.
pub const MAX_INSPECTIONS: usize = 4;

/// Maximum number of concurrent calls that ask an identity provider, in addition to the other use
/// cases. They wait for the network most of the time, so that a provider that does not answer delays
/// sign-ins with it and no other call.
pub const ASKING_PROVIDERS: usize = 8;

/// Maximum number of calls that wait for another one to ask an identity provider; further ones are
/// rejected.
pub const WAITING_FOR_PROVIDERS: usize = 256;

/// Maximum number of such calls, running or waiting, per network. People of one organisation often
/// share a network.
pub const PROVIDER_CALLS_PER_NETWORK: usize = 64;

/// Maximum number of concurrent reads of parts of stored files. A part is read when its connection
/// has room for it.
pub const PARTS_READ_AT_ONCE: usize = 4;

/// Upper limit of use cases that hash passwords: a quarter of all use cases, which leaves room for
/// the others.
pub const MAX_HASHING: usize = CONCURRENT_USE_CASES / 4;

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            per_network: 2_048,
            new_per_network: 256,
            handshake: Duration::from_secs(3),
            head: Duration::from_secs(10),
            keep_alive: Duration::from_secs(75),
        }
    }
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self {
            guest: 64 * 1024,
            memory: 128 * 1024 * 1024,
            patience: Duration::from_secs(5),
            deadline: Duration::from_mins(10),
            min_bytes_per_window: 40 * 1024,
            window: Duration::from_secs(10),
        }
    }
}

impl Default for AnswerLimits {
    fn default() -> Self {
        Self {
            memory: 64 * 1024 * 1024,
            patience: Duration::from_secs(5),
            window: Duration::from_mins(1),
        }
    }
}

impl QueueLimits {
    /// Generating a document occupies a processor, so at most half of the processors do so.
    pub fn heavy_slots() -> usize {
        match processors() {
            ..4 => 1,
            _ => MAX_DOCUMENTS,
        }
    }

    /// An inspection also occupies a processor.
    pub fn inspection_slots() -> usize {
        Self::heavy_slots()
    }

    /// Twice the number of processors, so that they stay busy while some calls wait for the
    /// database.
    pub fn hashing_slots() -> usize {
        (2 * processors()).min(MAX_HASHING)
    }
}

impl Default for QueueLimits {
    fn default() -> Self {
        Self {
            slots: Self::heavy_slots(),
            queue: 32,
            per_account: 2,
        }
    }
}

impl HashingLimits {
    /// Half of the processors, so that password guessing leaves a processor for other calls if
    /// there are two or more.
    pub fn stranger_slots() -> usize {
        (processors() / 2).clamp(1, MAX_HASHING)
    }
}

impl Default for HashingLimits {
    fn default() -> Self {
        Self {
            queue: QueueLimits {
                slots: QueueLimits::hashing_slots(),
                queue: 256,
                per_account: 8,
            },
            per_network: 128,
            strangers: Self::stranger_slots(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keep_alive_exceeds_the_idle_timeout_of_proxies() {
        // The idle timeout of nginx and most other proxies is one minute.
        assert!(ConnectionLimits::default().keep_alive > Duration::from_mins(1));
    }
}
