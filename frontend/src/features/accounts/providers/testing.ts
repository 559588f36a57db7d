import { http } from 'msw';
import { vi } from 'vitest';
import type { NotLinked, OwnIdentity } from '@/api/models';
import { session } from '@/api/session';
import { browserPage } from '@/lib/browserPage';
import { makeUser } from '@/testing/factories';
import { answer, server, url } from '@/testing/server';

export const ministry = { provider: 'ministry', label: 'Ministry of Health' };
export const campus = { provider: 'campus', label: 'Campus Login' };

/** The address of the provider to which the browser is sent. */
export const PROVIDER_ADDRESS = 'https://id.ministry.example/authorize?state=s1';

export const makeNotLinked = (changes: Partial<NotLinked> = {}): NotLinked => ({
  identity_token: 'identity-of-naledi',
  ...ministry,
  fname: 'Naledi',
  sname: 'Okafor',
  email: 'naledi.okafor@ministry.example',
  expires_on: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
  ...changes,
});

export const makeIdentity = (changes: Partial<OwnIdentity> = {}): OwnIdentity => ({
  identity_id: 4,
  label: ministry.label,
  issuer: 'https://id.ministry.example',
  linked_on: '2026-03-05T10:00:00Z',
  last_used_on: null,
  ...changes,
});

/**
 * Offers these providers, and records the names with which a sign-in begins. Returns them, and the
 * addresses for which the browser leaves.
 */
export function offerProviders(...offered: { provider: string; label: string }[]) {
  const begun: unknown[] = [];
  const left: string[] = [];
  vi.spyOn(browserPage, 'leaveFor').mockImplementation((address) => void left.push(address));
  server.use(
    http.get(url('users/providers'), () => answer(offered)),
    http.post(url('users/signin/provider'), async ({ request }) => {
      begun.push(await request.json());
      return answer({ address: PROVIDER_ADDRESS });
    }),
  );
  return { begun, left };
}

/** Empties the query cache of the application, which the tests of a file share. */
export function forgetQueries() {
  session.begin(makeUser(), 'token-of-another-test');
  session.end();
}
