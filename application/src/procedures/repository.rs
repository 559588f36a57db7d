//! The store of approval procedures.

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::Procedure;

use crate::ports::StoreError;

/// The store of approval procedures.
pub trait Procedures {
    /// Adds a procedure with its stages and links. Ids of stages in the argument only serve to tie links to stages.
    fn add(
        &mut self,
        procedure: &Procedure,
        is_active: bool,
        is_default: bool,
    ) -> Result<ProcedureId, StoreError>;
    /// The default procedure, if there is one: stages by order, then id.
    fn default_procedure(&mut self) -> Result<Option<Procedure>, StoreError>;
}
