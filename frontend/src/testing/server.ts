import { http, HttpResponse, ws } from 'msw';
import { setupServer } from 'msw/node';
import type { ActEntry } from '@/api/models';
import { makeSecondFactor, makeSource } from './factories';

const base = 'http://localhost:3000/api/v1';

/**
 * Default handlers of every test: no demonstration, no notifications or pushes, no click tracking,
 * an empty audit log, strong passwords, no second factor, no sign-in providers, any data source by its id, empty lists on
 * the screens where an Admin, an Analyst and a user without a role start, no topics, no drafts,
 * drafts without withdrawn items, no choices of filters, no usual time to a decision, no public
 * figures, and no contact data.
 */
export const server = setupServer(
  http.get('http://localhost:3000/', () =>
    HttpResponse.html('<!doctype html><title>Aditus</title>'),
  ),
  http.get(`${base}/demo/accounts`, () => refuse(404, 'Not found')),
  http.get(`${base}/users/generate-uuid`, () =>
    answer({ uuid: '00000000-0000-4000-8000-000000000000', tracking: false }),
  ),
  http.post(`${base}/users/password-strength`, () =>
    answer(null, { state: true, result_message: 'This password is hard to guess.' }),
  ),
  http.get(`${base}/notifications/user-notifications`, () => answerNotifications([])),
  http.get(`${base}/users/organization-users`, () => answerList([])),
  http.get(`${base}/users/organization-users/counts`, () =>
    answer({
      users: 0,
      pending_activation: 0,
      role_requests: 0,
      assigned_roles: 0,
      without_second_factor: 0,
    }),
  ),
  http.get(`${base}/users/second-factor`, () => answer(makeSecondFactor())),
  http.get(`${base}/users/providers`, () => answer([])),
  http.get(`${base}/users/identities`, () => answer({ identities: [], linkable: false })),
  http.get(`${base}/users/organizations/:id/roles`, () => answer([])),
  http.get(`${base}/data_dictionary/data_quality/worst`, () => answer([])),
  http.get(`${base}/data_dictionary/data_sources/:id`, ({ params }) =>
    answer(makeSource({ data_source_id: Number(params.id) })),
  ),
  http.get(`${base}/data_dictionary/topics`, () => answerList([])),
  http.get(`${base}/data_requests/filter_choices`, () =>
    answer({ data_sources: [], organizations: [] }),
  ),
  http.get(`${base}/data_requests/:id/outlook`, () => answer({ usual_days: null, by_mail: false })),
  http.get(`${base}/users/assign-roles`, () => answer([])),
  http.get(`${base}/data_requests/drafts`, () => answerList([])),
  http.get(`${base}/data_requests/drafts/:id/not_offered`, () => answer({ faults: [] })),
  http.get(`${base}/users/activity`, () => answerEntries([])),
  http.get(`${base}/data_requests/:id/record`, () => answerEntries([])),
  http.get(`${base}/figures`, () =>
    answer({ sources: 0, variables: 0, requests: 0, usual_days: null }),
  ),
  http.get(`${base}/contact`, () =>
    answer({ requests_email: null, support_email: null, phone: null, phone_hours: null }),
  ),
  ws.link('ws://localhost:3000/ws/notifications').addEventListener('connection', () => {}),
);

/** The address of a call, for handlers of one test. */
export const url = (path: string): string => `${base}/${path}`;

/** A successful answer in the envelope. */
export function answer(data: unknown, extra: object = {}) {
  return HttpResponse.json({ code: 200, message: 'OK', data, ...extra });
}

/** A page of the audit log. */
export function answerEntries(
  entries: readonly ActEntry[],
  more: { has_newer?: boolean; has_older?: boolean; person?: object | null } = {},
) {
  return answer({ entries, has_newer: false, has_older: false, ...more });
}

/** One page of a list. */
export function answerList(data: unknown[], total = data.length) {
  return answer(data, { page: { number: 1, size: 20, total } });
}

interface CountedNotification {
  role: string;
  read: boolean;
}

/**
 * One page of notifications, with the counts by role. By default, the counts are those of the page.
 */
export function answerNotifications(
  data: readonly CountedNotification[],
  {
    known = data,
    total = known.length,
  }: { known?: readonly CountedNotification[]; total?: number } = {},
) {
  const groups = [...new Set(known.map(({ role }) => role))].map((role) => {
    const own = known.filter((one) => one.role === role);
    return { role, total: own.length, unread: own.filter(({ read }) => !read).length };
  });
  return answer(data, { page: { number: 1, size: 100, total }, groups });
}

/** A refusal in the envelope; `extra` holds `reason` and `errors`. */
export function refuse(
  status: number,
  message: string,
  extra: object = {},
  headers: Record<string, string> = {},
) {
  return HttpResponse.json({ code: status, message, ...extra }, { status, headers });
}

/** Refuses a save because someone else has changed the record since it was read. */
export function stale() {
  const message = 'Someone else changed this in the meantime.';
  return refuse(409, message, { reason: 'row_changed', errors: { row_version: [message] } });
}
