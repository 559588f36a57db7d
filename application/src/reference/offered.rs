//! Whether what a request chooses of reference data is offered: an inner service of submissions, edits and drafts.

use aditus_domain::reference::{Entry, EntryId, PLACE_NOT_OFFERED, Places, ReferenceList, no_longer_offered};

use crate::ports::{StoreError, Transaction, Views};

/// The lists that requests choose from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices(Vec<Entry>);

impl Choices {
    /// All entries of these lists, active or not.
    pub fn read(views: &mut dyn Views, lists: &[ReferenceList]) -> Result<Self, StoreError> {
        let mut all = Vec::new();
        for list in lists {
            all.append(&mut views.reference().all_entries(*list)?);
        }
        Ok(Self(all))
    }

    /// The same in a transaction, where nobody changes them any more once they are held ([`crate::reference::ReferenceRecords::hold`]).
    pub fn held(transaction: &mut dyn Transaction, lists: &[ReferenceList]) -> Result<Self, StoreError> {
        let mut all = Vec::new();
        for list in lists {
            all.append(&mut transaction.reference().entries(*list)?);
        }
        Ok(Self(all))
    }

    /// What is wrong with choosing this entry: `unknown` where it is not there, and that it is not offered any more where it was
    /// deactivated. What a request has already, `kept`, stays its choice: a committee that approved a study is the one that did, whether
    /// others may still choose it or not.
    pub fn fault(&self, id: EntryId, unknown: &'static str, kept: Option<EntryId>) -> Option<&'static str> {
        let entry = self.0.iter().find(|entry| entry.id == id);
        match entry {
            None => Some(unknown),
            Some(entry) if entry.active || kept == Some(id) => None,
            Some(_) => Some(no_longer_offered(id.list())),
        }
    }

    /// Whether the entry is there and was deactivated.
    pub fn is_withdrawn(&self, id: EntryId) -> bool {
        self.0.iter().any(|entry| entry.id == id && !entry.active)
    }
}

/// What is wrong with these summaries of facilities, if one names a place that is not offered any more.
pub(crate) fn fault_of_facilities(
    views: &mut dyn Views,
    summaries: &[String],
) -> Result<Option<&'static str>, StoreError> {
    if summaries.is_empty() {
        return Ok(None);
    }
    let places = Places::new(views.reference().all_places()?);
    Ok(places.is_withdrawn(summaries).then_some(PLACE_NOT_OFFERED))
}
