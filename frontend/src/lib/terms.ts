import type { Expected, Term, TermUnit } from '@/api/models';
import { formatDate } from './dates';
import { count } from './numbers';

/** The longest term in each unit. */
export const LONGEST_TERM: Readonly<Record<TermUnit, number>> = { weeks: 260, months: 60 };

/** The longest completion window in weeks. */
export const LONGEST_WINDOW = 12;

/** "1 month" or "6 weeks". */
export const termText = (term: Pick<Term, 'unit' | 'count'>): string =>
  count(term.count, term.unit === 'weeks' ? 'week' : 'month');

/** True if a text is a number from 1 to `most`, without sign or fraction. */
export const isLength = (text: string, most: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;

/**
 * "Expected by 04 December 2026", or that the term is paused, with the length of an extension, and
 * Overdue if the day is over.
 */
export function expectedText({ on, state, extended }: Expected): string {
  const parts = [
    on ? `Expected by ${formatDate(on)}` : 'Expected date paused until a comment is resolved',
    extended && `extended by ${termText(extended)}`,
    on && state === 'Overdue' && state,
  ];
  return parts.filter(Boolean).join(' · ');
}
