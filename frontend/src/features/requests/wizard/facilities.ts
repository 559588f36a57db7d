import type { FacilityNode } from '@/api/models';
import { fold } from '@/lib/fold';

/** Returns the ids of the facilities below a region or district, or of the facility itself. */
export function facilitiesOf(node: FacilityNode): number[] {
  return node.children.length > 0 ? node.children.flatMap(facilitiesOf) : [node.facility_id];
}

/** Returns which share of a node's facilities is chosen. */
export function chosenOf(node: FacilityNode, chosen: ReadonlySet<number>): 'all' | 'some' | 'none' {
  const facilities = facilitiesOf(node);
  const picked = facilities.filter((id) => chosen.has(id)).length;
  if (picked === 0) return 'none';
  return picked === facilities.length ? 'all' : 'some';
}

/**
 * Summarises the chosen facilities in the order of the tree: "All facilities from {region}" for a
 * whole region, the same for a whole district, otherwise the label of the facility (2 §4).
 */
export function summaries(tree: readonly FacilityNode[], chosen: ReadonlySet<number>): string[] {
  return tree.flatMap((node) => {
    if (node.children.length === 0) return chosen.has(node.facility_id) ? [node.label] : [];
    return chosenOf(node, chosen) === 'all'
      ? [`All facilities from ${node.label}`]
      : summaries(node.children, chosen);
  });
}

/**
 * Returns the tree with only the nodes whose labels contain the text, the nodes above them, and all
 * nodes below them.
 */
export function matching(tree: readonly FacilityNode[], text: string): FacilityNode[] {
  const search = fold(text);
  if (!search) return [...tree];
  return tree.flatMap((node) => {
    if (fold(node.label).includes(search)) return [node];
    const children = matching(node.children, search);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
