//! The report of `aditus check`, line by line, for people or as JSON.

use std::process::ExitCode;

use aditus_application::integrity::scan::Finding;
use aditus_application::reference::first_request;
use aditus_domain::reference::Missing;
use serde_json::{Value, json};

use super::deep;
use crate::console;

/// The exit code when something is wrong.
const SOMETHING_IS_WRONG: u8 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::commands) enum Level {
    /// All is well.
    Fine,
    /// An administrator should act on it; the server starts all the same.
    Warning,
    /// It keeps the server from working as configured.
    Wrong,
    /// A step that is still to be done; nothing is wrong.
    ToDo,
}

impl Level {
    const fn label(self) -> &'static str {
        match self {
            Self::Fine => "OK",
            Self::Warning => "WARN",
            Self::Wrong => "WRONG",
            Self::ToDo => "TO DO",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Fine => "ok",
            Self::Warning => "warning",
            Self::Wrong => "wrong",
            Self::ToDo => "to_do",
        }
    }
}

/// The report. Lines for people (the default) are printed at once, JSON at the end.
#[derive(Default)]
pub(in crate::commands) struct Report {
    wrong: usize,
    json: bool,
    lines: Vec<Line>,
}

struct Line {
    level: Level,
    subject: String,
    text: String,
    details: Vec<Value>,
}

impl Report {
    pub(in crate::commands) const fn new(json: bool) -> Self {
        Self {
            wrong: 0,
            json,
            lines: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, level: Level, subject: &str, text: &str) {
        if level == Level::Wrong {
            self.wrong += 1;
        }
        if self.json {
            self.lines.push(Line {
                level,
                subject: subject.to_owned(),
                text: text.to_owned(),
                details: Vec::new(),
            });
        } else {
            console::print(&format!("{:<6} {subject}: {text}", level.label()));
        }
    }

    /// Adds a detail to the last line: one of its items, and the way it was found.
    pub(super) fn detail(&mut self, how: &str, text: &str) {
        if !self.json {
            console::print(&format!("       {how}: {text}"));
        } else if let Some(line) = self.lines.last_mut() {
            line.details.push(json!({ "how": how, "text": text }));
        }
    }

    /// Adds a line for a success or a failure.
    pub(super) fn line(&mut self, subject: &str, found: Result<String, String>) {
        match found {
            Ok(text) => self.add(Level::Fine, subject, &text),
            Err(text) => self.add(Level::Wrong, subject, &text),
        }
    }

    /// Adds an integrity finding, with its items as details.
    pub(in crate::commands) fn finding(&mut self, finding: &Finding) {
        deep::add_finding(finding, self);
    }

    /// Adds the data that a Super User still has to enter before a first request can be made. It is
    /// no error of the configuration, and an installation that is not in use yet is not faulty.
    pub(super) fn first_request(&mut self, missing: &[Missing], public_url: &str) {
        let subject = "first request";
        if missing.is_empty() {
            return self.add(Level::Fine, subject, "nothing is missing for one");
        }
        let base = public_url.trim_end_matches('/');
        for missing in missing {
            let page = first_request::page_of(missing);
            let text = format!("{missing} A Super User adds it at {base}{page}");
            self.add(Level::ToDo, subject, &text);
        }
    }

    /// Ends the report and returns the exit code.
    pub(super) fn finish(self) -> ExitCode {
        if self.json {
            let lines = self.lines.iter().map(|line| {
                json!({
                    "level": line.level.name(), "subject": line.subject, "text": line.text, "details": line.details,
                })
            });
            let lines: Vec<Value> = lines.collect();
            console::print(&json!({ "wrong": self.wrong, "lines": lines }).to_string());
        }
        if self.wrong == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(SOMETHING_IS_WRONG)
        }
    }
}
