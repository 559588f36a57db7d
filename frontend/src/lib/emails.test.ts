import { expect, it } from 'vitest';
import addresses from '@/testing/emailAddresses.json';
import { bareEmail, emailFault, isEmail } from './emails';

it.each(addresses.taken)('accepts %s, as the server does', (address) => {
  expect(isEmail(address)).toBe(true);
});

it.each(addresses.refused)('refuses "%s", as the server does', (address) => {
  expect(isEmail(address)).toBe(false);
});

it('names accented letters before the @ as the reason', () => {
  expect(emailFault('äda@aditus.example')).toMatch(/accented letters/);
  expect(emailFault('ада@клиника.рф')).toMatch(/accented letters/);
  expect(emailFault('ada@aditus')).toBe('Email is invalid');
});

it.each([
  ['mailto:Ada.Okot@People.example?subject=x', 'Ada.Okot@People.example'],
  ['Okot, Ada <ada@people.example>', 'ada@people.example'],
  ['\u00A0ada@клиника.рф\u200B', 'ada@клиника.рф'],
  ['ada@people.example.', 'ada@people.example'],
  ['ada@people', 'ada@people'],
])('extracts the address from %s', (text, address) => {
  expect(bareEmail(text)).toBe(address);
});
