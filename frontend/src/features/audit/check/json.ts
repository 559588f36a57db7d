import { hasLoneSurrogate } from './bytes';

/**
 * JSON as the server parses it, which is stricter than `JSON.parse`, and its canonical form (RFC
 * 8785).
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** Has no prototype, so that a field may have any name. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** The maximum nesting of arrays and objects. */
const MAX_DEPTH = 127;

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

export class NoJson extends Error {}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): Json {
    const value = this.value(0);
    this.take(SPACE);
    if (this.at < this.text.length) this.fail('nothing more was expected');
    return value;
  }

  private fail(what: string): never {
    const before = this.text.slice(0, this.at).split('\n');
    throw new NoJson(`${what} at line ${before.length} column ${(before.at(-1) ?? '').length + 1}`);
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private accept(character: string): boolean {
    this.take(SPACE);
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private expect(character: string): void {
    if (!this.accept(character)) this.fail(`"${character}" was expected`);
  }

  private value(depth: number): Json {
    if (this.accept('{')) return this.object(depth + 1);
    if (this.accept('[')) return this.array(depth + 1);
    if (this.text[this.at] === '"') return this.string();
    const word = this.take(WORD);
    if (word) return word === 'null' ? null : word === 'true';
    const number = Number(this.take(NUMBER) ?? this.fail('a value was expected'));
    return Number.isFinite(number) ? number : this.fail('a number is too large');
  }

  private string(): string {
    const start = this.at;
    if (this.text[start] !== '"') this.fail('a text was expected');
    let end = start + 1;
    // A regular expression over megabytes would exceed the stack of browsers.
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    let text;
    try {
      text = JSON.parse(this.text.slice(start, end + 1)) as string;
    } catch {
      return this.fail('a text is not valid');
    }
    if (hasLoneSurrogate(text)) this.fail('a text contains half of a character');
    this.at = end + 1;
    return text;
  }

  private checkDepth(depth: number): void {
    if (depth > MAX_DEPTH) this.fail('the values are nested too deeply');
  }

  private object(depth: number): JsonObject {
    this.checkDepth(depth);
    const object = Object.create(null) as Record<string, Json>;
    if (this.accept('}')) return object;
    do {
      this.take(SPACE);
      const name = this.string();
      if (name in object) this.fail(`the field "${name}" occurs twice`);
      this.expect(':');
      object[name] = this.value(depth);
    } while (this.accept(','));
    this.expect('}');
    return object;
  }

  private array(depth: number): Json[] {
    this.checkDepth(depth);
    const array: Json[] = [];
    if (this.accept(']')) return array;
    do array.push(this.value(depth));
    while (this.accept(','));
    this.expect(']');
    return array;
  }
}

/**
 * Parses JSON. Throws `NoJson` for invalid JSON, for duplicate fields, and for texts that UTF-8
 * cannot encode.
 */
export const parseJson = (text: string): Json => new Reader(text).whole();

/**
 * Returns canonical JSON. Texts and numbers are written as in ECMAScript; fields are sorted by
 * UTF-16 code units.
 */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  const written = fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name]!)}`);
  return `{${written.join(',')}}`;
}

export function isCanonical(text: string): boolean {
  try {
    return canonical(parseJson(text)) === text;
  } catch (error) {
    if (error instanceof NoJson) return false;
    throw error;
  }
}
