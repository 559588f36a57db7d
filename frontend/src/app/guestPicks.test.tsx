import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/api/session';
import { openDraft } from '@/lib/openDraft';
import { variableSelection, type SelectedVariable } from '@/lib/variableSelection';
import { HeldDrafts } from '@/testing/drafts';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, answerList, server, url } from '@/testing/server';

const USER = 7;
const NOTED = 'The variables you selected were saved as a draft under My Data Requests.';
const NOTED_HERE = /^The variables you selected stay on this device until you sign out/;
let held = new HeldDrafts();

const picked = (...ids: number[]): SelectedVariable[] =>
  ids.map((var_id) => ({
    var_id,
    var_name: 'birth_date',
    tbl_id: 1,
    tbl_name: 'patient',
    is_identifiable: true,
  }));
const contents = () => [...held.drafts.values()].map(({ content }) => content);
const keptPicks = () => localStorage.getItem(`aditus.kept.${USER}.requestDraft.picks`);

beforeEach(() => {
  localStorage.clear();
  held = new HeldDrafts();
  server.use(
    ...held.handlers,
    http.get(url('users/detailuser'), () => answer(null, { user: session.get()?.user })),
    http.get(url('data_dictionary/data_sources'), () => answerList([])),
    http.get(url('users/organizations'), () => answerList([])),
  );
});

/** Opens a public page and waits until all its parts are loaded. */
async function openPage(): Promise<void> {
  renderApp('/about-aditus');
  await screen.findByRole('heading', { level: 1 });
  // The background tasks are loaded after the screen, and so are the modules that sign-in needs.
  await act(() =>
    Promise.all([
      import('@/app/shell/BackgroundTasks'),
      import('@/features/requests/wizard/guestPicks'),
      import('@/ui/Toaster'),
    ]),
  );
}

it('turns the picks of a guest into a draft at sign-in', async () => {
  await openPage();
  variableSelection.set(1, picked(11, 12));
  act(() => signInAs('Data Requester'));
  expect(await screen.findByText(NOTED)).toBeVisible();
  expect(contents()).toMatchObject([{ data_source_id: 1, dataset_variables: [11, 12] }]);
  // Further picks are added to this draft.
  expect(openDraft.of(USER)).toBe(5);
  expect(variableSelection.of(1)).toHaveLength(2);
});

it('turns the picks of an ended session into a draft at the next sign-in', async () => {
  signInAs('Data Requester');
  await openPage();
  variableSelection.set(1, picked(11, 12));
  act(() => session.lose());
  expect(variableSelection.of(1)).toHaveLength(2);
  act(() => signInAs('Data Requester'));
  expect(await screen.findByText(NOTED)).toBeVisible();
  expect(contents()).toMatchObject([{ data_source_id: 1, dataset_variables: [11, 12] }]);
});

it('creates no second draft for the picks of an open draft, but one for other picks', async () => {
  const content = { title: 'Malaria', data_source_id: 1, dataset_variables: [11] };
  held.put(3, content);
  openDraft.open(USER, 3);
  await openPage();
  variableSelection.set(1, picked(11));
  act(() => signInAs('Data Requester'));
  // The local draft is also saved at sign-in, after the picks were compared with it.
  await waitFor(() => expect(openDraft.of(USER)).toBe(3));
  act(() => session.end());
  act(() => variableSelection.set(1, picked(11, 12)));
  act(() => signInAs('Data Requester'));
  expect(await screen.findByText(NOTED)).toBeVisible();
  expect(contents()).toMatchObject([content, { dataset_variables: [11, 12] }]);
});

it('saves the local draft of an ended session at sign-in', async () => {
  held.put(3, { title: 'Malaria' });
  const words = { details: { title: 'Malaria after the rains' }, version: 1 };
  localStorage.setItem(`aditus.kept.${USER}.requestDraft.3`, JSON.stringify(words));
  await openPage();
  act(() => signInAs('Data Requester'));
  await waitFor(() => expect(held.titleOf(3)).toBe('Malaria after the rains'));
  expect(localStorage.getItem(`aditus.kept.${USER}.requestDraft.3`)).toBeNull();
});

it('keeps the picks of a user who cannot submit yet, and saves them once the role is granted', async () => {
  await openPage();
  variableSelection.set(1, picked(11));
  variableSelection.markSubmissionPending(true);
  act(() => signInAs('Org User'));
  expect(await screen.findByText(NOTED_HERE)).toBeVisible();
  expect(keptPicks()).toContain('"var_id":11');
  expect(contents()).toEqual([]);
  act(() => session.refresh(makeUser({ assigned_roles: [makeRole('Data Requester')] })));
  expect(await screen.findByText(NOTED)).toBeVisible();
  expect(contents()).toMatchObject([{ data_source_id: 1, dataset_variables: [11] }]);
  expect(keptPicks()).toBeNull();
});

it('drops the picks of a draft that another account left open', async () => {
  await openPage();
  openDraft.open(USER + 1, 3);
  variableSelection.set(1, picked(11));
  act(() => signInAs('Data Requester'));
  expect(variableSelection.dataSourceId()).toBeNull();
  expect(openDraft.of(USER + 1)).toBeNull();
});
