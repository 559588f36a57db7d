//! Forms of data sources, and the rules for deleting them.

use thiserror::Error;

use super::text::{LONGEST_NAME, check_length, name, optional, text};
use super::{DatabaseType, references};
use crate::form::{Form, FormFaults};

/// The unvalidated form of a data source (3 §3, §5). Host and user name may be empty. `None` stands
/// for a field that was not sent.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawSource {
    pub source: String,
    pub description: String,
    pub db_type: String,
    pub dbms: String,
    pub db_host: Option<String>,
    pub db_username: Option<String>,
    /// See [`password`]. An empty text removes the stored password, `None` keeps it.
    pub db_password: Option<String>,
    pub has_aggregate_data: Option<bool>,
    pub publish: Option<bool>,
}

/// A valid data source according to 3 §5, without its database password. Created by
/// [`RawSource::check`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct DataSource {
    pub source: String,
    pub description: String,
    pub db_type: DatabaseType,
    pub dbms: String,
    pub db_host: Option<String>,
    pub db_username: Option<String>,
    pub has_aggregate_data: bool,
    pub publish: bool,
}

impl DataSource {
    /// Creates a published source of which only the name is known.
    pub fn named(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            description: format!("The data dictionary of {source}."),
            db_type: DatabaseType::Relational,
            dbms: "Not stated".to_owned(),
            db_host: None,
            db_username: None,
            has_aggregate_data: false,
            publish: true,
        }
    }
}

/// Parses the name of a source, or returns the error message.
pub fn name_of_source(typed: &str) -> Result<String, String> {
    name(typed, "Source", "Source is required")
}

impl RawSource {
    /// Parses the form, or returns all validation errors. Fields that were not sent keep the values
    /// of `known`, the stored source; it is `None` for a new source.
    pub fn check(&self, known: Option<&DataSource>) -> Result<DataSource, FormFaults> {
        let mut form = Form::default();
        let source = form.read("source", name_of_source(&self.source));
        let description = form.read(
            "description",
            text(&self.description, "Description", "Description is required"),
        );
        let db_type = form.read("db_type", database_type(&self.db_type));
        let dbms = form.read(
            "dbms",
            name(
                &self.dbms,
                "Database Management System",
                "Database Management System is required",
            ),
        );
        let db_host = form.read(
            "db_host",
            optional_or(
                self.db_host.as_deref(),
                known.and_then(|known| known.db_host.as_ref()),
                "Host",
            ),
        );
        let db_username = form.read(
            "db_username",
            optional_or(
                self.db_username.as_deref(),
                known.and_then(|known| known.db_username.as_ref()),
                "Username",
            ),
        );
        let details = (|| {
            Some(DataSource {
                source: source?,
                description: description?,
                db_type: db_type?,
                dbms: dbms?,
                db_host: db_host?,
                db_username: db_username?,
                has_aggregate_data: self
                    .has_aggregate_data
                    .unwrap_or(known.is_some_and(|known| known.has_aggregate_data)),
                publish: self.publish.unwrap_or(known.is_some_and(|known| known.publish)),
            })
        })();
        form.finish(details)
    }
}

fn optional_or(typed: Option<&str>, known: Option<&String>, label: &str) -> Result<Option<String>, String> {
    typed.map_or_else(|| Ok(known.cloned()), |typed| optional(typed, label))
}

fn database_type(typed: &str) -> Result<DatabaseType, String> {
    match typed.trim() {
        "" => Err("Database Type is required".to_owned()),
        name => DatabaseType::parse(name).map_err(|unknown| unknown.to_string()),
    }
}

/// Parses the database password of a data source. Spaces are kept. `None` if it is empty.
pub fn password(typed: &str) -> Result<Option<&str>, FormFaults> {
    check_length(typed, "Password", LONGEST_NAME).map_err(|fault| FormFaults::one("db_password", fault))?;
    Ok((!typed.is_empty()).then_some(typed))
}

/// The number of records that refer to a data source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "each is the number of records of this kind")]
pub struct SourceReferences {
    pub tables: u64,
    pub custodians: u64,
    pub versions: u64,
    pub requests: u64,
}

/// The error for deleting a data source that other records refer to (decisions, "Deletion").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("This data source cannot be deleted: {0}.")]
pub struct SourceInUse(pub SourceReferences);

impl SourceReferences {
    /// Returns an error if records refer to the data source.
    pub fn none(self) -> Result<(), SourceInUse> {
        if self == Self::default() {
            Ok(())
        } else {
            Err(SourceInUse(self))
        }
    }
}

impl std::fmt::Display for SourceReferences {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        references::refer(
            f,
            &[
                (self.tables, "table"),
                (self.custodians, "data custodian"),
                (self.versions, "version"),
                (self.requests, "data request"),
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> RawSource {
        RawSource {
            source: "  Birth\n Register ".to_owned(),
            description: " Births.\nAnd twins. ".to_owned(),
            db_type: "Document/JSON".to_owned(),
            dbms: "MongoDB".to_owned(),
            db_host: Some(" db.births.example ".to_owned()),
            ..RawSource::default()
        }
    }

    fn faults(raw: &RawSource) -> Vec<(String, String)> {
        raw.check(None).unwrap_err().by_field()
    }

    #[test]
    fn a_source_is_trimmed_and_may_lack_connection_details() {
        let details = typed().check(None).unwrap();
        assert_eq!(details.source, "Birth Register");
        assert_eq!(details.description, "Births.\nAnd twins.");
        assert_eq!(details.db_type, DatabaseType::Document);
        assert_eq!(details.db_host.as_deref(), Some("db.births.example"));
        assert_eq!(details.db_username, None);
    }

    #[test]
    fn absent_fields_keep_their_stored_values() {
        let known = DataSource {
            db_host: Some("db.deaths.example".to_owned()),
            db_username: Some("reader".to_owned()),
            has_aggregate_data: true,
            ..DataSource::named("Deaths")
        };
        let details = typed().check(Some(&known)).unwrap();
        assert_eq!(details.db_host.as_deref(), Some("db.births.example"));
        assert_eq!(details.db_username.as_deref(), Some("reader"));
        assert!(details.has_aggregate_data && details.publish);
        let raw = RawSource {
            db_username: Some(String::new()),
            publish: Some(false),
            ..typed()
        };
        let details = raw.check(Some(&known)).unwrap();
        assert_eq!((details.db_username, details.publish), (None, false));
    }

    #[test]
    fn missing_fields_are_reported_in_order() {
        let messages: Vec<_> = faults(&RawSource::default())
            .into_iter()
            .map(|(_, message)| message)
            .collect();
        assert_eq!(
            messages,
            [
                "Source is required",
                "Description is required",
                "Database Type is required",
                "Database Management System is required"
            ]
        );
    }

    #[test]
    fn too_long_or_unknown_values_are_rejected() {
        let raw = RawSource {
            source: "x".repeat(256),
            db_type: "Paper".to_owned(),
            db_host: Some("x".repeat(256)),
            ..typed()
        };
        let fields: Vec<_> = faults(&raw).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["source", "db_type", "db_host"]);
    }

    #[test]
    fn a_password_keeps_its_spaces() {
        assert_eq!(password(" a b "), Ok(Some(" a b ")));
        assert_eq!(password(""), Ok(None));
        assert!(password(&"x".repeat(256)).is_err());
    }

    #[test]
    fn the_error_names_the_references_to_a_source() {
        assert_eq!(SourceReferences::default().none(), Ok(()));
        let one = SourceReferences {
            versions: 1,
            ..SourceReferences::default()
        };
        let several = SourceReferences {
            tables: 2,
            custodians: 1,
            requests: 3,
            ..SourceReferences::default()
        };
        let message = |references: SourceReferences| references.none().unwrap_err().to_string();
        assert_eq!(
            message(one),
            "This data source cannot be deleted: 1 version refers to it."
        );
        assert_eq!(
            message(several),
            "This data source cannot be deleted: 2 tables, 1 data custodian and 3 data requests refer to it."
        );
    }
}
