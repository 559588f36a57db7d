//! What the database says of what was there before the record.

use aditus_domain::audit::stored::SubjectKind;
use aditus_domain::ids::RequestId;
use aditus_domain::reference::ReferenceList;
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
    /// What is stored of rows of this kind, where no entry says it: the entries about them are of an earlier version of the product, or the
    /// rows come with the product.
    States(SubjectKind),
}

impl Taken {
    /// All of them, in the order in which they are taken over.
    pub const ALL: [Self; 14] = [
        Self::Organisations,
        Self::Accounts,
        Self::Roles,
        Self::Procedures,
        Self::Sources,
        Self::Requests,
        Self::States(SubjectKind::Organisation),
        Self::States(SubjectKind::Account),
        Self::States(SubjectKind::Procedure),
        Self::States(SubjectKind::Source),
        Self::States(SubjectKind::StageType),
        Self::States(SubjectKind::Entry(ReferenceList::EthicsCommittees)),
        Self::States(SubjectKind::Entry(ReferenceList::Purposes)),
        Self::States(SubjectKind::Entry(ReferenceList::EquipmentTypes)),
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
            Self::States(kind) => match kind {
                SubjectKind::Account => "states_of_accounts",
                SubjectKind::Organisation => "states_of_organisations",
                SubjectKind::Procedure => "states_of_procedures",
                SubjectKind::Source => "states_of_data_sources",
                SubjectKind::StageType => "states_of_stage_types",
                SubjectKind::Entry(ReferenceList::EthicsCommittees) => "states_of_ethics_committees",
                SubjectKind::Entry(ReferenceList::Purposes) => "states_of_purposes",
                SubjectKind::Entry(ReferenceList::EquipmentTypes) => "states_of_equipment_types",
            },
        }
    }

    /// What it is as a record of the administration.
    pub const fn record(self) -> Option<Record> {
        match self {
            Self::Organisations => Some(Record::Organisation),
            Self::Procedures => Some(Record::Procedure),
            Self::Sources => Some(Record::Source),
            Self::Accounts | Self::Roles | Self::Requests | Self::States(_) => None,
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
    /// added, or taken over; of states, all that say what is stored of one. An adapter MUST find them by an index.
    fn may_begin(&mut self, of: Taken, ids: &[i64]) -> Result<Vec<String>, StoreError>;
    /// Keeps others from changing these until the transaction ends, and answers those of which nobody did at this moment. It MUST NOT wait:
    /// whoever waits for one of them while holding another could wait for ever.
    fn hold(&mut self, of: Taken, ids: &[i64]) -> Result<Vec<i64>, StoreError>;
    /// Notes the last one that was looked at.
    fn looked_at(&mut self, of: Taken, last: i64) -> Result<(), StoreError>;
    /// How many lines the history of a request has.
    fn lines_of(&mut self, request: RequestId) -> Result<i64, StoreError>;
}
