//! A procedure, and the proof that it is valid.

use super::fault::{Fault, LocatedFault};
use super::graph::Graph;
use super::stage::{Link, Stage};
use crate::ids::ProcedureId;

/// More stages than any provider has; it keeps validation and every chain small.
pub const MAX_STAGES: usize = 100;

/// An approval procedure as a Super User edits it. It may be invalid: that can be saved, not activated (decisions C1).
#[derive(Debug, Clone, PartialEq)]
pub struct Procedure {
    /// `None` until it is stored.
    pub id: Option<ProcedureId>,
    /// Its name in lists.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Its stages, in any order.
    pub stages: Vec<Stage>,
    /// Which stage follows which.
    pub links: Vec<Link>,
}

/// A procedure that [`Procedure::validate`] found without fault; only such a one starts a chain.
#[derive(Debug, Clone, Copy)]
pub struct ValidProcedure<'a>(&'a Procedure);

impl Procedure {
    /// Looks for every fault of the procedure (decisions C1), in the order of its stages and links.
    pub fn validate(&self) -> Result<ValidProcedure<'_>, Vec<Fault>> {
        let faults = self.located_faults();
        if faults.is_empty() {
            Ok(ValidProcedure(self))
        } else {
            Err(faults.into_iter().map(|located| located.fault).collect())
        }
    }

    /// The same faults in the same order, each with its place; none when the procedure is valid.
    pub fn located_faults(&self) -> Vec<LocatedFault> {
        super::fault_finding::faults(self)
    }
}

impl<'a> ValidProcedure<'a> {
    /// The procedure itself.
    pub const fn procedure(self) -> &'a Procedure {
        self.0
    }

    /// The stages, each after all of its predecessors; where the links leave it open, by stage order.
    pub fn stages_in_order(self) -> Vec<&'a Stage> {
        let graph = Graph::of(self.0);
        graph
            .topological_order(|index| self.0.stages.get(index).map(|stage| stage.order))
            .into_iter()
            .filter_map(|index| self.0.stages.get(index))
            .collect()
    }
}
