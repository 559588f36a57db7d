use super::StoreError;

/// Whether invented data is in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemonstrationMark {
    /// People work with it, or will.
    None,
    /// The demonstration's data is being written, or the process ended while it was.
    Begun,
    /// It holds the demonstration.
    Complete,
}

/// The store of what the installation as a whole is.
pub trait Installation {
    /// The mark that is set. Until the transaction ends, nobody else MUST be able to set another one.
    fn demonstration(&mut self) -> Result<DemonstrationMark, StoreError>;
    /// Sets the mark.
    fn mark_demonstration(&mut self, mark: DemonstrationMark) -> Result<(), StoreError>;
    /// Whether nobody has begun to use the database: it holds no account and no data source.
    fn is_untouched(&mut self) -> Result<bool, StoreError>;
}
