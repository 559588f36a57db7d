import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import vectors from '@/testing/evidence.json';
import { pathOfTile, tileOfDecision } from '@/testing/evidenceTile';
import { utf8 } from './bytes';
import { checkEvidence, isProved, type Answer } from './check';
import type { TrustedKey } from './former';
import type { ReadTile } from './tiles';

/** The output of the command `aditus audit check` for a file, recorded by a test of the server. */
interface Says {
  proved: boolean;
  checks: { check: string; fault: string | null }[];
  kind: string | null;
  at: string | null;
  request_id: number | null;
  index: number | null;
  origin: string | null;
  size: number | null;
  signed_by: string[];
}

interface Case {
  about: string;
  file: string;
  changes: string[][];
  keys: string[];
  says: Says;
}

const subtle = webcrypto.subtle as SubtleCrypto;
const files = vectors.files as Record<string, string>;
const keys = vectors.keys as Record<string, string>;
const cases = vectors.cases as Case[];
const trusted = [keys.trusted!];
const decision = files.decision!;

/** Checks whose faults are worded by the JSON parser, so that they differ between languages. */
const inOwnWords = ['The file is evidence in a form that is known here', 'The entry can be read'];

const told = (checks: readonly { check: string; fault: string | null }[]) =>
  checks.map(({ check, fault }) => [check, inOwnWords.includes(check) ? fault !== null : fault]);

const changed = (file: string, changes: readonly string[][]) =>
  changes.reduce((text, [from, to]) => text.replace(from!, () => to!), file);

const noTile: ReadTile = () => Promise.resolve(undefined);

const check = (file: string, by: readonly string[] = trusted) =>
  checkEvidence(
    subtle,
    utf8(file),
    by.map((key) => ({ key })),
    noTile,
  );

const saysOf = ({ checked }: Answer) =>
  told(checked.map(({ what, fault }) => ({ check: what, fault: fault ?? null })));

describe('the command and the page agree', () => {
  it.each(cases)('on $about', async ({ file, changes, keys: named, says }) => {
    const answer = await check(
      changed(files[file]!, changes),
      named.map((name) => keys[name]!),
    );
    expect(saysOf(answer)).toEqual(told(says.checks));
    expect(isProved(answer)).toBe(says.proved);
    const number = (value: bigint | undefined) => (value === undefined ? null : Number(value));
    expect({
      kind: answer.facts?.kind ?? null,
      at: answer.facts ? Date.parse(answer.facts.at) : null,
      request_id: answer.facts?.request ?? null,
      index: number(answer.index),
      origin: answer.signed?.origin ?? null,
      size: number(answer.signed?.size),
      signed_by: answer.signed?.by.map(({ text }) => text) ?? [],
    }).toEqual({
      kind: says.kind,
      at: says.at && Date.parse(says.at),
      request_id: says.request_id,
      index: says.index,
      origin: says.origin,
      size: says.size,
      signed_by: says.signed_by,
    });
  });
});

/**
 * A cosignature of C2SP tlog-cosignature: the id of the key, a time of eight bytes, and the
 * signature.
 */
it('accepts a checkpoint that a witness has also signed', async () => {
  const { proof, ...others } = JSON.parse(decision) as { proof: string };
  const cosignature = Buffer.from(Array.from({ length: 76 }, (_, at) => at)).toString('base64');
  const witnessed = `${proof}— witness.example/w1 ${cosignature}\n`;
  const answer = await check(JSON.stringify({ ...others, proof: witnessed }));
  expect(isProved(answer)).toBe(true);
});

/**
 * Changes every character of each field in turn. The key in the file is only a hint, and white
 * space has no meaning.
 */
it('refuses a file in which one character was changed', async () => {
  const { verifier_key: hint, ...fields } = JSON.parse(decision) as Record<string, unknown>;
  expect(hint).toBe(keys.trusted);
  const alter = (text: string, at: number) => {
    const character = text[at]!;
    return text.slice(0, at) + (character === 'A' ? 'B' : 'A') + text.slice(at + 1);
  };
  const refused = async (altered: object) => {
    const answer = await check(JSON.stringify({ ...fields, verifier_key: hint, ...altered }));
    expect(isProved(answer), JSON.stringify(altered)).toBe(false);
  };
  for (const name of ['format', 'entry', 'content', 'proof']) {
    const text = fields[name] as string;
    // A lone surrogate makes the text invalid, which is refused as well.
    for (let at = 0; at < text.length; at += 1) await refused({ [name]: alter(text, at) });
  }
  const values = fields.values as Record<string, string>[];
  for (const [place, value] of values.entries()) {
    for (const name of ['commitment', 'salt', 'value']) {
      const text = value[name]!;
      for (let at = 0; at < text.length; at += 1) {
        // Hexadecimal digits in capitals mean the same.
        if (name !== 'value' && /a/i.test(text[at]!)) continue;
        const altered = { ...value, [name]: alter(text, at) };
        await refused({ values: values.with(place, altered) });
      }
    }
  }
});

/** The enrolment of a passkey has a proof of its own. */
it('refuses an enrolment in which one character was changed', async () => {
  const { enrolment, ...fields } = JSON.parse(files.passkey!) as {
    enrolment: Record<string, string>;
  };
  for (const name of ['entry', 'proof']) {
    const text = enrolment[name]!;
    for (let at = 0; at < text.length; at += 1) {
      const altered = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
      const file = JSON.stringify({ ...fields, enrolment: { ...enrolment, [name]: altered } });
      const answer = await check(file);
      expect(isProved(answer), altered).toBe(false);
    }
  }
});

it('refuses bytes that are not text', async () => {
  for (const bytes of [[], [0xff], [0x7b, 0x22, 0xc3, 0x28], [0x89, 0x50, 0x4e, 0x47]]) {
    const answer = await checkEvidence(subtle, Uint8Array.from(bytes), [], noTile);
    expect(saysOf(answer)).toEqual([[inOwnWords[0], true]]);
  }
});

it('returns the key that signed a checkpoint, and the content of the file', async () => {
  const answer = await check(files['signed twice']!, [keys.trusted!, keys.former!]);
  expect(answer.signed?.by.map(({ text }) => text)).toEqual([keys.trusted, keys.former]);
  const { facts, evidence } = await check(decision);
  expect(facts).toMatchObject({
    by: { who: 'person', user: 21, role: 7, session: 9 },
    version: 3,
    act: { outcome: 'Approved', stage: 2 },
  });
  expect(evidence?.values.map(({ value }) => value)).toContain('Ámbar 🌊');
});

describe('a checkpoint of a retired key', () => {
  const AT = '2026-03-01T08:00:00Z';
  const BY_THEN = 'The key had not been retired by then';
  const BEGINS = 'The log of today begins with what the former key signed';
  const retiredAt = (size: number, key = keys.trusted!): TrustedKey => ({
    key,
    retired: { at: AT, size },
  });
  const paths: string[] = [];
  /** Serves the tile of the log, altered by `alter`. */
  const served =
    (alter: (tile: Uint8Array) => void = () => {}): ReadTile =>
    async (path) => {
      paths.push(path);
      const tile = await tileOfDecision(subtle);
      alter(tile);
      return tile;
    };
  const checkBy = (by: readonly TrustedKey[], readTile: ReadTile, file = decision) =>
    checkEvidence(subtle, utf8(file), by, readTile);
  const faultOf = ({ checked }: Answer, name: string) =>
    checked.find(({ what }) => what === name)?.fault;
  const isChecked = ({ checked }: Answer, name: string) =>
    checked.some(({ what }) => what === name);

  it('is valid if the log begins with its tree', async () => {
    for (const size of [7, 8, 1_000_000]) {
      const answer = await checkBy([retiredAt(size)], served());
      expect(isProved(answer)).toBe(true);
      expect(answer.former).toEqual({ retired: { at: AT, size }, isCompared: true });
      expect([isChecked(answer, BY_THEN), isChecked(answer, BEGINS)]).toEqual([true, true]);
    }
    expect(new Set(paths)).toEqual(new Set([pathOfTile]));
  });

  it('is forged if the log was smaller at the retirement', async () => {
    for (const [size, had] of [
      [6, '6 entries'],
      [1, '1 entry'],
      [0, '0 entries'],
    ] as const) {
      paths.length = 0;
      const answer = await checkBy([retiredAt(size)], served());
      expect(isProved(answer)).toBe(false);
      expect(faultOf(answer, BY_THEN)).toBe(
        `it is signed by a key that was retired when the log had ${had}; this file claims 7`,
      );
      expect(isChecked(answer, 'The entry is in the log that was signed')).toBe(false);
      expect(paths, 'nothing is asked').toEqual([]);
    }
  });

  it('is forged if the log has other entries', async () => {
    for (const at of [0, 100, 7 * 32 - 1]) {
      const answer = await checkBy(
        [retiredAt(7)],
        served((tile) => {
          tile[at]! ^= 1;
        }),
      );
      expect(isProved(answer)).toBe(false);
      expect(faultOf(answer, BEGINS)).toMatch(/^its first 7 entries differ/);
    }
  });

  it('is valid without comparison if the log cannot be read', async () => {
    const answer = await checkBy([retiredAt(7)], noTile);
    expect(isProved(answer)).toBe(true);
    expect(answer.former?.isCompared).toBe(false);
    expect(isChecked(answer, BEGINS)).toBe(false);
  });

  it('ignores the retired key if a current key has signed too', async () => {
    const twice = files['signed twice']!;
    const current = { key: keys.former! };
    const answer = await checkBy([current, retiredAt(1)], served(), twice);
    expect(isProved(answer)).toBe(true);
    expect(answer.former).toBeUndefined();
    expect(isChecked(answer, BY_THEN)).toBe(false);
    // With two former keys, the one that was retired later decides.
    const former = [retiredAt(1), retiredAt(7, keys.former)];
    expect((await checkBy(former, noTile, twice)).former?.retired.size).toBe(7);
  });
});
