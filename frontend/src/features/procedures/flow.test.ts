import { expect, it } from 'vitest';
import { makeLink, makeStage } from '@/testing/procedureFactories';
import { arrowBetween, drawnStages, placeOf } from './flow';

const stages = Array.from({ length: 13 }, (_, index) => makeStage(index + 1, `S${index + 1}`));
const line = (count: number) =>
  stages.slice(0, count).map((stage, index) => makeLink(index + 1, stage, stages[index + 1]!));

it('draws the stages with links, and all stages if there are more than 11 links', () => {
  expect(drawnStages(stages, [])).toEqual([]);
  expect(drawnStages(stages, line(2)).map(({ stage_id }) => stage_id)).toEqual([1, 2, 3]);
  expect(drawnStages(stages, line(11))).toHaveLength(12);
  const loose = makeStage(99, 'Loose');
  expect(drawnStages([...stages, loose], line(12))).toContain(loose);
});

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
