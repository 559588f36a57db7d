//! What a command works with: the configuration, and the adapters that the program brings along.

use std::error::Error;
use std::path::Path;

use aditus_application::ports::StoreError;

use crate::adapters::OwnAdapters;
use crate::clean_failure::chain;
use crate::configuration::Configuration;
use crate::unwritable;

/// The configuration with the adapters of the program.
pub(crate) struct Setup {
    pub(crate) configuration: Configuration,
    pub(crate) own: OwnAdapters,
    /// The names of the keys that somebody set.
    pub(crate) set: Vec<&'static str>,
    /// Whether text messages leave, where something takes them.
    pub(crate) text_messages_leave: bool,
}

impl Setup {
    /// What the database is called where it is told of: its address without the password, or the name that the program gave it.
    pub(crate) fn database_name(&self) -> String {
        match &self.own.database {
            Some(own) => own.name.clone(),
            None => self.configuration.database_url.to_string(),
        }
    }

    /// Returns true if the database is a SQLite file of ours.
    pub(crate) fn uses_sqlite(&self) -> bool {
        self.own.database.is_none() && self.configuration.database_url.expose().starts_with("sqlite://")
    }

    /// A text about the database without what must not be read.
    pub(crate) fn cleaned(&self, text: &str) -> String {
        self.configuration.database_url.cleaned(text)
    }

    /// Says why the database failed, without its password. SQLite's own words leave open why a file cannot be written.
    pub(crate) fn database_failure(&self, error: &(dyn Error + 'static)) -> String {
        // The message of a use case is for people at a screen, and leaves the cause out.
        let of_database = std::iter::successors(Some(error), |&error| error.source())
            .find(|error| error.is::<StoreError>());
        let words = self.cleaned(&chain(of_database.unwrap_or(error)));
        let file = self.configuration.database_url.expose().strip_prefix("sqlite://");
        match file.and_then(|file| unwritable::database(Path::new(file))) {
            Some(reason) => format!("{words}; {reason}"),
            None => words,
        }
    }

    /// The same, but that nothing leaves as a text message.
    pub(crate) fn without_text_messages(self) -> Self {
        Self {
            text_messages_leave: false,
            ..self
        }
    }
}
