import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { MissingForFirstRequest } from '@/api/models';
import { setup } from '@/lib/setup';
import { renderApp, signInAs } from '@/testing/render';
import { makeRole, makeUser } from '@/testing/factories';
import { answer, answerList, server, url } from '@/testing/server';

const committee = {
  kind: 'ethics_committee',
  message: 'There is no active ethics committee.',
  page: '/superuser/reference-data?tab=committees',
};
const source = {
  kind: 'data_source',
  message: 'There is no published data source.',
  page: '/superuser/data_dictionary',
};

let missing: MissingForFirstRequest[] = [];

beforeEach(() => {
  missing = [committee, source];
  signInAs('Super User');
  server.use(
    http.get(url('reference_data/first_request'), () => answer({ missing })),
    http.get(url('data_dictionary/data_source'), () => answerList([])),
    http.get(url('users/detailuser'), () =>
      answer(undefined, { user: makeUser({ assigned_roles: [makeRole('Super User')] }) }),
    ),
  );
});

const banner = () => screen.findByRole('region', { name: 'Setup' });

it('leads from a page of the setup to the next step and to the checklist', async () => {
  setup.begin();
  renderApp('/superuser/data_dictionary');
  const shown = within(await banner());
  expect(shown.getByText('Setup, step 1 of 5: Add an ethics committee.')).toBeVisible();
  expect(shown.getByRole('link', { name: 'Add an ethics committee' })).toHaveAttribute(
    'href',
    '/superuser/reference-data?tab=committees',
  );
  expect(shown.getByRole('link', { name: 'Back to the checklist' })).toHaveAttribute(
    'href',
    '/superuser/home',
  );
});

it('does not link to the page that it is on', async () => {
  setup.begin();
  missing = [source];
  renderApp('/superuser/data_dictionary');
  const shown = within(await banner());
  expect(
    shown.getByText('Setup, step 3 of 5: Publish a data source with its tables.'),
  ).toBeVisible();
  expect(shown.getAllByRole('link')).toHaveLength(1);
});

it('says that the setup is finished', async () => {
  setup.begin();
  missing = [];
  renderApp('/superuser/data_dictionary');
  expect(within(await banner()).getByText(/^The setup is finished/)).toBeVisible();
});

it('is not shown if this browser has begun no setup', async () => {
  renderApp('/superuser/data_dictionary');
  expect(await screen.findByText('No data sources found')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Setup' })).not.toBeInTheDocument();
});
