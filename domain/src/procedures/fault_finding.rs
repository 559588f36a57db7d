//! Validates a procedure (decisions C1).

use std::collections::{HashMap, HashSet};

use super::fault::{Fault, LocatedFault};
use super::graph::Graph;
use super::procedure::{MAX_STAGES, Procedure};
use super::stage::{Link, Stage, StageType};
use crate::ids::StageId;

/// Returns every fault, in the order of the stages and links. Validation stops early if the
/// procedure has too many stages.
pub fn faults(procedure: &Procedure) -> Vec<LocatedFault> {
    let count = procedure.stages.len();
    if count > MAX_STAGES {
        return vec![LocatedFault::for_procedure(Fault::TooManyStages { count })];
    }
    let mut faults: Vec<LocatedFault> = procedure.stages.iter().flat_map(stage_faults).collect();
    faults.extend(id_faults(procedure));
    faults.extend(link_faults(procedure));
    faults.extend(graph_faults(procedure));
    faults
}

fn stage_faults(stage: &Stage) -> Vec<LocatedFault> {
    let name = || stage.activity.clone();
    let mut faults = Vec::new();
    if !stage.stage_type.roles().contains(&stage.role) {
        faults.push(match stage.stage_type {
            StageType::Junction => Fault::RoleDoesNotDecide {
                stage: name(),
                role: stage.role,
            },
            stage_type => Fault::NotTheRequesters {
                stage: name(),
                stage_type,
                role: stage.role,
            },
        });
    }
    if !(1..=8).contains(&stage.order) {
        faults.push(Fault::Order {
            stage: name(),
            order: stage.order,
        });
    }
    if !(0..=1).contains(&stage.branch_level) {
        faults.push(Fault::BranchLevel {
            stage: name(),
            branch_level: stage.branch_level,
        });
    }
    if [stage.position.x, stage.position.y]
        .into_iter()
        .any(|part| !part.is_finite() || part < 0.0)
    {
        faults.push(Fault::Position { stage: name() });
    }
    let at_stage = |fault| LocatedFault::at_stages(fault, vec![stage.id]);
    faults.into_iter().map(at_stage).collect()
}

fn id_faults(procedure: &Procedure) -> Vec<LocatedFault> {
    let mut seen = HashSet::new();
    let mut reported = HashSet::new();
    procedure
        .stages
        .iter()
        .map(|stage| stage.id)
        .filter(|id| !seen.insert(*id) && reported.insert(*id))
        .map(|stage| LocatedFault::at_stages(Fault::RepeatedStage { stage }, vec![stage]))
        .collect()
}

fn link_faults(procedure: &Procedure) -> Vec<LocatedFault> {
    let names: HashMap<StageId, &str> = procedure
        .stages
        .iter()
        .map(|stage| (stage.id, stage.activity.as_str()))
        .collect();
    let name = |id: StageId| {
        names
            .get(&id)
            .map_or_else(|| id.to_string(), |name| (*name).to_owned())
    };
    let (mut seen, mut reported, mut unknown) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut faults = Vec::new();
    for link in &procedure.links {
        for stage in [link.from, link.to] {
            if !names.contains_key(&stage) && unknown.insert(stage) {
                let naming = |link: &&Link| link.from == stage || link.to == stage;
                let links = procedure.links.iter().filter(naming).copied().collect();
                faults.push(LocatedFault::at_links(Fault::UnknownStage { stage }, links));
            }
        }
        if !seen.insert(*link) && reported.insert(*link) {
            let fault = Fault::DoubledLink {
                from: name(link.from),
                to: name(link.to),
            };
            faults.push(LocatedFault::at_links(fault, vec![*link]));
        }
    }
    faults
}

fn graph_faults(procedure: &Procedure) -> Vec<LocatedFault> {
    let graph = Graph::from_procedure(procedure);
    let at = |indices: &[usize], fault: fn(Vec<String>) -> Fault| {
        let stages: Vec<&Stage> = indices
            .iter()
            .filter_map(|index| procedure.stages.get(*index))
            .collect();
        let names = stages.iter().map(|stage| stage.activity.clone()).collect();
        let ids = stages.iter().map(|stage| stage.id).collect();
        LocatedFault::at_stages(fault(names), ids)
    };
    let at_each = |indices: Vec<usize>, fault: fn(String) -> Fault| {
        let stages = indices
            .into_iter()
            .filter_map(|index| procedure.stages.get(index));
        stages
            .map(|stage| LocatedFault::at_stages(fault(stage.activity.clone()), vec![stage.id]))
            .collect::<Vec<_>>()
    };
    let of_type = |stage_type| {
        let indices = procedure.stages.iter().enumerate();
        indices
            .filter(|(_, stage)| stage.stage_type == stage_type)
            .map(|(index, _)| index)
            .collect::<Vec<_>>()
    };
    let (initial, terminal) = (of_type(StageType::Initial), of_type(StageType::Terminal));
    let mut faults = Vec::new();
    match initial.as_slice() {
        [] => faults.push(LocatedFault::for_procedure(Fault::NoInitial)),
        [_] => {}
        many => faults.push(at(many, |stages| Fault::ManyInitial { stages })),
    }
    match terminal.as_slice() {
        [] => faults.push(LocatedFault::for_procedure(Fault::NoTerminal)),
        [_] => {}
        many => faults.push(at(many, |stages| Fault::ManyTerminal { stages })),
    }
    for circle in graph.cycles() {
        faults.push(at(&circle, |stages| Fault::Cycle { stages }));
    }
    // Without an Initial or a Terminal stage every stage would be reported here, which adds nothing
    // to the fault above.
    if !initial.is_empty() {
        let reached = indices_of_false(&graph.reachable_from(&initial));
        faults.extend(at_each(reached, |stage| Fault::Unreachable { stage }));
    }
    if !terminal.is_empty() {
        let leading = indices_of_false(&graph.leading_to(&terminal));
        faults.extend(at_each(leading, |stage| Fault::DeadEnd { stage }));
    }
    let is_decided = |index: usize| procedure.stages.get(index).is_some_and(Stage::is_decided);
    if let Some(way) = graph.path(&initial, &terminal, |index| !is_decided(index)) {
        faults.push(at(&way, |stages| Fault::NobodyDecides { stages }));
    }
    faults
}

fn indices_of_false(reached: &[bool]) -> Vec<usize> {
    reached
        .iter()
        .enumerate()
        .filter(|(_, reached)| !**reached)
        .map(|(index, _)| index)
        .collect()
}
