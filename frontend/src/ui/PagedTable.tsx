import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { usePrinting } from '@/lib/printing';
import { DataItem, DataList } from './DataList';
import { Pages } from './Pages';
import { PlainList } from './PlainList';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => number | string;
  actions?: (row: Row) => ReactNode;
  /** Page sizes to choose from. The initial size is always 10. */
  pageSizes: readonly number[];
  /** Small spacing, for a table among other answers. */
  dense?: boolean;
}

export const firstPage = { page: 1, pageSize: 10 };

type Query = typeof firstPage;
type PageChanges = Parameters<ComponentProps<typeof Pages>['onChange']>[0];

/** Returns the query for another page, or for the first page if the page size changes. */
export const nextQuery = (query: Query, { page = 1, page_size = query.pageSize }: PageChanges) => ({
  page,
  pageSize: page_size,
});

/** Longer lists are printed page by page: rendering all rows would block the browser. */
const MAX_PRINTED_ROWS = 500;

/**
 * A short list that is already loaded, shown in pages, but printed as a whole. On a phone, each row
 * is a card.
 */
export function PagedTable<Row>(props: Props<Row>) {
  const { label, rows, columns, keyOf, actions, dense = false } = props;
  const [query, setQuery] = useState(firstPage);
  const printsAll = usePrinting() && rows.length <= MAX_PRINTED_ROWS;
  const [pageSize, pageSizes] = printsAll
    ? [MAX_PRINTED_ROWS, [MAX_PRINTED_ROWS]]
    : [query.pageSize, props.pageSizes];
  const last = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(query.page, last);
  const shown = rows.slice((page - 1) * pageSize, page * pageSize);
  const pages = {
    total: rows.length,
    query: { page, pageSize },
    pageSizes,
    onChange: (changes: PageChanges) => setQuery(nextQuery(query, changes)),
  };
  return <TablePage {...{ label, rows: shown, columns, keyOf, actions, dense, pages }} />;
}

interface PageProps<Row> extends Omit<Props<Row>, 'pageSizes'> {
  pages: Omit<ComponentProps<typeof Pages>, 'more' | 'report'>;
  /** Replaces the rows. */
  children?: ReactNode;
}

/** One page of a list, with pagination if there are several pages. */
export function TablePage<Row>(props: PageProps<Row>) {
  const { label, rows, columns, keyOf, actions, dense = false, pages, children } = props;
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  const Rows = asCards ? Cards : Lines;
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'background.paper',
      }}
    >
      {children || <Rows {...{ label, rows, columns, keyOf, actions, dense }} />}
      {pages.total > Math.min(...pages.pageSizes, pages.query.pageSize) && (
        <Box sx={{ px: { xs: 2, sm: 0 }, borderTop: 1, borderColor: 'divider' }}>
          <Pages {...pages} />
        </Box>
      )}
    </Box>
  );
}

type RowsProps<Row> = Omit<Props<Row>, 'pageSizes'>;

function Cards<Row>({ label, rows, columns, keyOf, actions, dense }: RowsProps<Row>) {
  return (
    <PlainList aria-label={label}>
      {rows.map((row) => (
        <Box
          component="li"
          key={keyOf(row)}
          sx={{
            px: 2,
            py: dense ? 1.5 : 1,
            '& + &': dense
              ? { borderTop: 1, borderColor: 'divider' }
              : { borderTop: 4, borderColor: 'quiet' },
          }}
        >
          <DataList dense={dense}>
            {columns.map(({ name, cell }) => (
              <DataItem key={name} name={name}>
                {cell(row)}
              </DataItem>
            ))}
          </DataList>
          {actions && <Box sx={{ display: 'flex', gap: 1, pb: 1 }}>{actions(row)}</Box>}
        </Box>
      ))}
    </PlainList>
  );
}

function Lines<Row>({ label, rows, columns, keyOf, actions, dense }: RowsProps<Row>) {
  return (
    // A focusable region can be scrolled by keyboard, so that its end can be read without a mouse.
    <TableContainer tabIndex={0} role="region" aria-label={`${label}, table`}>
      <Table size="small" aria-label={label}>
        <TableHead sx={{ bgcolor: 'quiet' }}>
          <TableRow>
            {columns.map(({ name }) => (
              <TableCell key={name} sx={{ fontWeight: 620, whiteSpace: 'nowrap' }}>
                {name}
              </TableCell>
            ))}
            {actions && (
              <TableCell align="right" className="actions" sx={{ fontWeight: 620 }}>
                Actions
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody sx={{ '& tr:last-child td': { borderBottom: 0 } }}>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              {columns.map(({ name, cell }) => (
                <TableCell key={name} sx={{ verticalAlign: 'top', py: dense ? undefined : 1.25 }}>
                  {cell(row)}
                </TableCell>
              ))}
              {actions && (
                <TableCell align="right" className="actions" sx={{ whiteSpace: 'nowrap', py: 0.5 }}>
                  {actions(row)}
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
