import { Graph, layout } from '@dagrejs/dagre';
import type { DictionaryTable, TableEdge } from '@/api/models';

/** A table in the drawing, in pixels. */
export const TABLE_WIDTH = 220;
export const TABLE_HEIGHT = 60;

/** More tables than these are no drawing that anybody can read: the list is shown alone. */
export const MOST_DRAWN = 150;

export interface Place {
  x: number;
  y: number;
}

/** Tables that hang together, and those that hang on nothing, which are not drawn. */
export function drawnTables(
  tables: readonly DictionaryTable[],
  edges: readonly TableEdge[],
): DictionaryTable[] {
  const named = new Set(edges.flatMap(({ tbl_id, depend_on }) => [tbl_id, depend_on]));
  return tables.filter(({ tbl_id }) => named.has(tbl_id));
}

/** The upper left corner of each table: what others depend on stands below them. */
export function placesOf(
  tables: readonly DictionaryTable[],
  edges: readonly TableEdge[],
): Map<number, Place> {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 20, ranksep: 60, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { tbl_id } of tables) {
    graph.setNode(String(tbl_id), { width: TABLE_WIDTH, height: TABLE_HEIGHT });
  }
  for (const { tbl_id, depend_on } of edges) graph.setEdge(String(tbl_id), String(depend_on));
  layout(graph);
  return new Map(
    tables.map(({ tbl_id }) => {
      const { x = 0, y = 0 } = graph.node(String(tbl_id)) as Partial<Place>;
      return [tbl_id, { x: x - TABLE_WIDTH / 2, y: y - TABLE_HEIGHT / 2 }];
    }),
  );
}
