import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '@/testing/render';
import { LoadedList, type Loaded } from './LoadedList';
import { RowsSkeleton } from './Skeletons';

const list = { page: 1, pageSize: 5, correctPage: () => {} };
const part = (data: Loaded<string>['data']) => (
  <LoadedList
    list={list}
    loaded={{ data, error: null, isFetching: !data, isPlaceholderData: false, refetch: () => {} }}
    empty="Nothing"
    skeleton={(rows = 5) => <RowsSkeleton count={rows} height={40} />}
  >
    {(rows) => rows.join(', ')}
  </LoadedList>
);
/** The lines of the placeholder: one for each row. */
const lines = () =>
  screen.getByRole('status', { name: 'Loading' }).querySelectorAll('.MuiSkeleton-root');

it('shows as many placeholders as the list had rows last time', () => {
  const { unmount } = renderPart(part(undefined), '/organisations');
  expect(lines()).toHaveLength(5);
  unmount();
  renderPart(
    part({ rows: ['Halden University', 'Lake Region'], total: 2 }),
    '/organisations',
  ).unmount();
  const other = renderPart(part(undefined), '/users');
  expect(lines()).toHaveLength(5);
  other.unmount();
  renderPart(part(undefined), '/organisations');
  expect(lines()).toHaveLength(2);
});
