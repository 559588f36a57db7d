import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { makeTableTopic } from '@/testing/dictionaryFactories';
import { makeSource } from '@/testing/factories';
import { renderPart } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import DataSourcePage from '../DataSourcePage';
import TopicsPage from './TopicsPage';

const topic = {
  topic_id: 6,
  topic: 'Maternal health',
  description: 'Mothers and their children',
  active: 1,
  date_added: '2026-01-05T08:30:00Z',
  tables_count: 3,
  row_version: 1,
};

const places = [
  makeTableTopic({ tt_id: 1, tbl: 31 }),
  makeTableTopic({
    tt_id: 2,
    tbl: 32,
    tbl_name: 'members',
    entity_name: 'Member',
    variables_count: 1,
  }),
  makeTableTopic({
    tt_id: 3,
    tbl: 40,
    tbl_name: 'birth',
    entity_name: 'Birth',
    data_source: 2,
    source: 'Births',
  }),
];

const asked: URLSearchParams[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    http.get(url('data_dictionary/data_sources'), () => answerList([makeSource()])),
    http.get(url('data_dictionary/topics'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answerList([topic]);
    }),
    http.get(url('data_dictionary/topics/6'), () => answer(topic)),
    http.get(url('data_dictionary/topic_tables'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answerList(places);
    }),
    http.get(url('data_dictionary/edges'), ({ request }) =>
      answer(
        new URL(request.url).searchParams.get('data_source') === '5'
          ? [
              { tbl_id: 31, depend_on: 32, variables_count: 1 },
              { tbl_id: 32, depend_on: 99, variables_count: 1 },
            ]
          : [],
      ),
    ),
    http.get(url('data_dictionary/colors'), () =>
      answer([{ table_type_name: 'Clinical', color: '#0072B2' }]),
    ),
  );
});

const show = (path: string) =>
  renderPart(
    <Routes>
      <Route path="/datasource" element={<DataSourcePage />} />
      <Route path="/topics" element={<TopicsPage />} />
      <Route path="/topics/:topic" element={<TopicsPage />} />
    </Routes>,
    path,
  );

it('links from the data sources to topics, their tables, and the variables', async () => {
  const { user } = show('/datasource');
  await user.click(await screen.findByRole('link', { name: 'Browse by topic' }));
  expect(screen.getByTestId('location')).toHaveTextContent('/topics');
  const card = await screen.findByRole('link', { name: /Maternal health/ });
  expect(card).toHaveTextContent('3 tables');
  await user.click(card);
  expect(screen.getByTestId('location')).toHaveTextContent('/topics/6');
  expect(await screen.findByRole('heading', { level: 1, name: 'Maternal health' })).toBeVisible();
  const claims = within(await screen.findByRole('region', { name: 'Claims' }));
  expect(claims.getByText('payments, Clinical, 12 variables, depends on Member')).toBeVisible();
  expect(claims.getByText('members, Clinical, 1 variable')).toBeVisible();
  const births = within(screen.getByRole('region', { name: 'Births' }));
  expect(births.getByRole('link', { name: 'Birth' })).toHaveAttribute(
    'href',
    '/datatable/2?tbl_name=birth',
  );
  // A Super User sees the same topics as the other roles here.
  expect(asked.map((query) => query.get('all'))).not.toContain(null);
  expect(asked.at(-1)?.get('topic')).toBe('6');
});

it('shows a small map on the card of a topic, coloured by type', async () => {
  show('/topics');
  const card = await screen.findByRole('link', { name: /Maternal health/ });
  await waitFor(() => expect(card.querySelectorAll('svg g')).toHaveLength(3));
  const frames = card.querySelectorAll('svg > rect');
  expect(frames).toHaveLength(2);
  await waitFor(() => expect(card.querySelector('svg g rect[fill="#0072B2"]')).not.toBeNull());
  expect(card.querySelector('g')?.closest('svg')).toHaveAttribute('aria-hidden', 'true');
});

it('shows a still picture on a phone, with the numbers of the list', async () => {
  show('/topics/6');
  const map = await screen.findByRole('figure', { name: 'Map of Maternal health' });
  expect(within(map).getByText(/The numbers are those of the list/)).toBeVisible();
  const drawn = [...map.querySelectorAll('svg text')].map(({ textContent }) => textContent);
  // Births is the first source by name.
  expect(drawn).toEqual(['2', '3', '1']);
  expect(map.querySelectorAll('svg line')).toHaveLength(1);
  const births = within(screen.getByRole('region', { name: 'Births' }));
  expect(births.getByRole('listitem')).toHaveTextContent(/^1Birth/);
});

it('offers no topics if there are none, and shows a text at their address', async () => {
  server.use(http.get(url('data_dictionary/topics'), () => answerList([])));
  const { unmount } = show('/datasource');
  await screen.findByText('National Hospital Records');
  expect(screen.queryByRole('link', { name: 'Browse by topic' })).toBeNull();
  unmount();
  show('/topics');
  expect(await screen.findByText('No Topics found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All data sources' })).toBeVisible();
});

it.each(['/topics/7', '/topics/seven', '/topics/0'])(
  'offers a link back from %s, which is not a visible topic',
  async (path) => {
    server.use(
      http.get(url('data_dictionary/topics/7'), () => refuse(404, 'Topic not found.')),
      http.get(url('data_dictionary/topic_tables'), () => answerList([])),
    );
    show(path);
    expect(await screen.findByText('No Topics found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All topics' })).toHaveAttribute('href', '/topics');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
);

it('shows a text when the tables of a topic were removed', async () => {
  server.use(http.get(url('data_dictionary/topic_tables'), () => answerList([])));
  show('/topics/6');
  expect(await screen.findByText('No tables found')).toBeVisible();
});

it('pages through many tables', async () => {
  server.use(
    http.get(url('data_dictionary/topic_tables'), ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      return answerList([places[page - 1]], 101);
    }),
  );
  const { user } = show('/topics/6');
  expect(await screen.findByRole('link', { name: 'Payment' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('link', { name: 'Member' })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent('/topics/6?page=2');
});

it('reports a part of the map that could not be loaded, and loads it again', async () => {
  server.use(
    http.get(
      url('data_dictionary/colors'),
      () => refuse(500, 'Something went wrong here. Please try again.'),
      { once: true },
    ),
  );
  const { user } = show('/topics/6');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Payment' })).toBeVisible();
});
