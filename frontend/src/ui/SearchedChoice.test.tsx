import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPart } from '@/testing/render';
import { SearchedChoice } from './SearchedChoice';

interface Ward {
  id: number;
  name: string;
}
const wards: Ward[] = [
  { id: 1, name: 'Harbour ward' },
  { id: 2, name: 'Lake ward' },
];

/** Callbacks that answer the pending searches. */
let waiting: (() => void)[] = [];
const find = (search: string) =>
  new Promise<Ward[]>((resolve) =>
    waiting.push(() =>
      resolve(wards.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))),
    ),
  );
const answerAll = () => waiting.splice(0).forEach((resolve) => resolve());

function Chooser({ onSubmit }: { onSubmit: () => void }) {
  const [search, setSearch] = useState('');
  const [value, setValue] = useState<Ward | null>(null);
  const found = useQuery({
    queryKey: ['wards', search],
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <SearchedChoice
        label="Ward"
        value={value}
        onChange={setValue}
        onSearch={setSearch}
        found={found}
        options={found.data ?? []}
        nameOf={({ name }) => name}
        keyOf={({ id }) => id}
        empty="No ward found"
      />
      <p>Chosen: {value?.name ?? 'none'}</p>
    </form>
  );
}

it('hides the options of an earlier search while another one is running', async () => {
  waiting = [];
  let submitted = 0;
  const { user } = renderPart(<Chooser onSubmit={() => (submitted += 1)} />);
  answerAll();
  const field = screen.getByRole('combobox', { name: /Ward/ });
  await user.click(field);
  expect(await screen.findByRole('option', { name: 'Harbour ward' })).toBeVisible();

  await user.keyboard('{ArrowDown}');
  await user.type(field, 'lake');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  expect(screen.getByText('Searching…')).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Chosen: none')).toBeVisible();
  expect(submitted).toBe(0);

  answerAll();
  await user.click(await screen.findByRole('option', { name: 'Lake ward' }));
  expect(screen.getByText('Chosen: Lake ward')).toBeVisible();
});
