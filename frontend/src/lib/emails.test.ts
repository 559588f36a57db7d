import { expect, it } from 'vitest';
import addresses from '@/testing/emailAddresses.json';
import { isEmail } from './emails';

it.each(addresses.taken)('takes %s, as the server does', (address) => {
  expect(isEmail(address)).toBe(true);
});

it.each(addresses.refused)('refuses "%s", as the server does', (address) => {
  expect(isEmail(address)).toBe(false);
});
