//! State of the installation as a whole.

mod retentions;
pub(crate) mod trial_writes;
mod watched;

use aditus_application::ports::{DemonstrationMark, Installation, StoreError};
use diesel::prelude::*;

use crate::error::missing;
use crate::schema::{data_sources, installation, users};
use crate::transaction::WriteTransaction;

/// Id of the only row.
const ROW: i64 = 1;

impl Installation for WriteTransaction {
    fn demonstration(&mut self) -> Result<DemonstrationMark, StoreError> {
        self.run(|connection| {
            // The update locks the row, so that a concurrent caller reads the result of this
            // transaction.
            let row = installation::table.find(ROW);
            diesel::update(row)
                .set(installation::trial.eq(None::<Vec<u8>>))
                .execute(connection)?;
            let mark: Option<String> = row.select(installation::demonstration).first(connection)?;
            match mark.as_deref() {
                None => Ok(DemonstrationMark::None),
                Some("begun") => Ok(DemonstrationMark::Begun),
                Some("complete") => Ok(DemonstrationMark::Complete),
                Some(_) => Err(missing("mark of a demonstration")()),
            }
        })
    }

    fn mark_demonstration(&mut self, mark: DemonstrationMark) -> Result<(), StoreError> {
        let mark = match mark {
            DemonstrationMark::None => None,
            DemonstrationMark::Begun => Some("begun"),
            DemonstrationMark::Complete => Some("complete"),
        };
        self.run(|connection| {
            diesel::update(installation::table.find(ROW))
                .set(installation::demonstration.eq(mark))
                .execute(connection)?;
            Ok(())
        })
    }

    fn is_untouched(&mut self) -> Result<bool, StoreError> {
        self.run(|connection| {
            let account = users::table.select(users::id).first::<i64>(connection);
            let source = data_sources::table
                .select(data_sources::id)
                .first::<i64>(connection);
            Ok(account.optional()?.is_none() && source.optional()?.is_none())
        })
    }
}
