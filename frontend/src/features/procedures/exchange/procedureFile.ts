import { count } from '@/lib/numbers';

/** The maximum file size in bytes; a procedure has a few kilobytes. */
const MAX_FILE_LENGTH = 1_000_000;

/** A parsed file that may contain a procedure. The server checks the content. */
export interface ProcedureFile {
  name: string;
  content: Record<string, unknown>;
  /** A summary of the content. */
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

/** Reads a file. Returns an error message if that fails. */
export async function readProcedureFile(file: File): Promise<ProcedureFile | string> {
  if (file.size > MAX_FILE_LENGTH) return 'The file is too large. The limit is 1 MB.';
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    return 'This file cannot be read as JSON. Please choose a file that was exported here or from another installation.';
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return 'This file contains no approval procedure. Please choose a file that was exported here or from another installation.';
  }
  const fields = content as Record<string, unknown>;
  const parts = [
    count(listOf(fields.stages).length, 'stage'),
    count(listOf(fields.links).length, 'link'),
  ].join(', ');
  const name = textOf(fields, 'name');
  return { name: file.name, content: fields, says: name ? `“${name}”, ${parts}` : parts };
}

/**
 * Describes the server's faults with their places in the file, such as "Stage 3, “Access review”:
 * …" or "Link 2: …".
 */
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
    const placeNames = places.filter(Boolean).join('; ');
    return placeNames ? `${placeNames}: ${message}` : message;
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
