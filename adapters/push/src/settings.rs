use std::time::Duration;

/// Timeouts and limits of the websockets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushSettings {
    /// Timeout for a client's first message.
    pub sign_in_within: Duration,
    /// Interval of the server's pings. A client that sends nothing between two pings counts as
    /// gone.
    pub ping_every: Duration,
    /// Interval at which the session is checked, so that a connection closes if its session ended
    /// on another node.
    pub recheck_every: Duration,
    /// Most messages that wait for a slow client. One more closes its connection.
    pub queue: usize,
    /// Most connections of a user. Further ones are refused.
    pub connections_per_user: usize,
}

impl Default for PushSettings {
    /// 5 s for the first message and a ping every 30 s (decisions, "The calls"). A check of the
    /// session each minute, 32 messages and 20 connections.
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
