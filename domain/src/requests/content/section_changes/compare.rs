//! Compares the fields of two parts or items of any type.

use super::{Change, DisplayValue, ItemKind};
use crate::requests::DocumentKind;
use crate::requests::content::items::ItemChange;
use crate::requests::content::words;
use crate::requests::content::{DocumentContent, Personal};

/// A field of a part: its label, and its value with the method of comparison.
pub(super) type Fact = (&'static str, FieldValue);

/// The value of a field before the comparison. The variant decides how it is compared.
#[derive(PartialEq, Eq)]
pub(super) enum FieldValue {
    Short(DisplayValue),
    /// A choice from a list. A different id is a change even if the name is the same.
    Choice(i64, String),
    Personal(Personal),
    IdentificationNumber(Personal),
    /// A text that is compared word by word.
    Prose(String),
    /// Short texts in any order.
    Set(Vec<String>),
    Document(DocumentKind, Option<DocumentContent>),
}

/// A part or an item with fields to compare.
pub(super) trait Facts {
    fn facts(&self) -> Vec<Fact>;
}

/// An item with a kind and a name.
pub(super) trait Named: Facts {
    const KIND: &'static str;

    fn name(&self) -> String;
}

pub(super) fn part<T: Facts>(altered: Option<(&T, &T)>) -> Vec<Change> {
    altered.map_or_else(Vec::new, |(before, after)| compare(before, after))
}

pub(super) fn items<T: Named>(list: &[ItemChange<'_, T>]) -> Vec<Change> {
    list.iter()
        .map(|change| {
            let (named, became, changes) = match *change {
                ItemChange::Added(after) => (after, ItemKind::Added, all_fields(after, ItemKind::Added)),
                ItemChange::Removed(before) => {
                    (before, ItemKind::Removed, all_fields(before, ItemKind::Removed))
                }
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

fn compare<T: Facts>(before: &T, after: &T) -> Vec<Change> {
    let pairs = before.facts().into_iter().zip(after.facts());
    pairs
        .filter(|((_, before), (_, after))| before != after)
        .map(|((field, before), (_, after))| change(field, before, after))
        .collect()
}

/// Returns all fields that are not empty, for an item that only one content has.
fn all_fields<T: Facts>(item: &T, became: ItemKind) -> Vec<Change> {
    let facts = item.facts().into_iter().filter(|(_, value)| !value.is_empty());
    facts
        .map(|(field, value)| {
            let nothing = value.nothing();
            match became {
                ItemKind::Removed => change(field, value, nothing),
                ItemKind::Added | ItemKind::Altered => change(field, nothing, value),
            }
        })
        .collect()
}

fn change(field: &'static str, before: FieldValue, after: FieldValue) -> Change {
    match (before, after) {
        (FieldValue::Prose(before), FieldValue::Prose(after)) => Change::Words {
            field,
            runs: words::compare(&before, &after),
        },
        (FieldValue::Set(before), FieldValue::Set(after)) => Change::Set {
            field,
            added: without(&after, &before),
            removed: without(&before, &after),
        },
        (FieldValue::Document(kind, before), FieldValue::Document(_, after)) => {
            Change::Document { kind, before, after }
        }
        (before, after) => Change::Value {
            field,
            before: before.into_display(),
            after: after.into_display(),
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

impl FieldValue {
    fn is_empty(&self) -> bool {
        match self {
            Self::Short(value) => *value == DisplayValue::Nothing,
            Self::Choice(..) => false,
            Self::Personal(value) | Self::IdentificationNumber(value) => {
                matches!(value, Personal::Known(value) if value.is_empty())
            }
            Self::Prose(text) => text.is_empty(),
            Self::Set(texts) => texts.is_empty(),
            Self::Document(_, document) => document.is_none(),
        }
    }

    /// Returns the empty value that `change` can compare with this one.
    fn nothing(&self) -> Self {
        match self {
            Self::Short(_) | Self::Choice(..) | Self::Personal(_) | Self::IdentificationNumber(_) => {
                Self::Short(DisplayValue::Nothing)
            }
            Self::Prose(_) => Self::Prose(String::new()),
            Self::Set(_) => Self::Set(Vec::new()),
            Self::Document(kind, _) => Self::Document(*kind, None),
        }
    }

    fn into_display(self) -> DisplayValue {
        match self {
            Self::Short(value) => value,
            Self::Personal(Personal::Erased(_)) | Self::IdentificationNumber(Personal::Erased(_)) => {
                DisplayValue::Erased
            }
            Self::IdentificationNumber(Personal::Known(number)) => DisplayValue::IdentificationNumber(number),
            Self::Choice(_, text) | Self::Personal(Personal::Known(text)) | Self::Prose(text) => {
                DisplayValue::Text(text)
            }
            Self::Set(_) | Self::Document(..) => DisplayValue::Nothing,
        }
    }
}
