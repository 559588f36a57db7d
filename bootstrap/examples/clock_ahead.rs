//! The product with a clock that a test sets: it is ahead of the machine's by the seconds in a file,
//! which is read at each call. The browser tests of time run it (`frontend/e2e/timedServer.ts`). It is
//! not shipped.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use aditus_application::ports::Clock;
use chrono::{DateTime, TimeDelta, Utc};

fn main() -> ExitCode {
    aditus::run(|application| {
        // A name that begins with ADITUS_ would be a configuration key.
        let file = std::env::var_os("CLOCK_AHEAD_FILE").ok_or("CLOCK_AHEAD_FILE is not set")?;
        Ok(application.with_clock(|machine| {
            Arc::new(ClockAhead {
                machine,
                file: file.into(),
            })
        }))
    })
}

struct ClockAhead {
    machine: Arc<dyn Clock>,
    file: PathBuf,
}

impl ClockAhead {
    /// Returns the time in the file, or none if there is no such file.
    fn ahead(&self) -> TimeDelta {
        let seconds = std::fs::read_to_string(&self.file)
            .ok()
            .and_then(|text| text.trim().parse().ok());
        seconds.and_then(TimeDelta::try_seconds).unwrap_or_default()
    }
}

impl Clock for ClockAhead {
    fn now(&self) -> DateTime<Utc> {
        self.machine.now() + self.ahead()
    }
}
