import { count } from '@/lib/numbers';

/** The largest file that is read, in bytes; a procedure has some kilobytes. */
const LARGEST = 1_000_000;

/** A file that holds a procedure, as far as can be said before the server has looked at it. */
export interface ProcedureFile {
  name: string;
  content: Record<string, unknown>;
  /** What is in it, in words. */
  says: string;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const textOf = (value: unknown, field: string): string | undefined => {
  const text =
    typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)[field]
      : undefined;
  return typeof text === 'string' && text.trim() ? text.trim() : undefined;
};

/** Reads a file; the answer is a text where it cannot be read. */
export async function readProcedureFile(file: File): Promise<ProcedureFile | string> {
  if (file.size > LARGEST) return 'The file is too large. The limit is 1 MB.';
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    return 'This file cannot be read as JSON. Please choose a file that was exported here or from another installation.';
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return 'This file holds no approval procedure. Please choose a file that was exported here or from another installation.';
  }
  const known = content as Record<string, unknown>;
  const parts = [
    count(listOf(known.stages).length, 'stage'),
    count(listOf(known.links).length, 'link'),
  ].join(', ');
  const name = textOf(known, 'name');
  return { name: file.name, content: known, says: name ? `“${name}”, ${parts}` : parts };
}

/** "Stage 3, “Access review”: …", "Link 2: …": what the server says of places in the file, in words. */
export function faultsInFile(
  errors: Readonly<Record<string, readonly string[]>>,
  content: Record<string, unknown>,
): string[] {
  const placesOf = new Map<string, string[]>();
  for (const [place, messages] of Object.entries(errors)) {
    for (const message of messages) {
      placesOf.set(message, [...(placesOf.get(message) ?? []), nameOfPlace(place, content)]);
    }
  }
  return [...placesOf].map(([message, places]) => {
    const told = places.filter(Boolean).join('; ');
    return told ? `${told}: ${message}` : message;
  });
}

function nameOfPlace(place: string, content: Record<string, unknown>): string {
  const [, list, index] = /^(stages|links)\[(\d+)\]/.exec(place) ?? [];
  if (list === 'links') return `Link ${Number(index) + 1}`;
  if (list === 'stages') {
    const activity = textOf(listOf(content.stages)[Number(index)], 'stage_activity');
    return `Stage ${Number(index) + 1}${activity ? `, “${activity}”` : ''}`;
  }
  if (place.startsWith('letter')) return 'Letter';
  return '';
}
