//! The outbox of emails and text messages.

use aditus_application::notifications::{
    Channel, ClaimedMessage, Destination, Outbox, QueuedMessage, UnfinishedMessage,
};
use aditus_application::ports::{Signal, StoreError};
use aditus_domain::ids::{MessageId, UserId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::dialect::insert_rows;
use crate::error::{DbResult, missing, unreadable};
use crate::prepared::Prepare;
use crate::schema::outbox_messages;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// The columns of a [`Destination`]: the person whose code the message contains, the account that
/// it goes to, and the role that the account must hold.
type DestinationColumns = (Option<i64>, Option<i64>, Option<i64>);

fn columns(destination: Destination) -> DestinationColumns {
    match destination {
        Destination::AsWritten => (None, None, None),
        Destination::Code(user) => (Some(user.0), None, None),
        Destination::Account(user, None) => (None, Some(user.0), None),
        Destination::Account(user, Some(role)) => (None, Some(user.0), Some(role.id())),
    }
}

fn destination((code_user, account, role): DestinationColumns) -> DbResult<Destination> {
    Ok(match (code_user, account) {
        (Some(user), _) => Destination::Code(UserId(user)),
        (None, Some(user)) => {
            let role = role.map(Role::from_id).transpose();
            Destination::Account(UserId(user), role.map_err(unreadable("role of a message"))?)
        }
        (None, None) => Destination::AsWritten,
    })
}

#[derive(Queryable)]
struct MessageRow {
    id: i64,
    destination: DestinationColumns,
    reference: String,
    sealed: Option<Vec<u8>>,
    useless_after: Option<Timestamp>,
    attempts: i32,
}

impl MessageRow {
    /// Returns `None` for a message that was finished meanwhile, because its content is deleted.
    fn claimed(self) -> DbResult<Option<ClaimedMessage>> {
        let Some(sealed) = self.sealed else {
            return Ok(None);
        };
        Ok(Some(ClaimedMessage {
            id: MessageId(self.id),
            destination: destination(self.destination)?,
            reference: self.reference,
            sealed,
            // The claim has counted the attempt that now begins.
            attempts: self.attempts - 1,
            useless_after: self.useless_after.map(|at| at.0),
        }))
    }
}

#[derive(Queryable)]
struct UnfinishedRow {
    id: i64,
    channel: String,
    destination: DestinationColumns,
    reference: String,
    sealed: Option<Vec<u8>>,
}

impl UnfinishedRow {
    fn whole(self) -> DbResult<UnfinishedMessage> {
        Ok(UnfinishedMessage {
            id: MessageId(self.id),
            channel: Channel::named(&self.channel).ok_or_else(missing("channel of a message"))?,
            destination: destination(self.destination)?,
            reference: self.reference,
            sealed: self.sealed.ok_or_else(missing("content of a message"))?,
        })
    }
}

#[derive(Insertable)]
#[diesel(table_name = outbox_messages, treat_none_as_default_value = false)]
struct NewRow<'a> {
    channel: &'static str,
    code_user_id: Option<i64>,
    account_id: Option<i64>,
    account_role_id: Option<i64>,
    reference: &'a str,
    sealed: &'a [u8],
    queued_on: Timestamp,
    useless_after: Option<Timestamp>,
    due_on: Timestamp,
}

impl<'a> From<&'a QueuedMessage> for NewRow<'a> {
    fn from(new: &'a QueuedMessage) -> Self {
        let (code_user_id, account_id, account_role_id) = columns(new.destination);
        Self {
            channel: new.channel.name(),
            code_user_id,
            account_id,
            account_role_id,
            reference: &new.reference,
            sealed: &new.sealed,
            queued_on: Timestamp::from(new.queued_on),
            useless_after: new.useless_after.map(Timestamp::from),
            due_on: Timestamp::from(new.queued_on),
        }
    }
}

fn numbers(ids: &[MessageId]) -> Vec<i64> {
    ids.iter().map(|id| id.0).collect()
}

impl Outbox for WriteTransaction {
    fn queue(&mut self, message: &QueuedMessage) -> Result<MessageId, StoreError> {
        let id = self.run(|connection| {
            let id = diesel::insert_into(outbox_messages::table)
                .values(NewRow::from(message))
                .returning(outbox_messages::id)
                .get_result(connection)?;
            Ok(MessageId(id))
        })?;
        self.will_signal(Signal::Queued(message.channel));
        Ok(id)
    }

    fn queue_all(&mut self, messages: &[QueuedMessage]) -> Result<(), StoreError> {
        let rows: Vec<NewRow<'_>> = messages.iter().map(NewRow::from).collect();
        self.run(|connection| Ok(insert_rows!(connection, outbox_messages::table, rows)?))?;
        for message in messages {
            self.will_signal(Signal::Queued(message.channel));
        }
        Ok(())
    }

    fn claim(
        &mut self,
        channel: Channel,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<ClaimedMessage>, StoreError> {
        let now = Timestamp::from(now);
        self.run(|connection| {
            let due = outbox_messages::table
                .filter(outbox_messages::channel.eq(channel.name()))
                .filter(outbox_messages::finished_on.is_null())
                .filter(outbox_messages::due_on.le(now))
                .order((outbox_messages::due_on, outbox_messages::id))
                .select(outbox_messages::id);
            // Messages that expire come first. Uses two queries, each with its own index, so that
            // neither walks past the rows of the other.
            let mut candidates: Vec<i64> = due
                .filter(outbox_messages::useless_after.is_not_null())
                .limit(limit)
                .load(connection)?;
            let left = limit - i64::try_from(candidates.len()).unwrap_or(limit);
            if left > 0 {
                let later = due.filter(outbox_messages::useless_after.is_null()).limit(left);
                candidates.extend(later.load::<i64>(connection)?);
            }
            // Another worker may have claimed some of them since. The update waits for its commit
            // and evaluates the conditions again.
            let still_due = outbox_messages::table
                .filter(outbox_messages::id.eq_any(candidates.clone()))
                .filter(outbox_messages::finished_on.is_null())
                .filter(outbox_messages::due_on.le(now));
            let mut rows = diesel::update(still_due)
                .set((
                    outbox_messages::due_on.eq(Timestamp::from(lease_until)),
                    outbox_messages::attempts.eq(outbox_messages::attempts + 1),
                ))
                .returning((
                    outbox_messages::id,
                    (
                        outbox_messages::code_user_id,
                        outbox_messages::account_id,
                        outbox_messages::account_role_id,
                    ),
                    outbox_messages::reference,
                    outbox_messages::sealed,
                    outbox_messages::useless_after,
                    outbox_messages::attempts,
                ))
                .get_results::<MessageRow>(connection)?;
            rows.sort_by_key(|row| candidates.iter().position(|id| *id == row.id));
            rows.into_iter()
                .filter_map(|row| row.claimed().transpose())
                .collect()
        })
    }

    fn finish(
        &mut self,
        ids: &[MessageId],
        at: DateTime<Utc>,
        error: Option<&str>,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(outbox_messages::table.filter(outbox_messages::id.eq_any(numbers(ids))))
                .set((
                    outbox_messages::sealed.eq(None::<Vec<u8>>),
                    outbox_messages::finished_on.eq(Some(Timestamp::from(at))),
                    outbox_messages::error.eq(error),
                ))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn give_back(&mut self, ids: &[MessageId], at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            let unfinished = outbox_messages::table
                .filter(outbox_messages::id.eq_any(numbers(ids)))
                .filter(outbox_messages::finished_on.is_null());
            diesel::update(unfinished)
                .set((
                    outbox_messages::due_on.eq(Timestamp::from(at)),
                    outbox_messages::attempts.eq(outbox_messages::attempts - 1),
                ))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn postpone(
        &mut self,
        id: MessageId,
        next_attempt: DateTime<Utc>,
        error: &str,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let unfinished = outbox_messages::table
                .filter(outbox_messages::id.eq(id.0))
                .filter(outbox_messages::finished_on.is_null());
            diesel::update(unfinished)
                .set((
                    outbox_messages::due_on.eq(Timestamp::from(next_attempt)),
                    outbox_messages::error.eq(error),
                ))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn drop_codes_of(&mut self, user: UserId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            let waiting = outbox_messages::table
                .filter(outbox_messages::code_user_id.eq(user.0))
                .filter(outbox_messages::finished_on.is_null());
            diesel::update(waiting)
                .set((
                    outbox_messages::sealed.eq(None::<Vec<u8>>),
                    outbox_messages::finished_on.eq(Some(Timestamp::from(at))),
                    outbox_messages::error.eq(Some("the code is void")),
                ))
                .prepared()
                .execute(connection)?;
            Ok(())
        })
    }

    fn unfinished(&mut self, after: MessageId, limit: u32) -> Result<Vec<UnfinishedMessage>, StoreError> {
        self.run(|connection| {
            let rows: Vec<UnfinishedRow> = outbox_messages::table
                .filter(outbox_messages::finished_on.is_null())
                .filter(outbox_messages::id.gt(after.0))
                .order(outbox_messages::id)
                .limit(i64::from(limit))
                .select((
                    outbox_messages::id,
                    outbox_messages::channel,
                    (
                        outbox_messages::code_user_id,
                        outbox_messages::account_id,
                        outbox_messages::account_role_id,
                    ),
                    outbox_messages::reference,
                    outbox_messages::sealed,
                ))
                .load(connection)?;
            rows.into_iter().map(UnfinishedRow::whole).collect()
        })
    }

    fn delete_expired(&mut self, queued_before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.run(|connection| {
            let old =
                outbox_messages::table.filter(outbox_messages::queued_on.lt(Timestamp::from(queued_before)));
            Ok(diesel::delete(old).execute(connection)? as u64)
        })
    }

    fn next_due(&mut self, channel: Channel) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(|connection| {
            let due = outbox_messages::table
                .filter(outbox_messages::channel.eq(channel.name()))
                .filter(outbox_messages::finished_on.is_null())
                .order((outbox_messages::due_on, outbox_messages::id))
                .select(outbox_messages::due_on)
                .first::<Timestamp>(connection)
                .optional()?;
            Ok(due.map(|at| at.0))
        })
    }
}
