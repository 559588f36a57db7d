import { isoDayOf, formatDate } from '@/lib/dates';
import { isTooLong, lengthMessage } from '@/lib/limits';
import type { Values } from './drafts';

/**
 * A column whose cells are edited in place. A cell's value is always a text, regardless of the type
 * in the API.
 */
export interface SheetColumn {
  field: string;
  name: string;
  /** Pixels. */
  width: number;
  kind?: 'text' | 'long' | 'choice' | 'date' | 'number';
  choices?: readonly string[];
  /** Maximum number of characters that the server accepts. */
  limit?: number;
  /** Error of an empty cell. Without it, the cell is optional. */
  required?: string;
}

export const yesNo = ['Yes', 'No'] as const;
export const asYesNo = (value: boolean) => (value ? 'Yes' : 'No');
export const isYes = (text: string | undefined) => text === 'Yes';

export function faultOf(column: SheetColumn, text: string): string | undefined {
  const { kind, choices, limit, required } = column;
  if (text.trim() === '') return required;
  if (kind === 'choice' && !choices?.includes(text)) {
    return `Choose one of ${choices?.join(', ')}.`;
  }
  if (kind === 'number' && !/^\d{1,15}$/.test(text.trim())) return 'Enter a whole number.';
  if (kind === 'date' && !isDay(text.trim()))
    return 'Write the day as 05 March 2026 or 2026-03-05.';
  if (limit !== undefined && isTooLong(text, limit)) return lengthMessage(text, limit);
  return undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Formats a cell's text for display and for editing. */
export function shownText(column: SheetColumn, text: string): string {
  return column.kind === 'date' && isDay(text.trim()) ? formatDate(text.trim()) : text;
}

/**
 * Normalises a text for a cell: choices match case-insensitively, and days are converted to
 * YYYY-MM-DD.
 */
export function cellText(column: SheetColumn, text: string): string {
  const plain = column.kind === 'long' ? text : text.replaceAll('\n', ' ');
  if (column.kind === 'date') return isoDayOf(plain) ?? plain;
  const same = (choice: string) => choice.toLowerCase() === plain.trim().toLowerCase();
  return column.choices?.find(same) ?? plain;
}

export function faultsOf(columns: readonly SheetColumn[], values: Values): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const fault = faultOf(column, values[column.field] ?? '');
      return fault ? [[column.field, fault]] : [];
    }),
  );
}
