import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useListUrl } from '@/lib/useListUrl';
import { renderPart } from '@/testing/render';
import { SearchField } from './SearchField';

/**
 * Renders a field whose `value` follows a search only on demand, as an address does late on a busy
 * page.
 */
function renderField(value = '') {
  const searches: string[] = [];
  let goTo: (search: string) => void = () => {};
  function Field() {
    const [current, setCurrent] = useState(value);
    goTo = setCurrent;
    return (
      <SearchField
        label="Search"
        value={current}
        onSearch={(search) => searches.push(search)}
        delay={20}
      />
    );
  }
  const { user } = renderPart(<Field />);
  const field = screen.getByRole('searchbox', { name: 'Search' });
  return { user, field, searches, follow: (search: string) => act(() => goTo(search)) };
}

it('keeps the typed text while the address lags behind', async () => {
  const { user, field, searches, follow } = renderField();
  await user.type(field, 'bir');
  await waitFor(() => expect(searches.at(-1)).toBe('bir'));
  expect(field).toHaveValue('bir');
  // Both run in one task, so that the search timer cannot fire between them on a slow machine.
  fireEvent.change(field, { target: { value: 'births' } });
  follow('bir');
  expect(field).toHaveValue('births');
  await waitFor(() => expect(searches.at(-1)).toBe('births'));
  follow('births');
  expect(field).toHaveValue('births');
});

it('shows a search from elsewhere, and drops the typed text', async () => {
  const { user, field, searches, follow } = renderField('old');
  expect(field).toHaveValue('old');
  await user.type(field, 'er');
  follow('new');
  expect(field).toHaveValue('new');
  searches.length = 0;
  await user.type(field, 'er');
  await waitFor(() => expect(searches.at(-1)).toBe('newer'));
  expect(searches).not.toContain('older');
});

it('searches on blur, so that the address gets both the search and another filter', async () => {
  function List() {
    const query = useListUrl({ pageSize: 10, filters: ['tab'] as const });
    return (
      <>
        <SearchField
          label="Search"
          value={query.search}
          onSearch={(search) => query.change({ search })}
        />
        <button onClick={() => query.change({ tab: 'all' })}>All</button>
      </>
    );
  }
  const { user } = renderPart(<List />);
  const field = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(field, 'births');
  // Both run in one task, so that the address is still unchanged when the button is clicked.
  act(() => {
    field.blur();
    screen.getByRole('button', { name: 'All' }).click();
  });
  expect(screen.getByTestId('location')).toHaveTextContent('/?search=births&tab=all');
  expect(field).toHaveValue('births');
});
