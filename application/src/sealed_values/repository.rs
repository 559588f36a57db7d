//! The store of sealed values.

use crate::ports::{SealedPlace, StoreError};

/// A sealed value and the place that it is sealed for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedValue {
    /// The place.
    pub place: SealedPlace,
    /// The sealed bytes.
    pub sealed: Vec<u8>,
}

/// All sealed values, whichever table holds them.
pub trait SealedValues {
    /// Returns the places that hold a value.
    fn places(&mut self) -> Result<Vec<SealedPlace>, StoreError>;
    /// Returns the value at this place, or none where it no longer holds one.
    fn at(&mut self, place: &SealedPlace) -> Result<Option<SealedValue>, StoreError>;
    /// Puts other sealed bytes into the place of the value. Changes nothing where the place no longer holds this value.
    fn replace(&mut self, value: &SealedValue, sealed: &[u8]) -> Result<(), StoreError>;
}
