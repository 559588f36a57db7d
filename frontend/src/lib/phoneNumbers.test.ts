import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';
import numbers from '@/testing/phoneNumbers.json';

/**
 * The server decides by another port of the same rules (decisions A6): its tests hold it to the same list, so that both
 * give the same verdict.
 */
it.each(numbers)('agrees with the server on $number ($about)', ({ number, exists }) => {
  expect(isValidPhoneNumber(number)).toBe(exists);
});
