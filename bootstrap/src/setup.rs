//! The setup of a command: the configuration, and the adapters that the program brings along.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use aditus_application::ports::{Clock, StoreError};
use aditus_system::SystemClock;

use crate::adapters::OwnAdapters;
use crate::clean_failure::chain;
use crate::configuration::Configuration;
use crate::unwritable;

pub(crate) struct Setup {
    pub(crate) configuration: Configuration,
    pub(crate) own: OwnAdapters,
    /// The names of the keys that are set, in the file or by variables.
    pub(crate) configured_keys: Vec<&'static str>,
    /// The warnings about the configuration, such as a key that is set by its old name.
    pub(crate) warnings: Vec<String>,
    /// False to send no text messages even if there is a gateway.
    pub(crate) sends_text_messages: bool,
}

impl Setup {
    /// Returns the clock of everything but the lines of the log: that of the program, or that of
    /// the machine.
    pub(crate) fn clock(&self) -> Arc<dyn Clock> {
        match &self.own.clock {
            Some(own) => Arc::clone(own),
            None => Arc::new(SystemClock),
        }
    }

    /// Returns the database's name for messages: its address without the password, or the name that
    /// the program gave it.
    pub(crate) fn database_name(&self) -> String {
        match &self.own.database {
            Some(own) => own.name.clone(),
            None => self.configuration.database_url.to_string(),
        }
    }

    /// Returns true if the database is a SQLite file of the built-in adapter.
    pub(crate) fn uses_sqlite(&self) -> bool {
        self.own.database.is_none() && self.configuration.database_url.expose().starts_with("sqlite://")
    }

    /// Removes the secrets of the database's address from a text.
    pub(crate) fn redacted(&self, text: &str) -> String {
        self.configuration.database_url.redacted(text)
    }

    /// Describes a failure of the database, without its password. SQLite's own messages do not tell
    /// why a file cannot be written.
    pub(crate) fn database_failure(&self, error: &(dyn Error + 'static)) -> String {
        // The message of a use case is meant for the screen and omits the cause.
        let of_database = std::iter::successors(Some(error), |&error| error.source())
            .find(|error| error.is::<StoreError>());
        let text = self.redacted(&chain(of_database.unwrap_or(error)));
        let file = self.configuration.database_url.expose().strip_prefix("sqlite://");
        match file.and_then(|file| unwritable::database(Path::new(file))) {
            Some(reason) => format!("{text}; {reason}"),
            None => text,
        }
    }

    /// Returns the setup with text messages turned off.
    pub(crate) fn without_text_messages(self) -> Self {
        Self {
            sends_text_messages: false,
            ..self
        }
    }
}
