//! Reads keys from the file and the variables that override it, and collects the errors.

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
use super::keys::{ADDRESSES, KEYS, Key, PROVIDER_SECRET, PROVIDERS, RenamedKey, SECRETS, variable_of};
use super::secret_files;
use super::secret_url::SecretUrl;
use super::sign_in::{self, ProviderNames};
use crate::clean_failure::chain;

/// The errors of the configuration: at least one, each on its own line.
#[derive(Debug, Error)]
#[error("the configuration has errors\n  {}", .0.join("\n  "))]
pub(crate) struct ConfigurationError(pub(crate) Vec<String>);

/// The default configuration files; the first one that exists is read.
const DEFAULT_FILES: [&str; 2] = ["aditus.toml", "/etc/aditus/aditus.toml"];

/// Reads keys one after the other. Errors are collected and reported together at the end; until
/// then a wrong key has some valid value.
pub(crate) struct Reader {
    values: Config,
    /// The names of the sign-in providers, whose tables are known keys.
    providers: ProviderNames,
    configured_keys: Vec<&'static str>,
    /// The errors of the program's own keys, for a program that reads none of them.
    extension_errors: Vec<String>,
    /// One for each key or variable that is set by its old name.
    warnings: Vec<String>,
    problems: RefCell<Vec<String>>,
}

impl Reader {
    /// Reads the file and overrides it by the variables. A file that is named has to exist.
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
        let providers = provider_names(environment, &in_file);
        let mut extension_errors = Vec::new();
        let mut set = Vec::new();
        let mut warnings = Vec::new();
        let mut builder = Config::builder();
        for name in names("", &in_file) {
            if extension::contains(&name) {
                extension_errors.push(format!("{}: {name} {}", path.display(), extension::UNREAD_ERROR));
            } else if let Some(key) = Key::by_name(&name) {
                set.push(key.name);
            } else if let Some(key) = RenamedKey::by_old_name(&name) {
                set.push(key.new);
                warnings.push(format!("{}: {}", path.display(), renamed(key.old, key.new)));
                // A default, so that a value of the new name wins.
                if let Some(value) = value_at(&in_file, &name) {
                    builder = builder.set_default(key.new, value.clone()).map_err(refused)?;
                }
            } else if let Some(problem) = problem_of_key(&name, &providers) {
                let problem = format!("{}: {problem}", path.display());
                // A table that is not named is reported once, and not for each of its keys.
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
        let mut builder = builder.add_source(file);
        for found in secret_files::all(environment, &providers.valid) {
            match found {
                Ok((name, value)) => {
                    set.extend(Key::by_name(&name).map(|key| key.name));
                    builder = builder.set_override(name, value).map_err(refused)?;
                }
                Err(problem) => problems.push(problem),
            }
        }
        for variable in environment.candidates() {
            let value = environment.get(variable).unwrap_or_default();
            if let Some(name) = extension::key_of(variable) {
                extension_errors.push(format!("{variable}: {name} {}", extension::UNREAD_ERROR));
                builder = builder.set_override(name, value).map_err(refused)?;
            } else if let Some(key) = KEYS.iter().find(|key| key.variable() == variable) {
                set.push(key.name);
                builder = builder.set_override(key.name, value).map_err(refused)?;
            } else if let Some(key) = RenamedKey::by_old_variable(variable) {
                set.push(key.new);
                warnings.push(renamed(variable, &variable_of(key.new)));
                builder = builder.set_default(key.new, value).map_err(refused)?;
            } else if let Some(name) = providers.key_of(variable) {
                builder = builder.set_override(name, value).map_err(refused)?;
            } else if secret_files::key_of(variable, &providers.valid).is_none() {
                problems.push(problem_of_variable(variable, &providers));
            }
        }
        let values = builder.build().map_err(refused)?;
        // Empty values count as not set.
        set.retain(|name| is_not_empty(&values, name));
        set.sort_unstable();
        set.dedup();
        Ok(Self {
            values,
            providers,
            configured_keys: set,
            extension_errors,
            warnings,
            problems: RefCell::new(problems),
        })
    }

    /// Adds an error of a key, with its variable and its name. The same error is added only once.
    pub(super) fn add_error(&self, name: &str, what: impl Display) {
        let problem = format!("{}: {name} {what}", variable_of(name));
        let mut problems = self.problems.borrow_mut();
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// Returns the names of the sign-in providers.
    pub(super) fn providers(&self) -> &ProviderNames {
        &self.providers
    }

    /// Returns the names of the keys that are set, without duplicates and without those of sign-in
    /// providers.
    pub(crate) fn configured_keys(&self) -> Vec<&'static str> {
        self.configured_keys.clone()
    }

    /// Returns a warning for each key or variable that is set by its old name.
    pub(crate) fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// Returns the program's own keys, or `None` after an error.
    pub(crate) fn extension<T: DeserializeOwned>(&self) -> Option<T> {
        let table = self.values.get::<Value>(extension::TABLE).ok();
        let table = table.unwrap_or_else(|| Value::new(None, Map::<String, Value>::new()));
        extension::read(table)
            .map_err(|problems| self.problems.borrow_mut().extend(problems))
            .ok()
    }

    /// Adds an error for each of the program's own keys, for a program that reads none.
    pub(crate) fn refuse_extension(&self) {
        self.problems
            .borrow_mut()
            .extend(self.extension_errors.iter().cloned());
    }

    /// Returns the errors collected so far, if there are any.
    pub(crate) fn finish(&self) -> Result<(), ConfigurationError> {
        let problems = self.problems.borrow().clone();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(ConfigurationError(problems))
        }
    }

    /// Returns a trimmed text, or `None` if it is empty or not set.
    pub(super) fn optional_text(&self, name: &str) -> Option<String> {
        let value: Value = self.values.get(name).ok()?;
        if let Ok(text) = value.into_string() {
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        } else {
            self.add_error(name, "must be a single value");
            None
        }
    }

    /// Returns a text, or the default.
    pub(super) fn text(&self, name: &str) -> String {
        let Some(key) = Key::by_name(name).or_else(|| Key::of_any_provider(name)) else {
            self.add_error(name, "is read and is no key");
            return String::new();
        };
        self.optional_text(name).unwrap_or_else(|| key.default.to_owned())
    }

    /// Returns an integer within limits.
    pub(super) fn number<T>(&self, name: &str, min: T, max: T) -> T
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let text = self.text(name);
        match text.parse::<T>() {
            Ok(number) if number >= min && number <= max => number,
            _ => {
                self.add_error(
                    name,
                    format!("must be a whole number from {min} to {max}, not {text:?}"),
                );
                min
            }
        }
    }

    /// Returns the value of one of two words, or the first value after an error.
    pub(super) fn one_of<T: Copy>(&self, name: &str, first: (&str, T), second: (&str, T)) -> T {
        let text = self.text(name);
        if text == second.0 {
            return second.1;
        }
        if text != first.0 {
            self.add_error(name, format!("must be {} or {}, not {text:?}", first.0, second.0));
        }
        first.1
    }
}

/// Returns the warning about the old name of a key or variable.
fn renamed(old: &str, new: &str) -> String {
    format!("{old} is now called {new}; rename it, because the next version will refuse the old name")
}

fn is_not_empty(values: &Config, name: &str) -> bool {
    let value = values.get::<Value>(name);
    value.is_ok_and(|value| value.into_string().map_or(true, |text| !text.trim().is_empty()))
}

/// Returns the names of the sign-in providers. They are read before all other keys, because they
/// decide which keys exist.
fn provider_names(environment: &Environment, file: &Map<String, Value>) -> ProviderNames {
    let in_environment = environment.get(&variable_of(PROVIDERS)).map(str::to_owned);
    let list = in_environment.or_else(|| text_at(file, PROVIDERS));
    ProviderNames::parse(&list.unwrap_or_default())
}

/// Returns the error of a key in the file that is none of [`KEYS`], or `None` if it belongs to a
/// sign-in provider.
fn problem_of_key(name: &str, providers: &ProviderNames) -> Option<String> {
    if let Some(provider) = sign_in::provider_of_key(name)
        && let Some(unnamed) = providers.unnamed(provider)
    {
        return Some(format!(
            "the table [sign_in.provider.{provider}] has no effect: {unnamed}"
        ));
    }
    let is_known = Key::of_any_provider(name).is_some();
    (!is_known).then(|| format!("there is no key {name:?}"))
}

/// Returns the error of a variable that overrides no key.
fn problem_of_variable(variable: &str, providers: &ProviderNames) -> String {
    let unnamed = sign_in::provider_of_variable(variable).and_then(|provider| providers.unnamed(&provider));
    match unnamed {
        Some(unnamed) => format!("{variable}: it has no effect: {unnamed}"),
        None => format!("{variable}: there is no key with this variable"),
    }
}

fn default_file() -> PathBuf {
    let [first, ..] = DEFAULT_FILES;
    let found = DEFAULT_FILES.into_iter().find(|file| Path::new(file).exists());
    found.unwrap_or(first).into()
}

/// Returns the error for a file that contains secrets and that other accounts may read.
fn readable_secrets(path: &Path, file: &Map<String, Value>) -> Option<String> {
    let is_secret = |name: &str| {
        let value = text_at(file, name).filter(|text| !text.trim().is_empty());
        value.is_some_and(|text| SECRETS.contains(&name) || SecretUrl::new(text).holds_secret())
    };
    let names = names("", file);
    let of_providers = names.iter().map(String::as_str).filter(|name| {
        let is_set = text_at(file, name).is_some_and(|text| !text.trim().is_empty());
        is_set && Key::of_any_provider(name).is_some_and(|key| key.name == PROVIDER_SECRET)
    });
    let secrets: Vec<&str> = SECRETS
        .into_iter()
        .chain(ADDRESSES)
        .filter(|name| is_secret(name))
        .chain(of_providers)
        .collect();
    if secrets.is_empty() {
        return None;
    }
    let refusal = require_private(path).err()?;
    Some(format!(
        "{} contains secrets ({}): {}",
        path.display(),
        secrets.join(", "),
        chain(&refusal)
    ))
}

/// Returns the value of a key in a file as a text.
fn text_at(table: &Map<String, Value>, name: &str) -> Option<String> {
    value_at(table, name)?.clone().into_string().ok()
}

/// Returns the value of a key in a file, with dots between table and key.
fn value_at<'a>(table: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    if let Some(value) = table.get(name) {
        return Some(value);
    }
    let (outer, inner) = name.split_once('.')?;
    match &table.get(outer)?.kind {
        ValueKind::Table(table) => value_at(table, inner),
        _ => None,
    }
}

/// Returns the names of all keys in a file, with dots between table and key.
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
