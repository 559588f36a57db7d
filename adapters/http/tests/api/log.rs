//! Captures the log of the server.

use std::io::{self, Write};
use std::sync::{Mutex, Once, PoisonError};

use serde_json::Value;
use tracing_subscriber::EnvFilter;

use crate::client::Answer;

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Catch;

impl Write for Catch {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes).into_owned();
        LINES.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Captures the log of all servers of this process from now on, at a finer level than the default.
pub fn catch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_span_list(false)
            .with_env_filter(EnvFilter::new("info,aditus=trace"))
            .with_writer(|| Catch)
            .init();
    });
}

/// Returns the lines that contain this text.
pub fn lines_with(text: &str) -> Vec<String> {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    lines.iter().filter(|line| line.contains(text)).cloned().collect()
}

/// Returns the lines about the call of this answer.
pub fn lines_of(answer: &Answer) -> Vec<Value> {
    let id = answer.header("x-request-id").unwrap();
    lines_with(id)
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}
