import type { Trial } from '@/api/models';
import { count } from '@/lib/numbers';

/** Returns a text such as "Pending: 6 approvals are left, 4 of them one after the other." */
export function summaryOf({ status, is_over, approvals_left, in_a_row }: Trial): string {
  if (is_over) return `${status}: finished, no more decisions are needed.`;
  const left = `${status}: ${count(approvals_left, 'approval is left', 'approvals are left')}`;
  if (approvals_left < 2) return `${left}.`;
  return in_a_row === approvals_left
    ? `${left}, one after the other.`
    : `${left}, ${in_a_row} of them one after the other.`;
}
