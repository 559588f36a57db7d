//! The differences between two contents for readers, by section and with the labels of the screens.

mod compare;
mod facts;

use chrono::NaiveDate;

use compare::{items, part};

use super::items::ItemChange;
use super::words::Run;
use super::{Changes, DocumentContent};
use crate::requests::DocumentKind;
use crate::review::Section;

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DisplayValue {
    /// The field is empty.
    Nothing,
    /// A text.
    Text(String),
    /// A day.
    Date(NaiveDate),
    /// Yes or no.
    Flag(bool),
    /// A personal value that was erased.
    Erased,
    /// An identification number. Documents that are handed to others show only its end.
    IdentificationNumber(String),
}

/// A difference for readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A text that changed, compared word by word.
    Words {
        /// The label of the text.
        field: &'static str,
        /// The runs of both texts.
        runs: Vec<Run>,
    },
    /// A field that changed.
    Value {
        /// The label of the field.
        field: &'static str,
        /// The older value.
        before: DisplayValue,
        /// The newer value.
        after: DisplayValue,
    },
    /// A set of short texts that changed.
    Set {
        /// The label of the set.
        field: &'static str,
        /// The texts that only the newer set has.
        added: Vec<String>,
        /// The texts that only the older set has.
        removed: Vec<String>,
    },
    /// A document that changed. Both versions can be opened.
    Document {
        /// The kind of the document.
        kind: DocumentKind,
        /// The older document.
        before: Option<DocumentContent>,
        /// The newer document.
        after: Option<DocumentContent>,
    },
    /// An item of a list that changed.
    Item {
        /// The kind of the item, such as "Device" or "Staff member".
        kind: &'static str,
        /// The name of the item.
        name: String,
        /// The kind of the change.
        became: ItemKind,
        /// The fields that differ. An added or removed item has all its fields that are not empty.
        changes: Vec<Change>,
    },
}

/// The kind of the change of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemKind {
    /// The item was added.
    Added,
    /// The item was removed.
    Removed,
    /// The item differs.
    Altered,
}

impl ItemKind {
    /// Returns the name in the API and on screens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "Added",
            Self::Removed => "Removed",
            Self::Altered => "Altered",
        }
    }
}

/// The differences in one section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionChanges {
    /// The section for comments; none for the details of the request, which precede the sections.
    pub section: Option<Section>,
    /// The differences in the order of the page, at least one.
    pub changes: Vec<Change>,
}

impl SectionChanges {
    /// Returns the title of the section.
    pub const fn title(&self) -> &'static str {
        match self.section {
            Some(section) => section.name(),
            None => "Request Details",
        }
    }
}

impl Changes<'_> {
    /// Returns true if the contents are equal.
    pub fn is_empty(&self) -> bool {
        self.details.is_none()
            && self.purposes.is_empty()
            && self.principal.is_none()
            && self.ethics.is_none()
            && self.format.is_none()
            && self.filters.is_none()
            && self.datasets.is_empty()
            && self.documents.is_empty()
            && self.devices.is_empty()
            && self.staff.is_empty()
    }

    /// Returns the differences in the order of the page. The list is empty if, and
    /// only if, the contents are equal.
    pub fn by_section(&self) -> Vec<SectionChanges> {
        let mut details = part(self.details.map(|part| (part.before, part.after)));
        details.extend(items(&self.purposes));
        let mut ethics = part(self.ethics.map(|part| (part.before, part.after)));
        ethics.extend(self.documents_of(Section::EthicsApproval));
        let mut data = part(self.filters.map(|part| (part.before, part.after)));
        data.extend(items(&self.datasets));
        let principal = part(self.principal.map(|part| (part.before, part.after)));
        let format = part(self.format.map(|part| (part.before, part.after)));
        let sections = [
            (None, details),
            (Some(Section::PrincipalInvestigator), principal),
            (Some(Section::EthicsApproval), ethics),
            (
                Some(Section::SharingAgreement),
                self.documents_of(Section::SharingAgreement),
            ),
            (Some(Section::DataFormat), format),
            (Some(Section::DataSource), data),
            (
                Some(Section::DataSpecification),
                self.documents_of(Section::DataSpecification),
            ),
            (Some(Section::Devices), items(&self.devices)),
            (Some(Section::Staff), items(&self.staff)),
        ];
        sections
            .into_iter()
            .filter(|(_, changes)| !changes.is_empty())
            .map(|(section, changes)| SectionChanges { section, changes })
            .collect()
    }

    fn documents_of(&self, section: Section) -> Vec<Change> {
        let documents = self.documents.iter().map(|change| match *change {
            ItemChange::Added(after) => (after.kind, None, Some(after.clone())),
            ItemChange::Removed(before) => (before.kind, Some(before.clone()), None),
            ItemChange::Altered { before, after } => (after.kind, Some(before.clone()), Some(after.clone())),
        });
        documents
            .filter(|(kind, ..)| section_of(*kind) == section)
            .map(|(kind, before, after)| Change::Document { kind, before, after })
            .collect()
    }
}

const fn section_of(kind: DocumentKind) -> Section {
    match kind {
        DocumentKind::EthicsApprovalLetter | DocumentKind::AdditionalEthicsLetter => Section::EthicsApproval,
        DocumentKind::DataSharingAgreement => Section::SharingAgreement,
        DocumentKind::DataSpecification => Section::DataSpecification,
        DocumentKind::StaffIdentification => Section::Staff,
    }
}
