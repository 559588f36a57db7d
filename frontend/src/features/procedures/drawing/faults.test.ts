import { expect, it } from 'vitest';
import { makeDrawing } from '@/testing/procedureFactories';
import { drawingOf, withChange, withoutStage } from './drawing';
import { faultOfField, faultsAt, faultsOf, canSaveWithErrors, remainingFaults } from './faults';

const drawing = drawingOf(makeDrawing());

it('finds the stages and links of a refusal, and lists a fault with several places once', () => {
  const circle = 'The stages "Review", "Release" form a loop.';
  const faults = faultsOf(
    {
      'stages[1]': [circle],
      'stages[2]': [circle],
      'stages[1].role': ['Role is required.'],
      'stages[2].role': ['Role is required.'],
      'links[0]': ['The stage "Review" follows "Created" more than once.'],
      faults: ['The procedure has no Terminal stage.'],
      'stages[99]': ['Nobody knows where.'],
    },
    drawing,
  );
  expect(faults.map(({ stages, links, field }) => [stages, links.length, field])).toEqual([
    [[2], 0, 'role'],
    [[3], 0, 'role'],
    [[2, 3], 0, undefined],
    [[], 1, undefined],
    [[], 0, undefined],
    [[], 0, undefined],
  ]);
  expect(faultOfField(faults, 3, 'role')).toBe('Role is required.');
  expect(faultOfField(faults, 1, 'role')).toBeUndefined();
});

it('drops the faults of changed fields and removed stages', () => {
  const faults = faultsOf({ 'stages[1].role': ['Role is required.'] }, drawing);
  expect(remainingFaults(faults, drawing)).toHaveLength(1);
  expect(remainingFaults(faults, withChange(drawing, 2, { role: 9 }))).toEqual([]);
  expect(remainingFaults(faults, withoutStage(drawing, 2))).toEqual([]);
  const stored = faultsAt(drawing, [
    { places: [], message: 'The procedure has no Initial stage.' },
  ]);
  expect(remainingFaults(stored, withoutStage(drawing, 2))).toHaveLength(1);
});

it('only lets faults of the procedure be saved, not missing values', () => {
  expect(canSaveWithErrors({ faults: ['…'], 'stages[1]': ['…'], 'links[0]': ['…'] })).toBe(true);
  expect(canSaveWithErrors({ 'stages[1]': ['…'], 'stages[1].role': ['…'] })).toBe(false);
  expect(canSaveWithErrors({ name: ['…'] })).toBe(false);
  expect(canSaveWithErrors({})).toBe(false);
});
