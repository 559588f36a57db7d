import Box from '@mui/material/Box';
import { useRef, type ComponentProps, type ReactNode } from 'react';
import type { ListUrl } from '@/lib/useListUrl';
import { ClearFilter } from './ClearFilter';
import { EmptyState } from './EmptyState';
import { LoadedList, type Loaded } from './LoadedList';
import { SearchField } from './SearchField';
import { TableWithPages, TableWithPagesSkeleton } from './table/TableWithPages';

interface SearchProps {
  list: Pick<ListUrl, 'search' | 'sort' | 'change'>;
  /** Names the searched fields. */
  placeholder?: string;
  children?: ReactNode;
}

/**
 * The keyword search of a list, with a button that clears the search and the order (3 §2.3, §2.5).
 * The button is shown only while there is something to clear.
 */
export function ListSearch({ list, placeholder, children }: SearchProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <Box
      ref={box}
      tabIndex={-1}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-end',
        gap: 1.5,
        mb: 2,
        outline: 'none',
      }}
    >
      <SearchField
        label="Keyword Search"
        placeholder={placeholder}
        value={list.search}
        onSearch={(search) => list.change({ search })}
        sx={{ flex: '1 1 240px', maxWidth: 420 }}
      />
      {(list.search || list.sort) && (
        <ClearFilter
          frame={box}
          onClear={() => list.change({ search: '', sort: '' })}
          variant="outlined"
        />
      )}
      {children}
    </Box>
  );
}

interface Props<Row extends object> extends Omit<
  ComponentProps<typeof TableWithPages<Row>>,
  'rows' | 'total' | 'query' | 'order' | 'onChange' | 'loading' | 'compact'
> {
  list: Pick<ListUrl, 'page' | 'pageSize' | 'search' | 'sort' | 'sorts' | 'change' | 'correctPage'>;
  loaded: Loaded<Row>;
  /** The text that the specification prescribes for a list without rows. */
  empty: string;
  emptyHint?: ReactNode;
}

/** A server-side list as a table, in all its states. */
export function ServerList<Row extends object>(props: Props<Row>) {
  const { list, loaded, empty, emptyHint, ...grid } = props;
  const nothing = (
    <EmptyState
      message={empty}
      hint={list.search ? 'Try another word, or clear the filter.' : emptyHint}
    />
  );
  return (
    <LoadedList
      list={list}
      loaded={loaded}
      empty={nothing}
      skeleton={(rows = list.pageSize) => <TableWithPagesSkeleton rows={rows} />}
    >
      {(rows, total) => (
        <TableWithPages
          {...grid}
          rows={rows}
          total={total}
          query={list}
          order={list}
          onChange={list.change}
          loading={loaded.isFetching && loaded.isPlaceholderData}
        />
      )}
    </LoadedList>
  );
}
