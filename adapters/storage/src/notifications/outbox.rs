//! The outbox of mails.

use aditus_application::notifications::{ClaimedMail, Outbox, QueuedMail};
use aditus_application::ports::StoreError;
use aditus_domain::ids::MailId;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::schema::outbox_mails;
use crate::times::At;
use crate::transaction::UnitOfWork;

#[derive(Queryable)]
struct MailRow {
    id: i64,
    sealed: Option<Vec<u8>>,
    useless_after: Option<At>,
    attempts: i32,
}

impl MailRow {
    /// None for a mail that was finished in between, for its content is gone.
    fn claimed(self) -> Option<ClaimedMail> {
        Some(ClaimedMail {
            id: MailId(self.id),
            sealed: self.sealed?,
            attempts: self.attempts - 1,
            useless_after: self.useless_after.map(|at| at.0),
        })
    }
}

impl Outbox for UnitOfWork {
    fn queue(&mut self, mail: &QueuedMail) -> Result<MailId, StoreError> {
        let id = self.run(|connection| {
            let id = diesel::insert_into(outbox_mails::table)
                .values((
                    outbox_mails::sealed.eq(&mail.sealed),
                    outbox_mails::queued_on.eq(At::from(mail.queued_on)),
                    outbox_mails::useless_after.eq(mail.useless_after.map(At::from)),
                    outbox_mails::due_on.eq(At::from(mail.queued_on)),
                ))
                .returning(outbox_mails::id)
                .get_result(connection)?;
            Ok(MailId(id))
        })?;
        self.will_signal_mail();
        Ok(id)
    }

    fn claim(
        &mut self,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<ClaimedMail>, StoreError> {
        let now = At::from(now);
        self.run(|connection| {
            let candidates = outbox_mails::table
                .filter(outbox_mails::finished_on.is_null())
                .filter(outbox_mails::due_on.le(now))
                .order((outbox_mails::due_on, outbox_mails::id))
                .limit(limit)
                .select(outbox_mails::id)
                .load::<i64>(connection)?;
            // Another worker may have claimed some of them since. The update waits for its commit and then looks at
            // the conditions anew.
            let still_due = outbox_mails::table
                .filter(outbox_mails::id.eq_any(candidates.clone()))
                .filter(outbox_mails::finished_on.is_null())
                .filter(outbox_mails::due_on.le(now));
            let mut rows = diesel::update(still_due)
                .set((
                    outbox_mails::due_on.eq(At::from(lease_until)),
                    outbox_mails::attempts.eq(outbox_mails::attempts + 1),
                ))
                .returning((
                    outbox_mails::id,
                    outbox_mails::sealed,
                    outbox_mails::useless_after,
                    outbox_mails::attempts,
                ))
                .get_results::<MailRow>(connection)?;
            rows.sort_by_key(|row| candidates.iter().position(|id| *id == row.id));
            Ok(rows.into_iter().filter_map(MailRow::claimed).collect())
        })
    }

    fn finish(&mut self, id: MailId, at: DateTime<Utc>, error: Option<&str>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(outbox_mails::table.find(id.0))
                .set((
                    outbox_mails::sealed.eq(None::<Vec<u8>>),
                    outbox_mails::finished_on.eq(Some(At::from(at))),
                    outbox_mails::error.eq(error),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn postpone(&mut self, id: MailId, next_attempt: DateTime<Utc>, error: &str) -> Result<(), StoreError> {
        self.run(|connection| {
            let unfinished = outbox_mails::table
                .filter(outbox_mails::id.eq(id.0))
                .filter(outbox_mails::finished_on.is_null());
            diesel::update(unfinished)
                .set((
                    outbox_mails::due_on.eq(At::from(next_attempt)),
                    outbox_mails::error.eq(error),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn next_due(&mut self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(|connection| {
            let due = outbox_mails::table
                .filter(outbox_mails::finished_on.is_null())
                .order((outbox_mails::due_on, outbox_mails::id))
                .select(outbox_mails::due_on)
                .first::<At>(connection)
                .optional()?;
            Ok(due.map(|at| at.0))
        })
    }
}
