//! Monitored figures of the installation.

use aditus_application::installation::monitoring::{Backlog, MonitoringViews};
use aditus_application::notifications::Channel;
use aditus_application::ports::StoreError;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};
use diesel::dsl::count;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use super::ROW;
use crate::dialect::{per_backend, server_time};
use crate::error::missing;
use crate::read_session::ReadSession;
use crate::schema::{assigned_roles, installation, organisation_roles};
use crate::times::{Timestamp, UtcTime};

#[derive(QueryableByName)]
struct BacklogRow {
    #[diesel(sql_type = Text)]
    channel: String,
    #[diesel(sql_type = BigInt)]
    messages: i64,
    #[diesel(sql_type = UtcTime)]
    oldest: Timestamp,
    #[diesel(sql_type = UtcTime)]
    first_due: Timestamp,
}

/// Uses the index of unfinished messages, which is small no matter how many were sent.
const BACKLOG: &str = "SELECT channel, COUNT(*) AS messages, MIN(queued_on) AS oldest, MIN(due_on) AS first_due \
     FROM outbox_messages WHERE finished_on IS NULL GROUP BY channel ORDER BY channel";

impl MonitoringViews for ReadSession {
    fn backlog(&mut self) -> Result<Vec<Backlog>, StoreError> {
        self.run(|connection| {
            let rows: Vec<BacklogRow> = per_backend!(connection, c => diesel::sql_query(BACKLOG).load(c))?;
            rows.into_iter()
                .map(|row| {
                    Ok(Backlog {
                        channel: Channel::named(&row.channel).ok_or_else(missing("channel"))?,
                        messages: u64::try_from(row.messages).unwrap_or_default(),
                        oldest: row.oldest.0,
                        first_due: row.first_due.0,
                    })
                })
                .collect()
        })
    }

    fn super_users(&mut self) -> Result<u64, StoreError> {
        self.run(|connection| {
            let people: i64 = assigned_roles::table
                .inner_join(organisation_roles::table)
                .filter(organisation_roles::role_id.eq(Role::SuperUser.id()))
                .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
                .select(count(assigned_roles::user_id).aggregate_distinct())
                .get_result(connection)?;
            Ok(u64::try_from(people).unwrap_or_default())
        })
    }

    fn database_time(&mut self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(|connection| Ok(server_time(connection)?.map(|at| at.0)))
    }

    fn reminders_ran_on(&mut self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(|connection| {
            let at: Option<Timestamp> = installation::table
                .find(ROW)
                .select(installation::reminders_ran_on)
                .first(connection)?;
            Ok(at.map(|at| at.0))
        })
    }
}

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection;
    use diesel::sql_types::Integer;

    use super::*;
    use crate::connection::{AnyConnection, Manager, Purpose, Target};
    use crate::options::Options;
    use crate::testing::TestDatabase;

    #[derive(QueryableByName)]
    struct PostgresLine {
        #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
        line: String,
    }

    #[derive(QueryableByName)]
    struct SqliteLine {
        #[diesel(sql_type = Integer, column_name = "id")]
        _id: i32,
        #[diesel(sql_type = Text)]
        detail: String,
    }

    #[test]
    fn backlog_uses_the_index_of_unfinished_messages() {
        for database in [TestDatabase::sqlite(), TestDatabase::postgres()] {
            let target = Target::parse(database.url()).unwrap();
            let manager = Manager::new(target, Purpose::Writing, &Options::default());
            let plan = match &mut manager.open().unwrap() {
                AnyConnection::Sqlite(connection) => {
                    let lines = diesel::sql_query(format!("EXPLAIN QUERY PLAN {BACKLOG}"));
                    let lines: Vec<SqliteLine> = lines.load(connection).unwrap();
                    lines.into_iter().map(|line| line.detail).collect::<String>()
                }
                AnyConnection::Postgres(connection) => {
                    // PostgreSQL would scan an empty table sequentially despite its indexes.
                    connection.batch_execute("SET enable_seqscan = off").unwrap();
                    let lines = diesel::sql_query(format!("EXPLAIN {BACKLOG}"));
                    let lines: Vec<PostgresLine> = lines.load(connection).unwrap();
                    lines.into_iter().map(|line| line.line).collect::<String>()
                }
            };
            assert!(plan.contains("outbox_messages_due"), "{plan}");
        }
    }
}
