import { describe, expect, it } from 'vitest';
import { makeDrawing } from '@/testing/procedureFactories';
import {
  differences,
  drawingOf,
  isDrawing,
  linkFault,
  rebaseOnStored,
  stageOf,
  stagesInOrder,
  withChange,
  withLink,
  withLinkTo,
  withoutLink,
  withoutStage,
  withStage,
  withStageAt,
  withStageIn,
} from './drawing';

/** The stages 1 Created, 2 Review, 3 Release and 4 Feedback, in a line. */
const drawing = drawingOf(makeDrawing());
const pairs = ({ links }: { links: typeof drawing.links }) =>
  links.map(({ current_stage, next }) => [current_stage, next]);

describe('a stage', () => {
  it('is inserted in the middle of a link, after its previous stage', () => {
    const { drawing: now, added } = withStageIn(drawing, { current_stage: 2, next: 3 }, 7);
    expect(added).toBe(0);
    expect(pairs(now)).toEqual([
      [1, 2],
      [2, 0],
      [0, 3],
      [3, 4],
    ]);
    expect(stageOf(now, 0)).toMatchObject({
      stage_type: 7,
      role: 0,
      stage_order: 3,
      pos_x: 0.5,
      pos_y: 0.5,
    });
  });

  it('gets an unused number and a free place when it is new', () => {
    const first = withStage(drawing, 7);
    const second = withStage(first.drawing, 7);
    expect([first.added, second.added]).toEqual([0, -1]);
    const [one, other] = [0, -1].map((id) => stageOf(second.drawing, id)!);
    expect([one!.pos_x, one!.pos_y]).not.toEqual([other!.pos_x, other!.pos_y]);
  });

  it('is removed without breaking the chain or duplicating a link', () => {
    expect(pairs(withoutStage(drawing, 2))).toEqual([
      [3, 4],
      [1, 3],
    ]);
    const branched = withLink(drawing, { current_stage: 1, next: 3 });
    expect(pairs(withoutStage(branched, 2))).toEqual([
      [3, 4],
      [1, 3],
    ]);
    expect(stageOf(withoutStage(drawing, 2), 2)).toBeUndefined();
  });

  it('is moved within the drawing, at two decimals', () => {
    const moved = withStageAt(drawing, 2, { pos_x: 1.4, pos_y: 0.12345 });
    expect(stageOf(moved, 2)).toMatchObject({ pos_x: 1, pos_y: 0.12 });
  });
});

describe('a link', () => {
  it('cannot be duplicated, nor connect a stage with itself', () => {
    expect(linkFault(drawing, { current_stage: 2, next: 2 })).toBe('A stage cannot follow itself.');
    expect(linkFault(drawing, { current_stage: 2, next: 3 })).toBe(
      '“Release” follows “Review” already.',
    );
    expect(linkFault(drawing, { current_stage: 1, next: 3 })).toBeUndefined();
  });

  it('can be redirected in place, and one of two duplicates can be removed', () => {
    const link = { current_stage: 2, next: 3 };
    expect(pairs(withLinkTo(drawing, link, { current_stage: 2, next: 4 }))[1]).toEqual([2, 4]);
    const doubled = withLink(drawing, link);
    expect(pairs(withoutLink(doubled, link))).toHaveLength(3);
    expect(differences(doubled, withoutLink(doubled, link))).toEqual(['A doubled link removed']);
  });
});

it('lists the stages in the order of the chain, with cycles last', () => {
  const ids = (of: typeof drawing) => stagesInOrder(of).map(({ stage_id }) => stage_id);
  expect(ids({ ...drawing, stages: drawing.stages.toReversed() })).toEqual([1, 2, 3, 4]);
  const circle = withLink(drawing, { current_stage: 3, next: 2 });
  expect(ids(circle)).toEqual([1, 2, 3, 4]);
});

it('describes the differences of two drawings', () => {
  expect(differences(drawing, drawing)).toEqual([]);
  const moved = withStageAt(drawing, 2, { pos_x: 0.1, pos_y: 0.1 });
  const renamed = withChange(moved, 3, { stage_activity: 'Hand over' });
  const now = withStageIn(withoutStage(renamed, 4), { current_stage: 1, next: 2 }, 7).drawing;
  expect(differences(drawing, now)).toEqual([
    '“Review” moved',
    '“Hand over” changed',
    '“New stage” added',
    '“Feedback” removed',
    'Link added: Created, then New stage',
    'Link added: New stage, then Review',
    'Link removed: Created, then Review',
    'Link removed: Release, then Feedback',
  ]);
});

it('restores stages as new ones that another user has removed', () => {
  const added = withStageIn(drawing, { current_stage: 1, next: 2 }, 7).drawing;
  const now = rebaseOnStored(added, withoutStage(drawing, 3));
  expect(now.stages.map(({ stage_id }) => stage_id)).toEqual([1, 2, -1, 4, 0]);
  expect(pairs(now)).toEqual([
    [1, 0],
    [0, 2],
    [2, -1],
    [-1, 4],
  ]);
});

it('describes a changed target', () => {
  const now = withChange(drawing, 2, { target: 10 });
  expect(differences(drawing, now)).toEqual(['“Review” changed']);
  expect(differences(now, withChange(now, 2, { target: null }))).toEqual(['“Review” changed']);
});

it('accepts a local copy of an earlier version, whose stages have no targets', () => {
  const stages = drawing.stages.map((stage) => ({ ...stage, target: undefined }));
  expect(isDrawing({ ...drawing, stages })).toBe(true);
  expect(isDrawing(withChange(drawing, 2, { target: 10 }))).toBe(true);
  expect(isDrawing({ ...drawing, stages: [{ ...stages[0], target: 'soon' }] })).toBe(false);
});
