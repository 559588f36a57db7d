//! The three reference lists of the wizard: purposes, ethics committees and equipment types
//! (decisions RD1).

use super::name::{self, NameError};
use crate::form::{Form, FormFaults};
use crate::ids::{CommitteeId, EquipmentTypeId, PurposeId};
use crate::requests::OTHER_PURPOSE;

/// A reference list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceList {
    /// Purposes of data requests.
    Purposes,
    /// Committees that approve studies.
    EthicsCommittees,
    /// Types of devices on which data is processed.
    EquipmentTypes,
}

impl ReferenceList {
    /// All lists, in the order of the wizard.
    pub const ALL: [Self; 3] = [Self::EthicsCommittees, Self::Purposes, Self::EquipmentTypes];

    /// The API field with the name of an entry (2 §3).
    pub const fn field(self) -> &'static str {
        match self {
            Self::Purposes => "purpose",
            Self::EthicsCommittees => "irb_name",
            Self::EquipmentTypes => "equipment_type",
        }
    }

    /// The label of an entry on forms and in messages.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Purposes => "Purpose",
            Self::EthicsCommittees => "Ethics Committee",
            Self::EquipmentTypes => "Equipment Type",
        }
    }

    // The label of the name field in validation messages.
    const fn field_label(self) -> &'static str {
        match self {
            Self::Purposes => "Purpose",
            Self::EthicsCommittees => "Ethics Committee Name",
            Self::EquipmentTypes => "Equipment Type",
        }
    }
}

/// The id of an entry, together with its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryId {
    /// A purpose.
    Purpose(PurposeId),
    /// An ethics committee.
    Committee(CommitteeId),
    /// An equipment type.
    EquipmentType(EquipmentTypeId),
}

impl EntryId {
    /// Creates the id of an entry of this list.
    pub const fn new(list: ReferenceList, id: i64) -> Self {
        match list {
            ReferenceList::Purposes => Self::Purpose(PurposeId(id)),
            ReferenceList::EthicsCommittees => Self::Committee(CommitteeId(id)),
            ReferenceList::EquipmentTypes => Self::EquipmentType(EquipmentTypeId(id)),
        }
    }

    /// The list of the entry.
    pub const fn list(self) -> ReferenceList {
        match self {
            Self::Purpose(_) => ReferenceList::Purposes,
            Self::Committee(_) => ReferenceList::EthicsCommittees,
            Self::EquipmentType(_) => ReferenceList::EquipmentTypes,
        }
    }

    /// The numeric id, as used by the API.
    pub const fn number(self) -> i64 {
        match self {
            Self::Purpose(id) => id.0,
            Self::Committee(id) => id.0,
            Self::EquipmentType(id) => id.0,
        }
    }

    /// Returns true for the purpose Other, which cannot be changed. Requests with this purpose
    /// contain a description (2 §4).
    pub fn is_built_in(self) -> bool {
        self == Self::Purpose(OTHER_PURPOSE)
    }
}

/// The name of an entry, a single line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryName(String);

impl EntryName {
    /// Parses the name of an entry of this list.
    pub fn parse(list: ReferenceList, typed: &str) -> Result<Self, NameError> {
        name::read(typed, list.field_label()).map(Self)
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The unvalidated form of an entry.
#[derive(Debug, Clone, Default)]
pub struct RawEntry {
    /// Its name.
    pub name: String,
    /// Deactivate (0) or Activate (1); `None` if the field was not sent.
    pub active: Option<i64>,
}

/// The form of an entry, whose fields are valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryForm {
    /// Its name.
    pub name: EntryName,
    /// True if the wizard offers it; `None` if the field was not sent.
    pub active: Option<bool>,
}

impl RawEntry {
    /// Parses the form, or returns all validation errors.
    pub fn check(&self, list: ReferenceList) -> Result<EntryForm, FormFaults> {
        let mut form = Form::default();
        let name = form.read(list.field(), EntryName::parse(list, &self.name));
        let active = form.read("active", name::read_active(self.active));
        let checked = name.zip(active).map(|(name, active)| EntryForm { name, active });
        form.finish(checked)
    }
}

/// A stored entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub id: EntryId,
    /// Its name.
    pub name: String,
    /// True if the wizard offers it.
    pub active: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_id_knows_its_list() {
        for list in ReferenceList::ALL {
            let id = EntryId::new(list, 3);
            assert_eq!((id.list(), id.number()), (list, 3));
            assert_eq!(id.is_built_in(), list == ReferenceList::Purposes);
        }
    }

    #[test]
    fn a_missing_name_is_reported_with_the_label_of_its_list() {
        let missing = |list| EntryName::parse(list, " ").unwrap_err().to_string();
        assert_eq!(
            missing(ReferenceList::EthicsCommittees),
            "Please enter the Ethics Committee Name."
        );
        assert_eq!(missing(ReferenceList::Purposes), "Please enter the Purpose.");
        assert_eq!(
            missing(ReferenceList::EquipmentTypes),
            "Please enter the Equipment Type."
        );
    }

    #[test]
    fn all_errors_of_a_form_are_reported() {
        let raw = |name: &str, active| RawEntry {
            name: name.to_owned(),
            active,
        };
        let faults = raw(" ", Some(2)).check(ReferenceList::Purposes).unwrap_err();
        let expected = [
            ("purpose", "Please enter the Purpose."),
            ("active", "Active must be 1 or 0."),
        ]
        .map(|(field, message)| (field.to_owned(), message.to_owned()));
        assert_eq!(faults.by_field(), expected);
        let active = |typed| {
            raw("Research", typed)
                .check(ReferenceList::Purposes)
                .unwrap()
                .active
        };
        assert_eq!(
            [None, Some(0), Some(1)].map(active),
            [None, Some(false), Some(true)]
        );
    }
}
