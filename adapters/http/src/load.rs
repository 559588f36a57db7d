//! How much the server takes on at once. `docs/OPERATING.md` explains each number as a key of the configuration.

use std::time::Duration;

/// All limits. The defaults are those of the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoadLimits {
    /// Connections of clients.
    pub connections: ConnectionLimits,
    /// What clients send.
    pub bodies: BodyLimits,
    /// Answers to clients.
    pub answers: AnswerLimits,
    /// What makes documents: PDF and CSV.
    pub heavy: QueueLimits,
    /// What inspects uploaded files.
    pub inspections: QueueLimits,
    /// What hashes passwords.
    pub hashing: HashingLimits,
}

/// How many connections a network may have, and how long one may rest. A network is an IPv4 address or 64 bits of an IPv6 address; trusted
/// proxies and this machine may have sixteen times as many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// The most connections of one network; more are closed.
    pub per_network: usize,
    /// The most of them over which no whole head of a request has come yet. Half-open handshakes of TLS count.
    pub new_per_network: usize,
    /// How long the handshake of TLS may take.
    pub handshake: Duration,
    /// How long the head of a request may take: from the beginning of the connection, and later from its first byte.
    pub head: Duration,
    /// How long a connection may rest between two requests. Longer than proxies let theirs rest, so that none sends a request over a
    /// connection that is being closed.
    pub keep_alive: Duration,
}

/// What clients may send, and how slowly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyLimits {
    /// The most bytes of a body from somebody who is not signed in.
    pub guest: usize,
    /// The most bytes that all bodies take at once, from their first byte until their call is answered. All guests together get
    /// a quarter. Each person gets an eighth, and up to half as long as a quarter is left for others.
    pub memory: usize,
    /// How long a body waits for room that others give back.
    pub patience: Duration,
    /// How long a body may take from its first byte to its last one.
    pub deadline: Duration,
    /// How many bytes have to come in each [`Self::window`] at least. Of a long body it is more: half of what would just meet the deadline.
    pub least_in_window: usize,
    /// How often the pace is looked at. A body that stalls for less is waited for.
    pub window: Duration,
}

/// Limits for answers: their memory, and how slowly clients may read them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerLimits {
    /// The most bytes of all large answers together, from when they are made until they are sent; as many more may wait for room. Each network
    /// gets half of it and each person a quarter; guests get half all together, and a quarter by network.
    pub memory: usize,
    /// How long an answer waits for room before the call gets 503.
    pub patience: Duration,
    /// A connection that takes no piece of 64 KiB for this long is closed. Buffers on the way let a slow client take several pieces at once,
    /// and none for some time after it.
    pub window: Duration,
}

/// How many calls of a kind run at once, and how many wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueLimits {
    /// So many run at once; at most [`MOST_DOCUMENTS`], [`MOST_INSPECTIONS`] or [`MOST_HASHING`].
    pub slots: usize,
    /// So many wait besides; more are refused.
    pub queue: usize,
    /// So many run or wait for one account; more are refused.
    pub per_account: usize,
}

/// The same for calls that hash a password. Whoever signs in has no account yet: what counts is the account that they name
/// together with their network, so that a stranger from elsewhere takes nobody's place, and the network alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashingLimits {
    /// How many run and wait.
    pub queue: QueueLimits,
    /// So many run or wait for one network; more are refused.
    pub per_network: usize,
    /// So many run at once for browsers in which nobody signed in before. Those of an attack are among them.
    pub strangers: usize,
}

/// How many use cases run at once. Each holds a database connection: more only queue in the pool, with worse tails.
pub const CONCURRENT_USE_CASES: usize = 16;

/// How many documents are made at once at most. They run beside those use cases, so that whoever downloads takes nobody's turn.
pub const MOST_DOCUMENTS: usize = 2;

/// How many calls with files are carried out at once at most, beside those use cases. Each inspects one file at a time, in a process
/// that may take 768 MiB.
pub const MOST_INSPECTIONS: usize = 4;

/// The most parts of stored files that are read at once. A part is read when its connection has room for it.
pub const PARTS_READ_AT_ONCE: usize = 4;

/// How many of the use cases may hash a password: a quarter, so that there is room for all else.
pub const MOST_HASHING: usize = CONCURRENT_USE_CASES / 4;

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
            least_in_window: 40 * 1024,
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
    /// A document keeps a processor busy: at most half of the processors make some.
    pub fn heavy_slots() -> usize {
        match processors() {
            ..4 => 1,
            _ => MOST_DOCUMENTS,
        }
    }

    /// An inspection keeps a processor busy as well.
    pub fn inspection_slots() -> usize {
        Self::heavy_slots()
    }

    /// Twice as many as there are processors, so that these need not rest while some wait for the database.
    pub fn hashing_slots() -> usize {
        (2 * processors()).min(MOST_HASHING)
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
    /// Half of the processors: guessing passwords leaves one to the others, where there are two.
    pub fn stranger_slots() -> usize {
        (processors() / 2).clamp(1, MOST_HASHING)
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
    fn connections_rest_longer_than_those_of_proxies() {
        // nginx and most others let theirs rest for a minute.
        assert!(ConnectionLimits::default().keep_alive > Duration::from_mins(1));
    }
}
