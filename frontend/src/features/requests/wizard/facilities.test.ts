import { expect, it } from 'vitest';
import type { FacilityNode } from '@/api/models';
import { chosenOf, matching, summaries } from './facilities';

const place = (
  facility_id: number,
  label: string,
  children: FacilityNode[] = [],
): FacilityNode => ({
  facility_id,
  label,
  children,
});
const north = place(100, 'North', [
  place(110, 'Lira Hills', [place(1, 'Hill Clinic'), place(2, 'Lake Hospital')]),
  place(120, 'Riverside', [place(3, 'River Clinic')]),
]);
const south = place(200, 'South', [
  place(210, 'Coast', [place(4, 'Coast Clinic'), place(5, 'Port Clinic')]),
]);
const tree = [north, south];
const sum = (...ids: number[]) => summaries(tree, new Set(ids));

it('summarises a whole region, a whole district, or the facility by its label, as the server does', () => {
  expect(sum(1, 2, 3)).toEqual(['All facilities from North']);
  expect(sum(1, 2, 3, 4, 5)).toEqual(['All facilities from North', 'All facilities from South']);
  expect(sum(1, 2)).toEqual(['All facilities from Lira Hills']);
  expect(sum(2, 3, 5)).toEqual(['Lake Hospital', 'All facilities from Riverside', 'Port Clinic']);
  expect(sum(99)).toEqual([]);
});

it('determines which share of a place is chosen', () => {
  expect(chosenOf(north, new Set([1]))).toBe('some');
  expect(chosenOf(north, new Set([1, 2, 3]))).toBe('all');
  expect(chosenOf(south, new Set([1, 2, 3]))).toBe('none');
});

it('finds places by a part of their name, with all places below and above them', () => {
  expect(summaries(matching(tree, 'clinic'), new Set([1, 2, 3, 4, 5]))).toEqual([
    'All facilities from North',
    'All facilities from South',
  ]);
  expect(matching(tree, 'riverside')).toEqual([{ ...north, children: [north.children[1]] }]);
  expect(matching(tree, 'nowhere')).toEqual([]);
});
