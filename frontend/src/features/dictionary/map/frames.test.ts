import { expect, it } from 'vitest';
import { framesOf } from './frames';
import { NODE } from './places';

const at = (source: string, x: number, y: number) => ({ source, corner: { x, y } });

it('frames the tables of each source, with room for its name', () => {
  const frames = framesOf([
    at('Medical records', 0, 0),
    at('Births', 700, 0),
    at('Medical records', 300, 200),
  ]);
  expect(frames.map(({ name }) => name)).toEqual(['Medical records', 'Births']);
  const [records] = frames;
  expect(records!.x).toBeLessThan(0);
  expect(records!.y).toBeLessThan(-12);
  expect(records!.x + records!.width).toBeGreaterThan(300 + NODE.width);
  expect(records!.y + records!.height).toBeGreaterThan(200 + NODE.height);
});

it('never frames a table of another source', () => {
  const frames = framesOf([
    at('Medical records', 0, 0),
    at('Births', 300, 0),
    at('Medical records', 600, 0),
    at('Medical records', 0, 100),
  ]);
  expect(frames.map(({ name, x }) => [name, x > 300])).toEqual([
    ['Medical records', true],
    ['Medical records', false],
    ['Births', false],
  ]);
});

it('has no frames without tables', () => {
  expect(framesOf([])).toEqual([]);
});
