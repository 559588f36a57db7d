import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState, type ReactNode } from 'react';
import { usePrinting } from '@/lib/printing';
import { DataItem, DataList } from './DataList';
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
  /** What can be done with a row, at its end. */
  actions?: (row: Row) => ReactNode;
  /** How many rows a page may have; 10 stands first whatever the choices. */
  pageSizes: readonly number[];
  /** Closer rows, for a table among other answers. */
  dense?: boolean;
}

export const FIRST_SIZE = 10;

/** A list of more rows is printed by the page: drawing all of them would keep the browser busy. */
const PRINTED_AT_MOST = 500;

/** A short list that is here already, page by page, and whole on paper; on a phone each row is a card. */
export function PagedTable<Row>(props: Props<Row>) {
  const { label, rows, columns, keyOf, actions, dense = false } = props;
  const [page, setPage] = useState(0);
  const [chosenSize, setSize] = useState(FIRST_SIZE);
  const printsAll = usePrinting() && rows.length <= PRINTED_AT_MOST;
  const [size, pageSizes] = printsAll
    ? [PRINTED_AT_MOST, [PRINTED_AT_MOST]]
    : [chosenSize, props.pageSizes];
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const first = Math.min(page, last) * size;
  const shown = rows.slice(first, first + size);
  const pages = {
    total: rows.length,
    page: Math.min(page, last),
    size,
    sizes: pageSizes,
    onPage: setPage,
    onSize: (next: number) => {
      setSize(next);
      setPage(0);
    },
  };
  return <TablePage {...{ label, rows: shown, columns, keyOf, actions, dense, pages }} />;
}

interface PageProps<Row> extends Omit<Props<Row>, 'pageSizes'> {
  /** Where the rows stand in the list. */
  pages: {
    total: number;
    /** From 0. */
    page: number;
    size: number;
    sizes: readonly number[];
    onPage: (page: number) => void;
    onSize: (size: number) => void;
  };
  /** Stands in the place of the rows. */
  children?: ReactNode;
}

/** One page of a list, with what leads to the others where there are any. */
export function TablePage<Row>(props: PageProps<Row>) {
  const { label, rows, columns, keyOf, actions, dense = false, pages, children } = props;
  const { total, page, size, sizes, onPage, onSize } = pages;
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
      {total > Math.min(...sizes, size) && (
        <TablePagination
          component="div"
          count={total}
          page={page}
          onPageChange={(_, next) => onPage(next)}
          rowsPerPage={size}
          rowsPerPageOptions={[...sizes]}
          onRowsPerPageChange={({ target }) => onSize(Number(target.value))}
          labelRowsPerPage={asCards ? 'Rows' : undefined}
          sx={{ borderTop: 1, borderColor: 'divider' }}
        />
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
    // A region that scrolls is reached by the keyboard, so that its end can be read without a mouse.
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
