use aditus_application::ports::Clock;
use chrono::{DateTime, SubsecRound, Utc};

/// The system clock, truncated to microseconds.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the adapter that everyone else asks for the time"
    )]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_advances_and_has_microseconds() {
        let first = SystemClock.now();
        assert_eq!(first.timestamp_subsec_nanos() % 1_000, 0);
        let second = (0..10_000_000)
            .map(|_| SystemClock.now())
            .find(|later| *later > first);
        assert!(second.is_some());
    }
}
