import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import type { VersionComparison, VersionRecord } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import VersionChangesPage from './VersionChangesPage';

const version = (id: number, message: string): VersionRecord => ({
  version_id: id,
  data_source: 5,
  source: 'Claims',
  date_created: `2026-11-0${id}T09:00:00Z`,
  message,
  committer: 'Sol Ondieki',
  commited_by: 3,
  row_version: 1,
});
const first = version(1, 'As it was');
const second = version(2, 'Weights in grams');
const third = version(3, 'Codes of 2027');

const comparison: VersionComparison = {
  older: first,
  newer: second,
  added: 1,
  removed: 0,
  altered: 1,
  changes: [
    {
      kind: 'added',
      record: 'variable',
      id: 7,
      tbl_name: 'births',
      var_name: 'ward',
      fields: [],
      facts: [{ field: 'meaning', label: 'Meaning', text: 'Where the mother lay.' }],
    },
    {
      kind: 'altered',
      record: 'table',
      id: 3,
      tbl_name: 'births',
      var_name: null,
      fields: [{ field: 'publish', label: 'Publish', before: 'No', after: 'Yes' }],
      facts: [],
    },
  ],
  page: { number: 1, size: 20, total: 2 },
};

let asked: URLSearchParams[] = [];

beforeEach(() => {
  asked = [];
  signInAs('Super User');
  server.use(
    http.get(url('data_dictionary/version/2'), () => answer(second)),
    http.get(url('data_dictionary/version/3'), () => answer(third)),
    http.get(url('data_dictionary/version'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('data_source')).toBe('5');
      return answerList([third, second, first]);
    }),
    http.get(url('data_dictionary/version/1'), () => answer(first)),
    http.get(url('data_dictionary/version/1/compare'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answer({ ...comparison, older: third, newer: first });
    }),
    http.get(url('data_dictionary/version/2/compare'), ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const kind = query.get('kind');
      const changes = comparison.changes.filter((change) => !kind || change.kind === kind);
      return answer({
        ...comparison,
        changes,
        page: { ...comparison.page, total: changes.length },
      });
    }),
    http.get(url('data_dictionary/version/3/compare'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answer({
        ...comparison,
        newer: third,
        added: 0,
        altered: 0,
        changes: [],
        page: { number: 1, size: 20, total: 0 },
      });
    }),
  );
});

const show = (query = '') =>
  renderPart(
    <Routes>
      <Route
        path="/superuser/data_dictionary/version_changes/:version_id"
        element={<VersionChangesPage />}
      />
    </Routes>,
    `/superuser/data_dictionary/version_changes/2${query}`,
  );

it('shows added and changed records since the previous version, with their fields', async () => {
  const { user } = show();
  const title = 'Changes in the Data Source called Claims';
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  const list = await screen.findByRole('list', { name: 'Changes' });
  expect(asked[0]?.get('with')).toBeNull();
  const [added, altered] = within(list).getAllByRole('listitem');
  expect(within(added!).getByText('Variable births.ward')).toBeVisible();
  await user.click(within(added!).getByRole('button', { name: 'Show definition of births.ward' }));
  expect(within(added!).getByText('Where the mother lay.')).toBeVisible();
  expect(within(altered!).getByText('Table births')).toBeVisible();
  expect(within(altered!).getByText('No').tagName).toBe('DEL');
  expect(within(altered!).getByText('Yes').tagName).toBe('INS');
  expect(screen.getByRole('tab', { name: 'All 2' })).toBeVisible();

  await user.click(screen.getByRole('tab', { name: 'Altered 1' }));
  await expect.poll(() => screen.queryByText('Variable births.ward')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Removed 0' }));
  expect(await screen.findByText('Nothing was removed')).toBeVisible();
});

it('compares two chosen versions', async () => {
  const { user } = show('?with=1');
  await screen.findByRole('list', { name: 'Changes' });
  expect(asked[0]?.get('with')).toBe('1');
  await user.click(screen.getByRole('combobox', { name: 'To version' }));
  await user.click(await screen.findByRole('option', { name: /Codes of 2027/ }));
  expect(await screen.findByText('No differences')).toBeVisible();
  expect(asked.at(-1)?.get('with')).toBe('1');
  // Choosing the same version on both sides swaps the two.
  asked = [];
  await user.click(screen.getByRole('combobox', { name: 'From version' }));
  await user.click(await screen.findByRole('option', { name: /Codes of 2027/ }));
  await expect.poll(() => asked.at(-1)?.get('with')).toBe('3');
});

it('shows the history of a changed record', async () => {
  server.use(
    http.get(url('data_dictionary/table_dd/3/revisions'), () =>
      answer({
        revisions: [
          {
            revision_id: 12,
            number: 2,
            kind: 'changed',
            author: 'Sol Ondieki',
            created_on: '2026-11-02T09:00:00Z',
            fields: [{ field: 'publish', label: 'Publish', before: 'No', after: 'Yes' }],
            facts: [],
          },
          {
            revision_id: 4,
            number: 1,
            kind: 'added',
            author: null,
            created_on: '2026-10-01T09:00:00Z',
            fields: [],
            facts: [{ field: 'tbl_name', label: 'Table Name', text: 'births' }],
          },
        ],
        page: { number: 1, size: 20, total: 2 },
      }),
    ),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'History of births' }));
  const dialog = within(await screen.findByRole('dialog', { name: /History of births/ }));
  expect(await dialog.findByText(/by Sol Ondieki/)).toBeVisible();
  expect(dialog.getByText('2 revisions')).toBeVisible();
  expect(dialog.getByText('Table Name')).toBeVisible();
});

it('reports that there is no previous version, and lets the user choose another one', async () => {
  const message =
    'This is the first version of its data source, so there is nothing to compare it with.';
  server.use(http.get(url('data_dictionary/version/2/compare'), () => refuse(400, message)));
  show();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'From version' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download as CSV' })).not.toBeInTheDocument();
});
