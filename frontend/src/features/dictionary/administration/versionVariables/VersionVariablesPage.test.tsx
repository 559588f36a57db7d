import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { makeVariableRecord, makeVersionVariable } from '@/testing/dictionaryFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, server, url } from '@/testing/server';
import VersionVariablesPage from './VersionVariablesPage';

const version = {
  version_id: 3,
  data_source: 5,
  source: 'Claims',
  date_created: '2026-01-05T08:30:00Z',
  message: 'As it was paid.',
  committer: 'Naledi Okafor',
  commited_by: 1,
  row_version: 1,
};

beforeEach(() => {
  signInAs('Super User');
  server.use(
    http.get(url('data_dictionary/version/3'), () => answer(version)),
    http.get(url('data_dictionary/version_variable'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('version')).toBe('3');
      return answerList([makeVersionVariable()]);
    }),
    http.get(url('data_dictionary/variables_dd'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('data_source')).toBe('5');
      return answerList([makeVariableRecord()]);
    }),
  );
});

it('lists the variables of a version, and adds one', async () => {
  let sent: unknown;
  server.use(
    http.post(url('data_dictionary/version_variable'), async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(
        { code: 201, message: 'Successfully created a version variable', data: {} },
        { status: 201 },
      );
    }),
  );
  const { user } = renderPart(
    <Routes>
      <Route
        path="/superuser/data_dictionary/version_variable/:version_id"
        element={<VersionVariablesPage />}
      />
    </Routes>,
    '/superuser/data_dictionary/version_variable/3',
  );
  const title = 'Showing Version Variable in the Data Source';
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  const row = within((await screen.findByText('Amount paid')).closest('[role="row"]')!);
  expect(row.getByText('payments.amount')).toBeInTheDocument();
  expect(row.getByText('In cents')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Add Version Variable' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add Version Variable' }));
  expect(dialog.getByText('Variable is required')).toBeVisible();
  await user.click(dialog.getByLabelText(/^Variable/));
  await user.click(await screen.findByRole('option', { name: /Amount paid/ }));
  await user.click(dialog.getByRole('button', { name: 'Add Version Variable' }));
  expect(await screen.findByText('Successfully created a version variable')).toBeVisible();
  expect(sent).toEqual({ version: 3, variable: 71 });
});
