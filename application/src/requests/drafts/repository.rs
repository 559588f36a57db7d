//! The store of drafts.

use aditus_domain::ids::{DraftFileId, DraftId, UserId};
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{DraftContent, FileType};
use chrono::{DateTime, Utc};

use crate::ports::{FileKey, StoreError};

/// A draft as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its id.
    pub id: DraftId,
    /// Grows with each save; 1 at first.
    pub version: i64,
    /// What was typed and chosen.
    pub content: DraftContent,
    /// When it was begun.
    pub created_on: DateTime<Utc>,
    /// When it was saved last.
    pub changed_on: DateTime<Utc>,
    /// When its owner was told that it ends; none when it was saved since.
    pub told_on: Option<DateTime<Utc>>,
    /// Its files, those that the content does not name included.
    pub files: Vec<DraftFile>,
}

/// A file that was uploaded for a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftFile {
    /// Its id.
    pub id: DraftFileId,
    /// Where it lies.
    pub key: FileKey,
    /// What its owner calls it.
    pub name: String,
    /// What its content is.
    pub file_type: FileType,
    /// True for a PDF that its author protected against changes.
    pub is_protected: bool,
    /// Its size in bytes.
    pub size: u64,
    /// What it holds.
    pub sha256: Sha256,
}

/// A draft in the list of its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRow {
    /// Its id.
    pub id: DraftId,
    /// The title as far as it was typed.
    pub title: String,
    /// When it was begun.
    pub created_on: DateTime<Utc>,
    /// When it was saved last.
    pub changed_on: DateTime<Utc>,
    /// When its owner was told that it ends.
    pub told_on: Option<DateTime<Utc>>,
}

/// A file that lies in the file store already.
#[derive(Debug, Clone)]
pub struct NewDraftFile {
    /// The draft that it is for.
    pub draft: DraftId,
    /// Where it lies.
    pub key: FileKey,
    /// What its owner calls it.
    pub name: String,
    /// What its content is.
    pub file_type: FileType,
    /// True for a PDF that its author protected against changes.
    pub is_protected: bool,
    /// Its size in bytes.
    pub size: u64,
    /// What it holds.
    pub sha256: Sha256,
    /// When it was uploaded.
    pub at: DateTime<Utc>,
}

/// A draft whose owner is to be told that it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Its id.
    pub id: DraftId,
    /// Who is told.
    pub owner: UserId,
    /// The title as far as it was typed.
    pub title: String,
    /// When it was saved last.
    pub changed_on: DateTime<Utc>,
}

/// Drafts, to be read. What belongs to somebody else than `owner` MUST be answered as what does not exist.
pub trait DraftViews {
    /// The drafts of a person, the one saved last first.
    fn list(&mut self, owner: UserId) -> Result<Vec<DraftRow>, StoreError>;
    /// A draft with its files in the order in which they came.
    fn get(&mut self, owner: UserId, id: DraftId) -> Result<Option<Draft>, StoreError>;
}

/// The store of drafts.
pub trait Drafts: DraftViews {
    /// Adds a draft unless its owner has `most` of them; of several that are added at once no more than that MUST be taken.
    fn add(
        &mut self,
        owner: UserId,
        content: &DraftContent,
        at: DateTime<Utc>,
        most: u32,
    ) -> Result<Option<DraftId>, StoreError>;
    /// Keeps everybody else from changing the draft until the transaction ends; false where there is none of this owner.
    fn hold(&mut self, owner: UserId, id: DraftId) -> Result<bool, StoreError>;
    /// Saves a draft that was held, as its next version, and forgets that its owner was told of its end. Files that it does not name
    /// begin to wait to be swept, those that it names wait no more.
    fn save(&mut self, id: DraftId, content: &DraftContent, at: DateTime<Utc>) -> Result<i64, StoreError>;
    /// Adds a file, which MUST no longer be noted as an upload. It waits to be swept until the draft names it.
    fn add_file(&mut self, file: &NewDraftFile) -> Result<DraftFileId, StoreError>;
    /// Removes files of a draft, and MUST note them as uploads that began `at`, so that they are swept if nobody removes them at once.
    fn remove_files(&mut self, files: &[DraftFile], at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Removes a draft with its files, of which `kept` belong to a request from now on and the others MUST be noted as uploads that
    /// began `at`. Answers the keys of the others; none where there is no such draft of this owner, or `kept` names a file that is not
    /// the draft's any more.
    fn remove(
        &mut self,
        owner: UserId,
        id: DraftId,
        kept: &[FileKey],
        at: DateTime<Utc>,
    ) -> Result<Option<Vec<FileKey>>, StoreError>;
    /// Removes files that no draft has named since before then, at most as many, and MUST note them as uploads that began `at`; answers
    /// how many.
    fn remove_unnamed(
        &mut self,
        before: DateTime<Utc>,
        most: u32,
        at: DateTime<Utc>,
    ) -> Result<u64, StoreError>;
    /// Drafts that were last changed before then and whose owners were not told, at most as many.
    fn untold(&mut self, changed_before: DateTime<Utc>, most: u32) -> Result<Vec<Ending>, StoreError>;
    /// Notes that the owner is told. Of several transactions at once one is answered true; so is none where the draft was saved since
    /// `changed_on`.
    fn tell(&mut self, ending: &Ending, at: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Drafts that were last changed before the first moment and whose owners were told before the second, at most as many.
    fn ended(
        &mut self,
        changed_before: DateTime<Utc>,
        told_before: DateTime<Utc>,
        most: u32,
    ) -> Result<Vec<(UserId, DraftId)>, StoreError>;
}
