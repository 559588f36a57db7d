import { expect, it } from 'vitest';
import { cornerOf, positionOf, sidesOf } from './places';

it.each([
  ['0.5', '0.5'],
  ['0.001', '1'],
  ['0.25', '0.125'],
])('leads from a position %s, %s to the drawing and back', (pos_x, pos_y) => {
  expect(positionOf(cornerOf(pos_x, pos_y))).toEqual({ pos_x, pos_y });
});

it('keeps what is dragged beyond the edge on the map, where a position is never 0', () => {
  expect(positionOf({ x: -5000, y: 9000 })).toEqual({ pos_x: '0.001', pos_y: '1' });
});

it.each([
  [{ x: 0, y: 500 }, ['bottom', 'top']],
  [{ x: 0, y: -500 }, ['top', 'bottom']],
  [{ x: 900, y: 60 }, ['right', 'left']],
  [{ x: -900, y: 60 }, ['left', 'right']],
])('draws a line to a table at %j from side to side', (to, sides) => {
  expect(sidesOf({ x: 0, y: 0 }, to)).toEqual(sides);
});
