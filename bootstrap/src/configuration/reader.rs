//! Reads keys from the file and the variables over it, and collects what is wrong.

use std::cell::RefCell;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use aditus_system::require_private;
use config::{Config, ConfigError, File, FileFormat, Map, Source, Value, ValueKind};
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::environment::Environment;
use super::extension;
use super::keys::{ADDRESSES, KEYS, Key, SECRETS, variable_of};
use super::secret_files;
use super::secret_url::SecretUrl;
use crate::clean_failure::chain;

/// What is wrong with the configuration: at least one problem, each on a line of its own.
#[derive(Debug, Error)]
#[error("the configuration cannot be used\n  {}", .0.join("\n  "))]
pub(crate) struct ConfigurationError(pub(crate) Vec<String>);

/// The file that is read when none is named: the first of these that is there.
const DEFAULT_FILES: [&str; 2] = ["aditus.toml", "/etc/aditus/aditus.toml"];

/// Reads one key after the other. What is wrong is kept and told in the end, all at once; a wrong key has some value that
/// is in order until then.
pub(crate) struct Reader {
    values: Config,
    set: Vec<&'static str>,
    /// What is told of each key of the program's own where the program reads none.
    unread: Vec<String>,
    problems: RefCell<Vec<String>>,
}

impl Reader {
    /// Reads the file (the one that is named must be there) and puts the variables over it.
    pub(crate) fn open(named: Option<&Path>, environment: &Environment) -> Result<Self, ConfigurationError> {
        let named = named
            .map(Path::to_owned)
            .or_else(|| environment.get("ADITUS_CONFIG").map(PathBuf::from));
        let path = named.clone().unwrap_or_else(default_file);
        let file = File::from(path.as_path())
            .format(FileFormat::Toml)
            .required(named.is_some());
        let refused = |error: ConfigError| ConfigurationError(vec![format!("{}: {error}", path.display())]);
        let in_file = file.collect().map_err(refused)?;
        let mut problems: Vec<String> = readable_secrets(&path, &in_file).into_iter().collect();
        let mut unread = Vec::new();
        let mut set = Vec::new();
        for name in names("", &in_file) {
            if extension::holds(&name) {
                unread.push(format!("{}: {name} {}", path.display(), extension::UNREAD));
            } else if let Some(key) = Key::named(&name) {
                set.push(key.name);
            } else {
                problems.push(format!("{}: there is no key {name:?}", path.display()));
            }
        }
        let mut builder = Config::builder().add_source(file);
        for found in secret_files::all(environment) {
            match found {
                Ok((key, value)) => {
                    set.push(key.name);
                    builder = builder.set_override(key.name, value).map_err(refused)?;
                }
                Err(problem) => problems.push(problem),
            }
        }
        for variable in environment.candidates() {
            let value = environment.get(variable).unwrap_or_default();
            if let Some(name) = extension::key_of(variable) {
                unread.push(format!("{variable}: {name} {}", extension::UNREAD));
                builder = builder.set_override(name, value).map_err(refused)?;
            } else if let Some(key) = KEYS.iter().find(|key| key.variable() == variable) {
                set.push(key.name);
                builder = builder.set_override(key.name, value).map_err(refused)?;
            } else if secret_files::key_of(variable).is_none() {
                problems.push(format!("{variable}: there is no key with this variable"));
            }
        }
        let values = builder.build().map_err(refused)?;
        // What is empty is not set.
        set.retain(|name| is_something(&values, name));
        set.sort_unstable();
        set.dedup();
        Ok(Self {
            values,
            set,
            unread,
            problems: RefCell::new(problems),
        })
    }

    /// A problem with a key, told by its variable and its name, and once however often the key is read.
    pub(super) fn complain(&self, name: &str, what: impl Display) {
        let problem = format!("{}: {name} {what}", variable_of(name));
        let mut problems = self.problems.borrow_mut();
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// The names of the keys that somebody set, each once.
    pub(crate) fn set(&self) -> Vec<&'static str> {
        self.set.clone()
    }

    /// The keys of the program's own; none where something is wrong with them.
    pub(crate) fn extension<T: DeserializeOwned>(&self) -> Option<T> {
        let table = self.values.get::<Value>(extension::TABLE).ok();
        let table = table.unwrap_or_else(|| Value::new(None, Map::<String, Value>::new()));
        extension::read(table)
            .map_err(|problems| self.problems.borrow_mut().extend(problems))
            .ok()
    }

    /// Complains of every key that only a program of somebody's own could read.
    pub(crate) fn refuse_extension(&self) {
        self.problems.borrow_mut().extend(self.unread.iter().cloned());
    }

    /// What was wrong so far, if anything was.
    pub(crate) fn finish(&self) -> Result<(), ConfigurationError> {
        let problems = self.problems.borrow().clone();
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

fn is_something(values: &Config, name: &str) -> bool {
    let value = values.get::<Value>(name);
    value.is_ok_and(|value| value.into_string().map_or(true, |text| !text.trim().is_empty()))
}

fn default_file() -> PathBuf {
    let [first, ..] = DEFAULT_FILES;
    let found = DEFAULT_FILES.into_iter().find(|file| Path::new(file).exists());
    found.unwrap_or(first).into()
}

/// What is told of a file that holds secrets and that others may read.
fn readable_secrets(path: &Path, file: &Map<String, Value>) -> Option<String> {
    let is_secret = |name: &str| {
        let value = text_at(file, name).filter(|text| !text.trim().is_empty());
        value.is_some_and(|text| SECRETS.contains(&name) || SecretUrl::new(text).holds_secret())
    };
    let secrets: Vec<&str> = SECRETS
        .into_iter()
        .chain(ADDRESSES)
        .filter(|name| is_secret(name))
        .collect();
    if secrets.is_empty() {
        return None;
    }
    let refusal = require_private(path).err()?;
    Some(format!(
        "{} holds secrets ({}): {}",
        path.display(),
        secrets.join(", "),
        chain(&refusal)
    ))
}

/// The value of a key in a file, with dots between table and key.
fn text_at(table: &Map<String, Value>, name: &str) -> Option<String> {
    if let Some(value) = table.get(name) {
        return value.clone().into_string().ok();
    }
    let (outer, inner) = name.split_once('.')?;
    match &table.get(outer)?.kind {
        ValueKind::Table(table) => text_at(table, inner),
        _ => None,
    }
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
