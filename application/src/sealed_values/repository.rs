//! The store of sealed values.

use crate::ports::{SealedPlace, StoreError};

/// A sealed value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedValue {
    /// The place.
    pub place: SealedPlace,
    /// The sealed bytes.
    pub sealed: Vec<u8>,
}

/// The store of the sealed values of all tables.
pub trait SealedValues {
    /// Returns the places of all sealed values.
    fn places(&mut self) -> Result<Vec<SealedPlace>, StoreError>;
    /// Returns the value at this place. None if it no longer exists.
    fn at(&mut self, place: &SealedPlace) -> Result<Option<SealedValue>, StoreError>;
    /// Replaces the sealed bytes of the value. Does nothing if the place no longer contains this
    /// value.
    fn replace(&mut self, value: &SealedValue, sealed: &[u8]) -> Result<(), StoreError>;
}
