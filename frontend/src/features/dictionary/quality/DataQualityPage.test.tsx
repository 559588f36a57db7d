import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LabelTally, QualityShare, SourceQuality, TableQuality } from '@/api/models';
import { makeSource } from '@/testing/factories';
import { catchDownloads } from '@/testing/downloads';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import DataQualityPage from './DataQualityPage';

const share = (part: number, whole: number, label: string): QualityShare => ({
  part,
  whole,
  label,
  percentage: whole ? Math.round((part / whole) * 10_000) / 100 : null,
});

function makeQuality(changes: Partial<TableQuality> = {}): TableQuality {
  return {
    tbl_id: 3,
    tbl_name: 'visit',
    entity_name: 'Visit',
    completeness: share(7, 8, 'Good'),
    validity: share(1150, 1200, 'Excellent'),
    poc: { completeness: share(4, 4, 'Excellent'), validity: share(1150, 1200, 'Excellent') },
    emc: { completeness: share(3, 4, 'Fair'), validity: share(0, 0, 'Not assessed') },
    in_PoC: true,
    in_eMC: true,
    poc_earliest_record: '2015-01-31',
    poc_latest_record: '2025-12-30',
    poc_total_records: 1200,
    poc_valid_records: 1150,
    emc_earliest_record: '2016-05-02',
    emc_latest_record: null,
    emc_total_records: 10,
    emc_valid_records: 11,
    contradictions: ['eMC counts more valid records than records.'],
    ...changes,
  };
}

const unknown = makeQuality({
  tbl_id: 8,
  tbl_name: 'county',
  entity_name: 'county',
  completeness: share(0, 0, 'Not assessed'),
  validity: share(0, 0, 'Not assessed'),
  poc: { completeness: share(0, 0, 'Not assessed'), validity: share(0, 0, 'Not assessed') },
  emc: { completeness: share(0, 0, 'Not assessed'), validity: share(0, 0, 'Not assessed') },
  in_PoC: false,
  in_eMC: false,
  contradictions: [],
});

const tally = (changes: Partial<LabelTally>): LabelTally => ({
  excellent: 0,
  good: 0,
  fair: 0,
  poor: 0,
  not_assessed: 0,
  ...changes,
});

const sources: SourceQuality[] = [
  {
    data_source_id: 2,
    source: 'Birth Register',
    completeness: share(7, 8, 'Good'),
    validity: share(550, 1000, 'Poor'),
    tables_count: 26,
    tables: [
      {
        tbl_id: 31,
        tbl_name: 'registration_of_late_births',
        completeness: share(4, 4, 'Excellent'),
        validity: share(55, 100, 'Poor'),
      },
      {
        tbl_id: 32,
        tbl_name: 'county',
        completeness: share(0, 0, 'Not assessed'),
        validity: share(0, 0, 'Not assessed'),
      },
    ],
  },
];

const asked: Record<string, string>[] = [];
let tables: TableQuality[] = [];

beforeEach(() => {
  asked.length = 0;
  tables = [makeQuality(), unknown];
  signInAs('Data Analyst');
  server.use(
    http.get(url('data_dictionary/data_sources'), () =>
      answerList([makeSource(), makeSource({ data_source_id: 2, source: 'Birth Register' })]),
    ),
    http.get(url('data_dictionary/tables'), () =>
      answerList([
        { tbl_id: 3, tbl_name: 'visit' },
        { tbl_id: 8, tbl_name: 'county' },
      ]),
    ),
    http.get(url('data_dictionary/data_quality'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return answerList(tables, tables.length && 12);
    }),
    http.get(url('data_dictionary/data_quality/sources'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return answerList(sources, sources.length);
    }),
    http.get(url('data_dictionary/data_quality/summary'), () =>
      answer({
        tables: 2,
        completeness: share(7, 8, 'Good'),
        validity: share(1150, 1200, 'Excellent'),
        poc: { completeness: share(4, 4, 'Excellent'), validity: share(1150, 1200, 'Excellent') },
        emc: { completeness: share(3, 4, 'Fair'), validity: share(0, 0, 'Not assessed') },
        by_completeness: tally({ good: 1, not_assessed: 1 }),
        by_validity: tally({ excellent: 1, not_assessed: 1 }),
      }),
    ),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (query = '?data_source=1') =>
  renderPart(<DataQualityPage />, `/analyst/dqafilter${query}`);

it.each(['', '?data_source=1'])(
  'explains the names of the origins once, at "%s"',
  async (query) => {
    open(query);
    const [name, ...others] = await screen.findAllByText('PoC', { selector: 'strong' });
    expect(others).toEqual([]);
    expect(name!.parentElement).toHaveTextContent(
      /^PoC and eMC are the two origins of a table’s records\./,
    );
  },
);

it('shows all sources with their tables, and opens one with its worst tables first', async () => {
  const { user } = open('');
  const list = await screen.findByRole('list', { name: 'Data sources and their tables' });
  expect(list).toHaveTextContent('Birth RegisterPoor55%26 tables');
  const boxes = within(list).getByRole('list', {
    name: 'Validity of the tables of Birth Register',
  });
  expect(
    within(boxes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['registration_of_late_births55% Poor', 'countyNot assessed', 'and 24 more tables']);
  expect(asked).toEqual([{ sort: 'validity', page: '1', page_size: '10' }]);
  expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Completeness' }));
  expect(
    await screen.findByRole('list', { name: 'Completeness of the tables of Birth Register' }),
  ).toHaveTextContent('registration_of_late_births100% Excellent');
  await user.click(screen.getByRole('button', { name: 'Validity' }));
  await user.click(screen.getByRole('link', { name: 'Birth Register' }));
  expect(await screen.findByRole('table', { name: 'Data quality' })).toBeVisible();
  expect(asked.at(-1)).toEqual({
    data_source: '2',
    sort: 'validity',
    page: '1',
    page_size: '10',
  });
});

it('assesses all tables of a chosen source, the least valid first', async () => {
  const { user } = open('');
  await user.click(await screen.findByRole('combobox', { name: 'Data source' }));
  await user.click(await screen.findByRole('option', { name: 'Birth Register' }));
  expect(await screen.findByRole('table', { name: 'Data quality' })).toBeVisible();
  expect(asked.at(-1)).toEqual({
    data_source: '2',
    sort: 'validity',
    page: '1',
    page_size: '10',
  });
  expect(screen.getByTestId('location')).toHaveTextContent('?data_source=2&sort=validity');
});

it('shows the quality of each table in a chart and in a table, as text', async () => {
  open();
  const chart = await screen.findByRole('figure', { name: /Completeness and validity/ });
  const [visit, county] = within(chart).getAllByRole('listitem');
  expect(visit).toHaveTextContent(
    'visitPoCCompleteness100% ExcellentValidity95.83% ExcellenteMCCompleteness75% FairValidityNot assessed',
  );
  expect(county).toHaveTextContent('countyNone in PoCNone in eMC');
  const grid = screen.getByRole('table', { name: 'Data quality' });
  const [, row, other] = within(grid).getAllByRole('row');
  for (const text of [
    'eMC counts more valid records than records.',
    '7 of 8 figures',
    '1,150 of 1,200',
    '1,200 records, 1,150 valid',
    '31 January 2015 to 30 December 2025',
    '02 May 2016 to not known',
    'CompletenessFair75%',
  ]) {
    expect(row).toHaveTextContent(text);
  }
  expect(other).toHaveTextContent('None in PoC');
});

it('shows the figures of all tables together', async () => {
  open();
  expect(await screen.findByText('Good: 7 of 8 figures are known')).toBeVisible();
  expect(screen.getByText('Excellent: 1,150 of 1,200 records are valid')).toBeVisible();
  const emc = screen.getByText('Records of eMC').parentElement;
  expect(emc).toHaveTextContent('CompletenessFair75%ValidityNot assessed');
  const labels = screen.getByText('Tables by validity').parentElement;
  expect(labels).toHaveTextContent('Excellent1Good0Fair0Poor0Not assessed1');
});

it('keeps tables and order in the address, and drops the tables when the source changes', async () => {
  const { user } = open('?data_source=1&page=2');
  await screen.findByRole('table', { name: 'Data quality' });
  await user.click(screen.getByRole('combobox', { name: 'Tables' }));
  await user.click(await screen.findByRole('option', { name: 'county' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('combobox', { name: 'Order' }));
  await user.click(await screen.findByRole('option', { name: 'Lowest validity first' }));
  const location = screen.getByTestId('location');
  await waitFor(() => expect(location).toHaveTextContent('?data_source=1&tables=8&sort=validity'));
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({
      data_source: '1',
      tables: '8',
      sort: 'validity',
      page: '1',
      page_size: '10',
    }),
  );
  await user.click(screen.getByRole('combobox', { name: 'Data source' }));
  await user.click(await screen.findByRole('option', { name: 'Birth Register' }));
  await waitFor(() => expect(location).toHaveTextContent('?data_source=2&sort=validity'));
});

it('downloads the chosen tables as CSV', async () => {
  const saved = catchDownloads();
  server.use(
    http.get(url('data_dictionary/data_quality/export'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return new HttpResponse('data_source\r\n', {
        headers: {
          'content-type': 'text/csv',
          'content-disposition': 'attachment; filename="Births_data_quality.csv"',
        },
      });
    }),
  );
  const { user } = open('?data_source=1&tables=8,3');
  await screen.findByRole('table', { name: 'Data quality' });
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).toEqual(['Births_data_quality.csv']));
  expect(asked.at(-1)).toEqual({ data_source: '1', tables: '8,3' });
});

it('reports a source that no longer exists, and asks for another', async () => {
  for (const call of ['data_quality', 'data_quality/summary']) {
    server.use(
      http.get(url(`data_dictionary/${call}`), () => refuse(404, 'Data source not found.')),
    );
  }
  open('?data_source=99');
  expect(await screen.findByRole('list', { name: 'Data sources and their tables' })).toBeVisible();
  expect(screen.getByText('Data source not found.')).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent(/dqafilter$/);
  expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Data source' })).toBeVisible();
});

it('shows a text when a source has no table', async () => {
  tables = [];
  open();
  expect(await screen.findByText('No table of this data source is published yet.')).toBeVisible();
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
});
