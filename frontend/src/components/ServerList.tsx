import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ComponentProps, ReactNode } from 'react';
import type { ListQuery } from '@/lib/useListUrl';
import { EmptyState } from './EmptyState';
import { LoadFailed } from './LoadFailed';
import { SearchField } from './SearchField';
import { ServerGrid, type GridChanges } from './ServerGrid';
import { RowsSkeleton } from './Skeletons';

type ListUrl = ListQuery<never> & {
  change: (changes: GridChanges & { search?: string }) => void;
};

interface Loaded<Row> {
  data?: { rows: Row[]; total: number };
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface SearchProps {
  list: Pick<ListUrl, 'search' | 'sort' | 'change'>;
  /** What is searched in. */
  placeholder?: string;
  children?: ReactNode;
}

/** The keyword search of a list with the button that clears it, and the order with it (3 §2.3, §2.5). */
export function ListSearch({ list, placeholder, children }: SearchProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
      <SearchField
        label="Keyword Search"
        placeholder={placeholder}
        value={list.search}
        onSearch={(search) => list.change({ search })}
        sx={{ flex: '1 1 240px', maxWidth: 420 }}
      />
      <Button
        variant="outlined"
        disabled={!list.search && !list.sort}
        onClick={() => list.change({ search: '', sort: '' })}
      >
        Clear Filter
      </Button>
      {children}
    </Box>
  );
}

interface Props<Row extends object> extends Omit<
  ComponentProps<typeof ServerGrid<Row>>,
  'rows' | 'total' | 'query' | 'onChange' | 'loading'
> {
  list: ListUrl;
  loaded: Loaded<Row>;
  /** The words of the specification for a list without a row. */
  empty: string;
  emptyHint?: ReactNode;
}

/** A list of the server in each of its states: loading, failed, empty, past its end, and with rows. */
export function ServerList<Row extends object>(props: Props<Row>) {
  const { list, loaded, empty, emptyHint, ...grid } = props;
  const { data, error, isFetching, isPlaceholderData, refetch } = loaded;
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  return (
    <>
      {error && (
        <Box sx={{ mb: 2 }}>
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </Box>
      )}
      <Rows {...{ list, data, empty, emptyHint, grid }} loading={isFetching && isPlaceholderData} />
    </>
  );
}

type RowsProps<Row extends object> = Pick<Props<Row>, 'list' | 'empty' | 'emptyHint'> & {
  data: { rows: Row[]; total: number };
  grid: Omit<Props<Row>, 'list' | 'loaded' | 'empty' | 'emptyHint'>;
  loading: boolean;
};

function Rows<Row extends object>(props: RowsProps<Row>) {
  const { list, data, empty, emptyHint, grid, loading } = props;
  if (data.total === 0) {
    return (
      <EmptyState
        message={empty}
        hint={list.search ? 'Try another word, or clear the filter.' : emptyHint}
      />
    );
  }
  if (data.rows.length === 0) {
    return (
      <EmptyState
        message="There is nothing on this page"
        action={<Button onClick={() => list.change({ page: 1 })}>Go to the first page</Button>}
      />
    );
  }
  return (
    <ServerGrid
      {...grid}
      rows={data.rows}
      total={data.total}
      query={list}
      onChange={list.change}
      loading={loading}
    />
  );
}
