import { expect, it } from 'vitest';
import { cornersOf, drawnTables } from './mapLayout';
import { NODE } from './places';

const table = (tbl_id: number) => ({ tbl_id });
const edge = (tbl_id: number, depend_on: number) => ({ tbl_id, depend_on, variables_count: 1 });

it('draws only tables with dependencies', () => {
  const drawn = drawnTables([table(1), table(2), table(3)], [edge(1, 3)]);
  expect(drawn.map(({ tbl_id }) => tbl_id)).toEqual([1, 3]);
});

it('places tables above their dependencies, without overlap', () => {
  const tables = [1, 2, 3, 4].map(table);
  const places = cornersOf(tables, [edge(1, 3), edge(2, 3), edge(3, 4)]);
  const at = (id: number) => places.get(id)!;
  expect(at(1).y).toBeLessThan(at(3).y);
  expect(at(3).y).toBeLessThan(at(4).y);
  expect(at(1).y).toBe(at(2).y);
  expect(Math.abs(at(1).x - at(2).x)).toBeGreaterThanOrEqual(NODE.width);
});

it('places tables with circular dependencies', () => {
  const places = cornersOf([table(1), table(2)], [edge(1, 2), edge(2, 1)]);
  expect([...places.values()].every(({ x, y }) => Number.isFinite(x + y))).toBe(true);
});
