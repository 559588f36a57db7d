import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useNavigate } from 'react-router';
import { useAct } from '@/api/useAct';
import { useListUrl } from '@/lib/useListUrl';
import { renderPart } from '@/testing/render';
import type { ListColumn } from './table/columns';
import { ListSearch, ServerList } from './ServerList';

interface Row {
  id: number;
  name: string;
  note: string;
}

let stored: Row[] = [];
beforeEach(() => {
  stored = Array.from({ length: 41 }, (_, index) => ({
    id: index + 1,
    name: `Row ${String(index + 1).padStart(2, '0')}`,
    note: 'Quiet',
  }));
});

/** Simulates a response of the server after a short delay. */
async function answer(sort: string, page: number, pageSize: number) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const sorted = sort === '-name' ? [...stored].reverse() : stored;
  return {
    rows: sorted.slice((page - 1) * pageSize, page * pageSize),
    total: stored.length,
  };
}

const PAGE_SIZES = [10, 20];
const sorts = ['name'];
const columns: readonly ListColumn<Row>[] = [
  { field: 'name', name: 'Name', width: 200, cell: ({ name }) => name },
  { field: 'note', name: 'Note', width: 200, cell: ({ note }) => note },
];

function Rows() {
  const list = useListUrl({ pageSize: 20, pageSizes: PAGE_SIZES, sorts });
  const { search, sort, page, pageSize } = list;
  const navigate = useNavigate();
  const client = useQueryClient();
  const loaded = useQuery({
    queryKey: ['rows', { search, sort, page, pageSize }],
    queryFn: () => answer(sort, page, pageSize),
    placeholderData: keepPreviousData,
  });
  const remove = useAct({
    mutationFn: (id: number) => {
      stored = stored.filter((row) => row.id !== id);
      return Promise.resolve();
    },
    onSuccess: () => client.invalidateQueries(),
  });
  return (
    <>
      <button onClick={() => void navigate(-1)}>Back</button>
      <ListSearch list={list} />
      <ServerList
        label="Rows"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ id }) => id}
        pageSizes={PAGE_SIZES}
        empty="Nothing"
        actions={({ id, name }) => (
          <button onClick={() => remove.mutate(id)}>{`Remove ${name}`}</button>
        )}
      />
    </>
  );
}

const address = () => screen.getByTestId('location').textContent;
const header = (name: string) => screen.getByRole('columnheader', { name });

it('pages forward twice, and Back shows the previous page', async () => {
  const { user } = renderPart(<Rows />, '/rows');
  await screen.findByText('Row 01');
  await user.click(screen.getByRole('button', { name: 'Go to next page' }));
  await screen.findByText('Row 21');
  await user.click(screen.getByRole('button', { name: 'Go to next page' }));
  await screen.findByText('Row 41');
  expect(address()).toBe('/rows?page=3');
  expect(screen.getByText('41–41 of 41')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('Row 21');
  expect(address()).toBe('/rows?page=2');
});

it('applies page, size and order of a link, and keeps them when paging', async () => {
  const { user } = renderPart(<Rows />, '/rows?page=3&page_size=10&sort=-name');
  await screen.findByText('Row 21');
  expect(screen.getByText('21–30 of 41')).toBeVisible();
  expect(header('Name')).toHaveAttribute('aria-sort', 'descending');
  await user.click(screen.getByRole('button', { name: 'Go to next page' }));
  await screen.findByText('Row 11');
  expect(address()).toBe('/rows?page=4&page_size=10&sort=-name');
});

it('shows the first page when the order changes', async () => {
  const { user } = renderPart(<Rows />, '/rows?page=2');
  await screen.findByText('Row 21');
  await user.click(header('Name'));
  await screen.findByText('Row 01');
  expect(address()).toBe('/rows?sort=name');
  await user.click(screen.getByRole('button', { name: 'Go to next page' }));
  await screen.findByText('Row 21');
  await user.click(header('Name'));
  await screen.findByText('Row 41');
  expect(address()).toBe('/rows?sort=-name');
});

it('does not sort by columns that the server cannot sort by', async () => {
  const { user } = renderPart(<Rows />, '/rows');
  await screen.findByText('Row 01');
  await user.click(header('Note'));
  expect(within(header('Note')).queryByRole('button')).not.toBeInTheDocument();
  expect(address()).toBe('/rows');
});

it.each([
  ['?page=0', '/rows'],
  ['?page=abc&page_size=7&sort=colour', '/rows'],
  ['?page=99999999999', '/rows'],
  [`?search=${'a'.repeat(300)}`, `/rows?search=${'a'.repeat(200)}`],
  ['?page=2&sort=-note', '/rows?page=2'],
  ['?search=%00&tab=other', '/rows?tab=other'],
])('removes or corrects invalid values in the address %s', async (asked, corrected) => {
  renderPart(<Rows />, `/rows${asked}`);
  await screen.findAllByText(/^Row \d/);
  await waitFor(() => expect(address()).toBe(corrected));
});

it('redirects from a page past the end to the last page', async () => {
  renderPart(<Rows />, '/rows?page=9&page_size=10');
  await screen.findByText('Row 41');
  expect(address()).toBe('/rows?page=5&page_size=10');
});

it('shows the previous page after the only row of the last page is deleted', async () => {
  const { user } = renderPart(<Rows />, '/rows?page=3');
  await user.click(await screen.findByRole('button', { name: 'Remove Row 41' }));
  await screen.findByText('Row 21');
  await waitFor(() => expect(address()).toBe('/rows?page=2'));
});
