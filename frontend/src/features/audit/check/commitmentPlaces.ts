import { isObject, NoJson, parseJson, type Json } from './json';

/** Finds the places of committed texts in an entry or a version. */

const words = (name: string): string => name.replaceAll('_', ' ');

function* leaves(value: Json, path: readonly string[]): Generator<[string, readonly string[]]> {
  if (typeof value === 'string') yield [value, path];
  if (Array.isArray(value)) {
    for (const [at, part] of (value as readonly Json[]).entries()) {
      yield* leaves(part, [...path.slice(0, -1), `${path.at(-1) ?? ''} ${at + 1}`.trim()]);
    }
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) yield* leaves(part, [...path, words(name)]);
  }
}

/**
 * Maps each text in the JSON to its place, such as "list of staff 1, surname". Commitments are such
 * texts. Empty if the JSON is invalid.
 */
export function commitmentPlaces(text: string | undefined): Map<string, string> {
  try {
    const all = text === undefined ? [] : [...leaves(parseJson(text), [])];
    return new Map(
      all.map(([value, path]) => [value, path.filter((part) => part !== 'act').join(', ')]),
    );
  } catch (error) {
    if (error instanceof NoJson) return new Map();
    throw error;
  }
}
