//! Compares lists of two contents item by item. Both lists are sorted by key
//! ([`super::Content::ordered`]), so one pass over both is enough.

use std::cmp::Ordering;

use super::{DatasetContent, DeviceContent, DocumentContent, PurposeContent, StaffContent, VariableContent};

/// The key that identifies an item within its list.
pub(super) trait Item {
    type Key<'a>: Ord
    where
        Self: 'a;

    fn key(&self) -> Self::Key<'_>;
}

macro_rules! items {
    ($($item:ty: $key:ty = $field:ident),+ $(,)?) => {$(
        impl Item for $item {
            type Key<'a> = $key;

            fn key(&self) -> $key {
                self.$field
            }
        }
    )+};
}

items! {
    PurposeContent: crate::ids::PurposeId = id,
    DatasetContent: crate::ids::DatasetId = id,
    VariableContent: crate::ids::VariableId = id,
    DocumentContent: crate::requests::DocumentKind = kind,
    DeviceContent: crate::ids::DeviceId = id,
    StaffContent: crate::ids::StaffId = id,
}

impl Item for String {
    type Key<'a> = &'a str;

    fn key(&self) -> &str {
        self
    }
}

/// A change of an item of a list.
#[derive(Debug, PartialEq, Eq)]
pub enum ItemChange<'a, T> {
    /// Only the newer list has the item.
    Added(&'a T),
    /// Only the older list has the item.
    Removed(&'a T),
    /// Both lists have the item, and it differs.
    Altered {
        /// The older item.
        before: &'a T,
        /// The newer item.
        after: &'a T,
    },
}

impl<T> Clone for ItemChange<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ItemChange<'_, T> {}

pub(super) fn compare<'a, T: Item + PartialEq>(older: &'a [T], newer: &'a [T]) -> Vec<ItemChange<'a, T>> {
    let mut changes = Vec::new();
    let (mut older, mut newer) = (older.iter().peekable(), newer.iter().peekable());
    loop {
        let first = match (older.peek(), newer.peek()) {
            (Some(before), Some(after)) => before.key().cmp(&after.key()),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return changes,
        };
        match first {
            Ordering::Less => changes.extend(older.next().map(ItemChange::Removed)),
            Ordering::Greater => changes.extend(newer.next().map(ItemChange::Added)),
            Ordering::Equal => {
                if let (Some(before), Some(after)) = (older.next(), newer.next())
                    && before != after
                {
                    changes.push(ItemChange::Altered { before, after });
                }
            }
        }
    }
}

/// Returns the items of `list` that `known` also has, each with its counterpart.
pub(super) fn pairs<'a, T: Item>(
    list: &'a mut [T],
    known: &'a [T],
) -> impl Iterator<Item = (&'a mut T, &'a T)> {
    let mut known = known.iter().peekable();
    list.iter_mut().filter_map(move |item| {
        while known.next_if(|other| other.key() < item.key()).is_some() {}
        let same = known.next_if(|other| other.key() == item.key())?;
        Some((item, same))
    })
}
