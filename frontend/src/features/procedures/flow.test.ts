import { expect, it } from 'vitest';
import { makeStage } from '@/testing/procedureFactories';
import { arrowBetween, placeOf } from './flow';

it('places stages by fractions of the drawing, limited to its edges', () => {
  const size = { width: 1000, height: 600 };
  expect(placeOf(makeStage(1, 'S', { pos_x: 0.3, pos_y: 0.5 }), size)).toEqual({ x: 300, y: 300 });
  expect(placeOf(makeStage(1, 'S', { pos_x: 3, pos_y: 1 }), size)).toEqual({ x: 1000, y: 600 });
});

it('shortens arrows by 28 px at each end', () => {
  expect(arrowBetween({ x: 0, y: 0 }, { x: 112, y: 0 })).toEqual({
    from: { x: 28, y: 0 },
    to: { x: 84, y: 0 },
    above: false,
  });
});

it.each([0, 1, 15, 16, 28, 56, 71, 72, 73])('draws an arrow between nodes %i px apart', (apart) => {
  for (const y of [0, 300]) {
    const { from, to, above } = arrowBetween({ x: 300, y }, { x: 300 + apart, y });
    expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeGreaterThanOrEqual(15.9);
    expect(Math.min(from.x, from.y, to.x, to.y)).toBeGreaterThanOrEqual(0);
    // An arrow between close nodes is above them, because they would cover it.
    expect(above).toBe(apart < 72);
  }
});
