//! The PostgreSQL database that is filled, in one transaction.

use aditus_application::ports::{BackupError, StoreError};
use diesel::connection::SimpleConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text};

use super::column::{Column, quoted};
use super::digest::Digest;
use super::tables::{SEARCH_TEXTS, is_copied};
use crate::backup::content;
use crate::backup::failure::statement_failed;
use crate::backup::postgres::{connect, refuse_other_sessions};
use crate::backup::rights::refuse_to_move_without_rights;
use crate::connection::AnyConnection;
use crate::error::DbError;

/// Foreign keys would reject rows in the order in which tables are copied. They are dropped, and
/// created again before the commit.
const FOREIGN_KEYS: &str = "SELECT conrelid::regclass::text AS of_table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS value \
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conname";

const COLUMNS: &str = "SELECT $1 AS of_table, attname::text AS name, format_type(atttypid, NULL) AS value FROM pg_attribute \
     WHERE attrelid = to_regclass(quote_ident($1)) AND attnum > 0 AND NOT attisdropped ORDER BY attnum";

/// Columns whose default is a sequence.
const SEQUENCES: &str = "SELECT $1 AS of_table, attname::text AS name, pg_get_serial_sequence(quote_ident($1), attname) AS value \
     FROM pg_attribute WHERE attrelid = to_regclass(quote_ident($1)) AND attnum > 0 AND NOT attisdropped \
     AND pg_get_serial_sequence(quote_ident($1), attname) IS NOT NULL";

#[derive(QueryableByName)]
struct CatalogRow {
    #[diesel(sql_type = Text)]
    of_table: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    value: String,
}

#[derive(QueryableByName)]
struct TableSum {
    #[diesel(sql_type = BigInt)]
    rows: i64,
    #[diesel(sql_type = Text)]
    sum: String,
}

/// Returns an error if the role lacks rights, the database contains data, or a server is connected
/// to it.
pub(super) fn refuse_to_fill(url: &str) -> Result<(), BackupError> {
    let mut connection = connect(url)?;
    refuse_to_move_without_rights(&mut connection)?;
    refuse_other_sessions(&mut connection)?;
    let mut connection = AnyConnection::Postgres(connection);
    let what = "the new database cannot be read";
    let tables = content::tables(&mut connection).map_err(statement_failed(what))?;
    if tables.is_empty() {
        return Ok(());
    }
    let untouched = content::is_untouched(&mut connection, &tables).map_err(statement_failed(what))?;
    content::refuse_unless_untouched(untouched)
}

/// A connection with an open transaction, which is rolled back unless it is committed.
pub(super) struct Destination {
    connection: AnyConnection,
    foreign_keys: Vec<CatalogRow>,
    tables: Vec<String>,
}

/// Wraps the error of a statement about a table.
fn of_table<'a>(what: &'a str, table: &'a str) -> impl FnOnce(diesel::result::Error) -> BackupError + 'a {
    move |error| BackupError::failed(format!("{what} {table}"), StoreError::from(DbError::from(error)))
}

impl Destination {
    pub(super) fn begin(url: &str) -> Result<Self, BackupError> {
        let mut connection = connect(url)?;
        connection
            .batch_execute("BEGIN")
            .map_err(statement_failed("the new database cannot be written to"))?;
        Ok(Self {
            connection: AnyConnection::Postgres(connection),
            foreign_keys: Vec::new(),
            tables: Vec::new(),
        })
    }

    fn postgres(&mut self) -> Result<&mut PgConnection, BackupError> {
        match &mut self.connection {
            AnyConnection::Postgres(connection) => Ok(connection),
            AnyConnection::Sqlite(_) => Err(BackupError::Refused("this is no PostgreSQL".to_owned())),
        }
    }

    pub(super) fn tables(&mut self) -> Result<Vec<String>, BackupError> {
        let names =
            content::tables(&mut self.connection).map_err(statement_failed("the tables cannot be listed"))?;
        Ok(names.into_iter().filter(|name| is_copied(name)).collect())
    }

    /// Empties the tables, which contain rows of migrations and of a first start. Drops the foreign
    /// keys and disables the triggers, which would reject or change copied rows.
    pub(super) fn empty_tables(&mut self, tables: &[String]) -> Result<(), BackupError> {
        self.tables = tables.to_vec();
        self.tables.push(SEARCH_TEXTS.to_owned());
        let all: Vec<String> = self.tables.iter().map(|name| quoted(name)).collect();
        let what = "the tables of the new database cannot be emptied";
        let connection = self.postgres()?;
        let keys: Vec<CatalogRow> = diesel::sql_query(FOREIGN_KEYS)
            .load(connection)
            .map_err(statement_failed(what))?;
        let mut statements: Vec<String> = keys
            .iter()
            .map(|key| format!("ALTER TABLE {} DROP CONSTRAINT {}", key.of_table, key.name))
            .collect();
        statements.extend(
            all.iter()
                .map(|table| format!("ALTER TABLE {table} DISABLE TRIGGER USER")),
        );
        statements.push(format!("TRUNCATE {}", all.join(", ")));
        connection
            .batch_execute(&statements.join(";\n"))
            .map_err(statement_failed(what))?;
        self.foreign_keys = keys;
        Ok(())
    }

    pub(super) fn columns(&mut self, table: &str) -> Result<Vec<Column>, BackupError> {
        let columns: Vec<CatalogRow> = diesel::sql_query(COLUMNS)
            .bind::<Text, _>(table)
            .load(self.postgres()?)
            .map_err(of_table("the columns cannot be listed of", table))?;
        columns
            .into_iter()
            .map(|column| Column::new(column.name, &column.value))
            .collect()
    }

    /// Inserts rows of texts made by [`Column::encode`].
    pub(super) fn insert(
        &mut self,
        table: &str,
        columns: &[Column],
        rows: Vec<Vec<Option<String>>>,
    ) -> Result<(), BackupError> {
        let places: Vec<String> = (1..=columns.len())
            .map(|place| format!("${place}::text[]"))
            .collect();
        let sent: Vec<String> = (1..=columns.len())
            .map(|place| format!("sent.c{place}"))
            .collect();
        let sent_names: Vec<String> = (1..=columns.len()).map(|place| format!("c{place}")).collect();
        let names: Vec<String> = columns.iter().map(|column| quoted(&column.name)).collect();
        let read: Vec<String> = columns
            .iter()
            .zip(&sent)
            .map(|(column, sent)| column.decoding_sql(sent))
            .collect();
        let statement = format!(
            "INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE SELECT {} FROM unnest({}) AS sent ({})",
            quoted(table),
            names.join(", "),
            read.join(", "),
            places.join(", "),
            sent_names.join(", ")
        );
        let mut of_columns: Vec<Vec<Option<String>>> = columns.iter().map(|_| Vec::new()).collect();
        for row in rows {
            for (values, value) in of_columns.iter_mut().zip(row) {
                values.push(value);
            }
        }
        let mut statement = diesel::sql_query(statement).into_boxed::<Pg>();
        for values in of_columns {
            statement = statement.bind::<Array<Nullable<Text>>, _>(values);
        }
        statement
            .execute(self.postgres()?)
            .map_err(of_table("rows cannot be written to", table))?;
        Ok(())
    }

    /// Advances the id sequence of a table beyond the last id that was used.
    pub(super) fn continue_ids(&mut self, table: &str, last: Option<i64>) -> Result<(), BackupError> {
        let connection = self.postgres()?;
        let sequences: Vec<CatalogRow> = diesel::sql_query(SEQUENCES)
            .bind::<Text, _>(table)
            .load(connection)
            .map_err(of_table("the ids cannot be continued of", table))?;
        for sequence in sequences {
            // A sequence that has not been used yet starts at 1.
            let statement = format!(
                "SELECT setval($1::regclass, greatest(highest, 1), highest > 0) \
                 FROM (SELECT greatest(coalesce(max({}), 0), $2) AS highest FROM {}) AS given",
                quoted(&sequence.name),
                quoted(table)
            );
            diesel::sql_query(statement)
                .bind::<Text, _>(sequence.value)
                .bind::<BigInt, _>(last.unwrap_or_default())
                .execute(connection)
                .map_err(of_table("the ids cannot be continued of", table))?;
        }
        Ok(())
    }

    /// Returns the digest of a table, equal to the one that [`Digest`] computes.
    pub(super) fn digest(&mut self, table: &str, columns: &[Column]) -> Result<Digest, BackupError> {
        let said: Vec<String> = columns
            .iter()
            .map(|column| {
                let value = column.comparable_sql();
                format!("coalesce(length({value})::text || ':' || {value}, '-')")
            })
            .collect();
        let statement = format!(
            "SELECT count(*) AS rows, coalesce(sum(('x' || left(encode(sha256(convert_to({}, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)\
             ::text AS sum FROM {}",
            said.join(" || "),
            quoted(table)
        );
        let summed: TableSum = diesel::sql_query(statement)
            .get_result(self.postgres()?)
            .map_err(of_table("the rows cannot be compared of", table))?;
        let sum = summed
            .sum
            .parse::<u128>()
            .map_err(|error| BackupError::failed(format!("the rows cannot be compared of {table}"), error))?;
        Ok(Digest::new(u64::try_from(summed.rows).unwrap_or_default(), sum))
    }

    /// Fills the table of search texts, and restores triggers and foreign keys. Restoring the keys
    /// checks them: a dangling reference is an error.
    pub(super) fn restore_constraints(&mut self) -> Result<(), BackupError> {
        let mut statements = vec![format!(
            "INSERT INTO {SEARCH_TEXTS} (request_id, search_text) SELECT id, search_text FROM data_requests"
        )];
        statements.extend(
            self.tables
                .iter()
                .map(|table| format!("ALTER TABLE {} ENABLE TRIGGER USER", quoted(table))),
        );
        statements.extend(self.foreign_keys.iter().map(|key| {
            format!(
                "ALTER TABLE {} ADD CONSTRAINT {} {}",
                key.of_table, key.name, key.value
            )
        }));
        let what = "the new database refuses what was copied";
        self.postgres()?
            .batch_execute(&statements.join(";\n"))
            .map_err(statement_failed(what))
    }

    /// Commits, and updates the statistics. Without them, the first searches would scan whole
    /// tables.
    pub(super) fn commit(mut self) -> Result<(), BackupError> {
        let connection = self.postgres()?;
        connection
            .batch_execute("COMMIT")
            .map_err(statement_failed("what was copied cannot be committed"))?;
        connection
            .batch_execute("ANALYZE")
            .map_err(statement_failed("the tables cannot be analysed"))
    }
}
