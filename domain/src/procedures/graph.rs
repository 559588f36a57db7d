//! Directed graphs over numbered nodes, used for procedures and chains.

use std::collections::{HashMap, VecDeque};

use super::procedure::Procedure;

/// A directed graph. Links to nodes outside the graph are ignored.
#[derive(Debug, Clone)]
pub struct Graph {
    next: Vec<Vec<usize>>,
    previous: Vec<Vec<usize>>,
}

impl Graph {
    /// Creates a graph of `size` nodes with these links.
    pub fn new(size: usize, links: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut graph = Self {
            next: vec![Vec::new(); size],
            previous: vec![Vec::new(); size],
        };
        for (from, to) in links {
            if from < size
                && let Some(previous) = graph.previous.get_mut(to)
            {
                previous.push(from);
                if let Some(next) = graph.next.get_mut(from) {
                    next.push(to);
                }
            }
        }
        graph
    }

    /// Creates the graph of a procedure. Nodes are numbered in the order of its stages.
    pub fn from_procedure(procedure: &Procedure) -> Self {
        let index: HashMap<_, _> = procedure
            .stages
            .iter()
            .enumerate()
            .map(|(index, stage)| (stage.id, index))
            .collect();
        let links = procedure
            .links
            .iter()
            .filter_map(|link| Some((*index.get(&link.from)?, *index.get(&link.to)?)));
        Self::new(procedure.stages.len(), links)
    }

    /// Returns, for each node, true if it can be reached from one of `starts`. The starts
    /// themselves count as reached.
    pub fn reachable_from(&self, starts: &[usize]) -> Vec<bool> {
        walk(&self.next, starts)
    }

    /// Returns, for each node, true if it leads to one of `ends`. The ends themselves count.
    pub fn leading_to(&self, ends: &[usize]) -> Vec<bool> {
        walk(&self.previous, ends)
    }

    /// Returns a shortest path from one of `starts` to one of `ends` on which every node satisfies
    /// `may_pass`, including both ends.
    pub fn path(
        &self,
        starts: &[usize],
        ends: &[usize],
        may_pass: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut reached_from: HashMap<usize, usize> = HashMap::new();
        let mut open: VecDeque<usize> = VecDeque::new();
        for start in starts.iter().copied().filter(|start| may_pass(*start)) {
            reached_from.insert(start, start);
            open.push_back(start);
        }
        while let Some(node) = open.pop_front() {
            if ends.contains(&node) {
                let mut way = vec![node];
                let mut at = node;
                while let Some(before) = reached_from.get(&at).copied().filter(|before| *before != at) {
                    way.push(before);
                    at = before;
                }
                way.reverse();
                return Some(way);
            }
            for next in self.next.get(node).into_iter().flatten().copied() {
                if may_pass(next) && !reached_from.contains_key(&next) {
                    reached_from.insert(next, node);
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// Returns the cycles as groups of nodes (strongly connected components with a cycle): each
    /// node of a group leads to every node of it, including itself.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let reach: Vec<Vec<bool>> = self.next.iter().map(|next| walk(&self.next, next)).collect();
        let leads = |from: usize, to: usize| {
            reach
                .get(from)
                .and_then(|row| row.get(to))
                .copied()
                .unwrap_or_default()
        };
        let mut seen = vec![false; self.next.len()];
        let mut circles = Vec::new();
        for node in 0..self.next.len() {
            if seen.get(node) == Some(&true) || !leads(node, node) {
                continue;
            }
            let circle: Vec<usize> = (0..self.next.len())
                .filter(|other| leads(node, *other) && leads(*other, node))
                .collect();
            for member in &circle {
                if let Some(seen) = seen.get_mut(*member) {
                    *seen = true;
                }
            }
            circles.push(circle);
        }
        circles
    }

    /// Returns the nodes in topological order. Ties are broken by the key, then by number. Nodes on
    /// a cycle or behind one are left out.
    pub fn topological_order<K: Ord>(&self, key: impl Fn(usize) -> K) -> Vec<usize> {
        let mut missing: Vec<usize> = self.previous.iter().map(Vec::len).collect();
        let mut ready: Vec<usize> = missing
            .iter()
            .enumerate()
            .filter(|(_, missing)| **missing == 0)
            .map(|(node, _)| node)
            .collect();
        let mut order = Vec::with_capacity(missing.len());
        while let Some(place) = ready
            .iter()
            .enumerate()
            .min_by_key(|(_, node)| (key(**node), **node))
            .map(|(place, _)| place)
        {
            let node = ready.swap_remove(place);
            order.push(node);
            for next in self.next.get(node).into_iter().flatten() {
                if let Some(missing) = missing.get_mut(*next) {
                    *missing = missing.saturating_sub(1);
                    if *missing == 0 {
                        ready.push(*next);
                    }
                }
            }
        }
        order
    }
}

fn walk(edges: &[Vec<usize>], starts: &[usize]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut open = starts.to_vec();
    while let Some(node) = open.pop() {
        if let Some(seen) = seen.get_mut(node).filter(|seen| !**seen) {
            *seen = true;
            open.extend(edges.get(node).into_iter().flatten());
        }
    }
    seen
}
