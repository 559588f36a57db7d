import { expect, it } from 'vitest';
import { emptyDraft, type Draft } from './draft';
import { completeSteps, outlineOf } from './outline';
import type { ScreenId } from './screens';

const study = {
  ...emptyDraft.details,
  title: 'Malaria after the rains',
  ethics_committee: 2,
  protocol_ref_num: 'HRE/2026/211',
  needed_on: '2027-01-15',
};

const outline = (changes: Partial<Draft>, faulty: readonly ScreenId[] = []) =>
  outlineOf(
    { ...emptyDraft, ...changes },
    {
      files: new Map(),
      dataSourceId: null,
      variableIds: [],
      isFaulty: (id) => faulty.includes(id),
    },
  );

it('distinguishes complete, incomplete and untouched steps', () => {
  const details = { ...study, isPrincipal: 'No' as const };
  const steps = outline({ details }, ['principal', 'ethics', 'purpose', 'dataset']);
  expect(steps.study.state).toBe('complete');
  expect(steps.principal.state).toBe('incomplete');
  expect(steps.ethics.state).toBe('notStarted');
  expect(completeSteps(steps)).toBe(1);
});

it('counts the optional step once it was passed or has an answer', () => {
  expect(outline({}).specification.state).toBe('notStarted');
  expect(outline({ reached: 7 }).specification.state).toBe('complete');
  const filters = { ...emptyDraft.filters, start_value: '2023-01-01' };
  expect(outline({ filters }).specification.state).toBe('complete');
});

it('blocks devices and staff until the day of need is known', () => {
  expect(outline({})['devices-staff'].blocked).toMatch(/"Date needed"/);
  expect(outline({ details: study })['devices-staff'].blocked).toBeUndefined();
  expect(outline({ reached: 7 })['devices-staff'].blocked).toBeUndefined();
});

it('blocks the review until the other steps have no errors, or once it was reached', () => {
  expect(outline({}, ['ethics']).review.blocked).toBe('Complete the other steps first.');
  expect(outline({}).review.blocked).toBeUndefined();
  expect(outline({ reached: 8 }, ['ethics']).review.blocked).toBeUndefined();
});
