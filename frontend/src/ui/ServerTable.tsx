import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import type { ListQuery } from '@/lib/useListUrl';
import { Pages } from './Pages';
import { RowCards } from './RowCards';
import { RowsSkeleton } from './Skeletons';
import type { ListColumn } from './table/columns';
import { ListTable } from './table/ListTable';
import type { ListSelection } from './table/picks';
import { TableSkeleton } from './table/TableSkeleton';

interface ListChanges {
  page?: number;
  page_size?: number;
  sort?: string;
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  total: number;
  columns: readonly ListColumn<Row>[];
  keyOf: (row: Row) => number;
  actions?: (row: Row) => ReactNode;
  actionsWidth?: number;
  /** Missing if rows cannot be selected. */
  selection?: ListSelection<Row>;
  pageSizes: readonly number[];
  query: Pick<ListQuery, 'page' | 'pageSize' | 'sort' | 'sorts'>;
  onChange: (changes: ListChanges) => void;
  loading: boolean;
  /** Alternates the background of rows. */
  striped?: boolean;
  /** Groups the rows by the first column, as in `ListTable`. */
  group?: { field: string; of: (row: Row) => string };
  /** Text about the rows shown, if the specification prescribes another one than the default. */
  pageReport?: (shown: { from: number; to: number; count: number }) => string;
}

/** A list that the server sorts and splits into pages: a table, or cards on a phone. */
export function ServerTable<Row extends object>(props: Props<Row>) {
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  return asCards ? <Cards {...props} /> : <AsTable {...props} />;
}

/** Placeholder while a page with `rows` rows is loaded. */
export function ServerTableSkeleton({ rows }: { rows: number }) {
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  return asCards ? <RowsSkeleton count={rows} height={160} /> : <TableSkeleton rows={rows} />;
}

function AsTable<Row extends object>(props: Props<Row>) {
  const { total, pageSizes, query, onChange, pageReport, ...table } = props;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column' }}>
      <ListTable {...table} order={query} onSort={(sort) => onChange({ sort })} />
      <Pages {...{ total, query, pageSizes, onChange }} report={pageReport} />
    </Box>
  );
}

function Cards<Row extends object>(props: Props<Row>) {
  const { label, rows, total, columns, keyOf, actions, pageSizes, query, onChange } = props;
  const { pageReport, selection } = props;
  return (
    <>
      <RowCards {...{ label, rows, columns, keyOf, actions, selection }} />
      <Pages {...{ total, query, pageSizes, onChange }} report={pageReport} />
    </>
  );
}
