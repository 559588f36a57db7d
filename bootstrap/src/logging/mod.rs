//! Logs to standard error, as text for people or as JSON for machines. `RUST_LOG` sets the filter.

mod line;
mod queue;

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;

use aditus_http::TRACED;
use aditus_watching::Traces;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use self::queue::{FlushGuard, Queue};
use crate::configuration::LogFormat;

/// The filter without `RUST_LOG`. actix logs every start and stop of its threads at the level info,
/// and webauthn-rs logs what is wrong with a response of a browser, which anyone can send, as an error.
const DEFAULT_FILTER: &str = "info,actix_server=warn,actix_web=warn,webauthn_rs=off,webauthn_rs_core=off";

/// Keeps the log running. When it is dropped, it waits a moment until the logged lines are written.
#[must_use]
pub(crate) struct Log {
    _guard: FlushGuard,
}

/// Returns the number of lines that were dropped since the process began.
pub(crate) fn lost_lines() -> u64 {
    queue::total_lost()
}

/// Starts the log, and the tracing of events that pass the log's filter if traces are configured.
pub(crate) fn start(format: LogFormat, traces: Option<&Traces>) -> Log {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT_FILTER));
    let (subscriber, guard) = subscriber(format, filter, io::stderr(), goes_to_journal(), traces);
    // An error means that a log was started before.
    let _ = tracing::subscriber::set_global_default(subscriber);
    Log { _guard: guard }
}

/// Returns true if standard error is the stream to the journal of systemd, which `JOURNAL_STREAM`
/// names by device and inode.
fn goes_to_journal() -> bool {
    let Ok(stream) = std::env::var("JOURNAL_STREAM") else {
        return false;
    };
    let about = io::stderr()
        .as_fd()
        .try_clone_to_owned()
        .and_then(|stderr| File::from(stderr).metadata());
    about.is_ok_and(|about| stream == format!("{}:{}", about.dev(), about.ino()))
}

/// Returns the journal priority of a line, which systemd expects before the line (`sd-daemon(3)`).
fn priority(level: Level) -> &'static str {
    match level {
        Level::ERROR => "<3>",
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        _ => "<7>",
    }
}

fn subscriber(
    format: LogFormat,
    filter: EnvFilter,
    to: impl Write + Send + 'static,
    to_journal: bool,
    traces: Option<&Traces>,
) -> (Box<dyn Subscriber + Send + Sync>, FlushGuard) {
    let log = fmt::layer()
        // It would report failures on standard error, and panic if that is closed.
        .log_internal_errors(false)
        // Colours are control characters, which are escaped.
        .with_ansi(false);
    let (log, guard) = match format {
        LogFormat::Text => {
            let (queue, guard) = queue::start(to, line::loss_as_text);
            let lines = Lines {
                queue,
                bounded: line::text,
                to_journal,
            };
            (log.with_target(false).with_writer(lines).boxed(), guard)
        }
        LogFormat::Json => {
            let (queue, guard) = queue::start(to, line::loss_as_json);
            let lines = Lines {
                queue,
                bounded: line::json,
                to_journal,
            };
            let log = log.json().flatten_event(true);
            let log = log.with_current_span(true).with_span_list(false);
            (log.with_writer(lines).boxed(), guard)
        }
    };
    let log = tracing_subscriber::registry().with(filter).with(log);
    let subscriber: Box<dyn Subscriber + Send + Sync> = match traces {
        Some(traces) => Box::new(log.with(traces.layer(TRACED))),
        None => Box::new(log),
    };
    (subscriber, guard)
}

/// A writer that formats each event as a line.
struct Lines {
    queue: Queue,
    bounded: fn(&str) -> String,
    /// True if each line begins with its priority.
    to_journal: bool,
}

/// The writer of one event, which is written as a whole.
struct Event<'a> {
    lines: &'a Lines,
    /// The prefix of the line.
    priority: &'static str,
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Event<'a>;

    fn make_writer(&'a self) -> Event<'a> {
        Event {
            lines: self,
            priority: "",
        }
    }

    fn make_writer_for(&'a self, about: &Metadata<'_>) -> Event<'a> {
        let priority = if self.to_journal {
            priority(*about.level())
        } else {
            ""
        };
        Event {
            lines: self,
            priority,
        }
    }
}

impl Write for Event<'_> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let line = (self.lines.bounded)(&String::from_utf8_lossy(event));
        self.lines.queue.put(format!("{}{line}", self.priority));
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod testing {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    /// A writer that stores its output.
    #[derive(Clone, Default)]
    pub(super) struct Captured(Arc<Mutex<Vec<u8>>>);

    impl Captured {
        pub(super) fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl Write for Captured {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::Captured;
    use super::*;

    fn logged(format: LogFormat, log: impl FnOnce()) -> String {
        let kept = Captured::default();
        let (subscriber, guard) = subscriber(format, EnvFilter::new("info"), kept.clone(), false, None);
        tracing::subscriber::with_default(subscriber, log);
        drop(guard);
        kept.text()
    }

    #[test]
    fn lines_for_the_journal_begin_with_their_priority() {
        for format in [LogFormat::Text, LogFormat::Json] {
            let kept = Captured::default();
            let (subscriber, guard) = subscriber(format, EnvFilter::new("debug"), kept.clone(), true, None);
            tracing::subscriber::with_default(subscriber, || {
                tracing::error!("first");
                tracing::warn!("second");
                tracing::info!("third");
                tracing::debug!("fourth");
            });
            drop(guard);
            let text = kept.text();
            let begins: Vec<&str> = text.lines().filter_map(|line| line.get(..3)).collect();
            assert_eq!(begins, ["<3>", "<4>", "<6>", "<7>"], "{text}");
        }
    }

    #[test]
    fn an_event_is_one_bounded_line_without_control_characters_in_either_format() {
        let nasty = format!(
            "first\nINFO forged\r\u{1b}[31m\u{7f}\u{9b}\u{202e}{}",
            "é".repeat(20_000)
        );
        for format in [LogFormat::Text, LogFormat::Json] {
            let written = logged(format, || {
                let span = tracing::info_span!("call", told = %nasty);
                span.in_scope(|| tracing::info!(said = %nasty, debugged = ?nasty, "{nasty}"));
                tracing::info!("the next");
            });
            let lines: Vec<&str> = written.lines().collect();
            assert_eq!(lines.len(), 2, "{written}");
            for text in &lines {
                assert!(text.len() < line::MAX_LENGTH, "{}", text.len());
                assert!(!text.chars().any(|c| c.is_control() || c == '\u{202e}'), "{text}");
            }
            assert!(lines[1].contains("the next"));
            if format == LogFormat::Json {
                let read: serde_json::Value = serde_json::from_str(lines[0]).unwrap();
                assert_eq!(read["level"], "INFO");
                assert!(
                    read["message"]
                        .as_str()
                        .unwrap()
                        .starts_with("first\nINFO forged")
                );
                assert!(read["span"]["told"].is_string() && read["said"].is_string());
            }
        }
    }
}
