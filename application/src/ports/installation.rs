use super::StoreError;

/// State of the demonstration data in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemonstrationMark {
    /// The database has no demonstration data.
    None,
    /// The demonstration data is being written, or the process ended before it was complete.
    Begun,
    /// The demonstration data is complete.
    Complete,
}

/// The store for properties of the whole installation.
pub trait Installation {
    /// Returns the current mark. Other transactions MUST NOT be able to set it until this one ends.
    fn demonstration(&mut self) -> Result<DemonstrationMark, StoreError>;
    /// Sets the mark.
    fn mark_demonstration(&mut self, mark: DemonstrationMark) -> Result<(), StoreError>;
    /// Returns true if the database has neither an account nor a data source.
    fn is_untouched(&mut self) -> Result<bool, StoreError>;
}
