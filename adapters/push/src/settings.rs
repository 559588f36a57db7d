use std::time::Duration;

/// How patient and how generous the websockets are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushSettings {
    /// How long a client may take for its first message.
    pub sign_in_within: Duration,
    /// How often the server pings. A client that says nothing from one ping to the next is taken for gone.
    pub ping_every: Duration,
    /// How often a session is looked at again, so that one that ended elsewhere ends here too.
    pub recheck_every: Duration,
    /// How many messages may wait for a client that reads slowly.
    pub queue: usize,
    /// How many connections one person may have.
    pub connections_per_user: usize,
}

impl Default for PushSettings {
    /// 5 s for the first message, a ping every 30 s (decisions, "The calls"); a look at the session each minute, 32
    /// messages, 20 connections.
    fn default() -> Self {
        Self {
            sign_in_within: Duration::from_secs(5),
            ping_every: Duration::from_secs(30),
            recheck_every: Duration::from_mins(1),
            queue: 32,
            connections_per_user: 20,
        }
    }
}
