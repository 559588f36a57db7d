import data from './licences.gen.json';

/** Something that ships, and the numbers of the texts that belong to it. */
export interface Part {
  name: string;
  /** As SPDX writes it, such as "MIT OR Apache-2.0". */
  licence: string;
  texts: readonly number[];
}

const kinds = [
  { kind: 'server', title: 'In the server' },
  { kind: 'frontend', title: 'In the browser' },
  { kind: 'font', title: 'Fonts' },
] as const;

const partsOf = (kind: string): Part[] => data.parts.filter((part) => part.kind === kind);

/** The software itself, which the deployer may call by another name. */
export const own: Part = partsOf('product')[0] ?? { name: '', licence: '', texts: [] };

/** What others have made, by where it is used. */
export const groups = kinds.map(({ kind, title }) => ({ kind, title, parts: partsOf(kind) }));

/** The texts of a part, whole. */
export const textsOf = (part: Part): string[] =>
  part.texts.flatMap((number) => data.texts[number] ?? []);

/** Whether the name or the licence of a part holds these letters, in any case. */
export function isNamed({ name, licence }: Part, letters: string): boolean {
  return `${name} ${licence}`.toLowerCase().includes(letters.trim().toLowerCase());
}
