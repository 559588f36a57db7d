//! Addresses that may contain a password.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

/// An address whose password is hidden by `Debug` and `Display`.
#[derive(Clone)]
pub(crate) struct SecretUrl(SecretString);

impl SecretUrl {
    pub(crate) fn new(url: String) -> Self {
        Self(SecretString::from(url))
    }

    /// Returns the whole address, including the password, for connecting.
    pub(crate) fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// Removes this address's password from a text: libraries tend to repeat their input.
    pub(crate) fn redacted(&self, text: &str) -> String {
        let mut redacted = text.replace(self.expose(), &self.to_string());
        if let Some(password) = self
            .user_part()
            .and_then(|user| user.split_once(':'))
            .map(|(_, password)| password)
            && !password.is_empty()
        {
            redacted = redacted.replace(password, "***");
        }
        redacted
    }

    /// Returns true if the address names a user and has no password for it.
    pub(crate) fn lacks_password(&self) -> bool {
        self.user_part().is_some_and(|user| !has_password(user))
    }

    /// Returns true if the address contains a password, or a parameter that is named like a secret.
    pub(crate) fn holds_secret(&self) -> bool {
        let in_user_part = self.user_part().is_some_and(has_password);
        let (_, query) = self.expose().split_once('?').unwrap_or_default();
        let mut parameters = query.split('&').filter_map(|parameter| parameter.split_once('='));
        in_user_part || parameters.any(|(name, value)| !value.is_empty() && is_named_like_secret(name))
    }

    /// Returns the part between `://` and the last `@` before the path.
    fn user_part(&self) -> Option<&str> {
        let (_, rest) = self.expose().split_once("://")?;
        let authority = rest.split(['/', '?']).next()?;
        // A password with an unencoded slash would end the authority too early.
        let whole = rest.rsplit_once('@').map(|(user, _)| user);
        authority.rsplit_once('@').map(|(user, _)| user).or(whole)
    }
}

fn has_password(user: &str) -> bool {
    user.split_once(':')
        .is_some_and(|(_, password)| !password.is_empty())
}

fn is_named_like_secret(parameter: &str) -> bool {
    let names = [
        "password",
        "passwd",
        "pwd",
        "pass",
        "secret",
        "token",
        "access_token",
        "key",
        "api_key",
        "apikey",
    ];
    names.iter().any(|name| parameter.eq_ignore_ascii_case(name))
}

impl From<SecretString> for SecretUrl {
    fn from(url: SecretString) -> Self {
        Self(url)
    }
}

impl fmt::Display for SecretUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = self.expose();
        let hidden = match self.user_part() {
            Some(user) => {
                let name = user.split(':').next().unwrap_or_default();
                url.replacen(user, &format!("{name}:***"), 1)
            }
            None => url.to_owned(),
        };
        // Parameters can contain a password, too.
        f.write_str(hidden.split('?').next().unwrap_or_default())
    }
}

impl fmt::Debug for SecretUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_and_debug_hide_the_password() {
        for (url, shown) in [
            (
                "postgres://ada:s3cret@db.example:5432/aditus",
                "postgres://ada:***@db.example:5432/aditus",
            ),
            (
                "postgres://ada:s3/cr@et@db.example/aditus",
                "postgres://ada:***@db.example/aditus",
            ),
            (
                "postgres://db.example/aditus?password=s3cret",
                "postgres://db.example/aditus",
            ),
            ("sqlite://./data/aditus.db", "sqlite://./data/aditus.db"),
            (
                "smtps://mailer:s3cret@mail.example:465",
                "smtps://mailer:***@mail.example:465",
            ),
        ] {
            let secret = SecretUrl::new(url.to_owned());
            assert_eq!(secret.to_string(), shown);
            assert!(!format!("{secret:?}").contains("s3"), "{secret:?}");
        }
    }

    #[test]
    fn an_address_with_a_password_or_a_token_holds_a_secret() {
        for (url, expected) in [
            ("postgres://ada:s3cret@db.example/aditus", true),
            ("postgres://ada@db.example/aditus?password=s3cret", true),
            ("https://gateway.example/send?API_KEY=s3cret&from=x", true),
            (
                "postgres:///aditus?host=/run/postgresql&sslkey=/etc/client.pem",
                false,
            ),
            ("postgres://ada@db.example/aditus", false),
            ("smtp://localhost:25", false),
            ("sqlite://./data/aditus.db", false),
        ] {
            assert_eq!(SecretUrl::new(url.to_owned()).holds_secret(), expected, "{url}");
        }
    }

    #[test]
    fn the_password_is_removed_from_library_messages() {
        let secret = SecretUrl::new("postgres://ada:s3cret@db.example/aditus".to_owned());
        let text = "bad address postgres://ada:s3cret@db.example/aditus: s3cret is wrong";
        assert_eq!(
            secret.redacted(text),
            "bad address postgres://ada:***@db.example/aditus: *** is wrong"
        );
    }
}
