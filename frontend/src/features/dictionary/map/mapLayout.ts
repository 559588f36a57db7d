import { Graph, layout } from '@dagrejs/dagre';
import type { TableEdge } from '@/api/models';
import { NODE, type Corner } from './places';

interface Table {
  tbl_id: number;
}

/** More tables than these are no drawing that anybody can read: the list is shown alone. */
export const MOST_DRAWN = 150;

/** Tables that hang together, and those that hang on nothing, which are not drawn. */
export function drawnTables<T extends Table>(
  tables: readonly T[],
  edges: readonly TableEdge[],
): T[] {
  const named = new Set(edges.flatMap(({ tbl_id, depend_on }) => [tbl_id, depend_on]));
  return tables.filter(({ tbl_id }) => named.has(tbl_id));
}

/** The upper left corner of each table: what others depend on stands below them. */
export function cornersOf(
  tables: readonly Table[],
  edges: readonly TableEdge[],
): Map<number, Corner> {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 20, ranksep: 60, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { tbl_id } of tables) {
    graph.setNode(String(tbl_id), { ...NODE });
  }
  for (const { tbl_id, depend_on } of edges) graph.setEdge(String(tbl_id), String(depend_on));
  layout(graph);
  return new Map(
    tables.map(({ tbl_id }) => {
      const { x = 0, y = 0 } = graph.node(String(tbl_id)) as Partial<Corner>;
      return [tbl_id, { x: x - NODE.width / 2, y: y - NODE.height / 2 }];
    }),
  );
}
