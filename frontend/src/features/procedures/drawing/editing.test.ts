import { expect, it } from 'vitest';
import { makeDrawing } from '@/testing/procedureFactories';
import { drawingOf, withChange, withoutStage } from './drawing';
import { reduce, startEditing, type Step } from './editing';

const drawing = drawingOf(makeDrawing());
const after = (...steps: Step[]) => steps.reduce(reduce, startEditing(drawing));
const rename = (stage_activity: string): Step => ({
  kind: 'change',
  edit: (now) => withChange(now, 2, { stage_activity }),
  as: 'stage_activity 2',
});
const remove: Step = { kind: 'change', edit: (now) => withoutStage(now, 2) };

it('undoes and redoes steps', () => {
  const done = after(remove, { kind: 'undo' });
  expect(done.now).toEqual(drawing);
  expect(reduce(done, { kind: 'redo' }).now).toEqual(withoutStage(drawing, 2));
  expect(reduce(startEditing(drawing), { kind: 'undo' }).now).toBe(drawing);
  expect(reduce(startEditing(drawing), { kind: 'redo' }).now).toBe(drawing);
});

it('merges typing in a field into one step, until the focus leaves the field', () => {
  expect(after(rename('A'), rename('Ab'), { kind: 'undo' }).now).toEqual(drawing);
  const twice = after(rename('A'), { kind: 'rest' }, rename('Ab'), { kind: 'undo' });
  expect(twice.now.stages[1]?.stage_activity).toBe('A');
});

it('drops the redo history after another change', () => {
  const done = after(remove, { kind: 'undo' }, rename('A'));
  expect(done.future).toEqual([]);
  expect(reduce(done, { kind: 'redo' })).toBe(done);
});

it('starts without an undo history', () => {
  expect(after(remove, { kind: 'begin', drawing }).past).toEqual([]);
});
