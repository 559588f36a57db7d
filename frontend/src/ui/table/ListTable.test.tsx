import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import type { ListColumn } from './columns';
import { ListTable } from './ListTable';

interface Row {
  id: number;
  name: string;
  note: string;
}

const rows: Row[] = ['Ada', 'Bert', 'Cora', 'Dana'].map((name, index) => ({
  id: index + 1,
  name,
  note: 'Quiet',
}));
const columns: readonly ListColumn<Row>[] = [
  { field: 'name', name: 'Name', flex: 1, minWidth: 120, cell: ({ name }) => name },
  { field: 'note', name: 'Note', width: 90, cell: ({ note }) => note },
];

interface Props {
  kept?: readonly number[];
  isSelectable?: (row: Row) => boolean;
  selectable?: boolean;
}

function Table({ kept = [], isSelectable, selectable = true }: Props) {
  const [sort, setSort] = useState('');
  const [selected, change] = useState<ReadonlySet<number>>(new Set(kept));
  return (
    <>
      <ListTable
        label="People"
        rows={rows}
        columns={columns}
        keyOf={({ id }) => id}
        selection={
          selectable ? { selected, change, nameOf: ({ name }) => name, isSelectable } : undefined
        }
        order={{ sort, sorts: ['name'] }}
        onSort={setSort}
        loading={false}
      />
      <output data-testid="selected">{[...selected].sort((a, b) => a - b).join()}</output>
      <output data-testid="sort">{sort}</output>
    </>
  );
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' });
const selected = () => screen.getByTestId('selected').textContent;
const header = (name: string) => screen.getByRole('columnheader', { name });

it('has the roles of a named table with rows and cells', () => {
  renderPart(<Table selectable={false} />);
  const table = screen.getByRole('table', { name: 'People' });
  expect(within(table).getAllByRole('row')).toHaveLength(5);
  const row = within(table).getByRole('row', { name: 'Bert Quiet' });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Bert', 'Quiet']);
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

it("sorts by keyboard: ascending, descending, then the server's order", async () => {
  const { user } = renderPart(<Table />);
  expect(header('Name')).toHaveAttribute('aria-sort', 'none');
  within(header('Name')).getByRole('button').focus();
  for (const [sort, direction] of [
    ['name', 'ascending'],
    ['-name', 'descending'],
    ['', 'none'],
  ]) {
    await user.keyboard('{Enter}');
    expect(screen.getByTestId('sort')).toHaveTextContent(new RegExp(`^${sort}$`));
    expect(header('Name')).toHaveAttribute('aria-sort', direction);
  }
  expect(header('Note')).not.toHaveAttribute('aria-sort');
  expect(within(header('Note')).queryByRole('button')).not.toBeInTheDocument();
});

it('moves between checkboxes and picks by keyboard, and skips disabled rows', async () => {
  const { user } = renderPart(<Table isSelectable={({ name }) => name !== 'Bert'} />);
  expect(box('Bert')).toBeDisabled();
  box('Ada').focus();
  await user.keyboard(' ');
  expect(box('Ada')).toBeChecked();
  await user.keyboard('{ArrowDown}');
  expect(box('Cora')).toHaveFocus();
  await user.keyboard(' {ArrowDown}{ArrowDown}');
  expect(box('Dana')).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(box('Ada')).toHaveFocus();
  expect(selected()).toBe('1,3');
});

it('picks a range of rows with Shift', async () => {
  const { user } = renderPart(<Table />);
  await user.click(box('Ada'));
  await user.keyboard('{Shift>}');
  await user.click(box('Cora'));
  await user.keyboard('{/Shift}');
  expect(selected()).toBe('1,2,3');
});

it('picks the whole page at once and keeps the picks of other pages', async () => {
  const { user } = renderPart(<Table kept={[2, 77]} isSelectable={({ id }) => id !== 4} />);
  expect(all()).not.toBeChecked();
  expect(all().indeterminate).toBe(true);
  await user.click(all());
  expect(selected()).toBe('1,2,3,77');
  expect(all().indeterminate).toBe(false);
  expect(all()).toBeChecked();
  await user.click(all());
  expect(selected()).toBe('77');
});

it('renders only the picked row again', async () => {
  const cell = vi.fn(({ name }: Row) => name);
  const own: readonly ListColumn<Row>[] = [{ field: 'name', name: 'Name', cell }];
  function Picked() {
    const [chosen, change] = useState<ReadonlySet<number>>(new Set());
    return (
      <ListTable
        label="People"
        rows={rows}
        columns={own}
        keyOf={({ id }) => id}
        selection={{ selected: chosen, change, nameOf: ({ name }) => name }}
        order={{ sort: '', sorts: [] }}
        onSort={() => undefined}
        loading={false}
      />
    );
  }
  const { user } = renderPart(<Picked />);
  cell.mockClear();
  await user.click(box('Cora'));
  expect(box('Cora')).toBeChecked();
  expect(cell).not.toHaveBeenCalled();
});
