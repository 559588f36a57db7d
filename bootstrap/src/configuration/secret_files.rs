//! Reads secrets from separate files, as systemd, Docker and Kubernetes provide them.

use std::fs;
use std::path::Path;

use aditus_domain::accounts::identity::ProviderId;

use super::environment::Environment;
use super::keys::{MAY_COME_FROM_FILES, PROVIDER_SECRET, provider_key, variable_of};

/// The key and the value of a secret that was read from a file, or the reason why the file cannot
/// be used.
pub(super) type SecretValue = Result<(String, String), String>;

/// Returns every secret that has a file: systemd credentials, which have the names of their keys,
/// and files that variables name.
pub(super) fn all(environment: &Environment, providers: &[ProviderId]) -> Vec<SecretValue> {
    let credentials = environment.credentials().into_iter().flat_map(|folder| {
        keys(providers).filter_map(move |key| {
            let file = folder.join(&key);
            file.exists().then(|| read(key, "CREDENTIALS_DIRECTORY", &file))
        })
    });
    let named = environment.candidates().filter_map(|variable| {
        let key = key_of(variable, providers)?;
        let own = variable_of(&key);
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
pub(super) fn key_of(variable: &str, providers: &[ProviderId]) -> Option<String> {
    let own = variable.strip_suffix("_FILE")?;
    keys(providers).find(|key| variable_of(key) == own)
}

/// Returns the keys whose value may be in a file, with those of the sign-in providers.
fn keys(providers: &[ProviderId]) -> impl Iterator<Item = String> {
    let of_providers = providers
        .iter()
        .map(|provider| provider_key(provider, PROVIDER_SECRET));
    MAY_COME_FROM_FILES
        .into_iter()
        .map(str::to_owned)
        .chain(of_providers)
}

fn read(key: String, from: &str, file: &Path) -> SecretValue {
    match fs::read_to_string(file) {
        Ok(text) => Ok((key, text.trim().to_owned())),
        Err(error) => Err(format!(
            "{from}: {} cannot be read for {}: {error}",
            file.display(),
            variable_of(&key)
        )),
    }
}
