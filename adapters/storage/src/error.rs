//! Maps Diesel errors to `StoreError`.

use aditus_application::ports::StoreError;
use diesel::result::{DatabaseErrorInformation, DatabaseErrorKind, Error as DieselError};
use thiserror::Error;

/// Error of work on a connection. [`From`] lets `?` convert errors of Diesel and of the port.
#[derive(Debug)]
pub(crate) enum DbError {
    /// The database rejected a statement.
    Database(DieselError),
    /// The adapter detected the error.
    Store(StoreError),
}

/// The result of work on a connection.
pub(crate) type DbResult<T> = Result<T, DbError>;

impl From<DieselError> for DbError {
    fn from(error: DieselError) -> Self {
        Self::Database(error)
    }
}

impl From<StoreError> for DbError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<DbError> for StoreError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Database(error) => translate(error),
            DbError::Store(error) => error,
        }
    }
}

/// A stored value violates a rule of the domain.
#[derive(Debug, Error)]
#[error("the stored {what} is not valid")]
struct Unreadable {
    what: &'static str,
    #[source]
    cause: Box<dyn std::error::Error + Send + Sync>,
}

/// Converts the error of parsing a stored value: `parse(&row.role).map_err(unreadable("role"))?`.
pub(crate) fn unreadable<E>(what: &'static str) -> impl FnOnce(E) -> DbError
where
    E: std::error::Error + Send + Sync + 'static,
{
    move |cause| {
        StoreError::internal(Unreadable {
            what,
            cause: Box::new(cause),
        })
        .into()
    }
}

/// Creates the error for a stored value that is missing or unknown, for use with
/// `Option::ok_or_else`.
pub(crate) fn missing(what: &'static str) -> impl FnOnce() -> DbError {
    move || StoreError::internal(format!("the stored {what} is missing or unknown")).into()
}

fn translate(error: DieselError) -> StoreError {
    let DieselError::DatabaseError(kind, information) = &error else {
        return match error {
            DieselError::BrokenTransactionManager => StoreError::Unavailable(Box::new(error)),
            other => StoreError::internal(other),
        };
    };
    match kind {
        DatabaseErrorKind::UniqueViolation => StoreError::Duplicate(columns(information.as_ref())),
        DatabaseErrorKind::ForeignKeyViolation | DatabaseErrorKind::RestrictViolation => {
            let name = information.constraint_name().unwrap_or("a foreign key");
            StoreError::Reference(name.to_owned())
        }
        DatabaseErrorKind::SerializationFailure => StoreError::Conflict,
        DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand => {
            StoreError::Unavailable(Box::new(error))
        }
        _ if information.message() == "deadlock detected" => StoreError::Conflict,
        _ if is_full(information.message()) => StoreError::Full(Box::new(error)),
        _ if is_read_only(information.message()) => StoreError::ReadOnly(Box::new(error)),
        _ if is_unavailable(information.message()) => StoreError::Unavailable(Box::new(error)),
        _ => StoreError::internal(error),
    }
}

/// Recognises a full disk in messages of SQLite, and in operating-system errors that PostgreSQL
/// passes on.
fn is_full(message: &str) -> bool {
    const SIGNS: [&str; 3] = [
        "database or disk is full",
        "No space left on device",
        "Disk quota exceeded",
    ];
    SIGNS.iter().any(|sign| message.contains(sign))
}

/// Recognises a file that SQLite may not write, and for PostgreSQL a standby, a read-only setting
/// and a read-only file system.
fn is_read_only(message: &str) -> bool {
    const SIGNS: [&str; 4] = [
        "attempt to write a readonly database",
        "in a read-only transaction",
        "during recovery",
        "Read-only file system",
    ];
    SIGNS.iter().any(|sign| message.contains(sign))
}

fn is_unavailable(message: &str) -> bool {
    const SIGNS: [&str; 8] = [
        "database is locked",
        "database table is locked",
        "canceling statement due to lock timeout",
        "canceling statement due to statement timeout",
        "terminating connection",
        "server closed the connection",
        "the database system is",
        "sorry, too many clients",
    ];
    SIGNS.iter().any(|sign| message.contains(sign))
}

/// Returns the unique columns as `table.column, table.column`. The result is the same on both
/// databases and never contains values.
fn columns(information: &dyn DatabaseErrorInformation) -> String {
    if let Some(columns) = information.message().strip_prefix("UNIQUE constraint failed: ") {
        return columns.to_owned();
    }
    let detail = information.details().unwrap_or_default();
    let columns = detail
        .strip_prefix("Key (")
        .and_then(|rest| rest.split_once(")=("))
        .map(|(columns, _)| columns);
    match (information.table_name(), columns) {
        (Some(table), Some(columns)) => columns
            .split(", ")
            .map(|column| format!("{table}.{column}"))
            .collect::<Vec<_>>()
            .join(", "),
        _ => information.constraint_name().unwrap_or("a unique key").to_owned(),
    }
}
