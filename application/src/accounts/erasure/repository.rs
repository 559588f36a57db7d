//! The store operations that only an erasure needs.

use std::collections::BTreeSet;

use aditus_domain::ids::{DocumentId, OrganisationRoleId, RequestId, StaffId, UserId};
use aditus_domain::requests::content::{Commitment, Subject};
use aditus_domain::review::OverallStatus;
use chrono::{DateTime, Utc};

use crate::ports::{Encoded, FileKey, StoreError};

/// A request that the person owns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnRequest {
    /// Its id.
    pub id: RequestId,
    /// Its overall status.
    pub status: OverallStatus,
}

/// The parts of a request that name the person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartsToErase {
    /// The rows to clear of all personal data, including those of devices and staff that were
    /// removed from the request.
    pub rows: BTreeSet<Subject>,
    /// The commitments whose values, stored beside the versions, are deleted.
    pub commitments: BTreeSet<Commitment>,
    /// The identity documents whose files are deleted, by member of staff and time of upload,
    /// including replaced ones.
    pub identifications: BTreeSet<(StaffId, DateTime<Utc>)>,
}

/// Returns a text with the person's name removed, or `None` if the text does not name the person.
pub type RemoveName<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

/// The store of erasures.
///
/// An adapter MUST leave no deleted value readable through the database or in an index, as far as
/// its database offers that. It MUST NOT change a version, an audit entry or a digest. Files whose
/// rows are erased are noted as unfinished uploads, so that the cleanup deletes them in any case.
pub trait Erasures {
    /// Returns true if there was an account with this id and it was erased.
    /// [`super::super::AccountLookup`] MUST NOT find it any more.
    fn was_erased(&mut self, user: UserId) -> Result<bool, StoreError>;
    /// Returns all requests that this person owns, by id.
    fn own_requests(&mut self, user: UserId) -> Result<Vec<OwnRequest>, StoreError>;
    /// Returns the number of requests that wait for a decision of this organisation role.
    fn waiting_at(&mut self, org_role: OrganisationRoleId) -> Result<u64, StoreError>;
    /// Returns all versions of a request, oldest first, each with every value that is stored beside
    /// the versions.
    fn versions(&mut self, request: RequestId) -> Result<Vec<Encoded>, StoreError>;
    /// Returns the addresses and numbers of this person that are stored outside the account: in
    /// changes that can still be reverted, and beside audit entries about the person.
    fn contacts_ever(&mut self, user: UserId) -> Result<Vec<String>, StoreError>;
    /// Erases the account for good. Returns the files to delete.
    ///
    /// The row keeps the id, the organisation and the day, and gets the name that the domain
    /// defines. Sessions, passkeys, contact changes, codes, drafts with their files, notifications,
    /// also those that wait for a digest, preferences, the calendar feed and stored calls are deleted.
    /// The same applies to the reasons for decisions on the person's roles, and to the texts beside
    /// audit entries that are about the person or contain one of these addresses (in lower case) of a
    /// registration. The commit signals the end of the sessions.
    fn erase_account(
        &mut self,
        user: UserId,
        emails: &[&str],
        calls: &[[u8; 32]],
        at: DateTime<Utc>,
    ) -> Result<Vec<FileKey>, StoreError>;
    /// Erases these parts of a request. Returns the documents whose files are deleted, with the
    /// files.
    fn erase_parts(
        &mut self,
        request: RequestId,
        what: &PartsToErase,
        at: DateTime<Utc>,
    ) -> Result<Vec<(DocumentId, FileKey)>, StoreError>;
    /// Removes the person from the letter of a request, if there is one. This is the only operation
    /// that ever alters a letter. The text stored beside the entry that issued the letter is
    /// deleted if it names the person.
    fn rewrite_letter(&mut self, request: RequestId, remove_name: RemoveName<'_>) -> Result<(), StoreError>;
    /// Rebuilds the search text of a request.
    fn rebuild_search_text(&mut self, request: RequestId) -> Result<(), StoreError>;
    /// Removes the person from notifications to administrators about registrations, role requests
    /// and changes of Super Users, and from error texts of mail servers about undelivered messages.
    /// Such notifications that wait for a digest are deleted.
    fn rewrite_notices(&mut self, remove_name: RemoveName<'_>) -> Result<(), StoreError>;
}
