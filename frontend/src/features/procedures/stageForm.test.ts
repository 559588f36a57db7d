import { expect, it } from 'vitest';
import { makeStage } from '@/testing/procedureFactories';
import { canHaveTarget, check, formOf, inputOf, isTarget, newStage } from './stageForm';

const type = (stage_type_id: number, stage_type: string, built_in = true) => ({
  stage_type_id,
  stage_type,
  built_in,
  roles: [4, 10],
  row_version: 1,
});
const lists = {
  roles: [
    { role_id: 4, role: 'Data Officer' },
    { role_id: 10, role: 'Data Requester' },
  ],
  types: [type(1, 'Initial'), type(2, 'Junction'), type(9, 'Appeal', false)],
};

it('accepts targets of 1 to 250 working days, or none', () => {
  expect(['', ' ', '1', ' 10 ', '250'].filter(isTarget)).toEqual(['', ' ', '1', ' 10 ', '250']);
  expect(['0', '251', '-1', '1.5', '1e2', 'ten', '9'.repeat(20)].filter(isTarget)).toEqual([]);
});

it('offers a target only at a built-in Junction of a staff role', () => {
  const can = (role: number | '', stage_type: number | '') =>
    canHaveTarget({ role, stage_type }, lists);
  expect(can(4, 2)).toBe(true);
  expect([can(10, 2), can(4, 1), can(4, 9), can('', 2), can(4, ''), can(99, 2)]).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('sends the target of a stage with a decision, and none for others', () => {
  const decided = formOf(makeStage(12, 'Release', { target: 10 }));
  expect(decided.target).toBe('10');
  expect(inputOf(decided, lists).target).toBe(10);
  expect(inputOf({ ...decided, role: 10 }, lists).target).toBeNull();
  expect(inputOf(formOf(makeStage(12, 'Release')), lists).target).toBeNull();
  expect(newStage(5).target).toBe('');
});

it('keeps the target while the names of roles and types are not loaded', () => {
  const decided = formOf(makeStage(12, 'Release', { target: 10 }));
  expect(inputOf(decided, { roles: undefined, types: undefined }).target).toBe(10);
});

it('checks the target only where a stage can have one', () => {
  const wrong = { ...formOf(makeStage(12, 'Release')), target: '251' };
  expect(check(wrong, lists)).toEqual({
    target: 'Enter 1 to 250 working days, or nothing for a stage without a target.',
  });
  expect(check({ ...wrong, role: 10 }, lists)).toEqual({});
});
