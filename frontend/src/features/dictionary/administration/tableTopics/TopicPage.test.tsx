import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { makeSourceRecord, makeTableRecord, makeTableTopic } from '@/testing/dictionaryFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, server, url } from '@/testing/server';
import TopicPage from './TopicPage';

const topic = {
  topic_id: 6,
  topic: 'Maternal health',
  description: 'Mothers',
  active: 1,
  date_added: '2026-01-05T08:30:00Z',
  tables_count: 1,
  row_version: 1,
};

beforeEach(() => {
  signInAs('Super User');
  server.use(
    http.get(url('data_dictionary/topics/6'), () => answer(topic)),
    http.get(url('data_dictionary/topics'), () => answerList([topic])),
    http.get(url('data_dictionary/topic_tables/create'), () => answerList([makeTableTopic()])),
    http.get(url('data_dictionary/edges'), () => answer([])),
    http.get(url('data_dictionary/colors'), () => answer([])),
    http.get(url('data_dictionary/data_source'), () => answerList([makeSourceRecord()])),
    http.get(url('data_dictionary/table_dd'), () => answerList([makeTableRecord()])),
  );
});

const show = () =>
  renderPart(
    <Routes>
      <Route path="/superuser/data_dictionary/topic/:topic" element={<TopicPage />} />
    </Routes>,
    '/superuser/data_dictionary/topic/6',
  );

it('lists the tables of a topic by their entity names, with their positions', async () => {
  show();
  const row = within((await screen.findAllByText('Payment'))[0]!.closest('[role="row"]')!);
  expect(row.getByText('One row a payment')).toBeInTheDocument();
  expect(row.getByText('0.25')).toBeInTheDocument();
  expect(row.getByText('0.75')).toBeInTheDocument();
  for (const column of ['Table Name', 'Table Description', 'X Axis', 'Y Axis']) {
    expect(screen.getByRole('columnheader', { name: column })).toBeInTheDocument();
  }
});

it('shows a text when the topic has no tables', async () => {
  server.use(http.get(url('data_dictionary/topic_tables/create'), () => answerList([])));
  show();
  expect(await screen.findByText('No Table Topics found')).toBeVisible();
});

it('requires the data source before the table, and treats 0.0 as a missing position', async () => {
  let sent: unknown;
  server.use(
    http.post(url('data_dictionary/topic_tables/create'), async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(
        { code: 201, message: 'Successfully created a table topic', data: { tt_id: 82 } },
        { status: 201 },
      );
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add Table Topic' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText(/Table Name/)).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Add Table Topic' }));
  for (const words of [
    'Please select the Data Source Name.',
    'Please select the Table Name.',
    'Please enter the Position Y.',
    'Please enter the Position X.',
  ]) {
    expect(dialog.getByText(words)).toBeVisible();
  }
  await user.click(dialog.getByLabelText(/Data Source/));
  await user.click(await screen.findByRole('option', { name: 'Claims' }));
  await user.click(dialog.getByLabelText(/Table Name/));
  await user.click(await screen.findByRole('option', { name: 'payments' }));
  await user.clear(dialog.getByLabelText(/Position Y/));
  await user.type(dialog.getByLabelText(/Position Y/), '0.5');
  await user.clear(dialog.getByLabelText(/Position X/));
  await user.type(dialog.getByLabelText(/Position X/), '2');
  await user.click(dialog.getByRole('button', { name: 'Add Table Topic' }));
  expect(dialog.getByText('A position must be greater than 0 and at most 1.')).toBeVisible();
  await user.clear(dialog.getByLabelText(/Position X/));
  await user.type(dialog.getByLabelText(/Position X/), '0.125');
  await user.click(dialog.getByRole('button', { name: 'Add Table Topic' }));
  expect(await screen.findByText('Successfully created a table topic')).toBeVisible();
  expect(sent).toEqual({ topic: 6, tbl: 31, pos_x: '0.125', pos_y: '0.5' });
});
