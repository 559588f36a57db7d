import { expect, it } from 'vitest';
import { makeDue, makeRequest } from '@/testing/reviewFactories';
import { dueText, facilities, overdueText, periodOfData, statusLine } from './requestStatus';

it("joins the server's texts about submission and waiting", () => {
  expect(statusLine(makeRequest())).toBe(
    'Submitted 8 days ago · Waiting for the Data Security Reviewer, 3 days',
  );
  expect(statusLine({ status_text: 'Denied on the 2nd day', waiting_text: null })).toBe(
    'Denied on the 2nd day',
  );
});

it('shows the due date with its state, or that the clock is paused', () => {
  expect(dueText(makeDue())).toBe('Due 04 December 2026 · On time');
  expect(dueText(makeDue({ state: 'Due soon' }))).toBe('Due 04 December 2026 · Due soon');
  expect(dueText(makeDue({ on: null, state: 'Overdue' }))).toBe(
    'Paused until a comment is resolved',
  );
});

it('counts overdue requests, if there are any', () => {
  expect(overdueText({ overdue: 2 })).toBe('2 overdue');
  expect([overdueText({ overdue: 0 }), overdueText(undefined)]).toEqual([undefined, undefined]);
});

it('shows All if neither facilities nor a period were chosen', () => {
  const filtered = (chosen: string[], start_value: string | null, end_value: string | null) =>
    makeRequest({
      filters: { facility_filter: chosen, date_range_filter: { start_value, end_value } },
    });
  const all = filtered([], null, null);
  expect([facilities(all), periodOfData(all)]).toEqual(['All', 'All']);
  expect(facilities(filtered(['Karrow', 'Gulu'], null, null))).toBe('Karrow; Gulu');
  expect(periodOfData(filtered([], '2024-01-05', '2024-03-01'))).toBe(
    '05 January 2024 to 01 March 2024',
  );
  expect(periodOfData(filtered([], '2024-01-05', null))).toBe('From 05 January 2024');
  expect(periodOfData(filtered([], null, '2024-03-01'))).toBe('Until 01 March 2024');
});
