import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { DictionaryTable } from '@/api/models';
import { makeSource, makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';

const table = (tbl_id: number, tbl_name: string, table_type_name: string): DictionaryTable => ({
  tbl_id,
  tbl_name,
  tbl_description: `The table ${tbl_name}`,
  entity_name: tbl_name,
  icon: 'LocalHospital',
  table_type_name,
  data_source: 1,
  variables_count: 3,
});

const types = [
  { table_type_name: 'Event', tables: [table(1, 'visit', 'Event')] },
  { table_type_name: 'Person', tables: [table(2, 'person', 'Person')] },
];

beforeEach(() => {
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser({ user_id: 0 }) })),
    http.get(url('data_dictionary/data_sources/tree/1'), () =>
      answer({ ...makeSource(), table_types: types }),
    ),
    http.get(url('data_dictionary/edges'), () =>
      answer([{ tbl_id: 1, depend_on: 2, variables_count: 1 }]),
    ),
    http.get(url('data_dictionary/colors'), () =>
      answer([{ table_type_name: 'Event', color: '#0072B2' }]),
    ),
  );
});

it('lists the tables of a source by type, with their dependencies', async () => {
  renderApp('/datatable/1?view=map');
  const events = await screen.findByRole('region', { name: 'Event' });
  expect(within(events).getByText('3 variables, depends on person')).toBeVisible();
  expect(within(events).getByRole('link', { name: 'visit' })).toHaveAttribute(
    'href',
    '/datatable/1?tbl_name=visit',
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Tables of National Hospital',
  );
});

it('shows a text when the source is not published, and links back', async () => {
  server.use(
    http.get(url('data_dictionary/data_sources/tree/2'), () =>
      refuse(404, 'Data source not found.'),
    ),
  );
  renderApp('/datatable/2?view=map');
  expect(await screen.findByRole('link', { name: 'Select Data Source' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
