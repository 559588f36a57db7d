//! The search for the faults of a procedure (decisions C1).

use std::collections::{HashMap, HashSet};

use super::fault::Fault;
use super::graph::Graph;
use super::procedure::{MAX_STAGES, Procedure};
use super::stage::{Stage, StageType};
use crate::ids::StageId;

/// Every fault, in the order of the stages and links. A procedure of too many stages is not searched any further.
pub fn faults(procedure: &Procedure) -> Vec<Fault> {
    let count = procedure.stages.len();
    if count > MAX_STAGES {
        return vec![Fault::TooManyStages { count }];
    }
    let mut faults: Vec<Fault> = procedure.stages.iter().flat_map(of_stage).collect();
    faults.extend(of_ids(procedure));
    faults.extend(of_links(procedure));
    faults.extend(of_graph(procedure));
    faults
}

fn of_stage(stage: &Stage) -> Vec<Fault> {
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
    faults
}

fn of_ids(procedure: &Procedure) -> Vec<Fault> {
    let mut seen = HashSet::new();
    let mut reported = HashSet::new();
    procedure
        .stages
        .iter()
        .map(|stage| stage.id)
        .filter(|id| !seen.insert(*id) && reported.insert(*id))
        .map(|stage| Fault::RepeatedStage { stage })
        .collect()
}

fn of_links(procedure: &Procedure) -> Vec<Fault> {
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
                faults.push(Fault::UnknownStage { stage });
            }
        }
        if !seen.insert(*link) && reported.insert(*link) {
            faults.push(Fault::DoubledLink {
                from: name(link.from),
                to: name(link.to),
            });
        }
    }
    faults
}

fn of_graph(procedure: &Procedure) -> Vec<Fault> {
    let graph = Graph::of(procedure);
    let name = |index: usize| procedure.stages.get(index).map(|stage| stage.activity.clone());
    let names = |indices: &[usize]| {
        indices
            .iter()
            .filter_map(|index| name(*index))
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
        [] => faults.push(Fault::NoInitial),
        [_] => {}
        many => faults.push(Fault::ManyInitial { stages: names(many) }),
    }
    match terminal.as_slice() {
        [] => faults.push(Fault::NoTerminal),
        [_] => {}
        many => faults.push(Fault::ManyTerminal { stages: names(many) }),
    }
    faults.extend(graph.circles().iter().map(|circle| Fault::Cycle {
        stages: names(circle),
    }));
    // Without a beginning or an end every stage would be at fault, which says nothing that the fault above does not.
    if !initial.is_empty() {
        let reached = graph.reachable_from(&initial);
        faults.extend(
            missed(&reached)
                .into_iter()
                .filter_map(name)
                .map(|stage| Fault::Unreachable { stage }),
        );
    }
    if !terminal.is_empty() {
        let leading = graph.leading_to(&terminal);
        faults.extend(
            missed(&leading)
                .into_iter()
                .filter_map(name)
                .map(|stage| Fault::DeadEnd { stage }),
        );
    }
    let is_decided = |index: usize| procedure.stages.get(index).is_some_and(Stage::is_decided);
    if let Some(way) = graph.way(&initial, &terminal, |index| !is_decided(index)) {
        faults.push(Fault::NobodyDecides { stages: names(&way) });
    }
    faults
}

fn missed(reached: &[bool]) -> Vec<usize> {
    reached
        .iter()
        .enumerate()
        .filter(|(_, reached)| !**reached)
        .map(|(index, _)| index)
        .collect()
}
