//! Rules for changing an entry of a reference list, given all its entries (decisions RD1).

use thiserror::Error;

use super::entry::{Entry, EntryId, EntryName, ReferenceList};
use crate::dictionary::search::fold;

/// The reason why a change of an entry is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EntryRefusal {
    /// The entry is the purpose Other.
    #[error(
        "The purpose \"Other\" is built in, because requests with it have a description. You can't rename, deactivate or delete it."
    )]
    BuiltIn,
    /// It is the last active entry, and the wizard needs at least one.
    #[error("{}", last_message(*.0))]
    Last(ReferenceList),
    /// Requests refer to the entry.
    #[error("{}", in_use_message(*.list, .name, *.requests))]
    InUse {
        /// Its list.
        list: ReferenceList,
        /// Its name.
        name: String,
        /// The number of requests that refer to it; `None` if they were not counted.
        requests: Option<u64>,
    },
    /// Another entry of the list has the name, or one that looks the same.
    #[error("{}", taken_message(*.0))]
    Taken(ReferenceList),
}

fn last_message(list: ReferenceList) -> String {
    let (this, names) = match list {
        ReferenceList::Purposes => ("purpose", "a purpose"),
        ReferenceList::EthicsCommittees => ("ethics committee", "an ethics committee"),
        ReferenceList::EquipmentTypes => ("equipment type", "an equipment type for each device"),
    };
    format!(
        "This is the last active {this}, and every Data Request names {names}. Add or activate another one first."
    )
}

fn in_use_message(list: ReferenceList, name: &str, requests: Option<u64>) -> String {
    let label = list.label();
    let refer = requests.map_or_else(|| "Data Requests refer".to_owned(), referring);
    format!(
        "The {label} \"{name}\" cannot be deleted, because {refer} to it. Deactivate it instead: it is then no longer offered, but stays in these requests."
    )
}

// "1 Data Request refers", "12 Data Requests refer".
pub(super) fn referring(requests: u64) -> String {
    if requests == 1 {
        "1 Data Request refers".to_owned()
    } else {
        format!("{requests} Data Requests refer")
    }
}

fn taken_message(list: ReferenceList) -> String {
    let label = list.label();
    format!("There is already another {label} with this name.")
}

/// The use of an entry by requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uses {
    /// Not used.
    None,
    /// Used; the requests were not counted.
    Some,
    /// Used by this number of requests.
    Counted(u64),
}

impl Uses {
    /// Creates the value for a counted number of requests.
    pub const fn counted(requests: u64) -> Self {
        match requests {
            0 => Self::None,
            requests => Self::Counted(requests),
        }
    }

    /// Creates the value if only the existence of such a request is known.
    pub const fn any(is_used: bool) -> Self {
        if is_used { Self::Some } else { Self::None }
    }
}

/// All entries of one list, against which changes are checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entries {
    list: ReferenceList,
    all: Vec<Entry>,
}

impl Entries {
    /// Creates the list. Entries of other lists are dropped.
    pub fn new(list: ReferenceList, all: Vec<Entry>) -> Self {
        let all = all.into_iter().filter(|entry| entry.id.list() == list).collect();
        Self { list, all }
    }

    /// Finds the entry with this id.
    pub fn get(&self, id: EntryId) -> Option<&Entry> {
        self.all.iter().find(|entry| entry.id == id)
    }

    /// Checks that an entry of this name may be added.
    pub fn may_add(&self, name: &EntryName) -> Result<(), EntryRefusal> {
        self.check_name_is_free(None, name.as_str())
    }

    /// Checks that the entry may change to this name and active state.
    pub fn may_change(&self, entry: &Entry, name: &EntryName, active: bool) -> Result<(), EntryRefusal> {
        let is_renamed = entry.name != name.as_str();
        if entry.id.is_built_in() && (is_renamed || !active) {
            return Err(EntryRefusal::BuiltIn);
        }
        if is_renamed {
            self.check_name_is_free(Some(entry.id), name.as_str())?;
        }
        if active {
            Ok(())
        } else {
            self.may_deactivate(entry)
        }
    }

    /// Checks that the entry may be deleted.
    pub fn may_remove(&self, entry: &Entry, uses: Uses) -> Result<(), EntryRefusal> {
        let requests = match uses {
            _ if entry.id.is_built_in() => return Err(EntryRefusal::BuiltIn),
            Uses::None => return self.may_deactivate(entry),
            Uses::Some => None,
            Uses::Counted(requests) => Some(requests),
        };
        Err(EntryRefusal::InUse {
            list: self.list,
            name: entry.name.clone(),
            requests,
        })
    }

    /// Checks that the list keeps an active entry without this one.
    pub fn may_deactivate(&self, entry: &Entry) -> Result<(), EntryRefusal> {
        let is_left = |other: &&Entry| other.active && other.id != entry.id;
        if entry.active && self.all.iter().filter(is_left).count() == 0 {
            return Err(EntryRefusal::Last(self.list));
        }
        Ok(())
    }

    // Names that differ only in case, diacritics or repeated spaces conflict, because users could
    // not tell them apart.
    fn check_name_is_free(&self, own: Option<EntryId>, name: &str) -> Result<(), EntryRefusal> {
        let key = fold(name);
        let is_taken = |other: &Entry| Some(other.id) != own && fold(&other.name) == key;
        if self.all.iter().any(is_taken) {
            return Err(EntryRefusal::Taken(self.list));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMITTEES: ReferenceList = ReferenceList::EthicsCommittees;

    fn entry(list: ReferenceList, id: i64, name: &str, active: bool) -> Entry {
        Entry {
            id: EntryId::new(list, id),
            name: name.to_owned(),
            active,
        }
    }

    fn committees() -> Entries {
        Entries::new(
            COMMITTEES,
            vec![
                entry(COMMITTEES, 1, "Lakeside Review Board", true),
                entry(COMMITTEES, 2, "Hill Institute Ethics Board", false),
                entry(ReferenceList::Purposes, 3, "Other", true),
            ],
        )
    }

    fn name(list: ReferenceList, typed: &str) -> EntryName {
        EntryName::parse(list, typed).unwrap()
    }

    #[test]
    fn names_that_differ_only_in_case_or_diacritics_conflict() {
        let committees = committees();
        let taken = name(COMMITTEES, "LAKESIDE  review bóard");
        assert_eq!(
            committees.may_add(&taken),
            Err(EntryRefusal::Taken(COMMITTEES)),
            "case, diacritics and repeated spaces do not matter"
        );
        let first = committees.get(EntryId::new(COMMITTEES, 1)).unwrap();
        assert_eq!(committees.may_change(first, &taken, true), Ok(()), "its own name");
        let second = committees.get(EntryId::new(COMMITTEES, 2)).unwrap();
        let refused = committees.may_change(second, &taken, true).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "There is already another Ethics Committee with this name."
        );
        assert_eq!(
            committees.may_add(&name(COMMITTEES, "Other")),
            Ok(()),
            "names conflict within one list only"
        );
    }

    #[test]
    fn the_last_active_entry_cannot_be_deactivated_or_deleted() {
        let committees = committees();
        let first = committees.get(EntryId::new(COMMITTEES, 1)).unwrap();
        let second = committees.get(EntryId::new(COMMITTEES, 2)).unwrap();
        let own = name(COMMITTEES, &first.name);
        let refused = committees.may_change(first, &own, false).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "This is the last active ethics committee, and every Data Request names an ethics committee. Add or activate another one first."
        );
        assert_eq!(committees.may_remove(first, Uses::None), Err(refused));
        assert_eq!(
            committees.may_remove(second, Uses::None),
            Ok(()),
            "it is not offered anyway"
        );
        let own = name(COMMITTEES, &second.name);
        assert_eq!(committees.may_change(second, &own, false), Ok(()));
        assert!(last_message(ReferenceList::Purposes).contains("names a purpose."));
    }

    #[test]
    fn an_entry_in_use_cannot_be_deleted() {
        let committees = committees();
        let second = committees.get(EntryId::new(COMMITTEES, 2)).unwrap();
        let refusal = |uses| committees.may_remove(second, uses).unwrap_err().to_string();
        assert_eq!(
            refusal(Uses::counted(1)),
            "The Ethics Committee \"Hill Institute Ethics Board\" cannot be deleted, because 1 Data Request refers to it. Deactivate it instead: it is then no longer offered, but stays in these requests."
        );
        assert!(refusal(Uses::counted(12)).contains("because 12 Data Requests refer to it."));
        assert!(refusal(Uses::any(true)).contains("because Data Requests refer to it."));
        assert_eq!((Uses::counted(0), Uses::any(false)), (Uses::None, Uses::None));
    }

    #[test]
    fn the_purpose_other_cannot_be_changed() {
        let purposes = Entries::new(
            ReferenceList::Purposes,
            vec![
                entry(ReferenceList::Purposes, 1, "Research", true),
                entry(ReferenceList::Purposes, 3, "Other", true),
            ],
        );
        let other = purposes.get(EntryId::new(ReferenceList::Purposes, 3)).unwrap();
        let same = name(ReferenceList::Purposes, "Other");
        let else_ = name(ReferenceList::Purposes, "Something else");
        assert_eq!(purposes.may_change(other, &same, true), Ok(()));
        for (name, active) in [(&same, false), (&else_, true)] {
            assert_eq!(
                purposes.may_change(other, name, active),
                Err(EntryRefusal::BuiltIn)
            );
        }
        assert_eq!(purposes.may_remove(other, Uses::None), Err(EntryRefusal::BuiltIn));
        let research = purposes.get(EntryId::new(ReferenceList::Purposes, 1)).unwrap();
        assert_eq!(purposes.may_change(research, &else_, false), Ok(()));
    }
}
