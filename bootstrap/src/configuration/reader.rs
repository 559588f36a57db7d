//! Reads keys from the file and the variables over it, and collects what is wrong.

use std::cell::RefCell;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use config::{Config, File, FileFormat, Map, Source, Value, ValueKind};
use thiserror::Error;

use super::environment::Environment;
use super::keys::{KEYS, Key};

/// What is wrong with the configuration: at least one problem, each on a line of its own.
#[derive(Debug, Error)]
#[error("the configuration cannot be used\n{}", .0.iter().map(|problem| format!("  {problem}")).collect::<Vec<_>>().join("\n"))]
pub(crate) struct ConfigurationError(pub(crate) Vec<String>);

/// The file that is read when none is named.
const DEFAULT_FILE: &str = "aditus.toml";

/// Reads one key after the other. What is wrong is kept and told in the end, all at once; a wrong key has its default
/// until then.
pub(super) struct Reader {
    values: Config,
    environment: Environment,
    problems: RefCell<Vec<String>>,
    #[cfg(test)]
    pub(super) asked: RefCell<std::collections::BTreeSet<&'static str>>,
}

impl Reader {
    /// Reads the file (the named one must be there) and puts the variables over it.
    pub(super) fn open(named: Option<&Path>, environment: &Environment) -> Result<Self, ConfigurationError> {
        let mut problems = Vec::new();
        let named = named.map(Path::to_owned).or_else(|| environment.get("ADITUS_CONFIG").map(PathBuf::from));
        let path = named.clone().unwrap_or_else(|| DEFAULT_FILE.into());
        let file = File::from(path.as_path()).format(FileFormat::Toml).required(named.is_some());
        let in_file = file.collect().map_err(|error| {
            ConfigurationError(vec![format!("{} cannot be read: {error}", path.display())])
        })?;
        for name in names("", &in_file) {
            if Key::named(&name).is_none() {
                problems.push(format!("{}: there is no key {name:?}{}", path.display(), meant(&name)));
            }
        }
        for variable in environment.candidates() {
            if !KEYS.iter().any(|key| key.variable() == variable) {
                problems.push(format!("{variable}: there is no such variable"));
            }
        }
        let mut builder = Config::builder().add_source(file);
        for key in KEYS {
            if let Some(value) = environment.get(&key.variable()) {
                builder = builder.set_override(key.name, value).map_err(unreadable)?;
            }
        }
        Ok(Self {
            values: builder.build().map_err(unreadable)?,
            environment: environment.clone(),
            problems: RefCell::new(problems),
            #[cfg(test)]
            asked: RefCell::default(),
        })
    }

    /// A problem with a key, told by its variable and its name.
    pub(super) fn complain(&self, name: &str, what: impl Display) {
        let variable = Key { name: leak_free(name), default: "" }.variable();
        self.problems.borrow_mut().push(format!("{variable}: {name} {what}"));
    }

    /// What was wrong, if anything was.
    pub(super) fn finish(&self) -> Result<(), ConfigurationError> {
        let problems = self.problems.take();
        if problems.is_empty() { Ok(()) } else { Err(ConfigurationError(problems)) }
    }

    /// A text without white space around it; none when it is empty or not set.
    pub(super) fn optional_text(&self, name: &'static str) -> Option<String> {
        self.note(name);
        let value: Value = self.values.get(name).ok()?;
        match value.into_string() {
            Ok(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Err(_) => {
                self.complain(name, "must be a text");
                None
            }
        }
    }

    /// A text, or the default.
    pub(super) fn text(&self, name: &'static str) -> String {
        self.optional_text(name).unwrap_or_else(|| Key::named(name).map_or("", |key| key.default).to_owned())
    }

    /// A value that a text is read into, or what its default is read into. The value itself is not repeated: it may hold a
    /// secret.
    pub(super) fn parsed<T: FromStr>(&self, name: &'static str, expected: &str) -> Option<T> {
        let text = self.text(name);
        let parsed = text.parse().ok();
        if parsed.is_none() {
            self.complain(name, format!("must be {expected}"));
        }
        parsed
    }

    /// A whole number within limits.
    pub(super) fn number<T>(&self, name: &'static str, least: T, most: T) -> T
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let text = self.text(name);
        match text.parse::<T>() {
            Ok(number) if (least..=most).contains(&number) => number,
            _ => {
                self.complain(name, format!("must be a whole number from {least} to {most}, not {text:?}"));
                least
            }
        }
    }

    /// One of a few words.
    pub(super) fn one_of<T: Copy>(&self, name: &'static str, choices: &[(&str, T)], otherwise: T) -> T {
        let text = self.text(name);
        if let Some((_, choice)) = choices.iter().find(|(word, _)| *word == text) {
            return *choice;
        }
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        self.complain(name, format!("must be {}, not {text:?}", words.join(" or ")));
        otherwise
    }

    /// Where a value comes from, for messages about it.
    pub(super) fn is_set(&self, name: &'static str) -> bool {
        Key::named(name).is_some_and(|key| self.environment.get(&key.variable()).is_some())
            || self.values.get::<Value>(name).is_ok()
    }

    #[cfg(test)]
    fn note(&self, name: &'static str) {
        self.asked.borrow_mut().insert(name);
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_self, reason = "it counts in tests, which compare the keys asked for with the documented ones")]
    fn note(&self, _name: &'static str) {}
}
