//! Points in time with microsecond precision, in UTC on both databases.

use chrono::{DateTime, SubsecRound, Utc};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::Pg;
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{HasSqlType, SqlType, Text, Timestamptz};
use diesel::sqlite::Sqlite;

use crate::connection::MultiBackend;

/// The SQL type: TIMESTAMPTZ on PostgreSQL, text of fixed length on SQLite, whose order is that of
/// time. Diesel's own `Timestamp` would shift the values of a TIMESTAMPTZ column by the time zone
/// of the session.
#[derive(Debug, Clone, Copy, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 1184, array_oid = 1185))]
#[diesel(sqlite_type(name = "Text"))]
pub struct UtcTime;

impl HasSqlType<UtcTime> for MultiBackend {
    fn metadata(lookup: &mut Self::MetadataLookup) -> Self::TypeMetadata {
        Self::lookup_sql_type::<UtcTime>(lookup)
    }
}

/// A stored point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = UtcTime)]
pub struct Timestamp(pub DateTime<Utc>);

impl From<DateTime<Utc>> for Timestamp {
    fn from(time: DateTime<Utc>) -> Self {
        Self(time.trunc_subsecs(6))
    }
}

/// Like [`Timestamp`], for columns that may contain invalid values after tampering.
#[derive(Debug, Clone, Copy, FromSqlRow)]
pub struct TimestampIfValid(pub Option<DateTime<Utc>>);

impl FromSql<UtcTime, MultiBackend> for TimestampIfValid {
    fn from_sql(value: <MultiBackend as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let at = <Timestamp as FromSql<UtcTime, MultiBackend>>::from_sql(value);
        Ok(Self(at.ok().map(|at| at.0)))
    }
}

impl ToSql<UtcTime, Pg> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<Timestamptz, Pg>::to_sql(&self.0, out)
    }
}

impl ToSql<UtcTime, Sqlite> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.format("%FT%T%.6fZ").to_string());
        Ok(IsNull::No)
    }
}

impl ToSql<UtcTime, MultiBackend> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, MultiBackend>) -> serialize::Result {
        out.set_value((UtcTime, self));
        Ok(IsNull::No)
    }
}

impl FromSql<UtcTime, Pg> for Timestamp {
    fn from_sql(bytes: <Pg as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        FromSql::<Timestamptz, Pg>::from_sql(bytes).map(Self)
    }
}

impl FromSql<UtcTime, Sqlite> for Timestamp {
    fn from_sql(value: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let text = <String as FromSql<Text, Sqlite>>::from_sql(value)?;
        Ok(Self(DateTime::parse_from_rfc3339(&text)?.to_utc()))
    }
}

impl FromSql<UtcTime, MultiBackend> for Timestamp {
    fn from_sql(value: <MultiBackend as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        value.from_sql::<Self, UtcTime>()
    }
}
