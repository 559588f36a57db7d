//! Conversion of column values to texts: in the form sent to PostgreSQL, and in the form in which
//! both databases are compared.

use aditus_application::ports::BackupError;
use aditus_domain::hex;
use chrono::{DateTime, Utc};
use rusqlite::types::ValueRef;

/// A column as PostgreSQL declares it.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: String,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    BigInt,
    Bool,
    Bytes,
    Date,
    Float,
    Text,
    Time,
}

/// Quotes an identifier for both databases.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

impl Column {
    /// Creates a column. Types that the Aditus schema does not use are an error.
    pub(super) fn new(name: String, declared: &str) -> Result<Self, BackupError> {
        let kind = match declared {
            "integer" => Kind::Integer,
            "bigint" => Kind::BigInt,
            "boolean" => Kind::Bool,
            "bytea" => Kind::Bytes,
            "date" => Kind::Date,
            "double precision" => Kind::Float,
            "text" => Kind::Text,
            "timestamp with time zone" => Kind::Time,
            other => {
                return Err(BackupError::Refused(format!(
                    "the column {name} is of the type {other}, which cannot be moved"
                )));
            }
        };
        Ok(Self { name, kind })
    }

    /// Converts a SQLite value to the text that is sent. Returns `None` for NULL, and an error for
    /// a value of another type than the column.
    pub(super) fn encode(&self, value: ValueRef<'_>) -> Result<Option<String>, BackupError> {
        let text = match (self.kind, value) {
            (_, ValueRef::Null) => return Ok(None),
            (Kind::Integer | Kind::BigInt | Kind::Float, ValueRef::Integer(number))
            | (Kind::Bool, ValueRef::Integer(number @ (0 | 1))) => Some(number.to_string()),
            (Kind::Bytes, ValueRef::Blob(bytes)) => Some(hex::encode(bytes)),
            (Kind::Float, ValueRef::Real(number)) => Some(format!("{number:?}")),
            (Kind::Text | Kind::Date, ValueRef::Text(bytes)) => utf8(bytes),
            (Kind::Time, ValueRef::Text(bytes)) => utf8(bytes).and_then(|text| microseconds(&text)),
            _ => None,
        };
        text.map(Some).ok_or_else(|| {
            BackupError::Refused(format!(
                "the column {} holds a value that is not of its type; `aditus check --deep` may say which",
                self.name
            ))
        })
    }

    /// Converts a sent text to the form in which both databases are compared.
    pub(super) fn comparable(&self, sent: &str) -> String {
        match (self.kind, sent.parse::<f64>()) {
            (Kind::Float, Ok(number)) => hex::encode(&number.to_be_bytes()),
            _ => sent.to_owned(),
        }
    }

    /// Returns the SQL expression that converts a sent text on PostgreSQL.
    pub(super) fn decoding_sql(&self, sent: &str) -> String {
        match self.kind {
            Kind::Integer => format!("{sent}::integer"),
            Kind::BigInt => format!("{sent}::bigint"),
            Kind::Bool => format!("{sent}::boolean"),
            Kind::Bytes => format!("decode({sent}, 'hex')"),
            Kind::Date => format!("{sent}::date"),
            Kind::Float => format!("{sent}::double precision"),
            Kind::Text => sent.to_owned(),
            Kind::Time => format!("{sent}::timestamptz"),
        }
    }

    /// Returns the SQL expression that converts a stored value to its comparable form on
    /// PostgreSQL.
    pub(super) fn comparable_sql(&self) -> String {
        let name = quoted(&self.name);
        match self.kind {
            Kind::Integer | Kind::BigInt => format!("{name}::text"),
            Kind::Bool => format!("{name}::integer::text"),
            Kind::Bytes => format!("encode({name}, 'hex')"),
            Kind::Date => format!("to_char({name}, 'YYYY-MM-DD')"),
            Kind::Float => format!("encode(float8send({name}), 'hex')"),
            Kind::Text => name,
            Kind::Time => format!("to_char({name} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"),
        }
    }
}

fn utf8(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_owned)
}

/// Normalises a time to microseconds. Some times written by migrations have fewer digits.
fn microseconds(text: &str) -> Option<String> {
    let time: DateTime<Utc> = DateTime::parse_from_rfc3339(text).ok()?.to_utc();
    Some(time.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(declared: &str, value: ValueRef<'_>) -> Option<String> {
        let column = Column::new("x".to_owned(), declared).unwrap();
        column.encode(value).unwrap()
    }

    #[test]
    fn values_are_sent_as_postgres_reads_them() {
        for (declared, value, text) in [
            ("bigint", ValueRef::Integer(-7), "-7"),
            ("boolean", ValueRef::Integer(1), "1"),
            ("bytea", ValueRef::Blob(&[0, 255]), "00ff"),
            ("double precision", ValueRef::Real(0.1), "0.1"),
            ("date", ValueRef::Text(b"2026-02-03"), "2026-02-03"),
            ("text", ValueRef::Text("Kyjív".as_bytes()), "Kyjív"),
            (
                "timestamp with time zone",
                ValueRef::Text(b"2026-02-03T04:05:06.7Z"),
                "2026-02-03T04:05:06.700000Z",
            ),
        ] {
            assert_eq!(sent(declared, value).as_deref(), Some(text));
        }
        assert_eq!(sent("text", ValueRef::Null), None);
    }

    #[test]
    fn a_value_of_another_type_is_refused() {
        let column = Column::new("made_on".to_owned(), "timestamp with time zone").unwrap();
        for value in [ValueRef::Text(b"yesterday"), ValueRef::Integer(5)] {
            let error = column.encode(value).unwrap_err().to_string();
            assert!(error.contains("made_on"), "{error}");
        }
        assert!(Column::new("x".to_owned(), "jsonb").is_err());
    }
}
