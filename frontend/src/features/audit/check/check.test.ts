import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import vectors from '@/testing/evidence.json';
import { utf8 } from './bytes';
import { checkEvidence, isProved, type Answer } from './check';

/** What the command says of a file (`aditus audit check`), which a test of the server wrote down. */
interface Says {
  proved: boolean;
  checks: { check: string; fault: string | null }[];
  kind: string | null;
  at: string | null;
  request_id: number | null;
  index: number | null;
  origin: string | null;
  size: number | null;
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

/** What a parser of another language says of a text that it cannot read has words of its own. */
const inOwnWords = ['The file is evidence in a form that is known here', 'The entry can be read'];

const told = (checks: readonly { check: string; fault: string | null }[]) =>
  checks.map(({ check, fault }) => [check, inOwnWords.includes(check) ? fault !== null : fault]);

const changed = (file: string, changes: readonly string[][]) =>
  changes.reduce((text, [from, to]) => text.replace(from!, () => to!), file);

const check = (file: string, by: readonly string[] = trusted) =>
  checkEvidence(subtle, utf8(file), by);

const saysOf = ({ checked }: Answer) =>
  told(checked.map(({ what, fault }) => ({ check: what, fault: fault ?? null })));

describe('the command and the page say the same', () => {
  it.each(cases)('of $about', async ({ file, changes, keys: named, says }) => {
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
    }).toEqual({
      kind: says.kind,
      at: says.at && Date.parse(says.at),
      request_id: says.request_id,
      index: says.index,
      origin: says.origin,
      size: says.size,
    });
  });
});

/** C2SP tlog-cosignature: the id of the key, a time of eight bytes, and the signature. */
it('takes a checkpoint that a witness has signed besides', async () => {
  const { proof, ...others } = JSON.parse(decision) as { proof: string };
  const cosignature = Buffer.from(Array.from({ length: 76 }, (_, at) => at)).toString('base64');
  const witnessed = `${proof}— witness.example/w1 ${cosignature}\n`;
  const answer = await check(JSON.stringify({ ...others, proof: witnessed }));
  expect(isProved(answer)).toBe(true);
});

/** Every character of each field in turn becomes another one. The key that the file names is a hint, and white space says nothing. */
it('refuses a file of which one character is another one', async () => {
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
    // Half of a pair of surrogates is no text any more, which is refused as well.
    for (let at = 0; at < text.length; at += 1) await refused({ [name]: alter(text, at) });
  }
  const values = fields.values as Record<string, string>[];
  for (const [place, value] of values.entries()) {
    for (const name of ['commitment', 'salt', 'value']) {
      const text = value[name]!;
      for (let at = 0; at < text.length; at += 1) {
        // Digits in capitals are the same digits.
        if (name !== 'value' && /a/i.test(text[at]!)) continue;
        const altered = { ...value, [name]: alter(text, at) };
        await refused({ values: values.with(place, altered) });
      }
    }
  }
});

it('refuses what is no text', async () => {
  for (const bytes of [[], [0xff], [0x7b, 0x22, 0xc3, 0x28], [0x89, 0x50, 0x4e, 0x47]]) {
    const answer = await checkEvidence(subtle, Uint8Array.from(bytes), trusted);
    expect(saysOf(answer)).toEqual([[inOwnWords[0], true]]);
  }
});

it('says by which key a checkpoint is signed, and what is in the file', async () => {
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
