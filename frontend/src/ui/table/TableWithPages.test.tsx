import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followPrinting } from '@/lib/printing';
import { TableWithPages } from './TableWithPages';
import { usePages } from './usePages';

let end: () => void;
beforeEach(() => {
  end = followPrinting();
});
afterEach(() => {
  act(() => void fireEvent(window, new Event('afterprint')));
  end();
});

function Devices({ number }: { number: number }) {
  const devices = Array.from({ length: number }, (_, at) => ({ name: `Laptop ${at + 1}` }));
  return (
    <TableWithPages
      {...usePages(devices, [10, 25])}
      label="Devices"
      columns={[{ field: 'name', name: 'Equipment', cell: ({ name }) => name }]}
      keyOf={({ name }) => name}
    />
  );
}

const print = () => act(() => void fireEvent(window, new Event('beforeprint')));

it('shows no pagination if all loaded rows fit on the smallest page', () => {
  const { rerender } = render(<Devices number={10} />);
  expect(screen.queryByText(/of 10/)).not.toBeInTheDocument();
  rerender(<Devices number={11} />);
  expect(screen.getByText('1–10 of 11')).toBeInTheDocument();
  expect(screen.queryByText('Laptop 11')).not.toBeInTheDocument();
});

it('prints all rows, and restores the current page afterwards', () => {
  render(<Devices number={12} />);
  print();
  expect(screen.getByText('Laptop 12')).toBeInTheDocument();
  expect(screen.queryByText(/of 12/)).not.toBeInTheDocument();
  act(() => void fireEvent(window, new Event('afterprint')));
  expect(screen.queryByText('Laptop 12')).not.toBeInTheDocument();
  expect(screen.getByText('1–10 of 12')).toBeInTheDocument();
});

it('prints only the current page of a very long list, with the range of its rows', () => {
  render(<Devices number={501} />);
  print();
  expect(screen.queryByText('Laptop 11')).not.toBeInTheDocument();
  expect(screen.getByText('1–10 of 501')).toBeInTheDocument();
});
