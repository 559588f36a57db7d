import { Graph, layout } from '@dagrejs/dagre';
import type { TableEdge } from '@/api/models';
import { NODE, type Corner } from './places';

interface Table {
  tbl_id: number;
}

/** The most tables that a map can show legibly. Beyond it, only the list is shown. */
export const MAX_DRAWN_TABLES = 150;

/** Returns the tables with at least one dependency. The others are not drawn. */
export function drawnTables<T extends Table>(
  tables: readonly T[],
  edges: readonly TableEdge[],
): T[] {
  const linkedIds = new Set(edges.flatMap(({ tbl_id, depend_on }) => [tbl_id, depend_on]));
  return tables.filter(({ tbl_id }) => linkedIds.has(tbl_id));
}

/** Returns the upper left corner of each table. Tables are above those that they depend on. */
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
