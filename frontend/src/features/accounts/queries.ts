import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { countriesQuery } from '@/shared/accounts/countries';
import { isNotFound } from '@/api/errors';
import type { DemoAccount } from '@/api/models';
import { get, getAs, keyOf } from '@/api/query';

/**
 * Reads the accounts of the demonstration. Other servers respond with 404, which becomes an empty
 * list.
 */
async function fetchDemoAccounts(signal: AbortSignal): Promise<DemoAccount[]> {
  try {
    return body(await api.GET('/api/v1/demo/accounts', { signal })).data;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** Milliseconds for which a response about a number, a domain or a name counts as fresh. */
const CHECK_STALE_TIME = 60_000;

export const accountQueries = {
  /** The key of all queries about people, to invalidate after a change. */
  all: keyOf('/api/v1/users'),
  detail: (userId: number) =>
    getAs('/api/v1/users/detailuser', { query: { user_id: userId } }, 'user', ({ user }) => user, {
      staleTime: 60_000,
    }),
  demoAccounts: () =>
    queryOptions({
      queryKey: keyOf('/api/v1/demo/accounts'),
      queryFn: ({ signal }) => fetchDemoAccounts(signal),
      staleTime: Infinity,
      retry: false,
    }),
  /** Every country with its dial code, the visitor's own country first. */
  countries: countriesQuery,
  passwordRules: () => get('/api/v1/users/password-rules', {}, { staleTime: Infinity }),
  /** Both checks of a phone number: if it exists, and if an account has it (1 §5.2). */
  phoneCheck: (phone: string) =>
    queryOptions({
      queryKey: [...keyOf('/api/v1/users/phone'), { phone }],
      queryFn: async ({ signal }) => {
        const [known, taken] = await Promise.all([
          api.POST('/api/v1/users/phone', { body: { phone }, signal }),
          api.POST('/api/v1/users/duplicate', { body: { phone }, signal }),
        ]);
        return { exists: body(known).state, registered: body(taken).state };
      },
      staleTime: CHECK_STALE_TIME,
    }),
  emailRegistered: (email: string) =>
    queryOptions({
      queryKey: [...keyOf('/api/v1/users/duplicate-email'), { email }],
      queryFn: async ({ signal }) =>
        body(
          await api.POST('/api/v1/users/duplicate-email', { body: { org_email: email }, signal }),
        ).state,
      staleTime: CHECK_STALE_TIME,
    }),
  organizations: (search: string) =>
    get(
      '/api/v1/users/organizations',
      { query: { search: search || undefined, page_size: 50 } },
      { staleTime: CHECK_STALE_TIME },
    ),
  /** True if a registered organisation has the domain of an email address (decisions A8). */
  domainRegistered: (domain: string) =>
    getAs(
      '/api/v1/users/organizations',
      { query: { domain, page_size: 1 } },
      'any',
      ({ page }) => page.total > 0,
      { staleTime: CHECK_STALE_TIME },
    ),
  sessions: () => get('/api/v1/users/sessions'),
};
