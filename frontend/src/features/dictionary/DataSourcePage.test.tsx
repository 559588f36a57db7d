import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { variableSelection } from '@/lib/variableSelection';
import { makeSource, makeUser, makeVariable } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, answerList, server, url } from '@/testing/server';

const asked: URLSearchParams[] = [];

const registry = makeSource({ data_source_id: 2, source: 'Birth Registry' });
const clinics = makeSource({ data_source_id: 3, source: 'Clinics of the Lake Region' });

beforeEach(() => {
  asked.length = 0;
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser({ user_id: 0 }) })),
    http.get(url('data_dictionary/data_sources'), () => answerList([])),
    http.get(url('data_dictionary/data_sources/2'), () => answer(registry)),
    http.get(url('data_dictionary/data_sources/3'), () => answer(clinics)),
    http.get(url('data_dictionary/topics'), () => answerList([])),
    http.get(url('data_dictionary/search'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answer([
        {
          data_source: 2,
          source: registry.source,
          total: 12,
          more: false,
          tables: [
            { tbl_id: 5, tbl_name: 'births', matches: 9 },
            { tbl_id: 6, tbl_name: 'mothers', matches: 3 },
          ],
          variables: [
            makeVariable({
              var_id: 21,
              var_name: 'birth_weight',
              data_source: 2,
              hits: ['weight'],
            }),
          ],
        },
        {
          data_source: 3,
          source: clinics.source,
          total: 200,
          more: true,
          tables: [{ tbl_id: 7, tbl_name: 'visits', matches: 200 }],
          variables: [makeVariable({ var_id: 31, var_name: 'weight', data_source: 3 })],
        },
      ]);
    }),
  );
});

it('finds variables of all sources, and leads to all matches of a source', async () => {
  renderApp('/datasource?search=weight&derived=true');
  const found = await screen.findByRole('region', { name: 'Birth Registry' });
  expect(within(found).getByText('12 variables')).toBeVisible();
  expect(found.querySelector('mark')).toHaveTextContent('weight');
  expect(
    within(found).getByRole('link', { name: 'Show all 12 in Birth Registry' }),
  ).toHaveAttribute('href', '/datatable/2?search=weight&derived=true');
  expect(within(found).getByRole('link', { name: 'births' })).toHaveAttribute(
    'href',
    '/datatable/2?search=weight&derived=true&tbl_name=births',
  );
  expect(screen.getByText('More than 212 variables in 2 sources')).toBeVisible();
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ search: 'weight', derived: 'true' });
});

it('does not search without a word', async () => {
  renderApp('/datasource');
  expect(await screen.findByText('No data sources found')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Variables' })).not.toBeInTheDocument();
  expect(asked).toHaveLength(0);
});

it('puts filters into the address', async () => {
  const { user } = renderApp('/datasource?search=weight');
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Personal data' }),
    'Without PII',
  );
  await waitFor(() => expect(asked.at(-1)?.get('is_identifiable')).toBe('false'));
  expect(screen.getByTestId('location')).toHaveTextContent('is_identifiable=false');
});

it('collects variables of several sources, and says that a request begins with one', async () => {
  const { user } = renderApp('/datasource?search=weight');
  await user.click(await screen.findByRole('checkbox', { name: 'Select birth_weight' }));
  expect(await screen.findByText('1 variable of Birth Registry')).toBeVisible();
  expect(screen.getByText('Your selection')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select weight' }));
  expect(
    await screen.findByText(/A request begins with one of them/, { exact: false }),
  ).toBeVisible();
  await user.click(
    await screen.findByRole('button', { name: 'Request Data of Clinics of the Lake Region' }),
  );
  expect(variableSelection.dataSourceId()).toBe(3);
  expect(variableSelection.of(2)).toHaveLength(1);
  expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeVisible();
});
