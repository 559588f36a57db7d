import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { makeSourceRecord, makeTableRecord } from '@/testing/dictionaryFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import TablesPage from './TablesPage';

const table = makeTableRecord();

beforeEach(() => {
  signInAs('Super User');
  server.use(
    http.get(url('data_dictionary/data_source/5'), () => answer(makeSourceRecord())),
    http.get(url('data_dictionary/table_types'), () =>
      answerList([{ table_type_id: 1, name: 'Clinical' }]),
    ),
    http.get(url('data_dictionary/table_dd'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('data_source')).toBe('5');
      return answerList([table]);
    }),
  );
});

const show = (query = '') =>
  renderPart(
    <Routes>
      <Route path="/superuser/data_dictionary/tables/:data_source" element={<TablesPage />} />
    </Routes>,
    `/superuser/data_dictionary/tables/5${query}`,
  );

it('shows an unpublished data source with its tables', async () => {
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
  expect(
    row.getByRole('link', { name: 'Show the variables of the table payments' }),
  ).toHaveAttribute('href', '/superuser/data_dictionary/variables/31');
});

it('links a published data source to its public page', async () => {
  server.use(
    http.get(url('data_dictionary/data_source/5'), () =>
      answer(makeSourceRecord({ publish: true })),
    ),
  );
  show();
  expect(await screen.findByRole('link', { name: 'Show in the data dictionary' })).toHaveAttribute(
    'href',
    '/datatable/5',
  );
});

it('shows an error when there is no such data source', async () => {
  server.use(
    http.get(url('data_dictionary/data_source/5'), () => refuse(404, 'Data source not found.')),
  );
  show();
  expect(await screen.findByText('Data source not found.')).toBeVisible();
});

it('shows the missing fields of a table, and adds one', async () => {
  let sent: unknown;
  server.use(
    http.post(url('data_dictionary/table_dd'), async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(
        { code: 201, message: 'Successfully created a table', data: { tbl_id: 32 } },
        { status: 201 },
      );
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add Table' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Table Details' }));
  await user.click(dialog.getByRole('button', { name: 'Add Table' }));
  for (const words of [
    'Table Type is required',
    'Table Name is required',
    'Table Description is required',
    'Entity Name System is required',
    'Icon is required',
  ]) {
    expect(dialog.getByText(words)).toBeVisible();
  }
  await user.click(dialog.getByLabelText(/Table Type/));
  await user.click(await screen.findByRole('option', { name: 'Clinical' }));
  await user.type(dialog.getByLabelText(/Table Name/), 'fees');
  await user.type(dialog.getByLabelText(/Table Description/), 'One row a fee');
  await user.type(dialog.getByLabelText(/Entity Name System/), 'Fee');
  await user.type(dialog.getByLabelText(/Icon/), 'Receipt');
  await user.click(dialog.getByRole('button', { name: 'Add Table' }));
  expect(await screen.findByText('Successfully created a table')).toBeVisible();
  expect(sent).toMatchObject({
    data_source: 5,
    table_type: 1,
    tbl_name: 'fees',
    icon: 'Receipt',
    publish: false,
    poc_total_records: null,
  });
});

it('reports a new type that was typed and not added', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add Table' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Table Details' }));
  await user.click(dialog.getByLabelText(/Table Type/));
  await user.click(await screen.findByRole('option', { name: 'A new type' }));
  await user.type(dialog.getByLabelText('Name of the new Table Type'), 'Survey');
  await user.click(dialog.getByRole('button', { name: 'Add Table' }));
  expect(dialog.getByText('Press Add type, and then save the table.')).toBeVisible();
  expect(dialog.queryByText('Table Type is required')).not.toBeInTheDocument();
});

it('marks required columns, and focuses a new row', async () => {
  const { user } = show('?view=sheet');
  const name = await screen.findByRole('columnheader', { name: 'Table Name' });
  expect(name).toHaveTextContent('Table Name *');
  await user.click(screen.getByRole('button', { name: 'Add New Row' }));
  const row = within(await screen.findByRole('row', { name: 'the new table' }));
  const cell = row.getAllByRole('gridcell')[0]!;
  expect(cell).toHaveFocus();
  expect(cell).toHaveAttribute('aria-required', 'true');
});

it('keeps the focus in the search while the list around a new row becomes empty', async () => {
  server.use(
    http.get(url('data_dictionary/table_dd'), ({ request }) =>
      answerList(new URL(request.url).searchParams.get('search') ? [] : [table]),
    ),
  );
  const { user } = show('?view=sheet');
  await user.click(await screen.findByRole('button', { name: 'Add New Row' }));
  expect(await screen.findByRole('row', { name: 'the new table' })).toBeVisible();
  const search = screen.getByRole('searchbox', { name: 'Keyword Search' });
  await user.type(search, 'zz');
  await waitFor(() => expect(screen.queryByRole('row', { name: 'the table payments' })).toBeNull());
  expect(screen.getByRole('row', { name: 'the new table' })).toBeVisible();
  expect(search).toHaveFocus();
});

it('edits the tables in place', async () => {
  let sent: unknown;
  server.use(
    http.put(url('data_dictionary/table_dd/31'), async ({ request }) => {
      sent = await request.json();
      return answer({ tbl_id: 31 });
    }),
  );
  const { user } = show('?view=sheet');
  const row = within(await screen.findByRole('row', { name: 'the table payments' }));
  row.getByRole('gridcell', { name: 'Payment' }).focus();
  await user.keyboard('Fee{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save the table payments' }));
  await waitFor(() =>
    expect(sent).toMatchObject({
      entity_name: 'Fee',
      table_type: 1,
      publish: false,
      row_version: 1,
    }),
  );
});
