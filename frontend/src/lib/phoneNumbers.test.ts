import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';
import numbers from '@/testing/phoneNumbers.json';

/**
 * The server uses another port of the same rules (decisions A6). Its test in
 * `adapters/system/src/phones.rs` reads the same list, so that both agree on validity and canonical
 * form. A null `e164` means that the number does not exist.
 */
it.each(numbers)('agrees with the server on $number ($about)', ({ number, e164 }) => {
  const read = parsePhoneNumberFromString(number);
  expect(read?.isValid() ? read.number : null).toBe(e164);
});

it('covers valid and invalid numbers of many countries', () => {
  const countries = new Set(
    numbers.flatMap(({ e164 }) => (e164 && parsePhoneNumberFromString(e164)?.country) || []),
  );
  expect(countries.size).toBeGreaterThanOrEqual(40);
  expect(numbers.filter(({ e164 }) => !e164).length).toBeGreaterThanOrEqual(20);
});
