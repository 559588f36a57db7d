import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { RoleName } from '@/lib/roles';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';

const draft = {
  draft_id: 5,
  title: 'Begun',
  reached: 0,
  date_created: '2026-07-01T08:00:00Z',
  date_updated: '2026-07-01T08:00:00Z',
  expires_at: '2026-10-01T08:00:00Z',
};
const waits = {
  organisations_without_admin: [{ org_id: 3, name: 'Ministry of Tides', role_requests: 2 }],
  role_requests: [],
  stages: [],
  sources_without_custodian: [],
  faulty_procedure: null,
};

const pages: [RoleName, string, string, unknown, string][] = [
  ['Super User', '/superuser/home', 'users/what-waits', waits, 'To do (1)'],
  ['Data Requester', '/requester/myrequests', 'data_requests/drafts', [draft], 'Not submitted'],
];

/** Answers the list of requests at once, and the call for the notes above it on demand. */
function serve(role: RoleName, note: string) {
  let answerNote: (how: () => Response) => void = () => {};
  const held = new Promise<() => Response>((resolve) => (answerNote = resolve));
  const counts = {
    incoming: 0,
    pending: 0,
    approved: 0,
    denied: 0,
    all: 0,
    history: 0,
    with_requester: 0,
  };
  server.use(
    http.get(url('data_requests'), () => answerList([])),
    http.get(url('data_requests/counts'), () => answer(counts)),
    http.get(url('data_requests/figures'), () =>
      answer({ waiting: 0, oldest_days: null, usual_days: null, sources: 0 }),
    ),
    http.get(url('reference_data/first_request'), () => answer({ missing: [] })),
    http.get(url('users/detailuser'), () =>
      answer(undefined, { user: makeUser({ assigned_roles: [makeRole(role)] }) }),
    ),
    http.get(url(note), async () => (await held)()),
  );
  signInAs(role);
  return answerNote;
}

const list = /(You have no|No) .*[Rr]equests/;

it.each(pages)(
  'shows a %s the list of %s together with the notes above it',
  async (role, path, note, said, heading) => {
    const answerNote = serve(role, note);
    renderApp(path);
    expect(await screen.findByText(list)).not.toBeVisible();
    answerNote(() => answer(said));
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(screen.getByText(list)).toBeVisible();
  },
);

it.each(pages)('shows a %s the list of %s if the notes are refused', async (role, path, note) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const answerNote = serve(role, note);
  renderApp(path);
  await screen.findByText(list);
  answerNote(() => refuse(403, 'Your role does not allow this.'));
  expect(await screen.findByText('Your role does not allow this.')).toBeVisible();
  expect(screen.getByText(list)).toBeVisible();
});
