//! What differs between two contents, as it is told to a reader: section by section, with the words of the screens.

use chrono::NaiveDate;

use super::items::ItemChange;
use super::words::{self, Run};
use super::{
    Changes, DatasetContent, DetailsContent, DeviceContent, DocumentContent, EthicsContent, FiltersContent,
    FormatContent, Personal, PrincipalContent, PurposeContent, StaffContent, VariableContent,
};
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

/// A field of a part: what it is called, what it says, and how it is compared.
type Fact = (&'static str, Said);

/// What a field says before it is compared.
#[derive(PartialEq, Eq)]
enum Said {
    Short(Told),
    /// What was chosen from a list: another choice is a change, even where it goes by the same name.
    Choice(i64, String),
    Personal(Personal),
    IdentificationNumber(Personal),
    /// A text that is compared word by word.
    Prose(String),
    /// Short things in any order.
    Set(Vec<String>),
    Document(DocumentKind, Option<DocumentContent>),
}

/// A part or an item that can be told.
trait Facts {
    fn facts(&self) -> Vec<Fact>;
}

/// An item with a name.
trait Named: Facts {
    const KIND: &'static str;

    fn name(&self) -> String;
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

fn part<T: Facts>(altered: Option<(&T, &T)>) -> Vec<Change> {
    altered.map_or_else(Vec::new, |(before, after)| compare(before, after))
}

fn items<T: Named>(list: &[ItemChange<'_, T>]) -> Vec<Change> {
    list.iter()
        .map(|change| {
            let (named, became, changes) = match *change {
                ItemChange::Added(after) => (after, ItemKind::Added, whole(after, ItemKind::Added)),
                ItemChange::Removed(before) => (before, ItemKind::Removed, whole(before, ItemKind::Removed)),
                ItemChange::Altered { before, after } => (after, ItemKind::Altered, compare(before, after)),
            };
            Change::Item {
                kind: T::KIND,
                name: named.name(),
                became,
                changes,
            }
        })
        .collect()
}

/// The fields that read differently.
fn compare<T: Facts>(before: &T, after: &T) -> Vec<Change> {
    let pairs = before.facts().into_iter().zip(after.facts());
    pairs
        .filter(|((_, before), (_, after))| before != after)
        .map(|((field, before), (_, after))| change(field, before, after))
        .collect()
}

/// Every field that says something, of an item that only one content has.
fn whole<T: Facts>(item: &T, became: ItemKind) -> Vec<Change> {
    let facts = item.facts().into_iter().filter(|(_, said)| !said.is_empty());
    facts
        .map(|(field, said)| {
            let nothing = said.nothing();
            match became {
                ItemKind::Removed => change(field, said, nothing),
                ItemKind::Added | ItemKind::Altered => change(field, nothing, said),
            }
        })
        .collect()
}

fn change(field: &'static str, before: Said, after: Said) -> Change {
    match (before, after) {
        (Said::Prose(before), Said::Prose(after)) => Change::Words {
            field,
            runs: words::compare(&before, &after),
        },
        (Said::Set(before), Said::Set(after)) => Change::Set {
            field,
            added: without(&after, &before),
            removed: without(&before, &after),
        },
        (Said::Document(kind, before), Said::Document(_, after)) => Change::Document { kind, before, after },
        (before, after) => Change::Value {
            field,
            before: before.told(),
            after: after.told(),
        },
    }
}

fn without(list: &[String], other: &[String]) -> Vec<String> {
    let other: std::collections::BTreeSet<&String> = other.iter().collect();
    list.iter()
        .filter(|text| !other.contains(text))
        .cloned()
        .collect()
}

impl Said {
    fn is_empty(&self) -> bool {
        match self {
            Self::Short(told) => *told == Told::Nothing,
            Self::Choice(..) => false,
            Self::Personal(value) | Self::IdentificationNumber(value) => {
                matches!(value, Personal::Known(value) if value.is_empty())
            }
            Self::Prose(text) => text.is_empty(),
            Self::Set(texts) => texts.is_empty(),
            Self::Document(_, document) => document.is_none(),
        }
    }

    /// The same kind of field with nothing in it.
    fn nothing(&self) -> Self {
        match self {
            Self::Short(_) | Self::Choice(..) | Self::Personal(_) | Self::IdentificationNumber(_) => {
                Self::Short(Told::Nothing)
            }
            Self::Prose(_) => Self::Prose(String::new()),
            Self::Set(_) => Self::Set(Vec::new()),
            Self::Document(kind, _) => Self::Document(*kind, None),
        }
    }

    fn told(self) -> Told {
        match self {
            Self::Short(told) => told,
            Self::Personal(Personal::Erased(_)) | Self::IdentificationNumber(Personal::Erased(_)) => {
                Told::Erased
            }
            Self::IdentificationNumber(Personal::Known(number)) => Told::IdentificationNumber(number),
            Self::Choice(_, text) | Self::Personal(Personal::Known(text)) | Self::Prose(text) => {
                Told::Text(text)
            }
            Self::Set(_) | Self::Document(..) => Told::Nothing,
        }
    }
}

fn text(text: &str) -> Said {
    Said::Short(Told::Text(text.to_owned()))
}

fn optional(value: Option<&str>) -> Said {
    value.map_or(Said::Short(Told::Nothing), text)
}

fn date(value: Option<NaiveDate>) -> Said {
    Said::Short(value.map_or(Told::Nothing, Told::Date))
}

fn flag(value: bool) -> Said {
    Said::Short(Told::Flag(value))
}

fn choice(id: i64, name: &str) -> Said {
    Said::Choice(id, name.to_owned())
}

fn personal(value: &Personal) -> Said {
    Said::Personal(value.clone())
}

impl Facts for DetailsContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Request title", Said::Prose(self.title.clone())),
            ("Date needed", date(Some(self.needed_on))),
            ("Department", optional(self.department.as_deref())),
        ]
    }
}

impl Facts for PurposeContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Purpose", choice(self.id.0, &self.purpose)),
            (
                "Description",
                Said::Prose(self.description.clone().unwrap_or_default()),
            ),
        ]
    }
}

impl Named for PurposeContent {
    const KIND: &'static str = "Purpose";

    fn name(&self) -> String {
        self.purpose.clone()
    }
}

impl Facts for PrincipalContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Principal is the requester", flag(self.is_requester)),
            ("First name", personal(&self.fname)),
            ("Surname", personal(&self.sname)),
            ("Email", personal(&self.email)),
            ("Phone", personal(&self.phone)),
            ("Occupation", text(&self.occupation)),
            ("Institution", text(&self.institution)),
        ]
    }
}

impl Facts for EthicsContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Ethics committee", choice(self.committee.0, &self.committee_name)),
            ("Protocol reference number", text(&self.protocol_ref_num)),
            ("Ethics approval letter available", flag(self.approval_letter)),
            ("Exempted", flag(self.exempted)),
            (
                "Additional ethics committee",
                optional(self.additional_committee_name.as_deref()),
            ),
        ]
    }
}

impl Facts for FormatContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Data format", text(&self.data_format)),
            ("Direct access from", date(self.direct_access_from)),
            ("Direct access to", date(self.direct_access_to)),
            ("No date limit", flag(self.no_date_limit)),
        ]
    }
}

impl Facts for FiltersContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            (
                "Dataset description",
                Said::Prose(self.dataset_description.clone()),
            ),
            ("Facilities", Said::Set(self.facilities.clone())),
            ("Data from", date(self.start)),
            ("Data to", date(self.end)),
        ]
    }
}

impl Facts for DatasetContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Data source", choice(self.source.0, &self.source_name)),
            ("Description", Said::Prose(self.description.clone())),
            (
                "Variables",
                Said::Set(self.variables.iter().map(VariableContent::label).collect()),
            ),
        ]
    }
}

impl VariableContent {
    /// The variable in one line.
    fn label(&self) -> String {
        let Self { table, name, .. } = self;
        if self.is_distinct {
            format!("{table}.{name} (each value once)")
        } else {
            format!("{table}.{name}")
        }
    }
}

impl Named for DatasetContent {
    const KIND: &'static str = "Dataset";

    fn name(&self) -> String {
        self.source_name.clone()
    }
}

impl Facts for DeviceContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("Equipment name", text(&self.equipment_name)),
            (
                "Equipment type",
                choice(self.equipment_type.0, &self.equipment_type_name),
            ),
            ("Serial number", text(&self.serial_number)),
            ("Used by", personal(&self.used_by)),
            ("Organisation", text(&self.organisation)),
            ("Usage from", date(Some(self.usage_from))),
            ("Usage to", date(Some(self.usage_to))),
        ]
    }
}

impl Named for DeviceContent {
    const KIND: &'static str = "Device";

    fn name(&self) -> String {
        format!("{} ({})", self.equipment_name, self.serial_number)
    }
}

impl Facts for StaffContent {
    fn facts(&self) -> Vec<Fact> {
        vec![
            ("First name", personal(&self.first_name)),
            ("Surname", personal(&self.surname)),
            ("Phone", personal(&self.phone)),
            ("Email", personal(&self.email)),
            ("Identification type", text(&self.identification_type)),
            (
                "Identification number",
                Said::IdentificationNumber(self.identification_number.clone()),
            ),
            (
                "Identification document",
                Said::Document(
                    DocumentKind::StaffIdentification,
                    self.identification_file.clone(),
                ),
            ),
            (
                "Position in the organisation",
                text(&self.position_in_organisation),
            ),
            ("Confidentiality protocols", flag(self.confidentiality_protocols)),
        ]
    }
}

impl Named for StaffContent {
    const KIND: &'static str = "Staff member";

    fn name(&self) -> String {
        format!("{} {}", self.first_name, self.surname)
    }
}
