//! Runs `pg_dump` and `pg_restore` from the `PATH`. The password is not part of their command
//! lines, which every local user can read.

use std::ffi::OsString;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use aditus_application::ports::{BackupError, Stop};
use percent_encoding::percent_decode_str;

/// Interval of the checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(super) struct Tool {
    name: &'static str,
    /// The major version, such as 17.
    pub(super) major: u32,
}

impl Tool {
    pub(super) fn find(name: &'static str) -> Result<Self, BackupError> {
        let missing = |why: &dyn std::fmt::Display| {
            BackupError::Refused(format!(
                "{name} of PostgreSQL is needed and cannot be run ({why}); install the package postgresql-client, or put its folder on the PATH"
            ))
        };
        let said = Command::new(name)
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| missing(&error))?;
        let text = String::from_utf8_lossy(&said.stdout);
        let major = said.status.success().then(|| major_in(&text)).flatten();
        let major = major.ok_or_else(|| missing(&text.trim()))?;
        Ok(Self { name, major })
    }

    /// Runs the program on a database and waits for its end.
    pub(super) fn run(&self, url: &str, arguments: &[OsString], stop: Stop<'_>) -> Result<(), BackupError> {
        let address = Address::parse(url)?;
        let mut command = Command::new(self.name);
        command
            .args(arguments)
            .arg("--dbname")
            .arg(&address.without_password)
            .arg("--no-password")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        if let Some(password) = address.password {
            command.env("PGPASSWORD", password);
        }
        let failed =
            |cause: std::io::Error| BackupError::failed(format!("{} cannot be run", self.name), cause);
        let mut child = Running(command.spawn().map_err(failed)?);
        let mut errors = child.0.stderr.take();
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(errors) = &mut errors {
                // The output read before a pipe broke is still useful.
                let _ = errors.read_to_end(&mut text);
            }
            String::from_utf8_lossy(&text).into_owned()
        });
        let status = loop {
            if let Some(status) = child.0.try_wait().map_err(failed)? {
                break status;
            }
            if stop() {
                return Err(BackupError::Stopped);
            }
            std::thread::sleep(POLL_INTERVAL);
        };
        let said = reader.join().unwrap_or_default();
        if status.success() {
            return Ok(());
        }
        Err(BackupError::failed(
            format!("{} failed", self.name),
            if said.trim().is_empty() {
                status.to_string()
            } else {
                said.split_whitespace().collect::<Vec<_>>().join(" ")
            },
        ))
    }
}

/// A child process that is killed when this value is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Fails harmlessly if the process has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Parses the major version from a text such as `pg_dump (PostgreSQL) 17.5 (Debian …)`.
pub(super) fn major_in(version: &str) -> Option<u32> {
    let word = version
        .split_whitespace()
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The parts of a libpq URL.
struct Address {
    without_password: String,
    password: Option<String>,
}

impl Address {
    /// Parses `postgres://USER:PASSWORD@HOST/NAME?KEY=VALUE&…`. The password may also be one of the
    /// keys.
    fn parse(url: &str) -> Result<Self, BackupError> {
        let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
        let (place, parameters) = rest
            .split_once('?')
            .map_or((rest, None), |(place, rest)| (place, Some(rest)));
        // Splits at the last `@`, because an unencoded slash in the password would end the
        // authority too early.
        let (user, host) = place
            .rsplit_once('@')
            .map_or((None, place), |(user, host)| (Some(user), host));
        let (name, mut password) = user.map_or((None, None), |user| {
            user.split_once(':')
                .map_or((Some(user), None), |(name, password)| {
                    (Some(name), Some(password))
                })
        });
        let mut kept = Vec::new();
        for parameter in parameters
            .unwrap_or_default()
            .split('&')
            .filter(|parameter| !parameter.is_empty())
        {
            match parameter.split_once('=') {
                Some(("password", value)) => password = Some(value),
                Some(("sslpassword", _)) => {
                    return Err(BackupError::Refused(
                        "the address of the database holds sslpassword, which pg_dump can only be told on its command line, where others could \
                         read it; use a key without a password for it"
                            .to_owned(),
                    ));
                }
                _ => kept.push(parameter),
            }
        }
        let user = name.map_or_else(String::new, |name| format!("{name}@"));
        let parameters = if kept.is_empty() {
            String::new()
        } else {
            format!("?{}", kept.join("&"))
        };
        let password = password
            .filter(|password| !password.is_empty())
            .map(|password| percent_decode_str(password).decode_utf8_lossy().into_owned());
        Ok(Self {
            without_password: format!("{scheme}://{user}{host}{parameters}"),
            password,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, major_in};

    #[test]
    fn password_is_removed_from_the_url() {
        for (url, address, password) in [
            (
                "postgres://aditus:s3%2Fcret@db.example:5433/aditus?sslmode=verify-full&sslrootcert=/etc/ca.pem",
                "postgres://aditus@db.example:5433/aditus?sslmode=verify-full&sslrootcert=/etc/ca.pem",
                Some("s3/cret"),
            ),
            (
                "postgresql:///aditus?host=/run/postgresql&user=aditus",
                "postgresql:///aditus?host=/run/postgresql&user=aditus",
                None,
            ),
            (
                "postgres://db.example/aditus?user=a&password=s%40f&sslmode=require",
                "postgres://db.example/aditus?user=a&sslmode=require",
                Some("s@f"),
            ),
            ("postgres://a:p/w@h/n", "postgres://a@h/n", Some("p/w")),
            ("postgres://a:@h/n", "postgres://a@h/n", None),
            (
                "postgres://a:b@one:5432,two:5433/n?target_session_attrs=read-write",
                "postgres://a@one:5432,two:5433/n?target_session_attrs=read-write",
                Some("b"),
            ),
        ] {
            let address_parts = Address::parse(url).unwrap();
            assert_eq!(address_parts.without_password, address);
            assert_eq!(address_parts.password.as_deref(), password, "{url}");
        }
        assert!(Address::parse("postgres://h/n?sslpassword=x").is_err());
    }

    #[test]
    fn major_versions_are_parsed_from_program_output() {
        assert_eq!(major_in("pg_dump (PostgreSQL) 17.5 (Debian 17.5-1)"), Some(17));
        assert_eq!(major_in("PostgreSQL 13.1"), Some(13));
        assert_eq!(major_in("pg_restore (PostgreSQL) 18beta1"), Some(18));
        assert_eq!(major_in("command not found"), None);
    }
}
