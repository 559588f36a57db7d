//! Runs the program's own workers beside the server.

use std::time::Duration;

use aditus_application::ports::Database;

use super::StopSignal;
use crate::adapters::OwnWorker;

/// The wait after a failure: an unreachable system rarely returns at once.
const AFTER_FAILURE: Duration = Duration::from_secs(10);

/// Calls the worker until the stop signal is given.
pub(super) fn run(database: &dyn Database, own: &OwnWorker, stop: &StopSignal) {
    loop {
        let pause = own.worker.work(database).unwrap_or_else(|error| {
            tracing::warn!(
                worker = own.name,
                error = error.as_ref() as &dyn std::error::Error,
                "a worker added by the integrator failed, retrying in 10 seconds"
            );
            AFTER_FAILURE
        });
        if stop.wait(pause) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::adapters::Worker;
    use crate::application::Application;
    use crate::clean_failure::BoxError;
    use crate::wiring::{self, OpenedBy};

    /// Returns the listed results, and gives the stop signal with the last one.
    struct Listed {
        answers: Mutex<VecDeque<Result<Duration, BoxError>>>,
        stop: Arc<StopSignal>,
    }

    impl Worker for Listed {
        fn work(&self, _: &dyn Database) -> Result<Duration, BoxError> {
            let mut answers = self.answers.lock().unwrap();
            let answer = answers.pop_front().unwrap();
            if answers.is_empty() {
                self.stop.set();
            }
            answer
        }

        fn check(&self) -> Result<(), BoxError> {
            Ok(())
        }
    }

    #[test]
    fn a_worker_is_called_until_the_stop_signal_even_after_an_error() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("aditus.toml");
        std::fs::write(&file, "").unwrap();
        let variables = [("ADITUS_DATA_DIR", place.path().to_str().unwrap())];
        let application = Application::read(Some(&file), &variables.into_iter().collect()).unwrap();
        let database = wiring::open_database(&application.finish().unwrap(), OpenedBy::DemoFill).unwrap();
        for last in [Ok(Duration::from_hours(1)), Err("the register is away".into())] {
            let stop = Arc::<StopSignal>::default();
            let worker = Arc::new(Listed {
                answers: Mutex::new([Ok(Duration::ZERO), Ok(Duration::ZERO), last].into()),
                stop: Arc::clone(&stop),
            });
            let own = OwnWorker {
                name: "the register".to_owned(),
                worker: Arc::clone(&worker) as _,
            };
            run(database.as_ref(), &own, &stop);
            assert!(worker.answers.lock().unwrap().is_empty());
        }
    }
}
