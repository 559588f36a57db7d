//! What differs between two contents, as it is told to a reader: section by section, with the words of the screens.

mod compare;
mod facts;

use chrono::NaiveDate;

use compare::{items, part};

use super::items::ItemChange;
use super::words::Run;
use super::{Changes, DocumentContent};
use crate::requests::DocumentKind;
use crate::review::Section;

/// What a field says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// It is empty.
    Nothing,
    /// A text.
    Text(String),
    /// A day.
    Date(NaiveDate),
    /// Yes or no.
    Flag(bool),
    /// A personal value, which was erased.
    Erased,
    /// An identification number, of which a document that is passed on shows the end alone.
    IdentificationNumber(String),
}

/// One thing that reads differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A text, word by word.
    Words {
        /// What the text is called.
        field: &'static str,
        /// Both texts in one.
        runs: Vec<Run>,
    },
    /// A field.
    Value {
        /// What it is called.
        field: &'static str,
        /// As it was.
        before: Told,
        /// As it is.
        after: Told,
    },
    /// Short things that are in a list or not.
    Set {
        /// What the list is called.
        field: &'static str,
        /// What only the newer list has.
        added: Vec<String>,
        /// What only the older list has.
        removed: Vec<String>,
    },
    /// A document, to be opened as it was and as it is.
    Document {
        /// What it is.
        kind: DocumentKind,
        /// As it was.
        before: Option<DocumentContent>,
        /// As it is.
        after: Option<DocumentContent>,
    },
    /// An item of a list.
    Item {
        /// What the item is: "Device", "Staff member".
        kind: &'static str,
        /// What it is called.
        name: String,
        /// What became of it.
        became: ItemKind,
        /// Its fields that read differently: all of an added or a removed one that are not empty.
        changes: Vec<Change>,
    },
}

/// What became of an item of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It reads differently.
    Altered,
}

impl ItemKind {
    /// Its name in the API and on screens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "Added",
            Self::Removed => "Removed",
            Self::Altered => "Altered",
        }
    }
}

/// What reads differently in one section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionChanges {
    /// The section that can be commented on; none for the request's own details, which stand above the sections.
    pub section: Option<Section>,
    /// What reads differently, in the order of the page; at least one thing.
    pub changes: Vec<Change>,
}

impl SectionChanges {
    /// What the section is called.
    pub const fn title(&self) -> &'static str {
        match self.section {
            Some(section) => section.name(),
            None => "Request Details",
        }
    }
}

impl Changes<'_> {
    /// Whether the contents are equal.
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

    /// What reads differently, in the order of the page. Nothing when, and only when, the contents are equal.
    pub fn told(&self) -> Vec<SectionChanges> {
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
