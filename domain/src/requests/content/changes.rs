//! The differences between two contents.

use super::items::{ItemChange, compare};
use super::{
    Content, DatasetContent, DetailsContent, DeviceContent, DocumentContent, EthicsContent, FiltersContent,
    FormatContent, PrincipalContent, PurposeContent, StaffContent,
};

/// A part that differs.
#[derive(Debug, PartialEq, Eq)]
pub struct Altered<'a, T> {
    /// The older part.
    pub before: &'a T,
    /// The newer part.
    pub after: &'a T,
}

impl<T> Clone for Altered<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Altered<'_, T> {}

/// The differences between two contents by part. The newer content can be rebuilt from the older
/// one and these.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the parts are those of the content")]
pub struct Changes<'a> {
    pub details: Option<Altered<'a, DetailsContent>>,
    pub purposes: Vec<ItemChange<'a, PurposeContent>>,
    pub principal: Option<Altered<'a, PrincipalContent>>,
    pub ethics: Option<Altered<'a, EthicsContent>>,
    pub format: Option<Altered<'a, FormatContent>>,
    pub filters: Option<Altered<'a, FiltersContent>>,
    pub datasets: Vec<ItemChange<'a, DatasetContent>>,
    pub documents: Vec<ItemChange<'a, DocumentContent>>,
    pub devices: Vec<ItemChange<'a, DeviceContent>>,
    pub staff: Vec<ItemChange<'a, StaffContent>>,
}

impl<'a> Changes<'a> {
    /// Compares two contents, both in the order of [`Content::ordered`].
    pub fn between(older: &'a Content, newer: &'a Content) -> Self {
        Self {
            details: altered(&older.details, &newer.details),
            purposes: compare(&older.purposes, &newer.purposes),
            principal: altered(&older.principal, &newer.principal),
            ethics: altered(&older.ethics, &newer.ethics),
            format: altered(&older.format, &newer.format),
            filters: altered(&older.filters, &newer.filters),
            datasets: compare(&older.datasets, &newer.datasets),
            documents: compare(&older.documents, &newer.documents),
            devices: compare(&older.devices, &newer.devices),
            staff: compare(&older.staff, &newer.staff),
        }
    }
}

fn altered<'a, T: PartialEq>(before: &'a T, after: &'a T) -> Option<Altered<'a, T>> {
    (before != after).then_some(Altered { before, after })
}
