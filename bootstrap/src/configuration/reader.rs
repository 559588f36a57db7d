//! Reads keys from the file and the variables over it, and collects what is wrong.

use std::cell::RefCell;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use config::{Config, ConfigError, File, FileFormat, Map, Source, Value, ValueKind};
use thiserror::Error;

use super::environment::Environment;
use super::keys::{KEYS, Key, variable_of};

/// What is wrong with the configuration: at least one problem, each on a line of its own.
#[derive(Debug, Error)]
#[error("the configuration cannot be used\n  {}", .0.join("\n  "))]
pub(crate) struct ConfigurationError(pub(crate) Vec<String>);

/// The file that is read when none is named: the first of these that is there.
const DEFAULT_FILES: [&str; 2] = ["aditus.toml", "/etc/aditus/aditus.toml"];

/// Reads one key after the other. What is wrong is kept and told in the end, all at once; a wrong key has some value that
/// is in order until then.
pub(super) struct Reader {
    values: Config,
    problems: RefCell<Vec<String>>,
}

impl Reader {
    /// Reads the file (the one that is named must be there) and puts the variables over it.
    pub(super) fn open(named: Option<&Path>, environment: &Environment) -> Result<Self, ConfigurationError> {
        let named = named
            .map(Path::to_owned)
            .or_else(|| environment.get("ADITUS_CONFIG").map(PathBuf::from));
        let path = named.clone().unwrap_or_else(default_file);
        let file = File::from(path.as_path())
            .format(FileFormat::Toml)
            .required(named.is_some());
        let refused = |error: ConfigError| ConfigurationError(vec![format!("{}: {error}", path.display())]);
        let in_file = file.collect().map_err(refused)?;
        let mut problems = Vec::new();
        for name in names("", &in_file) {
            if Key::named(&name).is_none() {
                problems.push(format!("{}: there is no key {name:?}", path.display()));
            }
        }
        for variable in environment.candidates() {
            if KEYS.iter().all(|key| key.variable() != variable) {
                problems.push(format!("{variable}: there is no key with this variable"));
            }
        }
        let mut builder = Config::builder().add_source(file);
        for key in KEYS {
            if let Some(value) = environment.get(&key.variable()) {
                builder = builder.set_override(key.name, value).map_err(refused)?;
            }
        }
        Ok(Self {
            values: builder.build().map_err(refused)?,
            problems: RefCell::new(problems),
        })
    }

    /// A problem with a key, told by its variable and its name.
    pub(super) fn complain(&self, name: &str, what: impl Display) {
        self.problems
            .borrow_mut()
            .push(format!("{}: {name} {what}", variable_of(name)));
    }

    /// What was wrong, if anything was.
    pub(super) fn finish(&self) -> Result<(), ConfigurationError> {
        let problems = self.problems.take();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(ConfigurationError(problems))
        }
    }

    /// A text without white space around it; none when it is empty or not set.
    pub(super) fn optional_text(&self, name: &str) -> Option<String> {
        let value: Value = self.values.get(name).ok()?;
        if let Ok(text) = value.into_string() {
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        } else {
            self.complain(name, "must be a single value");
            None
        }
    }

    /// A text, or the default.
    pub(super) fn text(&self, name: &str) -> String {
        let Some(key) = Key::named(name) else {
            self.complain(name, "is read and is no key");
            return String::new();
        };
        self.optional_text(name).unwrap_or_else(|| key.default.to_owned())
    }

    /// A whole number within limits.
    pub(super) fn number<T>(&self, name: &str, least: T, most: T) -> T
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let text = self.text(name);
        match text.parse::<T>() {
            Ok(number) if number >= least && number <= most => number,
            _ => {
                self.complain(
                    name,
                    format!("must be a whole number from {least} to {most}, not {text:?}"),
                );
                least
            }
        }
    }

    /// One of a few words; the first of them when it is none.
    pub(super) fn one_of<T: Copy>(&self, name: &str, first: (&str, T), second: (&str, T)) -> T {
        let text = self.text(name);
        if text == second.0 {
            return second.1;
        }
        if text != first.0 {
            self.complain(name, format!("must be {} or {}, not {text:?}", first.0, second.0));
        }
        first.1
    }
}

fn default_file() -> PathBuf {
    let [first, ..] = DEFAULT_FILES;
    let found = DEFAULT_FILES.into_iter().find(|file| Path::new(file).exists());
    found.unwrap_or(first).into()
}

/// The names of all keys in a file, with dots between table and key.
fn names(prefix: &str, table: &Map<String, Value>) -> Vec<String> {
    let mut names = Vec::new();
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        match &value.kind {
            ValueKind::Table(inner) => names.extend(self::names(&format!("{name}."), inner)),
            _ => names.push(name),
        }
    }
    names.sort();
    names
}
