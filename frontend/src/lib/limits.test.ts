import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isTooLong, lengthOf, limits } from './limits';

interface OpenApi {
  components: { schemas: Record<string, { properties: Record<string, { maxLength?: number }> }> };
}
const { components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;

it.each(Object.entries(limits))("has the server's limits for %s", (body, properties) => {
  const served = components.schemas[body]?.properties ?? {};
  const known = Object.fromEntries(
    Object.keys(properties).map((name) => [name, served[name]?.maxLength]),
  );
  expect(properties).toEqual(known);
});

it('counts characters as the server does', () => {
  expect(lengthOf('naïve')).toBe(5);
  expect(lengthOf('🌦🌦')).toBe(2);
  expect(isTooLong('🌦🌦', 2)).toBe(false);
  expect(isTooLong('🌦🌦🌦', 2)).toBe(true);
});

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('uses no maxLength, so that browsers do not cut texts', () => {
  const cutting = Object.entries(sources)
    .filter(([, text]) => text.includes('maxLength'))
    .map(([path]) => path);
  expect(cutting).toEqual([]);
});

/** Files with other fields: choices, filters, numbers, codes, passwords, and read-only fields. */
const others = [
  ...[
    'CodeField',
    'FactorCodeField',
    'DateField',
    'PasswordField',
    'SearchedChoice',
    'LimitedField',
  ],
  ...['ForgotPasswordPage', 'SignInDialog', 'EditProfile', 'PhoneChange', 'CountryField'],
  ...['fieldGroups', 'AuditLogFilters', 'RequestFilter', 'CheckFile', 'MailboxPage'],
  ...[
    'DictionaryFilters',
    'FacetFields',
    'TableTopicDialog',
    'OriginFields',
    'VariableDialog',
    'QualityFilters',
  ],
  ...['NextStageDialog', 'StageFields', 'CommentsPanel', 'UnsentText', 'TimeZoneField'],
  // Numbers.
  ...['ProcedureDialog', 'ExtendTermDialog'],
];

it('uses LimitedField for the text fields of all files but those listed', () => {
  const without = Object.entries(sources).flatMap(([path, text]) => {
    const fields = text.split('<TextField').slice(1);
    const name = /(\w+)\.tsx$/.exec(path)?.[1] ?? path;
    return fields.some((field) => !/\bselect\b/.test(field.slice(0, 200))) ? [name] : [];
  });
  expect(without.filter((name) => !others.includes(name))).toEqual([]);
});
