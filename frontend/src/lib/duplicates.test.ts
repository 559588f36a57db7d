import { expect, it } from 'vitest';
import pairs from '@/testing/doubles.json';
import { duplicatesOfDevice, duplicatesOfMember, isSame } from './duplicates';

/** The server compares the same pairs, in `domain/src/requests/duplicates.rs`. */
it.each(pairs)('compares "$one" and "$other" as the server does', ({ kind, one, other, same }) => {
  expect(isSame(kind as Parameters<typeof isSame>[0], one, other)).toBe(same);
});

const person = (first_name: string, surname: string, email: string, number = '') => ({
  first_name,
  surname,
  email,
  identification_number: number,
});
const naledi = person('Naledi', 'Okafor', 'naledi@university.example', 'P-1');
const responsible = {
  requester: person('Esi', 'Mensah', 'esi@university.example'),
  principal: person('Kofi', 'Adu', 'kofi@university.example'),
};

it('reports people with the same number, address or name, the requester and the principal investigator', () => {
  const warnings = (member: typeof naledi) => duplicatesOfMember(member, [naledi], responsible);
  expect(warnings(person('Ama', 'Boateng', 'ama@university.example', 'P2'))).toEqual([]);
  expect(warnings(person('Ama', 'Boateng', 'esi@University.example', 'p1'))).toEqual([
    'Naledi Okafor has the same identification number and is in the list already.',
    'This is the requester.',
  ]);
  expect(warnings(person('Kofi ', 'adu', 'NALEDI@university.example'))).toEqual([
    'Naledi Okafor has the same email address and is in the list already.',
    'This is the principal investigator.',
  ]);
  expect(warnings(person('naledi', 'Okafor', ''))).toEqual([
    'Naledi Okafor has the same name and is in the list already.',
  ]);
});

it('reports a device with the same serial number', () => {
  const laptop = { equipment_name: 'Laptop', serial_number: 'SN-1' };
  expect(duplicatesOfDevice('sn 1', [laptop])).toEqual([
    'Laptop has the same serial number and is in the list already.',
  ]);
  expect(duplicatesOfDevice('', [laptop])).toEqual([]);
});
