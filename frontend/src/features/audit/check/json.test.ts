import { expect, it } from 'vitest';
import { fromBase64, fromDecimal, fromHex, toHex } from './bytes';
import { canonical, isCanonical, NoJson, parseJson, type Json } from './json';

it('parses JSON, and rejects texts that only resemble it', () => {
  for (const text of [
    'null',
    '{"a":[1,-2.5e3,true,"x\\n\\u00e9\\ud83c\\udf0a"],"b":{}}',
    ' [ ] \n',
  ]) {
    expect(canonical(parseJson(text))).toBe(canonical(JSON.parse(text) as Json));
  }
  for (const text of [
    '',
    '{',
    '{}x',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1,"a":1}',
    '01',
    '+1',
    '.5',
    '1.',
    'NaN',
    '1e999',
    '"\n"',
    '"\\x"',
    '"\\ud800"',
    '"',
    '\ufeff{}',
    '[1] // no',
  ]) {
    expect(() => parseJson(text), text).toThrow(NoJson);
  }
  expect(() => parseJson('{"a": 1,\n "a": 2}')).toThrow('the field "a" occurs twice at line 2');
});

it('parses a text of megabytes, and a field of any name', () => {
  const long = 'x\\"'.repeat(2_000_000);
  expect(parseJson(`["${long}"]`)).toEqual([JSON.parse(`"${long}"`)]);
  expect(canonical(parseJson('{"toString":1,"__proto__":2}'))).toBe('{"__proto__":2,"toString":1}');
});

/** The examples of RFC 8785, sections 3.2.2 to 3.2.4 and appendix B. */
it('recognises canonical JSON', () => {
  const example = String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`;
  const expected = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
  expect(canonical(parseJson(example))).toBe(expected);
  expect(isCanonical(expected)).toBe(true);
  expect(isCanonical(example)).toBe(false);
  // Fields are sorted by UTF-16 code units, so 😂 (a surrogate pair) comes before U+FB33.
  const names = ['€', '\r', '\ufb33', '1', '😂', '\u0080', 'ö'];
  const object = `{${names.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`;
  expect(Object.keys(JSON.parse(canonical(parseJson(object))) as object)).toHaveLength(7);
  expect(canonical(parseJson(object))).toBe(
    '{"\\r":0,"1":0,"\u0080":0,"ö":0,"€":0,"😂":0,"\ufb33":0}',
  );
  expect(isCanonical('{"a":1 }')).toBe(false);
  expect(isCanonical('nothing')).toBe(false);
});

it('parses numbers, base64 and hexadecimal digits only in canonical form', () => {
  for (const [text, hex] of [
    ['', ''],
    ['Zg==', '66'],
    ['Zm8=', '666f'],
    ['Zm9v', '666f6f'],
    ['+/+/', 'fbffbf'],
  ] as const) {
    expect(toHex(fromBase64(text)!)).toBe(hex);
  }
  for (const text of ['Zg', 'Zg=', 'Zh==', 'Zm9=', 'Z===', '====', 'Zm 9', 'Zm9-', 'Z=g=']) {
    expect(fromBase64(text), text).toBeUndefined();
  }
  expect(fromHex('0aFf', 2)).toEqual(Uint8Array.of(10, 255));
  for (const text of ['0a', '0aff0', '0xff', 'gggg']) expect(fromHex(text, 2)).toBeUndefined();
  expect(fromDecimal('18446744073709551615')).toBe(2n ** 64n - 1n);
  for (const text of ['', '01', '+1', '-1', '1.0', ' 1', '18446744073709551616']) {
    expect(fromDecimal(text), text).toBeUndefined();
  }
});
