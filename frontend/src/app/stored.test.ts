import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeRole, makeUser } from '@/testing/factories';

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

/** Returns the session as a freshly loaded page reads it. */
async function sessionAfterReload() {
  const { session } = await import('@/api/session');
  return session.get();
}

describe('the stored session', () => {
  it('survives a reload', async () => {
    const kept = { token: 't', user: makeUser(), role: makeRole('Data Officer') };
    sessionStorage.setItem('aditus.session', JSON.stringify(kept));
    expect(await sessionAfterReload()).toEqual(kept);
  });

  it.each([
    ['no JSON', '{"token'],
    ['a text', '"signed in"'],
    ['a list', '[]'],
    ['another shape', '{"token":"t","user":{"id":7}}'],
    [
      'a user without roles',
      JSON.stringify({ token: 't', role: null, user: { ...makeUser(), assigned_roles: null } }),
    ],
    ['a role of another shape', JSON.stringify({ token: 't', role: {}, user: makeUser() })],
  ])('is dropped if it is %s', async (_, text) => {
    sessionStorage.setItem('aditus.session', text);
    expect(await sessionAfterReload()).toBeNull();
    expect(sessionStorage.getItem('aditus.session')).toBeNull();
  });
});

it.each([
  [
    'aditus.variableSelection',
    '{"dataSourceId":1,"bySource":{"1":[{"var_id":"x"}]},"submissionPending":false}',
  ],
  ['aditus.variableSelection', '{"dataSourceId":1}'],
])('drops stored picks of another shape (%s)', async (key, text) => {
  sessionStorage.setItem(key, text);
  const { variableSelection } = await import('@/lib/variableSelection');
  expect(variableSelection.dataSourceId()).toBeNull();
  expect(variableSelection.of(1)).toEqual([]);
});

it.each([
  ['dark', 'dark'],
  ['{"mode":1}', null],
])('keeps a valid stored colour mode and drops others: %s becomes %s', async (stored, left) => {
  const { dropUnknownColours } = await import('./colourStorage');
  localStorage.setItem('mui-mode', stored);
  dropUnknownColours();
  expect(localStorage.getItem('mui-mode')).toBe(left);
  localStorage.removeItem('mui-mode');
});
