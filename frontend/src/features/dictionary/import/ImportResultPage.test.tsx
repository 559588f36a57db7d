import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import type { ImportDetail } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import ImportResultPage from './ImportResultPage';

const none = { read: 0, added: 0, altered: 0, refused: 0 };
const comparing: ImportDetail = {
  import_id: 12,
  source: 'Birth Register',
  data_source: null,
  source_added: false,
  format: 'aditus',
  leave_unknown: false,
  publish: false,
  started_by: 'Sara Okello',
  started_on: '2026-03-01T10:00:00Z',
  ended_on: null,
  state: 'comparing',
  is_cancel_asked: false,
  can_be_cancelled: true,
  tables: none,
  variables: none,
  rows_to_store: 0,
  rows_stored: 0,
  message: null,
  refused: [],
  notes: [],
};
const storing: ImportDetail = {
  ...comparing,
  state: 'storing',
  can_be_cancelled: false,
  data_source: 5,
  tables: { read: 2, added: 2, altered: 0, refused: 0 },
  variables: { read: 1999, added: 1998, altered: 0, refused: 1 },
  rows_to_store: 2000,
  rows_stored: 1200,
  refused: [{ file: 'variables', line: 7, text: 'meaning: Meaning is required' }],
};
const done: ImportDetail = {
  ...storing,
  state: 'done',
  rows_stored: 2000,
  ended_on: '2026-03-01T10:01:00Z',
};

const source = { data_source_id: 5, source: 'Birth Register', publish: false };

/** The import as the server currently returns it. */
let now: ImportDetail;

beforeEach(() => {
  signInAs('Super User');
  now = comparing;
  server.use(
    http.get(url('data_dictionary/import/12'), () => answer(now)),
    http.get(url('data_dictionary/data_source/5'), () => answer(source)),
    http.get(url('data_dictionary/data_custodian'), () => answerList([])),
    http.get(url('data_dictionary/version'), () => answerList([])),
  );
});

const show = () =>
  renderPart(
    <Routes>
      <Route path="/superuser/data_dictionary/import/:import_id" element={<ImportResultPage />} />
    </Routes>,
    '/superuser/data_dictionary/import/12',
  );

it('shows the progress of an import until its end', async () => {
  show();
  expect(await screen.findByText('Comparing')).toBeVisible();
  expect(screen.getByText(/Nothing has been changed yet/)).toBeVisible();
  now = storing;
  expect(await screen.findByText('1,200 of 2,000 rows', {}, { timeout: 5000 })).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Rows written' })).toHaveAttribute(
    'aria-valuenow',
    '60',
  );
  expect(screen.queryByRole('button', { name: 'Cancel this import' })).toBeNull();
  now = done;
  const message = 'All valid rows are stored.';
  expect(await screen.findByText(message, {}, { timeout: 5000 })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show the tables' })).toHaveAttribute(
    'href',
    '/superuser/data_dictionary/tables/5',
  );
  expect(screen.getByText('meaning: Meaning is required')).toBeVisible();
  const next = await screen.findByRole('list', { name: 'Next steps for Birth Register' });
  expect(
    within(next)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Add a data custodian', '/superuser/data_dictionary?tab=custodians&of=5'],
    ['Commit a version', '/superuser/data_dictionary?tab=versions&of=5'],
    ['Publish it', '/superuser/data_dictionary?of=5'],
  ]);
});

it('ticks the steps that are done', async () => {
  now = done;
  server.use(
    // A custodian of a data source whose name contains the searched one does not count.
    http.get(url('data_dictionary/data_custodian'), () => answerList([{ data_source: 6 }])),
    http.get(url('data_dictionary/version'), () => answerList([{ data_source: 5 }])),
  );
  show();
  const next = await screen.findByRole('list', { name: 'Next steps for Birth Register' });
  expect(within(next).getByText('Commit a version')).toHaveTextContent('Commit a version: done');
  expect(within(next).getAllByRole('link')).toHaveLength(2);
});

it('says that the data source is ready once all steps are done', async () => {
  now = done;
  server.use(
    http.get(url('data_dictionary/data_custodian'), () => answerList([{ data_source: 5 }])),
    http.get(url('data_dictionary/version'), () => answerList([{ data_source: 5 }])),
    http.get(url('data_dictionary/data_source/5'), () => answer({ ...source, publish: true })),
  );
  show();
  const all = await screen.findByRole('list', { name: 'Birth Register is ready for requests' });
  expect(within(all).queryByRole('link')).not.toBeInTheDocument();
});

it('cancels an import that is being compared', async () => {
  let asked = 0;
  server.use(
    http.delete(url('data_dictionary/import/12'), () => {
      asked += 1;
      now = { ...comparing, is_cancel_asked: true, can_be_cancelled: false };
      return answer(now);
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Cancel this import' }));
  expect(await screen.findByText('Being cancelled')).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Cancel this import' })).toBeNull(),
  );
  expect(asked).toBe(1);
  now = { ...now, state: 'cancelled', ended_on: '2026-03-01T10:01:00Z' };
  const message = 'It was cancelled before anything was changed.';
  expect(await screen.findByText(message, {}, { timeout: 5000 })).toBeVisible();
});

it('shows the reason of a failed import', async () => {
  const message = 'File of tables: The file is empty. Its first line must name the columns.';
  now = { ...comparing, state: 'failed', message, ended_on: '2026-03-01T10:01:00Z' };
  show();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Show the tables' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Import again' })).toHaveAttribute(
    'href',
    '/superuser/data_dictionary/import?source=Birth+Register',
  );
});

it('shows an error when there is no such import', async () => {
  server.use(
    http.get(url('data_dictionary/import/12'), () => refuse(404, 'This import does not exist')),
  );
  show();
  expect(await screen.findByText('This import does not exist')).toBeVisible();
});
