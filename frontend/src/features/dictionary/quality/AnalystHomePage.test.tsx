import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import AnalystHomePage from './AnalystHomePage';

beforeEach(() => signInAs('Data Analyst'));

it('lists the tables of lowest quality with their figures and a link each', async () => {
  server.use(
    http.get(url('data_dictionary/data_quality/worst'), () =>
      answer([
        {
          data_source_id: 4,
          source: 'Electronic Medical Record System',
          tbl_id: 31,
          tbl_name: 'laboratory_extract',
          completeness: { part: 4, whole: 8, percentage: 50, label: 'Poor' },
          validity: { part: 1150, whole: 1200, percentage: 95.83, label: 'Excellent' },
        },
        {
          data_source_id: 5,
          source: 'Claims',
          tbl_id: 40,
          tbl_name: 'invoices',
          completeness: { part: 7, whole: 8, percentage: 87.5, label: 'Good' },
          validity: { part: 0, whole: 0, percentage: null, label: 'Not assessed' },
        },
      ]),
    ),
  );
  renderPart(<AnalystHomePage />);
  const list = await screen.findByRole('list', { name: 'Lowest quality' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent('laboratory_extract, Electronic Medical Record System');
  expect(first).toHaveTextContent('Completeness 50% (Poor) · Validity 95.83% (Excellent)');
  expect(within(first!).getByRole('link', { name: /^See figures: laboratory/ })).toHaveAttribute(
    'href',
    '/analyst/dqafilter?data_source=4&tables=31',
  );
  expect(second).toHaveTextContent('Completeness 87.5% (Good) · Validity not assessed');
});

it('says that nothing is below Excellent', async () => {
  renderPart(<AnalystHomePage />);
  expect(await screen.findByText(/^No assessed table is below Excellent/)).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Lowest quality' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Assess data quality' })).toHaveAttribute(
    'href',
    '/analyst/dqafilter',
  );
});

it('offers to try again after a failure', async () => {
  server.use(
    http.get(url('data_dictionary/data_quality/worst'), () =>
      refuse(403, 'Your role does not allow this.'),
    ),
  );
  renderPart(<AnalystHomePage />);
  expect(await screen.findByText('Your role does not allow this.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
