//! Hidden terminal input.

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::console;
use crate::termination::TerminationSignal;

/// The interval at which a wait for input checks for a signal.
const CHECK_EVERY: Duration = Duration::from_millis(100);

/// The terminal of standard input with its echo turned off. The echo is restored when this is
/// dropped, also after Ctrl-C.
pub(crate) struct HiddenInput {
    before: Termios,
    termination: TerminationSignal,
}

impl HiddenInput {
    /// Turns the echo off. Fails if standard input is no terminal.
    pub(crate) fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        // Listens before the echo is off, so that no signal leaves the terminal without it.
        let termination = TerminationSignal::listen();
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        // The line end is still echoed, so that the next question starts on a new line.
        hidden.local_modes.insert(LocalModes::ECHONL);
        tcsetattr(io::stdin(), OptionalActions::Flush, &hidden)?;
        Ok(Self { before, termination })
    }

    /// Asks a question and returns the typed line, without its end.
    pub(crate) fn ask(&self, question: &str) -> io::Result<String> {
        console::prompt(question);
        let (sender, line) = mpsc::channel();
        // A read cannot be cancelled, so it runs on its own thread, which ends with the process.
        std::thread::spawn(move || {
            let mut line = String::new();
            let read = io::stdin().read_line(&mut line);
            let _ = sender.send(read.map(|_| line));
        });
        loop {
            match line.recv_timeout(CHECK_EVERY) {
                Ok(read) => return read.map(|line| line.trim_end_matches(['\n', '\r']).to_owned()),
                Err(RecvTimeoutError::Timeout) if !self.termination.was_received() => {}
                Err(_) => return Err(io::ErrorKind::Interrupted.into()),
            }
        }
    }
}

impl Drop for HiddenInput {
    fn drop(&mut self) {
        // A terminal that is gone has no echo to restore.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.before);
    }
}
