//! The store of drafts.

use aditus_domain::ids::{DraftFileId, DraftId, UserId};
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{DraftContent, FileType};
use chrono::{DateTime, Utc};

use crate::ports::{FileKey, StoreError};

/// A stored draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its id.
    pub id: DraftId,
    /// Row version: 1 at first, incremented by each save.
    pub version: i64,
    /// The answers and choices so far.
    pub content: DraftContent,
    /// Time at which it was begun.
    pub created_on: DateTime<Utc>,
    /// Time of the last save.
    pub changed_on: DateTime<Utc>,
    /// Time of the notice to its owner that it will be deleted. None if it was saved since.
    pub told_on: Option<DateTime<Utc>>,
    /// Its files, including those that the content does not refer to.
    pub files: Vec<DraftFile>,
}

/// A file that was uploaded for a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftFile {
    /// Its id.
    pub id: DraftFileId,
    /// Key in the file store.
    pub key: FileKey,
    /// The file name of the owner.
    pub name: String,
    /// The type of the content.
    pub file_type: FileType,
    /// True for a PDF that its author protected against changes.
    pub is_protected: bool,
    /// Its size in bytes.
    pub size: u64,
    /// Digest of the content.
    pub sha256: Sha256,
}

/// A draft in the list of its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRow {
    /// Its id.
    pub id: DraftId,
    /// The title so far. Empty if there is none.
    pub title: String,
    /// The number of wizard screens that were reached. None if it was not saved by the wizard.
    pub reached: Option<i64>,
    /// Time at which it was begun.
    pub created_on: DateTime<Utc>,
    /// Time of the last save.
    pub changed_on: DateTime<Utc>,
    /// Time of the notice to its owner that it will be deleted.
    pub told_on: Option<DateTime<Utc>>,
}

/// A file that is already in the file store, and is about to be added to a draft.
#[derive(Debug, Clone)]
pub struct NewDraftFile {
    /// Draft that receives the file.
    pub draft: DraftId,
    /// Key in the file store.
    pub key: FileKey,
    /// The file name of the owner.
    pub name: String,
    /// The type of the content.
    pub file_type: FileType,
    /// True for a PDF that its author protected against changes.
    pub is_protected: bool,
    /// Its size in bytes.
    pub size: u64,
    /// Digest of the content.
    pub sha256: Sha256,
    /// Time of the upload.
    pub at: DateTime<Utc>,
}

/// A draft whose owner is due for the notice that it will be deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpiringDraft {
    /// Its id.
    pub id: DraftId,
    /// Owner of the draft.
    pub owner: UserId,
    /// The title so far. Empty if there is none.
    pub title: String,
    /// Time of the last save.
    pub changed_on: DateTime<Utc>,
}

/// Read models of drafts. Drafts of a person other than `owner` MUST be treated as missing.
pub trait DraftViews {
    /// Returns the drafts of a person, most recently saved first.
    fn list(&mut self, owner: UserId) -> Result<Vec<DraftRow>, StoreError>;
    /// Returns a draft with its files in the order of their uploads.
    fn get(&mut self, owner: UserId, id: DraftId) -> Result<Option<Draft>, StoreError>;
}

/// The store of drafts.
pub trait Drafts: DraftViews {
    /// Adds a draft and returns its id. None if the owner has `limit` drafts already. Concurrent
    /// calls MUST NOT exceed this number.
    fn add(
        &mut self,
        owner: UserId,
        content: &DraftContent,
        at: DateTime<Utc>,
        limit: u32,
    ) -> Result<Option<DraftId>, StoreError>;
    /// Locks the draft against other writers until the transaction ends. Returns false if the owner
    /// has no such draft.
    fn lock(&mut self, owner: UserId, id: DraftId) -> Result<bool, StoreError>;
    /// Saves a draft, locked before, as its next version, and clears the time of the notice to its
    /// owner. From now on, files that the content does not refer to are due for the cleanup, and
    /// the others are not.
    fn save(&mut self, id: DraftId, content: &DraftContent, at: DateTime<Utc>) -> Result<i64, StoreError>;
    /// Adds a file, which MUST no longer be registered as an upload. It is due for the cleanup
    /// until the draft refers to it.
    fn add_file(&mut self, file: &NewDraftFile) -> Result<DraftFileId, StoreError>;
    /// Removes files of a draft. They MUST be registered as uploads that began `at`, so that the
    /// cleanup removes them if the caller does not.
    fn remove_files(&mut self, files: &[DraftFile], at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Removes a draft with its files. The files in `kept` belong to a request from now on. The
    /// others MUST be registered as uploads that began `at`, and their keys are returned. None if
    /// the owner has no such draft, or if a file in `kept` is no longer part of it.
    fn remove(
        &mut self,
        owner: UserId,
        id: DraftId,
        kept: &[FileKey],
        at: DateTime<Utc>,
    ) -> Result<Option<Vec<FileKey>>, StoreError>;
    /// Removes up to `limit` files that no draft has referred to since before this time, and
    /// returns their number. They MUST be registered as uploads that began `at`.
    fn remove_unreferenced(
        &mut self,
        before: DateTime<Utc>,
        limit: u32,
        at: DateTime<Utc>,
    ) -> Result<u64, StoreError>;
    /// Returns up to `limit` drafts that were last changed before this time and whose owners have
    /// had no notice.
    fn due_for_notice(
        &mut self,
        changed_before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<ExpiringDraft>, StoreError>;
    /// Records the notice to the owner. Returns true in exactly one of several concurrent
    /// transactions, and in none if the draft was saved after `changed_on`.
    fn record_notice(&mut self, ending: &ExpiringDraft, at: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Returns up to `limit` drafts that were last changed before the first time, and whose owners
    /// had the notice before the second.
    fn ended(
        &mut self,
        changed_before: DateTime<Utc>,
        notified_before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<(UserId, DraftId)>, StoreError>;
}
