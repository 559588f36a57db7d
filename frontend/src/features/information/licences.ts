import data from './licences.gen.json';

/** A part of the software, with the numbers of its licence texts. */
export interface Part {
  name: string;
  /** An SPDX expression, such as "MIT OR Apache-2.0". */
  licence: string;
  texts: readonly number[];
}

const kinds = [
  { kind: 'server', title: 'In the server' },
  { kind: 'frontend', title: 'In the browser' },
  { kind: 'font', title: 'Fonts' },
] as const;

const partsOf = (kind: string): Part[] => data.parts.filter((part) => part.kind === kind);

/** The software itself, which the deployer may rename. */
export const own: Part = partsOf('product')[0] ?? { name: '', licence: '', texts: [] };

/** The third-party parts, by the place where they are used. */
export const groups = kinds.map(({ kind, title }) => ({ kind, title, parts: partsOf(kind) }));

export const textsOf = (part: Part): string[] =>
  part.texts.flatMap((number) => data.texts[number] ?? []);

/** Returns true if the name or the licence of a part contains these letters, ignoring case. */
export function isNamed({ name, licence }: Part, letters: string): boolean {
  return `${name} ${licence}`.toLowerCase().includes(letters.trim().toLowerCase());
}
