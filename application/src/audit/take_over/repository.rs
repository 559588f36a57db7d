//! What the database says of what was there before the record.

use aditus_domain::ids::RequestId;
use chrono::{DateTime, Utc};

use crate::ports::StoreError;
use crate::records::Record;

/// What is taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Taken {
    Organisations,
    Accounts,
    Roles,
    Procedures,
    Sources,
    Requests,
}

impl Taken {
    /// All of them, in the order in which they are taken over.
    pub const ALL: [Self; 6] = [
        Self::Organisations,
        Self::Accounts,
        Self::Roles,
        Self::Procedures,
        Self::Sources,
        Self::Requests,
    ];

    /// The name by which the database keeps how far it has come.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Organisations => "organisations",
            Self::Accounts => "accounts",
            Self::Roles => "roles",
            Self::Procedures => "procedures",
            Self::Sources => "data_sources",
            Self::Requests => "data_requests",
        }
    }

    /// What it is as a record of the administration.
    pub const fn record(self) -> Option<Record> {
        match self {
            Self::Organisations => Some(Record::Organisation),
            Self::Procedures => Some(Record::Procedure),
            Self::Sources => Some(Record::Source),
            Self::Accounts | Self::Roles | Self::Requests => None,
        }
    }
}

/// What was there before the record, and how far it was taken over.
pub trait TakingOver {
    /// Waits until nobody else takes over what is of this kind, and keeps others from it until the transaction ends; answers the last one
    /// that was looked at, 0 at first. Of accounts, roles and requests of an installation that began with the record it MUST be `i64::MAX` at
    /// first: there is nothing from before, and whatever has no entry was added by hand.
    fn take_turn(&mut self, of: Taken) -> Result<i64, StoreError>;
    /// The next ones by id, at most so many. Of requests those MUST be left out, with all behind them, that were submitted after `settled`.
    fn behind(
        &mut self,
        of: Taken,
        last: i64,
        settled: DateTime<Utc>,
        most: u32,
    ) -> Result<Vec<i64>, StoreError>;
    /// The entries, as canonical JSON, among which are all that begin one of these: that it was submitted, registered, asked for, granted or
    /// added, or taken over. An adapter MUST find them by an index.
    fn may_begin(&mut self, of: Taken, ids: &[i64]) -> Result<Vec<String>, StoreError>;
    /// Keeps others from changing these until the transaction ends, and answers those of which nobody did at this moment. It MUST NOT wait:
    /// whoever waits for one of them while holding another could wait for ever.
    fn hold(&mut self, of: Taken, ids: &[i64]) -> Result<Vec<i64>, StoreError>;
    /// Notes the last one that was looked at.
    fn looked_at(&mut self, of: Taken, last: i64) -> Result<(), StoreError>;
    /// How many lines the history of a request has.
    fn lines_of(&mut self, request: RequestId) -> Result<i64, StoreError>;
}
