//! Removes erased data from unused pages of a SQLite file. `secure_delete` overwrites deleted
//! content, but a row that moved to another page can leave a copy in the unused part of the old
//! one. Only rewriting the file removes these. PostgreSQL removes them when it vacuums.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Integer;

use crate::connection::AnyConnection;

/// SQLite leaves the header field `user_version` to the application. Here, 1 means that the file
/// must be rewritten, and 0 that it need not.
const MARK: &str = "PRAGMA user_version = 1;";
const UNMARK: &str = "PRAGMA user_version = 0;";

/// `VACUUM` makes a copy as large as the database, which must be on disk and not in memory.
const REWRITE: &str = "PRAGMA temp_store = FILE; VACUUM;";
const RESTORE_SETTINGS: &str = "PRAGMA temp_store = MEMORY;";

/// Marks the file, within the transaction of an erasure, for rewriting after the commit.
pub(crate) fn mark(connection: &mut AnyConnection) -> QueryResult<()> {
    match connection {
        AnyConnection::Sqlite(c) => c.batch_execute(MARK),
        AnyConnection::Postgres(_) => Ok(()),
    }
}

/// Rewrites a marked file and truncates its journal. If this fails, the mark stays and the next
/// start or erasure tries again. The erasure itself is already committed.
pub(crate) fn rewrite_if_marked(connection: &mut AnyConnection) {
    let AnyConnection::Sqlite(connection) = connection else {
        return;
    };
    match try_rewriting(connection) {
        Ok(Rewriting::Done | Rewriting::NotNeeded) => {}
        Ok(Rewriting::JournalInUse) => tracing::warn!(
            "the journal of the database contains erased data until the next start or erasure, because it was being read"
        ),
        Err(error) => tracing::warn!(
            %error,
            "the database file may contain copies of erased data until the next start or erasure, because it could not be rewritten"
        ),
    }
}

enum Rewriting {
    NotNeeded,
    Done,
    /// A reader used the journal for longer than `busy_timeout`.
    JournalInUse,
}

#[derive(QueryableByName)]
struct UserVersion {
    #[diesel(sql_type = Integer)]
    user_version: i32,
}

#[derive(QueryableByName)]
struct Checkpointed {
    #[diesel(sql_type = Integer)]
    busy: i32,
}

fn try_rewriting(connection: &mut SqliteConnection) -> QueryResult<Rewriting> {
    let marked: UserVersion = diesel::sql_query("PRAGMA user_version").get_result(connection)?;
    if marked.user_version == 0 {
        return Ok(Rewriting::NotNeeded);
    }
    let rewritten = connection.batch_execute(REWRITE);
    connection.batch_execute(RESTORE_SETTINGS)?;
    rewritten?;
    let checkpointed: Checkpointed =
        diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result(connection)?;
    if checkpointed.busy != 0 {
        return Ok(Rewriting::JournalInUse);
    }
    connection.batch_execute(UNMARK)?;
    Ok(Rewriting::Done)
}
