import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ComponentProps, ReactNode } from 'react';
import { Pages } from '../Pages';
import { RowCards } from '../RowCards';
import { RowsSkeleton } from '../Skeletons';
import type { ListColumn } from './columns';
import { ListTable } from './ListTable';
import type { ListSelection, RowKey } from './picks';
import type { Order } from './SortHeader';
import { TableSkeleton } from './TableSkeleton';

interface ListChanges {
  page?: number;
  page_size?: number;
  sort?: string;
}

interface Props<Row, Key extends RowKey> {
  label: string;
  /** The rows of the page. */
  rows: readonly Row[];
  total: number;
  columns: readonly ListColumn<Row>[];
  keyOf: (row: Row) => Key;
  actions?: (row: Row) => ReactNode;
  actionsWidth?: number;
  /** Missing if rows cannot be selected. */
  selection?: ListSelection<Row, Key>;
  pageSizes: readonly number[];
  query: { page: number; pageSize: number };
  /** Missing if the rows cannot be sorted. */
  order?: Order;
  onChange: (changes: ListChanges) => void;
  loading?: boolean;
  /** Alternates the background of rows. */
  striped?: boolean;
  /** Groups the rows by the first column, as in `ListTable`. */
  group?: { field: string; of: (row: Row) => string };
  /** For a short list among other content: low rows, and no pagination for a single page. */
  compact?: boolean;
  /** Text about the rows shown, if the specification prescribes another one than the default. */
  pageReport?: ComponentProps<typeof Pages>['report'];
}

/**
 * One page of a list with its pagination: a table, or cards on a phone. The server splits the list
 * into pages, or `usePages` a list that is already loaded.
 */
export function TableWithPages<Row extends object, Key extends RowKey = number>(
  props: Props<Row, Key>,
) {
  const { total, pageSizes, query, onChange, pageReport, compact, ...table } = props;
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <div>
      {asCards ? (
        <RowCards {...table} />
      ) : (
        <ListTable {...table} compact={compact} onSort={(sort) => onChange({ sort })} />
      )}
      <Pages {...{ total, query, pageSizes, onChange }} report={pageReport} optional={compact} />
    </div>
  );
}

/** Placeholder while a page with `rows` rows is loaded. */
export function TableWithPagesSkeleton({ rows }: { rows: number }) {
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  return asCards ? <RowsSkeleton count={rows} height={160} /> : <TableSkeleton rows={rows} />;
}
