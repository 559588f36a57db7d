import { expect, it } from 'vitest';
import { atAddresses } from './addresses';

const addressesIn = (text: string) =>
  atAddresses(text)
    .filter(({ isAddress }) => isAddress)
    .map(({ text: address }) => address);

it.each([
  ['See https://example.org/a_(b)?x=1&y=2.', ['https://example.org/a_(b)?x=1&y=2']],
  [
    '(https://example.org/a), http://example.org/b!',
    ['https://example.org/a', 'http://example.org/b'],
  ],
  ['(see [https://example.org/a_(b)_[c]].)', ['https://example.org/a_(b)_[c]']],
  ['HTTPS://EXAMPLE.ORG/Ä/…', ['HTTPS://EXAMPLE.ORG/Ä/']],
  ['*https://example.org/x*', ['https://example.org/x']],
  [
    '"https://example.org" <https://example.org/y>',
    ['https://example.org', 'https://example.org/y'],
  ],
  ['https://good.example/\u202Egro.live', ['https://good.example/']],
])('finds the whole addresses in %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

it.each([
  'javascript:alert(1)',
  'www.example.org',
  'mailto:ada@people.example',
  'ftp://example.org',
  'xhttps://example.org',
  'https://',
  '[words](javascript:alert(1))',
  '<a href="x">x</a> &amp; *x* 5 < 6 > 4',
])('finds no address in %j', (text) => {
  expect(addressesIn(text)).toEqual([]);
});

it('drops any number of closing brackets after an address', () => {
  const address = 'https://example.org/a(b)';
  expect(addressesIn(address + ')].'.repeat(3000))).toEqual([address]);
});

it('loses no characters', () => {
  const text = '  1.\thttps://example.org/a_(b),\n\n    https://[ and <b>x</b>\n';
  expect(
    atAddresses(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
