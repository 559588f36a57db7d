//! The store, as far as an erasure changes what nothing else does.

use std::collections::BTreeSet;

use aditus_domain::ids::{DocumentId, OrganisationRoleId, RequestId, StaffId, UserId};
use aditus_domain::requests::content::{Commitment, Subject};
use aditus_domain::review::OverallStatus;
use chrono::{DateTime, Utc};

use crate::ports::{Encoded, FileKey, StoreError};

/// A request of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnRequest {
    /// Its id.
    pub id: RequestId,
    /// Where it stands.
    pub status: OverallStatus,
}

/// What of a request names the person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ErasedOfRequest {
    /// Of these all that is personal goes in the rows, those of devices and staff that were removed from the request included.
    pub rows: BTreeSet<Subject>,
    /// What is kept of these beside the versions goes.
    pub commitments: BTreeSet<Commitment>,
    /// The files go of documents of identity of these members of staff that were uploaded then, those that were replaced included.
    pub identifications: BTreeSet<(StaffId, DateTime<Utc>)>,
}

/// Gives a text without what names the person; none where it does not.
pub type Struck<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

/// What is erased. An adapter MUST leave nothing behind that can be read by the means of the database, nor in an index, as far as its
/// database offers that, and MUST alter no version, no entry of the record and no digest. Files are noted as uploads that were begun when
/// their rows are erased, so that they are swept whatever happens.
pub trait Erasures {
    /// Whether there was an account with this id, which is erased. [`super::super::AccountLookup`] MUST NOT find it any more.
    fn was_erased(&mut self, user: UserId) -> Result<bool, StoreError>;
    /// All requests that this person owns, by id.
    fn own_requests(&mut self, user: UserId) -> Result<Vec<OwnRequest>, StoreError>;
    /// How many requests wait for a decision of this organisation role.
    fn waiting_at(&mut self, org_role: OrganisationRoleId) -> Result<u64, StoreError>;
    /// All versions of a request, oldest first, each with every value that is kept beside the versions.
    fn versions(&mut self, request: RequestId) -> Result<Vec<Encoded>, StoreError>;
    /// The addresses and numbers that are kept of this person outside the account: of changes that can still be taken back, and beside
    /// entries of the record that are about the person.
    fn contacts_ever(&mut self, user: UserId) -> Result<Vec<String>, StoreError>;
    /// Erases the account for good: its row keeps the id, the organisation and the day, and is called as the domain says. Sessions,
    /// changes that can be taken back, codes, drafts with their files, notifications, choices and what is kept of calls go, and so do the
    /// reasons for decisions on the person's roles and the texts beside entries of the record that are about the person, or hold one of
    /// these addresses (in lower case) of somebody who wanted to register. Answers the files that go. The commit signals the end of the
    /// sessions.
    fn erase_account(
        &mut self,
        user: UserId,
        emails: &[&str],
        calls: &[[u8; 32]],
        at: DateTime<Utc>,
    ) -> Result<Vec<FileKey>, StoreError>;
    /// Erases this of a request; answers the documents whose files go, and these.
    fn erase_of_request(
        &mut self,
        request: RequestId,
        what: &ErasedOfRequest,
        at: DateTime<Utc>,
    ) -> Result<Vec<(DocumentId, FileKey)>, StoreError>;
    /// Strikes the person out of the letter of a request, if it has one: the one thing that ever alters a letter. What is kept of its words
    /// beside the entry that issued it goes where it names the person.
    fn rewrite_letter(&mut self, request: RequestId, struck: Struck<'_>) -> Result<(), StoreError>;
    /// Makes anew what searches find a request by.
    fn find_anew(&mut self, request: RequestId) -> Result<(), StoreError>;
    /// Strikes the person out of what administrators were told of people who registered, who asked for roles, and who became or made Super
    /// Users, and of what mail servers said of messages that did not go.
    fn rewrite_notices(&mut self, struck: Struck<'_>) -> Result<(), StoreError>;
}
