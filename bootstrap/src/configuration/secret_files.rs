//! Reads secrets from separate files, as systemd, Docker and Kubernetes provide them.

use std::fs;
use std::path::Path;

use super::environment::Environment;
use super::keys::{Key, MAY_COME_FROM_FILES, variable_of};

/// A secret that was read from a file, or the reason why the file cannot be used.
pub(super) type SecretValue = Result<(&'static Key, String), String>;

/// Returns every secret that has a file: systemd credentials, which have the names of their keys,
/// and files that variables name.
pub(super) fn all(environment: &Environment) -> Vec<SecretValue> {
    let credentials = environment.credentials().into_iter().flat_map(|folder| {
        keys().filter_map(move |key| {
            let file = folder.join(key.name);
            file.exists().then(|| read(key, "CREDENTIALS_DIRECTORY", &file))
        })
    });
    let named = environment.candidates().filter_map(|variable| {
        let key = key_of(variable)?;
        let own = key.variable();
        if environment.get(&own).is_some() {
            return Some(Err(format!(
                "{variable}: {own} is set as well; set one of the two"
            )));
        }
        let file = environment.get(variable).unwrap_or_default();
        Some(read(key, variable, Path::new(file)))
    });
    credentials.chain(named).collect()
}

/// Returns the key of the secret whose file this variable names.
pub(super) fn key_of(variable: &str) -> Option<&'static Key> {
    let own = variable.strip_suffix("_FILE")?;
    keys().find(|key| key.variable() == own)
}

fn keys() -> impl Iterator<Item = &'static Key> {
    MAY_COME_FROM_FILES.into_iter().filter_map(Key::by_name)
}

fn read(key: &'static Key, from: &str, file: &Path) -> SecretValue {
    match fs::read_to_string(file) {
        Ok(text) => Ok((key, text.trim().to_owned())),
        Err(error) => Err(format!(
            "{from}: {} cannot be read for {}: {error}",
            file.display(),
            variable_of(key.name)
        )),
    }
}
