import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followPrinting } from '@/lib/printing';
import { PagedTable } from './PagedTable';

let end: () => void;
beforeEach(() => {
  end = followPrinting();
});
afterEach(() => {
  act(() => void fireEvent(window, new Event('afterprint')));
  end();
});

function show(number: number) {
  render(
    <PagedTable
      label="Devices"
      rows={Array.from({ length: number }, (_, at) => `Laptop ${at + 1}`)}
      columns={[{ name: 'Equipment', cell: (row) => row }]}
      keyOf={(row) => row}
      pageSizes={[10, 25]}
    />,
  );
  act(() => void fireEvent(window, new Event('beforeprint')));
}

it('prints all rows, and restores the current page afterwards', () => {
  show(12);
  expect(screen.getByText('Laptop 12')).toBeInTheDocument();
  expect(screen.queryByText(/of 12/)).not.toBeInTheDocument();
  act(() => void fireEvent(window, new Event('afterprint')));
  expect(screen.queryByText('Laptop 12')).not.toBeInTheDocument();
  expect(screen.getByText('1–10 of 12')).toBeInTheDocument();
});

it('prints only the current page of a very long list, with the range of its rows', () => {
  show(501);
  expect(screen.queryByText('Laptop 11')).not.toBeInTheDocument();
  expect(screen.getByText('1–10 of 501')).toBeInTheDocument();
});
