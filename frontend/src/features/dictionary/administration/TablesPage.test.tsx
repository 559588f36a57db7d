import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import type { SourceRecord, TableRecord } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import TablesPage from './TablesPage';

const source: SourceRecord = {
  data_source_id: 5,
  source: 'Claims',
  description: 'What insurers paid',
  db_type: 'Relational',
  dbms: 'MySQL',
  db_host: null,
  db_username: null,
  has_db_password: false,
  has_aggregate_data: false,
  publish: false,
  row_version: 1,
};
const table: TableRecord = {
  tbl_id: 31,
  data_source: 5,
  table_type: 1,
  table_type_name: 'Clinical',
  tbl_name: 'payments',
  tbl_description: 'One row a payment',
  icon: 'Payments',
  entity_name: 'Payment',
  in_PoC: false,
  in_eMC: false,
  publish: false,
  variables_count: 12,
};

beforeEach(() => {
  signInAs('Super User');
  server.use(
    http.get(url('data_dictionary/table_dd'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('data_source')).toBe('5');
      return answerList([table]);
    }),
  );
});

const show = () =>
  renderPart(
    <Routes>
      <Route path="/superuser/data_dictionary/tables/:data_source" element={<TablesPage />} />
    </Routes>,
    '/superuser/data_dictionary/tables/5',
  );

it('shows a data source that is not published, with its tables', async () => {
  server.use(http.get(url('data_dictionary/data_source/5'), () => answer(source)));
  show();
  const title = 'Showing Tables in the Data Source called Claims';
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByText('Not published')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Show in the data dictionary' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute(
    'href',
    '/superuser/data_dictionary',
  );
  const row = within((await screen.findByText('payments')).closest('[role="row"]')!);
  expect(row.getByText('Clinical')).toBeInTheDocument();
  expect(row.getByText('12')).toBeInTheDocument();
});

it('leads on to the public page of one that is published', async () => {
  server.use(
    http.get(url('data_dictionary/data_source/5'), () => answer({ ...source, publish: true })),
  );
  show();
  expect(await screen.findByRole('link', { name: 'Show in the data dictionary' })).toHaveAttribute(
    'href',
    '/datatable/5',
  );
});

it('says so when there is no such data source', async () => {
  server.use(
    http.get(url('data_dictionary/data_source/5'), () => refuse(404, 'Data source not found.')),
  );
  show();
  expect(await screen.findByText('Data source not found.')).toBeVisible();
});
