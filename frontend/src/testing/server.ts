import { http, HttpResponse, ws } from 'msw';
import { setupServer } from 'msw/node';

const base = 'http://localhost:3000/api/v1';

/**
 * What every test's server answers unless it says otherwise: no demonstration, no notifications, pushes that never come,
 * no count of clicks, and nothing on the screens where an Admin and somebody without a role arrive.
 */
export const server = setupServer(
  http.get(`${base}/demo/accounts`, () => refuse(404, 'Not found')),
  http.get(`${base}/users/generate-uuid`, () =>
    answer({ uuid: '00000000-0000-4000-8000-000000000000', tracking: false }),
  ),
  http.get(`${base}/notifications/user-notifications`, () => answerList([])),
  http.get(`${base}/users/organization-users`, () => answerList([])),
  http.get(`${base}/users/organization-users/counts`, () =>
    answer({ users: 0, pending_activation: 0, role_requests: 0, assigned_roles: 0 }),
  ),
  http.get(`${base}/users/organizations/:id/roles`, () => answer([])),
  http.get(`${base}/users/assign-roles`, () => answer([])),
  ws.link('ws://localhost:3000/ws/notifications').addEventListener('connection', () => {}),
);

/** The address of a call, for handlers of one test. */
export const url = (path: string): string => `${base}/${path}`;

/** A successful answer in the envelope. */
export function answer(data: unknown, extra: object = {}) {
  return HttpResponse.json({ code: 200, message: 'OK', data, ...extra });
}

/** One page of a list. */
export function answerList(data: unknown[], total = data.length) {
  return answer(data, { page: { number: 1, size: 20, total } });
}

/** A refusal in the envelope; `extra` holds `errors`, or a code that differs from the status. */
export function refuse(
  status: number,
  message: string,
  extra: object = {},
  headers: Record<string, string> = {},
) {
  return HttpResponse.json({ code: status, message, ...extra }, { status, headers });
}

/** Refuses a save because somebody else has saved the record since it was read. */
export function stale() {
  const message = 'Somebody else has changed this in the meantime.';
  return refuse(409, message, { errors: { row_version: [message] } });
}
