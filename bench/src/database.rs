//! Database connections of the bench, and statements with bound values that are prepared once per
//! connection.

use diesel::connection::SimpleConnection;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::expression_types::Untyped;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::row::{Field, Row};
use diesel::sql_types::{Array, BigInt, Binary, Bool, Text};
use diesel::sqlite::Sqlite;
use diesel::{Connection, PgConnection, QueryResult, RunQueryDsl, SqliteConnection};

use crate::Outcome;

#[derive(Debug, Clone)]
pub(crate) enum Address {
    Sqlite(String),
    Postgres(String),
}

pub(crate) enum Link {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

#[derive(Debug, Clone)]
pub(crate) enum Value {
    Number(i64),
    Text(String),
    Truth(bool),
    Bytes(Vec<u8>),
    /// A single array for PostgreSQL, and one value per number for SQLite.
    Numbers(Vec<i64>),
}

/// A statement. Each `?` is a placeholder for a value.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    pub(crate) values: Vec<Value>,
}

/// The columns of a row as bytes.
#[derive(Debug)]
pub(crate) struct Cells(Vec<Option<Vec<u8>>>);

/// The settings of the server's own connections, so that both run the same statements in the same
/// way. Like the commands of the product, this tool waits a minute for the write lock of a busy
/// server.
const SQLITE_SETTINGS: &str = "PRAGMA busy_timeout = 60000; PRAGMA cache_size = -4000; PRAGMA mmap_size = 0; \
     PRAGMA temp_store = MEMORY;";
const POSTGRES_SETTINGS: &str =
    "SET plan_cache_mode = force_generic_plan; SET jit = off; SET timezone = 'UTC';";

impl Address {
    /// Returns the address in the format of the server's configuration.
    pub(crate) fn url(&self) -> String {
        match self {
            Self::Sqlite(path) => format!("sqlite://{path}"),
            Self::Postgres(url) => url.clone(),
        }
    }

    pub(crate) fn connect(&self) -> Outcome<Link> {
        let mut link = match self {
            Self::Sqlite(path) => Link::Sqlite(SqliteConnection::establish(path)?),
            Self::Postgres(url) => Link::Postgres(PgConnection::establish(url)?),
        };
        let settings = if link.is_postgres() {
            POSTGRES_SETTINGS
        } else {
            SQLITE_SETTINGS
        };
        link.run(settings)?;
        Ok(link)
    }
}

impl Link {
    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    /// Runs statements without values and results.
    pub(crate) fn run(&mut self, script: &str) -> Outcome<()> {
        let done = match self {
            Self::Sqlite(link) => link.batch_execute(script),
            Self::Postgres(link) => link.batch_execute(script),
        };
        done.map_err(|error| {
            let beginning: String = script.chars().take(200).collect();
            format!("{error}, at: {beginning}").into()
        })
    }

    /// Runs a statement and fetches all columns of all rows. Returns the number of rows.
    pub(crate) fn fetch(&mut self, statement: &Statement) -> Outcome<usize> {
        Ok(self.cells(statement)?.len())
    }

    fn cells(&mut self, statement: &Statement) -> Outcome<Vec<Cells>> {
        let rows: QueryResult<Vec<Cells>> = match self {
            Self::Sqlite(link) => Asked(statement).load(link),
            Self::Postgres(link) => Asked(statement).load(link),
        };
        rows.map_err(|error| format!("{error}, at: {}", statement.text).into())
    }

    /// Returns the rows of a query whose columns are all text.
    pub(crate) fn texts(&mut self, query: &str) -> Outcome<Vec<Vec<String>>> {
        let statement = Statement {
            name: "",
            text: query.to_owned(),
            values: Vec::new(),
        };
        let text = |cell: Option<Vec<u8>>| Ok(String::from_utf8(cell.unwrap_or_default())?);
        let texts = |row: Cells| row.0.into_iter().map(text).collect();
        self.cells(&statement)?.into_iter().map(texts).collect()
    }

    /// Returns the last column of each row, which must be text.
    pub(crate) fn last_columns(&mut self, statement: &Statement) -> Outcome<Vec<String>> {
        let last = |mut row: Cells| Ok(String::from_utf8(row.0.pop().flatten().unwrap_or_default())?);
        self.cells(statement)?.into_iter().map(last).collect()
    }

    /// Returns the integers of a query with one column, which must be cast to text.
    pub(crate) fn numbers(&mut self, query: &str) -> Outcome<Vec<i64>> {
        let rows = self.texts(query)?;
        rows.iter().flatten().map(|number| Ok(number.parse()?)).collect()
    }

    /// Returns the single integer of a query, which must be cast to text.
    pub(crate) fn number(&mut self, query: &str) -> Outcome<i64> {
        let found = self.numbers(query)?;
        found
            .first()
            .copied()
            .ok_or_else(|| format!("nothing found by: {query}").into())
    }
}

/// Implements Diesel's query traits for a statement.
#[derive(Clone, Copy)]
struct Asked<'a>(&'a Statement);

impl QueryFragment<Pg> for Asked<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let mut parts = self.0.text.split('?');
        out.push_sql(parts.next().unwrap_or_default());
        for (value, part) in self.0.values.iter().zip(parts) {
            match value {
                Value::Number(number) => out.push_bind_param::<BigInt, i64>(number)?,
                Value::Text(text) => out.push_bind_param::<Text, String>(text)?,
                Value::Truth(truth) => out.push_bind_param::<Bool, bool>(truth)?,
                Value::Bytes(bytes) => out.push_bind_param::<Binary, Vec<u8>>(bytes)?,
                Value::Numbers(numbers) => out.push_bind_param::<Array<BigInt>, Vec<i64>>(numbers)?,
            }
            out.push_sql(part);
        }
        Ok(())
    }
}

impl QueryFragment<Sqlite> for Asked<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        let mut parts = self.0.text.split('?');
        out.push_sql(parts.next().unwrap_or_default());
        for (value, part) in self.0.values.iter().zip(parts) {
            match value {
                Value::Number(number) => out.push_bind_param::<BigInt, i64>(number)?,
                Value::Text(text) => out.push_bind_param::<Text, String>(text)?,
                Value::Truth(truth) => out.push_bind_param::<Bool, bool>(truth)?,
                Value::Bytes(bytes) => out.push_bind_param::<Binary, Vec<u8>>(bytes)?,
                Value::Numbers(numbers) => {
                    for (place, number) in numbers.iter().enumerate() {
                        if place > 0 {
                            out.push_sql(", ");
                        }
                        out.push_bind_param::<BigInt, i64>(number)?;
                    }
                }
            }
            out.push_sql(part);
        }
        Ok(())
    }
}

impl QueryId for Asked<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Asked<'_> {
    type SqlType = Untyped;
}

impl RunQueryDsl<SqliteConnection> for Asked<'_> {}
impl RunQueryDsl<PgConnection> for Asked<'_> {}

impl FromSqlRow<Untyped, Pg> for Cells {
    fn build_from_row<'a>(row: &impl Row<'a, Pg>) -> deserialize::Result<Self> {
        let cell = |place| Some(row.get(place)?.value().map(|value| value.as_bytes().to_vec()));
        Ok(Self((0..row.field_count()).filter_map(cell).collect()))
    }
}

impl FromSqlRow<Untyped, Sqlite> for Cells {
    fn build_from_row<'a>(row: &impl Row<'a, Sqlite>) -> deserialize::Result<Self> {
        let mut cells = Vec::with_capacity(row.field_count());
        for place in 0..row.field_count() {
            let field = row.get(place).ok_or("a row ended early")?;
            // SQLite converts any column value to text.
            let text = field
                .value()
                .map(<String as FromSql<Text, Sqlite>>::from_sql)
                .transpose()?;
            cells.push(text.map(String::into_bytes));
        }
        Ok(Self(cells))
    }
}
