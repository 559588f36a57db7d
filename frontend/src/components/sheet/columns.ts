import { isoDayOf, formatDate } from '@/lib/dates';
import { isTooLong, lengthWords } from '@/lib/limits';
import type { Values } from './drafts';

/** A column whose cells are edited in place. What stands in a cell is a text, whatever the call takes. */
export interface SheetColumn {
  field: string;
  name: string;
  /** Pixels. */
  width: number;
  kind?: 'text' | 'long' | 'choice' | 'date' | 'number';
  /** What there is to choose from. */
  choices?: readonly string[];
  /** The most characters that the server takes. */
  limit?: number;
  /** What is said where nothing stands in the cell; it may stay empty otherwise. */
  required?: string;
}

/** Yes or No. */
export const yesNo = ['Yes', 'No'] as const;
export const asYesNo = (value: boolean) => (value ? 'Yes' : 'No');
export const isYes = (text: string | undefined) => text === 'Yes';

/** What is wrong with a text in a cell of the column. */
export function faultOf(column: SheetColumn, text: string): string | undefined {
  const { kind, choices, limit, required } = column;
  if (text.trim() === '') return required;
  if (kind === 'choice' && !choices?.includes(text)) {
    return `Choose one of ${choices?.join(', ')}.`;
  }
  if (kind === 'number' && !/^\d{1,15}$/.test(text.trim())) return 'Enter a whole number.';
  if (kind === 'date' && !isDay(text.trim()))
    return 'Write the day as 05 March 2026 or 2026-03-05.';
  if (limit !== undefined && isTooLong(text, limit)) return lengthWords(text, limit);
  return undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A text as a cell shows it, and as it is edited. */
export function shownText(column: SheetColumn, text: string): string {
  return column.kind === 'date' && isDay(text.trim()) ? formatDate(text.trim()) : text;
}

/** A text as it is put into a cell: a choice is found whatever its case, and a day is kept as calls take it. */
export function cellText(column: SheetColumn, text: string): string {
  const plain = column.kind === 'long' ? text : text.replaceAll('\n', ' ');
  if (column.kind === 'date') return isoDayOf(plain) ?? plain;
  const same = (choice: string) => choice.toLowerCase() === plain.trim().toLowerCase();
  return column.choices?.find(same) ?? plain;
}

/** What is wrong with the cells of a row, by field. */
export function faultsOf(columns: readonly SheetColumn[], values: Values): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const fault = faultOf(column, values[column.field] ?? '');
      return fault ? [[column.field, fault]] : [];
    }),
  );
}
