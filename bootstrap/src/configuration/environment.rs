//! The environment variables of the process.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The variables that begin with `ADITUS_`, and systemd's folder of credentials. All others are
/// ignored.
#[derive(Clone, Default)]
pub(crate) struct Environment {
    variables: BTreeMap<String, String>,
    credentials: Option<PathBuf>,
}

/// Variables that are no configuration keys: those of commands, and those of the tools around the
/// product.
const OTHER_VARIABLES: [&str; 4] = [
    "ADITUS_CONFIG",
    "ADITUS_NEW_PASSWORD",
    "ADITUS_NEW_DATABASE_URL",
    "ADITUS_NEW_DATABASE_URL_FILE",
];
const TOOL_PREFIXES: [&str; 6] = [
    "ADITUS_DEV_",
    "ADITUS_E2E_",
    "ADITUS_TEST_",
    "ADITUS_BENCH_",
    "ADITUS_DEMO_",
    "ADITUS_FUZZ_",
];

impl Environment {
    /// Reads the environment of this process. Bytes that are no UTF-8 are replaced.
    pub(crate) fn from_process() -> Self {
        Self {
            variables: std::env::vars_os()
                .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
                .filter(|(name, _)| name.starts_with("ADITUS_"))
                .map(|(name, value)| (name, value.to_string_lossy().into_owned()))
                .collect(),
            credentials: std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from),
        }
    }

    /// The folder into which systemd puts the credentials of the service, if it has any.
    pub(super) fn credentials(&self) -> Option<&Path> {
        self.credentials.as_deref()
    }

    pub(crate) fn get(&self, variable: &str) -> Option<&str> {
        self.variables.get(variable).map(String::as_str)
    }

    /// Returns the variables that must belong to a configuration key.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().map(String::as_str).filter(|name| {
            !OTHER_VARIABLES.contains(name) && !TOOL_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        })
    }
}

#[cfg(test)]
impl<'a> FromIterator<(&'a str, &'a str)> for Environment {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a str)>>(variables: I) -> Self {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Self {
            variables: variables.into_iter().map(owned).collect(),
            credentials: None,
        }
    }
}

#[cfg(test)]
impl Environment {
    /// Sets the folder of credentials.
    pub(super) fn with_credentials(self, folder: &Path) -> Self {
        Self {
            credentials: Some(folder.to_owned()),
            ..self
        }
    }
}

#[cfg(test)]
impl<const N: usize> From<[(&str, &str); N]> for Environment {
    fn from(variables: [(&str, &str); N]) -> Self {
        variables.into_iter().collect()
    }
}
