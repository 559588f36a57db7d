import { expect, it } from 'vitest';
import { apart, cornerOf, facingSides, NODE, positionOf } from './places';

it.each([
  ['0.5', '0.5'],
  ['0.001', '1'],
  ['0.25', '0.125'],
])('converts the position %s, %s to pixels and back', (pos_x, pos_y) => {
  expect(positionOf(cornerOf(pos_x, pos_y))).toEqual({ pos_x, pos_y });
});

it('keeps tables on the map that are dragged beyond its edge, with positions above 0', () => {
  expect(positionOf({ x: -5000, y: 9000 })).toEqual({ pos_x: '0.001', pos_y: '1' });
});

it('moves tables apart that would overlap', () => {
  const same = { x: 100, y: 40 };
  const beside = { x: 100 + NODE.width, y: 40 };
  const below = { x: 90, y: 40 + NODE.height + 20 };
  const drawn = apart([
    [1, same],
    [2, beside],
    [3, below],
    [4, same],
  ]);
  expect([drawn.get(1), drawn.get(2), drawn.get(3)]).toEqual([same, beside, below]);
  expect(drawn.get(4)).toEqual({ x: 100, y: below.y + NODE.height + 12 });
});

it.each([
  [{ x: 0, y: 500 }, ['bottom', 'top']],
  [{ x: 0, y: -500 }, ['top', 'bottom']],
  [{ x: 900, y: 60 }, ['right', 'left']],
  [{ x: -900, y: 60 }, ['left', 'right']],
])('draws a line to a table at %j between the facing sides', (to, sides) => {
  expect(facingSides({ x: 0, y: 0 }, to)).toEqual(sides);
});
