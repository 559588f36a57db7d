import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState, type ReactNode } from 'react';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => number;
  /** How many rows a page may have; 10 stands first whatever the choices. */
  pageSizes: readonly number[];
}

const FIRST_SIZE = 10;

/** A short list that is here already, page by page; on a phone each row is a card. */
export function PagedTable<Row>({ label, rows, columns, keyOf, pageSizes }: Props<Row>) {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(FIRST_SIZE);
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const first = Math.min(page, last) * size;
  const shown = rows.slice(first, first + size);
  const [smallest = FIRST_SIZE] = pageSizes;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
      {asCards ? (
        <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((row) => (
            <Box
              component="li"
              key={keyOf(row)}
              sx={{ px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}
            >
              <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5 }}>
                {columns.map(({ name, cell }) => (
                  <Box
                    key={name}
                    sx={{ display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', gap: 1 }}
                  >
                    <Typography component="dt" variant="body2" color="textSecondary">
                      {name}
                    </Typography>
                    <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0 }}>
                      {cell(row)}
                    </Typography>
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      ) : (
        // A region that scrolls is reached by the keyboard, so that its end can be read without a mouse.
        <TableContainer tabIndex={0} role="region" aria-label={label}>
          <Table size="small" aria-label={label}>
            <TableHead sx={{ bgcolor: 'quiet' }}>
              <TableRow>
                {columns.map(({ name }) => (
                  <TableCell key={name} sx={{ fontWeight: 620, whiteSpace: 'nowrap' }}>
                    {name}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody sx={{ '& tr:last-child td': { borderBottom: 0 } }}>
              {shown.map((row) => (
                <TableRow key={keyOf(row)}>
                  {columns.map(({ name, cell }) => (
                    <TableCell key={name} sx={{ verticalAlign: 'top' }}>
                      {cell(row)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {rows.length > Math.min(smallest, FIRST_SIZE) && (
        <TablePagination
          component="div"
          count={rows.length}
          page={Math.min(page, last)}
          onPageChange={(_, next) => setPage(next)}
          rowsPerPage={size}
          rowsPerPageOptions={[...pageSizes]}
          onRowsPerPageChange={({ target }) => {
            setSize(Number(target.value));
            setPage(0);
          }}
          labelRowsPerPage={asCards ? 'Rows' : undefined}
          sx={{ borderTop: 1, borderColor: 'divider' }}
        />
      )}
    </Box>
  );
}
