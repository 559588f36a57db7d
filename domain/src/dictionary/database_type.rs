//! Kinds of databases.

use thiserror::Error;

/// The kind of database of a data source (3 §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum DatabaseType {
    Relational,
    NoSql,
    Network,
    ObjectOriented,
    Centralized,
    Graph,
    Document,
    Cloud,
}

/// The error for a name that is not a database type.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such database type. The types are: {}.", DatabaseType::ALL.map(DatabaseType::name).join(", "))]
pub struct UnknownDatabaseType;

impl DatabaseType {
    /// Every database type, in the order of the form.
    pub const ALL: [Self; 8] = [
        Self::Relational,
        Self::NoSql,
        Self::Network,
        Self::ObjectOriented,
        Self::Centralized,
        Self::Graph,
        Self::Document,
        Self::Cloud,
    ];

    /// The name on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Relational => "Relational",
            Self::NoSql => "NoSQL",
            Self::Network => "Network",
            Self::ObjectOriented => "Object-Oriented",
            Self::Centralized => "Centralized",
            Self::Graph => "Graph",
            Self::Document => "Document/JSON",
            Self::Cloud => "Cloud",
        }
    }

    /// Finds the database type with exactly this name.
    pub fn parse(name: &str) -> Result<Self, UnknownDatabaseType> {
        Self::ALL
            .into_iter()
            .find(|database_type| database_type.name() == name)
            .ok_or(UnknownDatabaseType)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_type_names_parse_back() {
        for database_type in DatabaseType::ALL {
            assert_eq!(DatabaseType::parse(database_type.name()), Ok(database_type));
        }
        let refused = DatabaseType::parse("Relational database").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "There is no such database type. The types are: Relational, NoSQL, Network, Object-Oriented, Centralized, Graph, \
             Document/JSON, Cloud."
        );
    }
}
