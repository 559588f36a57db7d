//! Data types of variables.

use thiserror::Error;

/// The data type of a variable (3 §9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum DataType {
    Text,
    Number,
    Decimal,
    Binary,
    Date,
    Boolean,
    Datetime,
    Json,
    Blob,
    Xml,
}

/// The error for a name that is not a data type.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such data type.")]
pub struct UnknownDataType;

impl DataType {
    /// Every data type, in the order of the form.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Number,
        Self::Decimal,
        Self::Binary,
        Self::Date,
        Self::Boolean,
        Self::Datetime,
        Self::Json,
        Self::Blob,
        Self::Xml,
    ];

    /// The name on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "Text",
            Self::Number => "Number",
            Self::Decimal => "Decimal",
            Self::Binary => "Binary",
            Self::Date => "Date",
            Self::Boolean => "Boolean",
            Self::Datetime => "Datetime",
            Self::Json => "JSON",
            Self::Blob => "Blob",
            Self::Xml => "XML",
        }
    }

    /// Finds the data type with this name, ignoring case.
    pub fn parse(name: &str) -> Result<Self, UnknownDataType> {
        Self::ALL
            .into_iter()
            .find(|data_type| data_type.name().eq_ignore_ascii_case(name))
            .ok_or(UnknownDataType)
    }

    /// Returns the data type for a column type of a database, such as "varchar(50)", ignoring case.
    pub fn from_column_type(column_type: &str) -> Result<Self, UnknownDataType> {
        let base = column_type
            .split('(')
            .next()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        match base.as_str() {
            "varchar" | "char" | "character" | "character varying" | "nvarchar" | "string" | "text"
            | "clob" => Ok(Self::Text),
            "integer" | "int" | "bigint" | "smallint" | "tinyint" | "serial" => Ok(Self::Number),
            "float" | "real" | "double" | "double precision" | "numeric" | "decimal" => Ok(Self::Decimal),
            "date" => Ok(Self::Date),
            "datetime" | "datetime2" | "timestamp" => Ok(Self::Datetime),
            "boolean" | "bool" => Ok(Self::Boolean),
            "binary" | "varbinary" | "bytea" => Ok(Self::Binary),
            "blob" => Ok(Self::Blob),
            "json" | "jsonb" => Ok(Self::Json),
            "xml" => Ok(Self::Xml),
            _ => Err(UnknownDataType),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::sort_key;

    /// The databases sort variables by the bytes of these names.
    #[test]
    fn data_type_names_sort_as_their_sort_keys() {
        let mut by_key = DataType::ALL.map(DataType::name);
        by_key.sort_by_key(|name| sort_key(name));
        assert!(by_key.is_sorted(), "{by_key:?}");
    }

    #[test]
    fn data_type_names_parse_back() {
        for data_type in DataType::ALL {
            assert_eq!(DataType::parse(&data_type.name().to_uppercase()), Ok(data_type));
        }
        assert_eq!(
            DataType::parse("Picture").unwrap_err().to_string(),
            "There is no such data type."
        );
    }

    #[test]
    fn column_types_are_mapped() {
        for (column_type, data_type) in [
            ("integer", DataType::Number),
            ("Integer", DataType::Number),
            ("float", DataType::Decimal),
            ("varchar(50)", DataType::Text),
            ("varchar(MAX)", DataType::Text),
            ("string(50)", DataType::Text),
            ("date", DataType::Date),
            ("datetime", DataType::Datetime),
        ] {
            assert_eq!(DataType::from_column_type(column_type), Ok(data_type));
        }
        assert!(DataType::from_column_type("geometry").is_err());
    }
}
