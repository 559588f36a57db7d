//! A procedure, and the proof of its validity.

use super::fault::{Fault, LocatedFault};
use super::graph::Graph;
use super::stage::{Link, Stage};
use crate::deadlines::{CompletionWindow, Term};
use crate::ids::ProcedureId;

/// The maximum number of stages, well above any real procedure. It bounds the cost of validation
/// and of every chain.
pub const MAX_STAGES: usize = 100;

/// An approval procedure as a Super User edits it. An invalid one can be saved, but not activated
/// (decisions C1).
#[derive(Debug, Clone, PartialEq)]
pub struct Procedure {
    /// `None` until it is stored.
    pub id: Option<ProcedureId>,
    /// Its name in lists.
    pub name: String,
    /// Its purpose.
    pub description: String,
    /// The time in which a request should be decided (decisions N3).
    pub term: Option<Term>,
    /// The time in which requesters answer comments that require action (decisions N4).
    pub completion_window: Option<CompletionWindow>,
    /// Its stages, in any order.
    pub stages: Vec<Stage>,
    /// The next-stage links.
    pub links: Vec<Link>,
}

/// A procedure that passed [`Procedure::validate`]. Only a valid procedure can start a chain.
#[derive(Debug, Clone, Copy)]
pub struct ValidProcedure<'a>(&'a Procedure);

impl Procedure {
    /// Validates the procedure, or returns all its faults in the order of stages and links
    /// (decisions C1).
    pub fn validate(&self) -> Result<ValidProcedure<'_>, Vec<Fault>> {
        let faults = self.located_faults();
        if faults.is_empty() {
            Ok(ValidProcedure(self))
        } else {
            Err(faults.into_iter().map(|located| located.fault).collect())
        }
    }

    /// Returns the same faults in the same order, each with its location. Empty if the procedure is
    /// valid.
    pub fn located_faults(&self) -> Vec<LocatedFault> {
        super::fault_finding::faults(self)
    }
}

impl<'a> ValidProcedure<'a> {
    /// Returns the procedure.
    pub const fn procedure(self) -> &'a Procedure {
        self.0
    }

    /// Returns the stages in topological order. Ties are broken by stage order.
    pub fn stages_in_order(self) -> Vec<&'a Stage> {
        let graph = Graph::from_procedure(self.0);
        graph
            .topological_order(|index| self.0.stages.get(index).map(|stage| stage.order))
            .into_iter()
            .filter_map(|index| self.0.stages.get(index))
            .collect()
    }
}
